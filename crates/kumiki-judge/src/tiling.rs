//! The rules of tilings, applied to one tiling.
//!
//! # The idea
//! Coordinates are read from the model, and everything else is worked out once more in
//! `kumiki-recount`: other numbers than those of the ring, other polygons than those of the
//! engines, and its own idea of when two tilings are the same. Tiles
//! that lie in the region, do not overlap and have the region's area fill it; no more is needed.
//!
//! # Steps
//! [`judge_tiling`] asks, in this order: known kinds, turned, flipped and painted as allowed;
//! inside the region; no overlap; the area of the region; right numbers, in all and of each colour;
//! same colours apart. It returns the first [`Fault`] it meets.

pub(crate) mod answer;
mod listing;

use crate::envelope::judge_number;
use crate::fault::{refuse, require};
use crate::{Fault, rule};
use kumiki_model::{Apart, PlacedTile, Tile, TilingQuestion};
use kumiki_recount::{Shape, Site};

/// Whether a tiling is one of those that the question asks for.
///
/// # Errors
/// With the first rule that the tiling breaks, and the tiles that break it.
///
/// ```
/// use kumiki_judge::judge_tiling;
/// use kumiki_oracle::{naive, universe};
/// let question = universe::dominoes(2, 3);
/// let mut tilings = naive::tilings(&question).expect("made of squares");
/// assert_eq!(tilings.len(), 3);
/// assert!(tilings.iter().all(|tiling| judge_tiling(&question, tiling).is_ok()));
/// tilings[0].pop();
/// let fault = judge_tiling(&question, &tilings[0]).expect_err("a gap");
/// assert_eq!(fault.to_string(), "the 2 tiles do not fill the region, expected equal areas");
/// ```
pub fn judge_tiling(question: &TilingQuestion, tiling: &[PlacedTile]) -> Result<(), Fault> {
    Judge::new(question).judge(tiling)
}

/// Judges tilings of one question.
#[derive(Clone, Debug)]
struct Judge<'q> {
    site: Site<'q>,
}

impl<'q> Judge<'q> {
    fn new(question: &'q TilingQuestion) -> Self {
        Self { site: Site::new(question) }
    }

    fn judge(&self, tiling: &[PlacedTile]) -> Result<(), Fault> {
        (0..tiling.len()).try_for_each(|at| self.judge_kind(tiling, at))?;
        let shapes: Vec<Shape> = tiling.iter().map(|placed| self.site.shape(placed)).collect();
        self.judge_room(tiling, &shapes)?;
        for (kind, tile) in self.site.question.tiles().iter().enumerate() {
            self.judge_numbers(tiling, kind, tile)?;
        }
        self.judge_colours(tiling, &shapes)
    }

    fn judge_kind(&self, tiling: &[PlacedTile], at: usize) -> Result<(), Fault> {
        let placed = &tiling[at];
        let kind_count = self.site.question.tiles().len();
        let Some(kind) = self.site.question.tiles().get(placed.tile) else {
            let (number, kind) = (at + 1, placed.tile);
            let what =
                format!("tile {number} is of kind {kind}, expected a kind below {kind_count}");
            return refuse(rule::KIND, what);
        };
        let tile = || self.name(tiling, at);
        let is_turned = !placed.turns.is_multiple_of(self.site.plane.order());
        require(kind.turns || !is_turned, rule::KIND, || {
            format!("{} is turned, expected it not to be", tile())
        })?;
        require(kind.flips || !placed.is_flipped, rule::KIND, || {
            format!("{} is flipped, expected it not to be", tile())
        })?;
        let colour_count = self.site.question.colours().map_or(0, |colours| colours.names.len());
        let Some(colour) = placed.colour else {
            return require(colour_count == 0, rule::COLOUR, || {
                format!("{} has no colour, expected one", tile())
            });
        };
        require(colour < colour_count, rule::COLOUR, || match colour_count {
            0 => format!("{} has colour {colour}, expected none", tile()),
            _ => format!("{} has colour {colour}, expected a colour below {colour_count}", tile()),
        })
    }

    /// A tile as a reader finds it: its number in the list, from 1, and the name of its kind, which
    /// must be known.
    fn name(&self, tiling: &[PlacedTile], at: usize) -> String {
        format!("tile {} ('{}')", at + 1, self.site.question.tiles()[tiling[at].tile].name)
    }

