//! How puzzles are stated: items, options, requirements, and what is said without a search.

use super::questions::{HOLDS, piece, question};
use kumiki_id::Id;
use kumiki_model::{Hold, ItemId, ItemKind, PackQuestion, Piece, Turns};
use kumiki_oracle::{naive, naive::piece_arrangements};
use kumiki_reduce::{PackPuzzle, pack};

const ANY: (u32, Option<u32>) = (0, None);

fn stated(layers: &[&str], pieces: Vec<Piece>, leftover: u32, hold: Hold) -> PackPuzzle {
    pack(&question(layers, pieces, leftover, hold).expect("a puzzle")).expect("a small puzzle")
}

fn domino(bounds: (u32, Option<u32>)) -> Piece {
    piece("d", &["XX"], Turns::Rotations, bounds)
}

/// The kinds of the items.
fn kinds(puzzle: &PackPuzzle) -> Vec<ItemKind> {
    puzzle.problem().items().iter().copied().collect()
}

#[test]
fn kinds_of_piece_have_items_only_if_their_numbers_matter() {
    let kinds_beyond_cells = |pieces: Vec<Piece>| {
        let puzzle = stated(&["####"], pieces, 99, Hold::Free);
        kinds(&puzzle).split_off(4)
    };
    assert_eq!(kinds_beyond_cells(vec![domino(ANY)]), []);
    assert_eq!(kinds_beyond_cells(vec![domino((0, Some(2)))]), []);
    assert_eq!(kinds_beyond_cells(vec![domino((0, Some(1)))]), [ItemKind::Optional]);
    assert_eq!(kinds_beyond_cells(vec![domino((1, Some(1)))]), [ItemKind::Primary]);
    assert_eq!(
        kinds_beyond_cells(vec![domino((1, Some(9)))]),
        [ItemKind::Ranged { least: 1, most: 2 }]
    );
    assert_eq!(
        kinds_beyond_cells(vec![domino((7, None))]),
        [ItemKind::Ranged { least: 7, most: 7 }]
    );
    // Two kinds that can lie alike must be told apart.
    let fixed = piece("f", &["XX"], Turns::Fixed, ANY);
    let upright = piece("u", &["X/X"], Turns::Fixed, ANY);
    assert_eq!(
        kinds_beyond_cells(vec![domino(ANY), fixed]),
        [ItemKind::Ranged { least: 0, most: 2 }; 2]
    );
    assert_eq!(kinds_beyond_cells(vec![piece("f", &["XX"], Turns::Fixed, ANY), upright]), []);
    // The number of dominoes that fill four cells is two.
    let filling = |bounds| kinds(&stated(&["####"], vec![domino(bounds)], 0, Hold::Free)).len();
    assert_eq!([(2, Some(2)), (1, Some(9)), (1, Some(1)), (3, None)].map(filling), [4, 4, 5, 5]);
}

#[test]
fn cells_may_stay_empty_in_three_ways() {
    let forbidden = stated(&["###+"], vec![domino(ANY)], 0, Hold::Free);
    assert_eq!(
        kinds(&forbidden),
        [[ItemKind::Primary; 3].as_slice(), &[ItemKind::Optional]].concat()
    );
    let free = stated(&["###+"], vec![domino(ANY)], 3, Hold::Free);
    assert_eq!(kinds(&free), [ItemKind::Optional; 4]);
    let counted = stated(&["###+"], vec![domino(ANY)], 2, Hold::Free);
    assert_eq!(kinds(&counted)[4..], [ItemKind::Ranged { least: 0, most: 2 }]);
    let options = counted.problem().options();
    assert_eq!(options.len(), 3 + 3);
    let placed: Vec<bool> =
        options.ids().map(|option| counted.placement(option).is_some()).collect();
    assert_eq!(placed, [true, true, true, false, false, false]);
    // At most one domino fills at most two of five cells, so that at least three stay empty.
    let tight = stated(&["#####"], vec![domino((0, Some(1)))], 4, Hold::Free);
    assert_eq!(kinds(&tight)[6..], [ItemKind::Ranged { least: 3, most: 4 }]);
    // One domino leaves one of three cells, so that nothing need be counted.
    let implied = stated(&["###"], vec![domino((1, Some(1)))], 1, Hold::Free);
    assert_eq!(
        kinds(&implied),
        [[ItemKind::Optional; 3].as_slice(), &[ItemKind::Primary]].concat()
    );
    // Four dominoes leave one of nine cells, which is so few that it helps to count it.
    let few = stated(&["###/###/###"], vec![domino((4, Some(4)))], 5, Hold::Free);
    assert_eq!(kinds(&few)[9..], [ItemKind::Ranged { least: 4, most: 4 }, ItemKind::Primary]);
    let held = stated(&["###/###/###"], vec![domino((4, Some(4)))], 5, Hold::Piece);
    assert_eq!(
        kinds(&held),
        [[ItemKind::Optional; 9].as_slice(), &[ItemKind::Ranged { least: 4, most: 4 }]].concat()
    );
}

