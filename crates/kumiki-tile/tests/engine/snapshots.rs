//! Counts that are paused, written down and taken up again.

use crate::rhombs::rhombi;
use crate::walks::tilings_of;
use kumiki_model::TilingQuestion;
use kumiki_oracle::universe::{dominoes, random_dissections, random_tiling_questions};
use kumiki_search::{Fuel, Profile, Snapshot, Stages, Turn};
use kumiki_tile::{Corner, Memo};
use kumiki_trial::{Told, check_damage, check_stages};

/// A count that tells the tilings, the polygons that were met, the tiles that were cut off, and its
/// levels.
type Count = Told<Memo, (Option<u128>, usize, u64, Profile)>;

fn memo(question: &TilingQuestion, corner: Corner, keeps_starts: bool) -> Count {
    Told {
        work: Memo::new(question, corner, keeps_starts).expect("small questions"),
        tell: |memo| (memo.count(), memo.state_count(), memo.node_count(), memo.profile()),
    }
}

/// More tiles are cut off in one way only, to save time.
const MANY_TILES: u64 = 200;

/// Says how many tilings there are.
fn check(question: &TilingQuestion, name: &str) -> u128 {
    let taken_up = |corner: Corner, keeps_starts: bool| {
        let answer = check_stages(|| memo(question, corner, keeps_starts));
        answer.unwrap_or_else(|fault| panic!("{name}, {corner:?}: {fault}")).1
    };
    let (count, _, tiles, _) = taken_up(Corner::Fewest, true);
    if tiles < MANY_TILES {
        assert_eq!(taken_up(Corner::Fewest, false).0, count, "{name}");
        assert_eq!(taken_up(Corner::Lowest, false).0, count, "{name}");
    }
    count.expect("small numbers")
}

#[test]
fn counts_on_grids_are_taken_up() {
    let is_small = |question: &TilingQuestion| {
        let mut count = memo(question, Corner::Lowest, false);
        count.advance(&mut Fuel(100)) != Turn::Going
    };
    let counts: Vec<u128> = random_tiling_questions(11, 60)
        .filter(is_small)
        .enumerate()
        .map(|(at, question)| check(&question, &format!("question {at}")))
        .collect();
    assert!(counts.iter().filter(|count| **count > 1).count() > 8, "{counts:?}");
}

#[test]
fn counts_of_tiles_that_are_not_convex_are_taken_up() {
    let counts: Vec<u128> = random_dissections(12, 20)
        .enumerate()
        .map(|(at, question)| check(&question, &format!("dissection {at}")))
        .collect();
    assert!(counts.iter().filter(|count| **count > 0).count() > 8, "{counts:?}");
}

#[test]
fn counts_of_rhombi_are_taken_up() {
    for (order, expected) in [(6, 2), (8, 8), (10, 62)] {
        assert_eq!(check(&rhombi(order), &format!("rhombi of order {order}")), expected);
    }
}

#[test]
fn what_is_remembered_has_the_same_tilings_when_it_was_taken_up() {
    for question in [dominoes(4, 5), rhombi(10)] {
        let mut plain = memo(&question, Corner::Fewest, true);
        assert!(matches!(plain.advance(&mut Fuel::unlimited()), Turn::Done(_)));
        let mut other = memo(&question, Corner::Fewest, true);
        while other.advance(&mut Fuel(3)) == Turn::Going {
            let mut records = Vec::new();
            other.save(&mut |record| records.push(record.to_vec()));
            other = memo(&question, Corner::Fewest, true);
            other.load(&mut records.into_iter()).expect("its own snapshot");
        }
        let [plain, other] = [&plain, &other].map(|count| tilings_of(&question, &count.work));
        assert!(plain.len() > 50);
        assert_eq!(plain, other);
    }
}

#[test]
fn damaged_snapshots_are_refused() {
    for (at, question) in [dominoes(4, 4), rhombi(10)].into_iter().enumerate() {
        for keeps_starts in [false, true] {
            check_damage(|| memo(&question, Corner::Fewest, keeps_starts), 10, 4)
                .unwrap_or_else(|fault| panic!("{at}: {fault}"));
        }
    }
    for question in random_dissections(13, 4) {
        check_damage(|| memo(&question, Corner::Lowest, false), 5, 4).expect("all is noticed");
    }
}

#[test]
fn snapshots_of_other_counts_are_refused() {
    let questions = [dominoes(4, 4), dominoes(4, 6), rhombi(8)];
    let make = |number: usize| {
        let corner = if number.is_multiple_of(2) { Corner::Fewest } else { Corner::Lowest };
        memo(&questions[number / 4], corner, number % 4 < 2)
    };
    for from in 0..12 {
        let mut count = make(from);
        assert_eq!(count.advance(&mut Fuel(2)), Turn::Going);
        let mut records = Vec::new();
        count.save(&mut |record| records.push(record.to_vec()));
        for to in 0..12 {
            let loaded = make(to).load(&mut records.iter().cloned());
            assert_eq!(loaded.is_ok(), from == to, "{from} and {to}");
        }
    }
}