    fn judge_room(&self, tiling: &[PlacedTile], shapes: &[Shape]) -> Result<(), Fault> {
        let tile = |at: usize| self.name(tiling, at);
        if let Some(at) =
            shapes.iter().position(|shape| !shape.is_inside(&self.site.plane, &self.site.region))
        {
            return refuse(rule::INSIDE, format!("{} sticks out of the region", tile(at)));
        }
        for (at, shape) in shapes.iter().enumerate() {
            if let Some(first) =
                shapes[..at].iter().position(|other| other.overlaps(&self.site.plane, shape))
            {
                return refuse(rule::OVERLAP, format!("{} overlaps {}", tile(first), tile(at)));
            }
        }
        let areas = shapes.iter().map(|shape| self.site.plane.area(shape.corners()));
        require(self.site.have_its_area(areas), rule::FILLED, || {
            format!("the {} tiles do not fill the region, expected equal areas", tiling.len())
        })
    }

    fn judge_numbers(&self, tiling: &[PlacedTile], kind: usize, tile: &Tile) -> Result<(), Fault> {
        let of_kind = || tiling.iter().filter(|placed| placed.tile == kind);
        let (found, name) = (of_kind().count(), &tile.name);
        judge_number(&format!("tile '{name}'"), found, tile.least, tile.most)?;
        let (Some(most), Some(colours)) = (tile.most_of_a_colour, self.site.question.colours())
        else {
            return Ok(());
        };
        for (at, colour) in colours.names.iter().enumerate() {
            let found = of_kind().filter(|placed| placed.colour == Some(at)).count();
            require(found <= most as usize, rule::NUMBER, || {
                format!(
                    "tile '{name}' is used {found} times in '{colour}', expected at most {most}"
                )
            })?;
        }
        Ok(())
    }

