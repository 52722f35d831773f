//! The group that a puzzle states.

use super::questions::{piece, question};
use kumiki_model::{Hold, PackQuestion, Piece, Turns};
use kumiki_reduce::pack;

const ONE: (u32, Option<u32>) = (1, Some(1));
const CUBE: &[&str] = &["###/###/###", "###/###/###", "###/###/###"];
const BOARD: &[&str] = &["####/####/####"];
/// The two twisted pieces of the Soma cube.
const LEFT: &[&str] = &["XX/X", " X"];
const RIGHT: &[&str] = &["XX/X", "  /X"];
const BEND: &[&str] = &["XXX/X"];
const BENT_BACK: &[&str] = &["XXX/  X"];

fn drawn(layers: &[&str], pieces: Vec<Piece>) -> PackQuestion {
    question(layers, pieces, 99, Hold::Free).expect("a puzzle")
}

/// The orders of the group and of its rotations.
fn orders(layers: &[&str], pieces: Vec<Piece>) -> (usize, usize) {
    let puzzle = pack(&drawn(layers, pieces)).expect("a puzzle");
    let order = puzzle.problem().symmetries().group().order();
    assert_eq!(
        (0..order).filter(|at| puzzle.is_rotation(*at)).collect::<Vec<_>>(),
        puzzle.rotations()
    );
    (order, puzzle.rotations().len())
}

fn rotating(name: &str, layers: &[&str]) -> Piece {
    piece(name, layers, Turns::Rotations, ONE)
}

#[test]
fn a_reflection_needs_the_mirror_image_of_each_piece() {
    assert_eq!(orders(CUBE, vec![rotating("p", BEND)]), (48, 24));
    assert_eq!(orders(CUBE, vec![rotating("l", LEFT)]), (24, 24));
    assert_eq!(orders(CUBE, vec![rotating("l", LEFT), rotating("r", RIGHT)]), (48, 24));
    assert_eq!(orders(CUBE, vec![piece("l", LEFT, Turns::All, ONE)]), (48, 24));
    let twice = piece("r", RIGHT, Turns::Rotations, (2, Some(2)));
    assert_eq!(orders(CUBE, vec![rotating("l", LEFT), twice]), (24, 24));
}

#[test]
fn pieces_that_are_alike_keep_their_order() {
    let four = [("a", LEFT), ("b", RIGHT), ("c", RIGHT), ("d", LEFT)];
    let pieces = four.map(|(name, layers)| rotating(name, layers)).to_vec();
    let puzzle = pack(&drawn(CUBE, pieces.clone())).expect("a puzzle");
    let kind_of = |option| puzzle.placement(option).expect("all cells are optional").kind;
    for (at, on_options) in puzzle.problem().on_options().iter().enumerate() {
        for (option, image) in puzzle.problem().options().ids().enumerate() {
            let image_kind = kind_of(kumiki_id::Id::new(on_options.apply(option)));
            let expected = if puzzle.is_rotation(at) { [0, 1, 2, 3] } else { [1, 0, 3, 2] };
            assert_eq!(image_kind, expected[kind_of(image)], "option {option} under symmetry {at}");
        }
    }
    assert_eq!(orders(CUBE, pieces[..3].to_vec()), (24, 24));
}

#[test]
fn a_flat_box_is_turned_over_if_its_pieces_may_be() {
    // Four symmetries of the plane; turning over is a reflection.
    assert_eq!(orders(BOARD, vec![rotating("p", BEND)]), (4, 2));
    let in_plane = |name: &str, layers: &[&str]| piece(name, layers, Turns::InPlane, ONE);
    assert_eq!(orders(BOARD, vec![in_plane("p", BEND)]), (2, 2));
    assert_eq!(orders(BOARD, vec![in_plane("p", BEND), in_plane("q", BENT_BACK)]), (4, 2));
    assert_eq!(orders(BOARD, vec![piece("p", BEND, Turns::Fixed, ONE)]), (1, 1));
    // A piece that does not fit has nothing to say.
    assert_eq!(
        orders(BOARD, vec![rotating("p", BEND), piece("q", LEFT, Turns::Fixed, (0, None))]),
        (4, 2)
    );
}

#[test]
fn cells_that_may_be_filled_are_not_confused_with_those_that_must() {
    let order = |layers: &[&str]| orders(layers, vec![rotating("p", &["XX"])]).0;
    assert_eq!(order(&["##/##"]), 8);
    assert_eq!(order(&["+#/##"]), 2);
    assert_eq!(order(&["+#/#+"]), 4);
    assert_eq!(order(&["###/# #/###"]), 8);
    assert_eq!(order(&["###/## /###"]), 2);
    assert_eq!(order(&["", "  ##", "  ##"]), 8);
}