#[test]
fn an_empty_cell_holds_nothing() {
    let free = stated(&["####"], vec![domino(ANY)], 2, Hold::Free);
    let held = stated(&["####"], vec![domino(ANY)], 2, Hold::Piece);
    assert_eq!(held.problem().items().len(), free.problem().items().len() + 4);
    assert_eq!(free.problem().requirements().len(), 0);
    let named: Vec<String> =
        held.problem().requirements()[0].any_of.iter().map(|item| held.item_name(*item)).collect();
    assert_eq!(named, ["filling of cell at layer 1, row 1, column 3"]);
    assert_eq!(naive::covers(held.problem()).len(), 1);
    assert_eq!(naive::covers(free.problem()).len(), 4);
}

#[test]
fn what_is_filled_in_any_case_need_not_be_required() {
    let requirements = |layers: &[&str]| {
        stated(layers, vec![domino(ANY)], 0, Hold::Piece).problem().requirements().len()
    };
    assert_eq!(requirements(&["####"]), 0);
    // The domino on the right touches an optional cell, and that in the middle does too.
    assert_eq!(requirements(&["###+"]), 1);
    assert_eq!(requirements(&["++++"]), 4);
}

#[test]
fn items_and_places_are_named() {
    let puzzle = stated(&["", "###+"], vec![domino((0, Some(1)))], 2, Hold::Piece);
    let names: Vec<String> =
        puzzle.problem().items().ids().map(|item| puzzle.item_name(item)).collect();
    assert_eq!(names[0], "cell at layer 2, row 1, column 1");
    assert_eq!(names[4], "filling of cell at layer 2, row 1, column 1");
    assert_eq!(names[7..], ["piece 'd'", "empty cells"]);
    assert_eq!(puzzle.cell_item([1, 0, 3]), Some(ItemId::new(3)));
    assert_eq!(puzzle.cell_item([0, 0, 3]), None);
}

#[test]
fn what_no_search_needs_to_find_out_is_said() {
    let said = |layers: &[&str], pieces: Vec<Piece>, leftover| {
        stated(layers, pieces, leftover, Hold::Free).obstruction().map(str::to_owned)
    };
    let check =
        |found: Option<String>, expected: &str| assert_eq!(found.as_deref(), Some(expected));
    let volume = "the pieces have a multiple of 2 cells, the box 3, and no cell may stay empty";
    check(said(&["###"], vec![domino(ANY)], 0), volume);
    let bar = piece("bar", &["XXX"], Turns::Rotations, (1, Some(1)));
    check(said(&["##/##"], vec![bar, domino(ANY)], 1), "piece 'bar' fits nowhere in the box");
    let gap = "no piece can fill the cell at layer 1, row 1, column 4";
    check(said(&["## # ###"], vec![domino(ANY)], 0), gap);
    let many = "no piece can fill 2 cells, such as the cell at layer 1, row 1, column 4, \
                of which at most 1 may stay empty";
    check(said(&["## # # ##"], vec![domino(ANY)], 1), many);
    assert_eq!(said(&["## # # ##"], vec![domino(ANY)], 2), None);
}

#[test]
fn hooked_pieces_slide_together_though_none_slides_alone() {
    let hook = piece("c", &["XX/X/XX"], Turns::Rotations, (2, Some(2)));
    let found = |layers: &[&str], leftover: u32| {
        HOLDS.map(|hold| {
            let asked = question(layers, vec![hook.clone()], leftover, hold).expect("a puzzle");
            let puzzle = pack(&asked).expect("a small puzzle");
            assert_eq!(puzzle.must_be_rigid(), hold == Hold::Group);
            let mut covers = naive::covers(puzzle.problem());
            if puzzle.must_be_rigid() {
                covers.retain(|cover| puzzle.is_rigid(cover));
            }
            assert_eq!(covers.len(), piece_arrangements(&asked).len(), "{hold:?}");
            covers.len()
        })
    };
    // Hooked, two such pieces are four rows high. A fifth row gives them room to slide.
    assert_eq!(found(&["###/###/###/###"], 2), [6, 6, 6]);
    assert_eq!(found(&["###/###/###/###/###"], 5), [32, 4, 0]);
    let bricks = stated(&["##+/##+"], vec![domino(ANY)], 2, Hold::Group);
    assert!(!bricks.must_be_rigid());
}

#[test]
fn a_puzzle_with_millions_of_placements_is_refused() {
    let cells = (0..1024).flat_map(|row| (0..1024).map(move |column| [0, row, column]));
    let large = PackQuestion::new("large", cells, [], vec![domino(ANY)]).expect("a puzzle");
    let error = pack(&large).expect_err("too large").to_string();
    assert_eq!(error, "bad puzzle: more than 1048576 ways to place a piece, expected fewer");
}
