//! The search that lays tiles one by one, told step by step.
//!
//! Coloured tilings are searched in this way. Plain ones are counted by remembering polygons; the
//! search that is told finds the same tilings.

use crate::Halt;
use crate::draft::Draft;
use crate::trace::{Names, tell_tree};
use kumiki_model::{TilingQuestion, TilingRecord};
use kumiki_ring::Point;
use kumiki_search::{Arrival, Prefix, Space};
use kumiki_tile::Colourings;

/// Tells the first steps of the search.
pub(super) fn trace(question: &TilingQuestion, draft: &mut Draft<'_>) -> Result<(), Halt> {
    if question.colours().is_none() {
        draft.note("trace: tiles are laid one by one, where the count remembers polygons");
    }
    let space = Colourings::new(question)?;
    let coordinates = |point: Point| {
        let numbers = &point.coordinates()[..question.ring().degree()];
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    let names = Names {
        item: &|prefix, _| match space.begin(prefix).corner() {
            Some(corner) => format!("the corner {}", coordinates(corner)),
            None => "nothing".to_owned(),
        },
        why: "the fewest ways, where many tiles meet more are as good",
        choice: &|prefix, choice| {
            let laid = space.begin(&prefix.then(choice)).laid();
            let last = &laid[laid.len() - 1..];
            TilingRecord::new(question, last, 1).tiles[0].to_string()
        },
        reason: &|prefix, arrival| reason(&space, prefix, arrival),
    };
    tell_tree(&space, &names, draft)
}

/// What a tile leaves.
fn reason(space: &Colourings, prefix: &Prefix, arrival: &Arrival) -> String {
    match arrival {
        Arrival::Branch { .. } if !prefix.is_empty() => {
            let polygons = space.begin(prefix).polygons();
            let corners: Vec<String> = polygons.iter().map(|p| p.len().to_string()).collect();
            match corners.as_slice() {
                [one] => format!("a polygon with {one} corners is left"),
                many => format!("polygons with {} corners are left", many.join(" and ")),
            }
        }
        _ => String::new(),
    }
}
