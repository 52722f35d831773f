//! The counts, confirmed by a second method.
//!
//! The judge lays tiles with its own geometry, and cuts nothing. Where that takes too long, plain
//! problems are counted again by cutting tiles off elsewhere; of coloured ones, all tilings without
//! colours are visited, and each is painted in all ways.

use super::recount::Recounting;
use super::{VISITED_UNASKED, plain};
use crate::Halt;
use crate::report::NOT_VERIFIED;
use kumiki_drive::{Ledger, Run};
use kumiki_judge::TilingCounts;
use kumiki_model::{Apart, Colours, Count, PlacedTile, Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use kumiki_tile::{Atlas, Corner, TilingSearch, Tilings};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// More tiles are not tried: these take about a minute. If there are colours, every tiling is
/// visited, and we know sooner that there are too many.
const MAX_TILES: u64 = 1 << 21;
const MAX_PAINTED_TILES: u64 = 1 << 16;

/// Counts again, and gives a line that says so.
///
/// # Errors
/// If the second count is another one, or is stopped.
pub(super) fn verify(
    question: &TilingQuestion,
    first: &TilingCounts,
    run: &Run<'_>,
) -> Result<String, Halt> {
    match (recount(question, first, run)?, question.colours()) {
        (Some(line), _) => Ok(line),
        (None, None) => cut_elsewhere(question, first, run),
        (None, Some(colours)) => paint(question, colours, first, run),
    }
}

/// Lets the judge count; nothing if that would take too long.
fn recount(
    question: &TilingQuestion,
    first: &TilingCounts,
    run: &Run<'_>,
) -> Result<Option<String>, Halt> {
    let most = if question.colours().is_some() { MAX_PAINTED_TILES } else { MAX_TILES };
    let Some(mut recount) = Recounting::new(question, most) else { return Ok(None) };
    let Some((second, steps)) = run.stages("counting again", &mut recount)? else {
        return Ok(None);
    };
    agree(first, &second)?;
    Ok(Some(format!(
        "verified: the judge, which lays tiles, cuts nothing and shares no code with the search, \
         counts {} too (tiles tried: {steps})",
        in_words(&second)
    )))
}

fn agree(first: &TilingCounts, second: &TilingCounts) -> Result<(), Halt> {
    if first == second {
        return Ok(());
    }
    Err(Halt::Disagreement { first: in_words(first), second: in_words(second) })
}

fn in_words(TilingCounts { tilings, colourings, labelled }: &TilingCounts) -> String {
    if *colourings == 0_u32.into() {
        return format!("{tilings} tilings");
    }
    format!("{colourings} colourings, {labelled} with names, on {tilings} tilings")
}

/// Cuts tiles off elsewhere. Both counts cut alike.
fn cut_elsewhere(
    question: &TilingQuestion,
    first: &TilingCounts,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let (memo, done) = plain::count(question, Corner::Lowest, false, run)?;
    done?;
    let (second, states) = (BigUint::from(plain::total(&memo)?), memo.state_count());
    if first.tilings != second {
        return Err(Halt::Disagreement {
            first: format!("{} tilings", first.tilings),
            second: format!("{second} by cutting off tiles at the lowest corner"),
        });
    }
    Ok(format!(
        "verified in part: cutting off tiles at the lowest corner instead counts {second} too \
         (polygons: {states}); both counts cut alike and measure what is left, and a count \
         without cutting is out of reach here"
    ))
}

/// Counts the colourings again by painting.
fn paint(
    question: &TilingQuestion,
    colours: &Colours,
    first: &TilingCounts,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let bare = without_colours(question, colours)?;
    let (memo, done) = plain::count(&bare, Corner::Fewest, true, run)?;
    done?;
    let total = plain::total(&memo)?;
    if total > u128::from(VISITED_UNASKED) {
        return Ok(format!(
            "{NOT_VERIFIED}there are {total} tilings without colours, too many to paint"
        ));
    }
    let tilings = Tilings::new(&memo, Atlas::new(&bare));
    // Painters that no thread uses at the moment: they remember which places clash.
    let painters: Mutex<Vec<Painter<'_>>> = Mutex::default();
    let free = || painters.lock().unwrap_or_else(PoisonError::into_inner);
    let walked = run.tree(
        "painting",
        &tilings,
        Painted::default,
        |painted: &mut Painted, search: &TilingSearch<'_>| {
            let tiling = search.solution().expect("the search holds still at a tiling");
            let tiles: Vec<(u32, PlacedTile)> =
                tiling.places().map(|place| (place, tilings.atlas().tile(place))).collect();
            let kept = free().pop();
            let mut painter = kept.unwrap_or_else(|| Painter::new(question, colours));
            painted.absorb(painter.paint(&tiles));
            free().push(painter);
            ControlFlow::Continue(())
        },
        |_| ControlFlow::Continue(()),
    );
    walked.stopped_by.map_or(Ok(()), Err)?;
    let Painted { tilings: painted, colourings, labelled: Count(labelled) } = walked.ledger;
    let second = TilingCounts { tilings: painted.into(), colourings: colourings.into(), labelled };
    agree(first, &second)?;
    let TilingCounts { tilings, colourings, labelled } = second;
    Ok(format!(
        "verified in part: painting each of the {total} tilings without colours gives \
         {colourings} colourings, {labelled} with names, on {tilings} tilings too; both counts \
         cut alike, and a count without cutting is out of reach here"
    ))
}

