//! What is found out about wrong tables.

use super::naive::{Dice, board_of, goal_with_blank, partition_of, sum_of};
use kumiki_search::Fuel;
use kumiki_slide::patterns::{PatternError, PatternShape, PatternTable, Pause, TableCheck};

/// Shapes with one region and with several, with and without arrangements out of reach.
pub(super) fn shapes() -> Vec<PatternShape> {
    let of = |size: &str, text: &str| {
        let board = board_of(size);
        partition_of(board, board.cell_count() - 1, text).shapes()
    };
    [
        ("2x3", "aaa/bb."),
        ("3x3", "abb/aab/bb."),
        ("2x3", "aaa/aa."),
        ("2x3", "aaa/ab."),
        ("2x4", "aaab/bbb."),
    ]
    .into_iter()
    .flat_map(|(size, text)| of(size, text))
    .collect()
}

fn verdict(table: &PatternTable, sip: u64) -> Result<(), PatternError> {
    let mut check = TableCheck::new(table);
    while check.advance(&mut Fuel(sip))? == Pause::OutOfFuel {}
    Ok(())
}

#[test]
fn right_tables_pass_in_sips_of_any_size() {
    for shape in shapes() {
        let table = PatternTable::build(shape);
        for sip in [1, 100, u64::MAX] {
            assert_eq!(verdict(&table, sip), Ok(()));
        }
    }
}

#[test]
fn entries_come_back_as_they_went() {
    for shape in shapes() {
        let table = PatternTable::build(shape.clone());
        let again = PatternTable::from_entries(shape.clone(), table.entries().to_vec())
            .expect("its own entries");
        assert_eq!((again.shape(), again.entries()), (&shape, table.entries()));
    }
}

#[test]
fn every_single_wrong_entry_is_found_out() {
    for shape in shapes() {
        let table = PatternTable::build(shape.clone());
        let mut dice = Dice(88172645463325252);
        let mut passed_at_first = 0;
        for index in (0..table.entries().len()).step_by(1 + table.entries().len() / 400) {
            let mut entries = table.entries().to_vec();
            let changed = u8::try_from(1 + dice.below(254)).expect("below 256");
            entries[index] = entries[index].wrapping_add(changed);
            if let Ok(wrong) = PatternTable::from_entries(shape.clone(), entries) {
                passed_at_first += 1;
                let error = verdict(&wrong, u64::MAX).expect_err("V1 or V2 must fail");
                assert!(error.to_string().contains("expected"), "{error}");
            }
        }
        assert!(passed_at_first > 0, "the second check has nothing to do for {shape}");
    }
}

#[test]
fn tables_of_another_length_or_shape_are_refused_with_a_reason() {
    let board = board_of("3x3");
    let shapes = partition_of(board, 8, "aab/aab/bb.").shapes();
    let table = PatternTable::build(shapes[0].clone());
    let refused = |shape: &PatternShape, entries: Vec<u8>| {
        PatternTable::from_entries(shape.clone(), entries).expect_err("refused").to_string()
    };
    let short = table.entries()[1..].to_vec();
    assert_eq!(refused(&shapes[0], short), "3023 entries for 3x3-0.1.3.4, expected 3024");
    let foreign = refused(&shapes[1], table.entries().to_vec());
    assert!(foreign.ends_with("expected 0") || foreign.ends_with("number"), "{foreign}");
    let mut entries = table.entries().to_vec();
    let goal = entries.iter().position(|entry| *entry == 0).expect("the goal has 0");
    entries[goal] = 2;
    assert_eq!(refused(&shapes[0], entries), "2 at the goal of 3x3-0.1.3.4, expected 0");
    let mut entries = table.entries().to_vec();
    entries[goal] = 1;
    assert_eq!(
        refused(&shapes[0], entries),
        format!("1 at entry {goal} of 3x3-0.1.3.4, expected an even number")
    );
}

/// Why the entries alone cannot be checked locally.
#[test]
fn an_entry_may_exceed_that_of_a_neighbour_by_seven() {
    let board = board_of("3x3");
    let partition = partition_of(board, 8, "aab/aab/bb.");
    let goal = goal_with_blank(board, 8);
    let sum = sum_of(&goal, &partition);
    let mut dice = Dice(88172645463325252);
    let (mut position, mut largest_jump) = (goal, 0);
    for _ in 0..100_000 {
        let before = sum.arrangements(&position);
        let Some(tile) = position.step(kumiki_model::Direction::ALL[dice.below(4)]) else {
            continue;
        };
        let reader = sum.reader_of(tile);
        let [old, new] = [before, sum.arrangements(&position)].map(|at| at[reader].entry());
        largest_jump = largest_jump.max(new.abs_diff(old));
    }
    assert_eq!(largest_jump, 7);
}
