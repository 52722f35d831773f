//! Machine words and big integers: the same count, and no end to it.

use crate::methods::{grown, joined, question};
use kumiki_layers::{LayerCount, NumbersTooLarge};
use num_bigint::BigUint;

#[test]
fn big_integers_count_the_same() {
    for (container, kinds) in [
        ("2x4x5", &["1x2x2"][..]),
        ("3x4x4", &["1x2x2"]),
        ("4x4x4", &["1x2x2"]),
        ("1x5x6", &["1x1x2"]),
        ("2x2x3", &["1x1x2", "1x1x1"]),
    ] {
        let question = question(container, kinds);
        let turns_of_layer = if container == "4x4x4" { vec![0, 3] } else { vec![0] };
        for turns in [vec![0], turns_of_layer] {
            let join = grown(LayerCount::folded(&question, &turns).expect("layers apply"));
            let exact = grown(join.exact());
            assert_eq!(exact.unit_count(), join.unit_count());
            assert_eq!(exact.half_count(), join.half_count());
            for unit in 0..join.unit_count() {
                assert_eq!(
                    exact.unit(unit),
                    join.unit(unit),
                    "{kinds:?} in {container}, unit {unit}"
                );
            }
        }
    }
}

/// The number of nonempty packings of a column that a half turn, or nothing, is to leave unchanged;
/// and whether machine words were too short for the join.
fn column(layers: usize, turns: &[usize]) -> (BigUint, bool) {
    let question = question(&format!("2x2x{layers}"), &["1x2x2"]);
    let join = grown(LayerCount::folded(&question, turns).expect("layers apply"));
    let (total, too_large) = match joined(&join) {
        Ok(total) => (total, false),
        Err(NumbersTooLarge) => {
            (joined(&grown(join.exact())).expect("big integers do not overflow"), true)
        }
    };
    assert_eq!(total.packings[&0], 1_u32.into(), "the empty packing");
    let nonempty = total.packings.iter().filter(|(bricks, _)| **bricks > 0).map(|(_, count)| count);
    (nonempty.sum(), too_large)
}

#[test]
fn the_packings_of_a_column_are_jacobsthal_numbers_of_any_size() {
    let figures: [u32; 6] = [1, 3, 5, 11, 21, 43];
    // J(n) = J(n - 1) + 2 J(n - 2): a flat brick on top, or two upright ones in one of two ways.
    let (mut before, mut expected) = (BigUint::from(1_u32), BigUint::from(1_u32));
    let mut too_large = 0;
    for layers in 1..=200 {
        if let Some(figure) = figures.get(layers - 1) {
            assert_eq!(expected, (*figure).into());
        }
        // A half turn leaves all of them unchanged. Without merging, the weights fill machine words
        // to the brim.
        for turns in [&[0][..], &[0, 3]] {
            let (packings, is_too_large) = column(layers, turns);
            assert_eq!(packings, expected, "2x2x{layers}, turns {turns:?}");
            too_large += usize::from(is_too_large);
        }
        let next = &expected + &before * 2_u32;
        before = std::mem::replace(&mut expected, next);
    }
    assert!(expected.bits() > 190, "far beyond machine words");
    assert!(too_large > 0, "some halves fit into machine words, but not their products");
}