/// The question without its colours. What can be painted is a tiling of it.
fn without_colours(question: &TilingQuestion, colours: &Colours) -> Result<TilingQuestion, Halt> {
    let names = u32::try_from(colours.names.len()).unwrap_or(u32::MAX);
    let bare = |tile: &Tile| {
        let paintable = tile.most_of_a_colour.map(|each| each.saturating_mul(names));
        let most = tile.most.into_iter().chain(paintable).min();
        // A kind that cannot be painted is left to the painter.
        Tile {
            most: most.filter(|most| *most >= tile.least.max(1)),
            most_of_a_colour: None,
            ..tile.clone()
        }
    };
    let tiles = question.tiles().iter().map(bare).collect();
    let (ring, region) = (question.ring().clone(), question.region().clone());
    Ok(TilingQuestion::new(question.title(), ring, region, tiles, None)?)
}

/// Paints tilings in all ways.
///
/// * **U1** Colours are numbered in the order of their first use.
struct Painter<'q> {
    question: &'q TilingQuestion,
    apart: Apart,
    colour_count: usize,
    /// Whether tiles in two places must not have the same colour; the lower place comes first.
    clashes: HashMap<(u32, u32), bool>,
}

/// What came of painting some tilings.
#[derive(Default, Serialize, Deserialize)]
struct Painted {
    /// How many can be painted by the rules.
    tilings: u64,
    /// In how many ways, up to the names of colours, and with names.
    colourings: u64,
    labelled: Count,
}

impl Ledger for Painted {
    fn absorb(&mut self, later: Self) {
        self.tilings += later.tilings;
        self.colourings += later.colourings;
        self.labelled.0 += later.labelled.0;
    }
}

impl<'q> Painter<'q> {
    fn new(question: &'q TilingQuestion, colours: &Colours) -> Self {
        Self {
            question,
            apart: colours.apart,
            colour_count: colours.names.len(),
            clashes: HashMap::new(),
        }
    }

    /// Counts the ways to paint a tiling, given by places and tiles.
    fn paint(&mut self, tiles: &[(u32, PlacedTile)]) -> Painted {
        let mut clashes = vec![vec![]; tiles.len()];
        for (second, earlier) in clashes.iter_mut().enumerate() {
            earlier.extend((0..second).filter(|first| self.clash(tiles[*first], tiles[second])));
        }
        let mut painted = Painted::default();
        self.extend(tiles, &clashes, &mut Vec::new(), 0, &mut painted);
        painted.tilings = u64::from(painted.colourings > 0);
        painted
    }

