//! Counts by several members, who meet in the middle.

use crate::rhombs::rhombi;
use kumiki_model::TilingQuestion;
use kumiki_oracle::universe::{dominoes, random_dissections, random_tiling_questions};
use kumiki_search::{Fuel, Snapshot, Stages, Turn};
use kumiki_tile::{Corner, Memo, Team};
use kumiki_trial::{Told, check_damage, check_stages};
use std::thread;

/// What a count alone comes to.
fn alone(question: &TilingQuestion, corner: Corner) -> Option<u128> {
    let mut memo = Memo::new(question, corner, false).expect("small questions");
    assert_ne!(Stages::advance(&mut memo, &mut Fuel::unlimited()), Turn::Going);
    memo.count()
}

fn team(question: &TilingQuestion, corner: Corner, size: usize, round: u64) -> Team {
    Team::new(question, corner, size).expect("small questions").in_rounds_of(round)
}

/// Goes through rounds, all members at the same time or one after the other.
fn count(team: &mut Team, is_threaded: bool) -> Option<u128> {
    while team.advance(&mut Fuel(1)) == Turn::Going {
        let team: &Team = team;
        if is_threaded {
            thread::scope(|scope| {
                (0..team.unit_count()).for_each(|unit| {
                    scope.spawn(move || team.work(unit));
                });
            });
        } else {
            (0..team.unit_count()).for_each(|unit| {
                team.work(unit);
            });
        }
    }
    team.count()
}

fn questions() -> impl Iterator<Item = TilingQuestion> {
    let boards = [dominoes(4, 5), dominoes(6, 6), rhombi(8), rhombi(10), rhombi(12)];
    random_tiling_questions(41, 60).chain(random_dissections(42, 20)).chain(boards)
}

#[test]
fn members_come_to_the_count_of_one() {
    let mut many = 0;
    for (at, question) in questions().enumerate() {
        for corner in [Corner::Fewest, Corner::Lowest] {
            let expected = alone(&question, corner);
            many += usize::from(expected > Some(20));
            for (size, round) in [(1, 7), (2, 1), (2, 3), (3, 2), (5, 1)] {
                let found = count(&mut team(&question, corner, size, round), false);
                assert_eq!(found, expected, "{at}: {size} members, rounds of {round}");
            }
        }
    }
    assert!(many > 20, "{many}");
}

#[test]
fn members_on_threads_come_to_the_count_of_one() {
    for (question, expected) in [(dominoes(8, 8), 12_988_816), (rhombi(14), 24_698)] {
        for size in [2, 4] {
            assert_eq!(count(&mut team(&question, Corner::Fewest, size, 5), true), Some(expected));
        }
    }
}

#[test]
fn two_members_share_the_work() {
    let question = rhombi(14);
    let cuts = |size: usize| {
        let mut team = team(&question, Corner::Fewest, size, 1);
        assert_eq!(count(&mut team, false), Some(24_698));
        (team.node_count(), team.profile().nodes())
    };
    let ((one, of_one), (two, of_two)) = (cuts(1), cuts(2));
    assert_eq!((one, two), (of_one, of_two));
    // What both cut off is little.
    assert!(two < one * 5 / 4, "{one} tiles by one member, {two} by two");
}

#[test]
fn what_members_know_is_taken_up() {
    for question in [dominoes(4, 5), rhombi(10)].into_iter().chain(random_dissections(43, 6)) {
        let expected = alone(&question, Corner::Fewest);
        let members = |size: usize| Told {
            work: team(&question, Corner::Fewest, size, 2),
            tell: |team: &Team| team.count(),
        };
        let found = check_stages(|| members(1)).expect("the kit is content");
        assert_eq!(found, (true, expected));
        // Another number of members goes on.
        for (before, after) in [(1, 3), (3, 1), (2, 2)] {
            let mut first = team(&question, Corner::Fewest, before, 1);
            let mut rounds = 0;
            while first.advance(&mut Fuel(1)) == Turn::Going && rounds < 9 {
                (0..first.unit_count()).for_each(|unit| {
                    first.work(unit);
                });
                rounds += 1;
            }
            let mut records = Vec::new();
            first.save(&mut |record| records.push(record.to_vec()));
            let mut second = team(&question, Corner::Fewest, after, 1);
            second.load(&mut records.into_iter()).expect("its own snapshot");
            assert_eq!(count(&mut second, false), expected, "{before} members, then {after}");
        }
        check_damage(|| members(1), 5, 4).expect("all is noticed");
    }
}
