//! Solutions of the problem and arrangements that the judge lists: the same.

use super::questions::{BOUNDS, BOXES, Dice, HOLDS, SHAPES, TURNS, piece, question};
use kumiki_id::Id;
use kumiki_model::{OptionId, PackQuestion, Place, PlacedPiece, Symmetry};
use kumiki_oracle::naive::{self, ArrangementSymmetries, piece_arrangements};
use kumiki_reduce::{PackPuzzle, pack};
use std::collections::{BTreeMap, BTreeSet};

/// Problems with more options take the counter of covers too long.
const MAX_OPTIONS: usize = 22;
/// Puzzles with more ways to begin a piece or not at each cell take the listing of arrangements too
/// long.
const MAX_WAYS: usize = 2_000;

/// The covers of the problem that are solutions of the puzzle.
fn solutions(puzzle: &PackPuzzle) -> Vec<Vec<OptionId>> {
    let mut covers = naive::covers(puzzle.problem());
    if puzzle.must_be_rigid() {
        covers.retain(|options| puzzle.is_rigid(options));
    }
    covers
}

/// How many classes the covers form under the elements of the problem's group at some positions.
fn classes(puzzle: &PackPuzzle, covers: &[Vec<OptionId>], elements: &[usize]) -> usize {
    let least = |cover: &Vec<OptionId>| {
        let image = |element: &usize| {
            let on = &puzzle.problem().on_options()[*element];
            let mut image: Vec<usize> =
                cover.iter().map(|option| on.apply(option.index())).collect();
            image.sort_unstable();
            image
        };
        elements.iter().map(image).min().expect("there is the identity")
    };
    covers.iter().map(least).collect::<BTreeSet<_>>().len()
}

/// In how many ways a piece or none begins at each cell.
fn ways(puzzle: &PackPuzzle) -> usize {
    let mut beginning: BTreeMap<Place, usize> = BTreeMap::new();
    for placed in puzzle.problem().options().ids().filter_map(|option| puzzle.placement(option)) {
        *beginning.entry(placed.cells[0]).or_default() += 1;
    }
    beginning.values().map(|count| count + 1).product()
}

/// What has been compared, so that the tests can tell whether they saw anything.
#[derive(Default)]
struct Seen {
    questions: usize,
    solvable: usize,
    obstructed: usize,
    folded: usize,
}

impl Seen {
    /// The tests mean something only if there were enough puzzles of each sort.
    fn was_worth_it(&self) {
        assert!(self.questions > 1_000, "{}", self.questions);
        for part in [self.solvable, self.obstructed, self.folded] {
            assert!(part > 300 && part < self.questions, "{part} of {}", self.questions);
        }
    }

    fn compare(&mut self, question: &PackQuestion) {
        let puzzle = pack(question).expect("a small puzzle");
        if puzzle.problem().options().len() > MAX_OPTIONS || ways(&puzzle) > MAX_WAYS {
            return;
        }
        let expected = piece_arrangements(question);
        let covers = solutions(&puzzle);
        let mut found: Vec<Vec<PlacedPiece>> =
            covers.iter().map(|cover| puzzle.arrangement(cover)).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{question:?}");
        for (symmetry, elements) in [
            (Symmetry::All, (0..puzzle.problem().symmetries().group().order()).collect()),
            (Symmetry::Rotations, puzzle.rotations()),
        ] {
            let group = ArrangementSymmetries::of_question(question, symmetry);
            assert_eq!(elements.len(), group.order(), "{question:?}");
            let least: BTreeSet<Vec<PlacedPiece>> =
                expected.iter().map(|arrangement| group.canonical(arrangement)).collect();
            assert_eq!(classes(&puzzle, &covers, &elements), least.len(), "{question:?}");
            self.folded += usize::from(least.len() < expected.len());
        }
        assert!(puzzle.obstruction().is_none() || expected.is_empty(), "{question:?}");
        self.questions += 1;
        self.solvable += usize::from(!expected.is_empty());
        self.obstructed += usize::from(puzzle.obstruction().is_some());
    }
}

#[test]
fn one_kind_of_piece_in_every_small_box_with_all_bounds_leftovers_and_holds() {
    let mut seen = Seen::default();
    for (box_at, drawing) in BOXES.iter().enumerate() {
        for (shape_at, shape) in SHAPES.iter().enumerate() {
            // Each pair of box and shape meets all bounds, but not with all turns at once.
            for (at, bounds) in BOUNDS.iter().enumerate() {
                for leftover in [0, 1, 3] {
                    let turns = TURNS[(box_at + shape_at + at) % TURNS.len()];
                    let hold = HOLDS[(at + leftover) % HOLDS.len()];
                    let leftover = u32::try_from(leftover).expect("below four");
                    let kind = piece("p", shape, turns, *bounds);
                    question(drawing, vec![kind], leftover, hold)
                        .iter()
                        .for_each(|q| seen.compare(q));
                }
            }
        }
    }
    seen.was_worth_it();
}

#[test]
fn puzzles_drawn_by_lot_have_the_solutions_that_the_judge_lists() {
    let (mut seen, mut dice) = (Seen::default(), Dice::new());
    for _ in 0..1_500 {
        dice.question().iter().for_each(|question| seen.compare(question));
    }
    seen.was_worth_it();
}

#[test]
fn few_empty_cells_are_counted_rightly_though_their_number_is_known() {
    let mut seen = Seen::default();
    for leftover in [1, 2, 8] {
        let domino = piece("d", &["XX"], TURNS[2], (4, Some(4)));
        let board = question(&["###/###/###"], vec![domino], leftover, HOLDS[0]).expect("a puzzle");
        seen.compare(&board);
        let bars = piece("b", &["XXX"], TURNS[0], (2, Some(2)));
        let pair = piece("p", &["XX"], TURNS[0], (1, Some(1)));
        let board =
            question(&["###/##+/###"], vec![bars, pair], leftover, HOLDS[0]).expect("a puzzle");
        seen.compare(&board);
    }
    assert_eq!((seen.questions, seen.solvable), (6, 6));
}
