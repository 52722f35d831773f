//! The parts of a space make up the whole.

use crate::problems::{random, samples};
use crate::walks::{Count, Cover, Walk, space};
use kumiki_bits::BitsSpace;
use kumiki_oracle::universe;
use kumiki_oracle::universe::RandomShape;
use kumiki_plan::Plan;
use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, Step, split};

#[test]
fn the_units_of_a_split_make_up_the_whole_in_order() {
    for (name, plan) in samples() {
        let space = space(&plan);
        let counting = space.clone().counting();
        let whole = Walk::through(&space).covers;
        for wanted in [0, 1, 3, 10, 300] {
            let (units, _) = split(&space, wanted);
            let mut covers = Vec::new();
            let mut number = 0;
            for unit in &units {
                covers.extend(Walk::below(&space, &unit.prefix, u64::MAX).covers);
                number += Count::below(&counting, &unit.prefix, u64::MAX).number;
            }
            assert_eq!(usize::try_from(number), Ok(whole.len()), "{name} in {wanted} units");
            assert_eq!(covers, whole, "{name} in {wanted} units");
        }
    }
}

#[test]
fn a_large_space_is_cut_into_as_many_units_as_wanted() {
    let space = space(&Plan::new(&crate::instances::queens(10)));
    for wanted in [1, 3, 10, 1000] {
        let (units, _) = split(&space, wanted);
        assert!(
            (wanted..=40 * wanted).contains(&units.len()),
            "{} instead of {wanted}",
            units.len()
        );
        let shares: f64 = units.iter().map(|unit| unit.share).sum();
        assert!(units.iter().all(|unit| unit.share > 0.0) && shares < 1.0 + 1e-9, "{shares}");
    }
}

/// What lies below a prefix is what lies below its choices, one after the other. Returns it.
fn check_below(space: &BitsSpace, prefix: &Prefix) -> Vec<Cover> {
    let here = Walk::below(space, prefix, u64::MAX).covers;
    assert_eq!(Walk::below(space, prefix, 1).covers, here, "{prefix:?} in sips");
    let profile = space.begin(prefix).profile().clone();
    let below: Vec<Cover> = match space.expand(prefix, &mut profile.clone()) {
        Expansion::Solution => {
            let mut cover = prefix.choices().to_vec();
            cover.sort_unstable();
            vec![cover]
        }
        Expansion::Choices(choices) => {
            assert!(
                choices.is_sorted_by(|a, b| a < b),
                "{choices:?} are tried in the plan's order"
            );
            choices
                .into_iter()
                .flat_map(|choice| check_below(space, &prefix.then(choice)))
                .collect()
        }
    };
    assert_eq!(below, here, "below {prefix:?}");
    assert_eq!(profile, Profile::new(profile.names()), "nothing has been visited yet");
    here
}

#[test]
fn a_search_can_begin_below_every_prefix() {
    let small = universe::cover_problems(3, 5).chain(universe::cover_problems_with_colours(2, 3));
    let shape = RandomShape { primary_percent: 70, colours: 2, copies: 2, ..RandomShape::plain() };
    let mut solution_count = 0;
    for problem in small.chain(random(8, 40, &shape)).filter(kumiki_model::CoverProblem::is_plain) {
        let plan = Plan::new(&problem);
        for space in [space(&plan).with_tail(false), space(&plan).with_tail(true)] {
            solution_count += check_below(&space, &Prefix::root()).len();
        }
    }
    assert!(solution_count > 1000, "{solution_count}");
    let plan = Plan::new(&crate::instances::langford(7));
    assert_eq!(check_below(&space(&plan), &Prefix::root()).len(), 52);
}

/// Searches below a prefix, giving up after every so many nodes and going on below what is left.
fn given_up(space: &BitsSpace, prefix: &Prefix, sip: u64, covers: &mut Vec<Cover>) -> u64 {
    let mut search = space.begin(prefix);
    let mut fuel = Fuel(sip);
    loop {
        match search.advance(&mut fuel) {
            Step::Solution => {
                let mut cover = search.solution().expect("the search has just said so").to_vec();
                cover.sort_unstable();
                covers.push(cover);
            }
            Step::OutOfFuel => break,
            Step::Exhausted => return search.counted(),
        }
    }
    let left = search.remaining();
    assert_eq!(search.advance(&mut Fuel::unlimited()), Step::Exhausted, "it has given up");
    assert_eq!(search.audit(), Ok(()));
    search.counted() + left.iter().map(|left| given_up(space, left, sip, covers)).sum::<u64>()
}

#[test]
fn what_is_left_completes_a_search_that_gives_up() {
    for (name, plan) in samples() {
        let space = space(&plan);
        let whole = Walk::through(&space).covers;
        for tail in [false, true] {
            let space = space.clone().with_tail(tail);
            for sip in [2, 3, 5, 17, 100, 1000] {
                let mut covers = Vec::new();
                assert_eq!(given_up(&space, &Prefix::root(), sip, &mut covers), 0);
                assert_eq!(covers, whole, "{name}, giving up after {sip} nodes, tail: {tail}");
                let number = given_up(&space.clone().counting(), &Prefix::root(), sip, &mut covers);
                assert_eq!(usize::try_from(number), Ok(whole.len()), "{name}, {sip} nodes");
            }
        }
    }
}