    fn judge_colours(&self, tiling: &[PlacedTile], shapes: &[Shape]) -> Result<(), Fault> {
        let Some(colours) = self.site.question.colours() else { return Ok(()) };
        for (second, placed) in tiling.iter().enumerate() {
            let clash = |first: &usize| {
                tiling[*first].colour == placed.colour
                    && shapes[*first].is_too_close(&self.site.plane, &shapes[second], colours.apart)
            };
            if let Some(first) = (0..second).find(clash) {
                let [first, second] = [first, second].map(|at| self.name(tiling, at));
                let colour = placed.colour.map_or("", |colour| &colours.names[colour]);
                let how = if colours.apart == Apart::Points { "touch" } else { "share a side" };
                let what = format!("{first} and {second}, both of colour '{colour}', {how}");
                return refuse(rule::APART, what);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Colours;
    use kumiki_oracle::examples::tilings::{domino, kind, question, square};
    use kumiki_oracle::{naive, universe};
    use kumiki_ring::{Point, Ring};

    /// The text of the fault must be the one expected.
    fn refused(question: &TilingQuestion, tiling: &[PlacedTile], expected: &str) {
        let fault = judge_tiling(question, tiling).expect_err(expected);
        assert_eq!(fault.to_string(), expected, "{fault:?}");
    }

    /// Two dominoes that lie in a square, one above the other.
    fn lying() -> [PlacedTile; 2] {
        [domino([0, 0], 0), domino([0, 1], 0)]
    }

    fn with_colours(names: &[&str], apart: Apart) -> TilingQuestion {
        let names = names.iter().map(ToString::to_string).collect();
        let plain = question(
            4,
            &square(2),
            vec![kind(4, "domino", &[[0, 0], [2, 0], [2, 1], [0, 1]], true, false)],
        );
        let (region, tiles) = (plain.region().clone(), plain.tiles().to_vec());
        let colours = Some(Colours { names, apart });
        TilingQuestion::new("painted", plain.ring().clone(), region, tiles, colours).expect("valid")
    }

    fn painted(tiling: [PlacedTile; 2], colours: [usize; 2]) -> [PlacedTile; 2] {
        [0, 1].map(|at| PlacedTile { colour: Some(colours[at]), ..tiling[at] })
    }

    #[test]
    fn tiles_that_stick_out_overlap_or_leave_a_gap_are_named() {
        let question = universe::dominoes(2, 2);
        assert_eq!(judge_tiling(&question, &lying()), Ok(()));
        assert_eq!(judge_tiling(&question, &[domino([1, 0], 1), domino([2, 0], 1)]), Ok(()));
        let [low, high] = lying();
        refused(&question, &[low, domino([1, 1], 0)], "tile 2 ('domino') sticks out of the region");
        refused(
            &question,
            &[domino([0, 0], 1), high],
            "tile 1 ('domino') sticks out of the region",
        );
        refused(
            &question,
            &[high, low, domino([1, 0], 1)],
            "tile 1 ('domino') overlaps tile 3 ('domino')",
        );
        refused(&question, &[low, low], "tile 1 ('domino') overlaps tile 2 ('domino')");
        refused(&question, &[low], "the 1 tiles do not fill the region, expected equal areas");
        refused(&question, &[], "the 0 tiles do not fill the region, expected equal areas");
        let far = PlacedTile { shift: Point::new(&[i32::MAX, i32::MIN]), ..low };
        refused(&question, &[far, high], "tile 1 ('domino') sticks out of the region");
        refused(
            &question,
            &[PlacedTile { tile: 7, ..low }],
            "tile 1 is of kind 7, expected a kind below 1",
        );
    }

    #[test]
    fn a_tile_that_bridges_a_notch_sticks_out() {
        // All corners of the bar lie on the boundary of the region.
        let region = [[0, 0], [3, 0], [3, 2], [2, 2], [2, 1], [1, 1], [1, 2], [0, 2]];
        let bar = kind(4, "bar", &[[0, 0], [3, 0], [3, 1], [0, 1]], true, false);
        let bent = question(4, &region, vec![bar]);
        refused(&bent, &[domino([0, 1], 0)], "tile 1 ('bar') sticks out of the region");
        refused(
            &bent,
            &[domino([0, 0], 0)],
            "the 1 tiles do not fill the region, expected equal areas",
        );
    }

    #[test]
    fn tiles_are_turned_and_flipped_only_if_allowed() {
        let bend = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
        let fixed = question(4, &square(2), vec![kind(4, "bend", &bend, false, false)]);
        let at = |is_flipped, turns| [PlacedTile { is_flipped, ..domino([0, 0], turns) }];
        refused(&fixed, &at(false, 1), "tile 1 ('bend') is turned, expected it not to be");
        refused(&fixed, &at(true, 0), "tile 1 ('bend') is flipped, expected it not to be");
        refused(&fixed, &at(false, 4), "the 1 tiles do not fill the region, expected equal areas");
    }

    #[test]
    fn numbers_of_tiles_are_bounded() {
        let mut tile = kind(4, "domino", &[[0, 0], [2, 0], [2, 1], [0, 1]], true, false);
        (tile.least, tile.most) = (3, None);
        refused(
            &question(4, &square(2), vec![tile.clone()]),
            &lying(),
            "tile 'domino' is used 2 times, expected at least 3",
        );
        (tile.least, tile.most) = (0, Some(1));
        refused(
            &question(4, &square(2), vec![tile]),
            &lying(),
            "tile 'domino' is used 2 times, expected at most 1",
        );
    }

    #[test]
    fn colours_are_known_few_enough_and_apart() {
        let [red_green, one] = [&["red", "green"][..], &["red"]];
        let free = with_colours(red_green, Apart::Free);
        assert_eq!(judge_tiling(&free, &painted(lying(), [1, 1])), Ok(()));
        refused(&free, &lying(), "tile 1 ('domino') has no colour, expected one");
        refused(
            &free,
            &painted(lying(), [0, 2]),
            "tile 2 ('domino') has colour 2, expected a colour below 2",
        );
        refused(
            &universe::dominoes(2, 2),
            &painted(lying(), [0, 0]),
            "tile 1 ('domino') has colour 0, expected none",
        );
        let sides = with_colours(red_green, Apart::Sides);
        assert_eq!(judge_tiling(&sides, &painted(lying(), [0, 1])), Ok(()));
        refused(
            &sides,
            &painted(lying(), [1, 1]),
            "tile 1 ('domino') and tile 2 ('domino'), both of colour 'green', share a side",
        );
        refused(
            &with_colours(one, Apart::Points),
            &painted(lying(), [0, 0]),
            "tile 1 ('domino') and tile 2 ('domino'), both of colour 'red', touch",
        );
        let mut tile = free.tiles()[0].clone();
        tile.most_of_a_colour = Some(1);
        let colours = free.colours().cloned();
        let limited = TilingQuestion::new(
            "limited",
            free.ring().clone(),
            free.region().clone(),
            vec![tile],
            colours,
        );
        refused(
            &limited.expect("valid"),
            &painted(lying(), [1, 1]),
            "tile 'domino' is used 2 times in 'green', expected at most 1",
        );
    }

    #[test]
    fn a_point_in_common_counts_as_touching_but_not_as_a_side() {
        // Four squares in a square, painted like a chessboard.
        let unit = kind(4, "unit", &square(1), true, false);
        let plain = question(4, &square(2), vec![unit]);
        let painted = |apart| {
            let colours = Colours { names: vec!["a".to_owned(), "b".to_owned()], apart };
            let (region, tiles) = (plain.region().clone(), plain.tiles().to_vec());
            TilingQuestion::new("board", plain.ring().clone(), region, tiles, Some(colours))
                .expect("valid")
        };
        let unit = |x: i32, y: i32| PlacedTile {
            colour: Some(usize::from((x + y) % 2 == 1)),
            ..domino([x, y], 0)
        };
        let board = [unit(0, 0), unit(1, 0), unit(0, 1), unit(1, 1)];
        assert_eq!(judge_tiling(&painted(Apart::Sides), &board), Ok(()));
        refused(
            &painted(Apart::Points),
            &board,
            "tile 2 ('unit') and tile 3 ('unit'), both of colour 'b', touch",
        );
    }

    #[test]
    fn every_spoilt_tiling_is_refused() {
        let mut spoilt = 0;
        for question in universe::random_tiling_questions(9, 40) {
            for tiling in naive::tilings(&question).expect("made of atoms").into_iter().take(6) {
                for at in 0..tiling.len() {
                    for by in [[1, 0], [0, 1], [-1, 0], [0, -1], [1, -1], [-2, 1]] {
                        let mut shifted = tiling.clone();
                        shifted[at].shift = shifted[at].shift + Point::new(&by);
                        let fault =
                            judge_tiling(&question, &shifted).expect_err("a tile has moved");
                        assert!([rule::INSIDE, rule::OVERLAP].contains(&fault.rule), "{fault}");
                    }
                    let mut dropped = tiling.clone();
                    let lost = dropped.remove(at);
                    let fault = judge_tiling(&question, &dropped).expect_err("a tile is missing");
                    assert_eq!(fault.rule, rule::FILLED, "{fault}");
                    let doubled: Vec<PlacedTile> = tiling.iter().copied().chain([lost]).collect();
                    let fault =
                        judge_tiling(&question, &doubled).expect_err("a tile is there twice");
                    assert_eq!(fault.rule, rule::OVERLAP, "{fault}");
                    spoilt += 8;
                }
            }
        }
        assert!(spoilt > 2000, "{spoilt}");
    }

    #[test]
    fn a_decagon_of_rhombs_is_judged_in_its_own_ring() {
        // The sides are the fifth roots of unity and their opposites. Rings of rhombs from the
        // lowest corner: sorting the five directions by exchanging neighbours sweeps the decagon,
        // and each exchange is a rhomb.
        let ring = Ring::new(10).expect("a ring");
        let mut corners = vec![Point::ZERO];
        for k in 0..9 {
            corners.push(corners[k] + ring.unit(k));
        }
        let rhomb =
            |k: usize| [Point::ZERO, ring.unit(0), ring.unit(0) + ring.unit(k), ring.unit(k)];
        let polygon =
            |corners: &[Point]| kumiki_model::Polygon::new(&ring, corners).expect("simple");
        let tile = |name: &str, k| Tile {
            name: name.to_owned(),
            shape: polygon(&rhomb(k)),
            ..kind(4, "", &square(1), true, false)
        };
        let tiles = vec![tile("thin", 1), tile("thick", 2)];
        let question = TilingQuestion::new("decagon", ring.clone(), polygon(&corners), tiles, None)
            .expect("valid");
        let mut path = [0, 1, 2, 3, 4];
        let mut tiling: Vec<PlacedTile> = Vec::new();
        while let Some(at) = (0..4).find(|at| path[*at] < path[at + 1]) {
            let shift = path[..at].iter().map(|k| ring.unit(*k)).sum();
            let [low, high] = [path[at], path[at + 1]];
            // Angles of 108 and 144 degrees are those of 72 and 36 from the other side.
            let (step, turns) =
                if high - low <= 2 { (high - low, low) } else { (5 - (high - low), high) };
            let shift = if high - low <= 2 { shift } else { shift + ring.unit(low) };
            tiling.push(PlacedTile {
                tile: step - 1,
                is_flipped: false,
                turns,
                shift,
                colour: None,
            });
            path.swap(at, at + 1);
        }
        assert_eq!(tiling.len(), 10);
        assert_eq!(judge_tiling(&question, &tiling), Ok(()));
        let all =
            kumiki_recount::TilingSymmetries::of_question(&question, kumiki_model::Symmetry::All);
        assert_eq!((all.order(), 20 % all.fixing(&tiling)), (20, 0));
        tiling[4].turns += 1;
        assert!(judge_tiling(&question, &tiling).is_err());
    }
}
