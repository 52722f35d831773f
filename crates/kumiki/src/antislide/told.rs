//! The direct search told step by step.

use super::cover_file::cell_names;
use crate::Halt;
use crate::draft::Draft;
use crate::trace::{Names, tell_tree};
use kumiki_bricks::{CoverSpace, Limits};
use kumiki_id::Id;
use kumiki_model::{AntislideQuestion, OptionId};
use kumiki_reduce::antislide;
use kumiki_search::Arrival;

/// Tells the first steps of the search, without branch and bound.
pub(super) fn trace(question: &AntislideQuestion, draft: &mut Draft<'_>) -> Result<(), Halt> {
    let puzzle = antislide(question)?;
    let problem = puzzle.problem();
    let at_most = question.max_bricks.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    let space = CoverSpace::new(problem, Limits { at_most, at_least: None })?;
    let cell_names = cell_names(question.container());
    let name = |cell: usize| cell_names[cell].as_str();
    let cells = problem.items().len();
    let brick = |option: usize| {
        let items = problem.entries(OptionId::new(option)).map(|(item, _)| name(item.index()));
        format!("brick {}", items.collect::<Vec<_>>().join(" "))
    };
    // Where the first cell and its neighbours go says all about a symmetry of a box.
    let container = question.container();
    let neighbours: Vec<usize> = (0..3)
        .filter(|axis| container.sides()[*axis] > 1)
        .map(|axis| container.cell([0, 1, 2].map(|other| usize::from(other == axis))))
        .collect();
    let moved = |element: usize| {
        let image = &problem.symmetries().images()[element];
        let cells = std::iter::once(&0).chain(&neighbours);
        let moved = cells.map(|cell| format!("{} to {}", name(*cell), name(image.apply(*cell))));
        moved.collect::<Vec<_>>().join(", ")
    };
    let names = Names {
        item: &|_, item| format!("cell {}", name(item.unwrap_or(0) as usize)),
        why: "the fewest ways",
        choice: &|_, choice| match (choice as usize).checked_sub(cells) {
            None => format!("{} empty", name(choice as usize)),
            Some(option) => brick(option),
        },
        reason: &|_, arrival| match arrival {
            Arrival::Rejected { symmetry } => {
                format!("an image comes first, by the symmetry that takes {}", moved(*symmetry))
            }
            _ => String::new(),
        },
    };
    tell_tree(&space, &names, draft)
}