    /// Paints the next tile; `used` colours are in use.
    fn extend(
        &self,
        tiles: &[(u32, PlacedTile)],
        clashes: &[Vec<usize>],
        colours: &mut Vec<usize>,
        used: usize,
        painted: &mut Painted,
    ) {
        let at = colours.len();
        let Some((_, tile)) = tiles.get(at) else {
            painted.colourings += 1;
            painted.labelled.0 += (0..used)
                .map(|taken| BigUint::from(self.colour_count - taken))
                .product::<BigUint>();
            return;
        };
        let each = self.question.tiles()[tile.tile].most_of_a_colour;
        for colour in 0..(used + 1).min(self.colour_count) {
            let is_same =
                |other: usize| tiles[other].1.tile == tile.tile && colours[other] == colour;
            let is_full = || {
                each.is_some_and(|each| {
                    (0..at).filter(|other| is_same(*other)).count() >= each as usize
                })
            };
            if clashes[at].iter().any(|other| colours[*other] == colour) || is_full() {
                continue;
            }
            colours.push(colour);
            self.extend(tiles, clashes, colours, used.max(colour + 1), painted);
            colours.pop();
        }
    }

    fn clash(&mut self, one: (u32, PlacedTile), other: (u32, PlacedTile)) -> bool {
        let (question, apart) = (self.question, self.apart);
        *self.clashes.entry((one.0.min(other.0), one.0.max(other.0))).or_insert_with(|| {
            let [one, other] = [one.1, other.1].map(|tile| tile.corners(question));
            match apart {
                Apart::Free => false,
                Apart::Sides => share_a_side(question.ring(), &one, &other),
                Apart::Points => touch(question.ring(), &one, &other),
            }
        })
    }
}

/// The sides of a polygon, from corner to corner.
fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Whether polygons that do not overlap have a point in common: then a corner of one lies on a side
/// of the other.
fn touch(ring: &Ring, one: &[Point], other: &[Point]) -> bool {
    let has_corner_on = |corners: &[Point], polygon: &[Point]| {
        corners.iter().any(|corner| {
            sides(polygon).any(|(from, to)| {
                ring.cross_sign(to - from, *corner - from) == Ordering::Equal
                    && ring.dot_sign(from - *corner, to - *corner) != Ordering::Greater
            })
        })
    };
    has_corner_on(one, other) || has_corner_on(other, one)
}

/// Whether polygons that do not overlap have more than a point of their sides in common.
fn share_a_side(ring: &Ring, one: &[Point], other: &[Point]) -> bool {
    sides(one).any(|(from, to)| {
        let along = to - from;
        sides(other).any(|(low, high)| {
            let is_on_line = |point: Point| ring.cross_sign(along, point - from) == Ordering::Equal;
            // Neighbours lie on opposite sides of the line, so the other side runs backwards.
            is_on_line(low)
                && is_on_line(high)
                && ring.dot_sign(along, low - from) == Ordering::Greater
                && ring.dot_sign(along, to - high) == Ordering::Greater
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_touch_at_corners_and_share_parts_of_sides() {
        let ring = Ring::new(4).expect("a ring");
        let square = |x: i32, y: i32| {
            [[0, 0], [2, 0], [2, 2], [0, 2]].map(|[a, b]| Point::new(&[a + x, b + y]))
        };
        let relation = |x, y| {
            let (one, other) = (square(0, 0), square(x, y));
            (touch(&ring, &one, &other), share_a_side(&ring, &one, &other))
        };
        assert_eq!(relation(2, 0), (true, true));
        assert_eq!(relation(-2, 1), (true, true));
        assert_eq!(relation(1, -2), (true, true));
        assert_eq!(relation(2, 2), (true, false));
        assert_eq!(relation(-2, 2), (true, false));
        assert_eq!(relation(3, 0), (false, false));
        assert_eq!(relation(2, 3), (false, false));
    }
}
