//! The search rule done by hand: nothing is kept from node to node, everything is counted anew. So
//! slow that it can be read beside the rule's wording.

use crate::problems::{random, samples};
use crate::walks::{Walk, space};
use kumiki_id::narrow;
use kumiki_model::CoverProblem;
use kumiki_oracle::universe;
use kumiki_plan::Plan;
use std::collections::BTreeSet;

/// What a search by the rule comes to.
struct ByHand<'p> {
    plan: &'p Plan,
    /// The items, and after them the different requirements.
    demands: Vec<Vec<u32>>,
    solutions: Vec<Vec<u32>>,
    nodes_by_level: Vec<u64>,
}

/// A thing that needs covering.
struct Needy {
    need: usize,
    /// The active options that cover it, increasing.
    options: Vec<u32>,
}

impl<'p> ByHand<'p> {
    fn search(plan: &'p Plan) -> Self {
        let lists: BTreeSet<&Vec<u32>> =
            (0..plan.option_count()).flat_map(|o| plan.demands(o)).collect();
        let demands = lists.into_iter().cloned().collect();
        let mut by_hand = Self { plan, demands, solutions: Vec::new(), nodes_by_level: Vec::new() };
        by_hand.visit(&mut Vec::new(), &(0..narrow(plan.option_count())).collect());
        by_hand
    }

    fn times(&self, taken: &[u32], item: u32) -> usize {
        let covers = |option: &&u32| {
            self.plan.entries(**option as usize).iter().any(|entry| entry.item == item)
        };
        taken.iter().filter(covers).count()
    }

    /// Everything that needs something, in the order of items and then of requirements.
    fn needy(&self, taken: &[u32], active: &BTreeSet<u32>) -> Vec<Needy> {
        let covering = |items: &[u32]| {
            let covers = |option: &u32| {
                self.plan.entries(*option as usize).iter().any(|entry| items.contains(&entry.item))
            };
            active.iter().copied().filter(covers).collect()
        };
        let items = self.plan.items().iter().enumerate().map(|(item, bounds)| {
            let need = (bounds.least as usize).saturating_sub(self.times(taken, narrow(item)));
            Needy { need, options: covering(&[narrow(item)]) }
        });
        let demands = self.demands.iter().map(|list| {
            let is_raised =
                taken.iter().any(|option| self.plan.demands(*option as usize).contains(list));
            let is_met = list.iter().any(|item| self.times(taken, *item) > 0);
            Needy { need: usize::from(is_raised && !is_met), options: covering(list) }
        });
        items.chain(demands).filter(|needy| needy.need > 0).collect()
    }

    /// Whether an option can be added to those taken.
    fn fits(&self, taken: &[u32], option: u32) -> bool {
        self.plan.entries(option as usize).iter().all(|entry| {
            let others = taken.iter().flat_map(|other| self.plan.entries(*other as usize));
            let agrees = |other: &kumiki_plan::Entry| {
                other.item != entry.item || entry.colour > 0 && other.colour == entry.colour
            };
            let most = self.plan.items()[entry.item as usize].most;
            self.times(taken, entry.item) < most as usize || others.clone().all(agrees)
        })
    }

    fn visit(&mut self, taken: &mut Vec<u32>, active: &BTreeSet<u32>) {
        let needy = self.needy(taken, active);
        if needy.iter().any(|needy| needy.options.len() < needy.need) {
            return;
        }
        let ways: Vec<u32> = match needy.iter().min_by_key(|needy| needy.options.len() - needy.need)
        {
            Some(best) => best.options[..=best.options.len() - best.need].to_vec(),
            None => {
                self.solutions.push(taken.clone());
                active.iter().copied().collect()
            }
        };
        let mut active = active.clone();
        for way in ways {
            if needy.is_empty() || !self.is_dead(taken, &active) {
                self.take(taken, &active, way);
            }
            active.remove(&way);
        }
    }

    fn is_dead(&self, taken: &[u32], active: &BTreeSet<u32>) -> bool {
        self.needy(taken, active).iter().any(|needy| needy.options.len() < needy.need)
    }

    fn take(&mut self, taken: &mut Vec<u32>, active: &BTreeSet<u32>, option: u32) {
        taken.push(option);
        if self.nodes_by_level.len() <= taken.len() {
            self.nodes_by_level.resize(taken.len() + 1, 0);
        }
        self.nodes_by_level[taken.len()] += 1;
        let fits = |other: &u32| *other != option && self.fits(taken, *other);
        let active = active.iter().copied().filter(fits).collect();
        self.visit(taken, &active);
        taken.pop();
    }
}

fn check(problem: &CoverProblem) {
    let plan = Plan::new(problem);
    let expected = ByHand::search(&plan);
    let walk = Walk::through(&space(problem));
    let solutions: Vec<Vec<u32>> = walk.seen.iter().map(|seen| seen.options.clone()).collect();
    assert_eq!(solutions, expected.solutions, "{problem:?}");
    assert_eq!(walk.nodes_by_level(), expected.nodes_by_level, "{problem:?}");
}

#[test]
fn small_problems_are_searched_by_the_rule() {
    universe::cover_problems(3, 7).for_each(|problem| check(&problem));
    universe::cover_problems_with_requirements(3, 3, 2).for_each(|problem| check(&problem));
    universe::cover_problems_with_colours(2, 4).for_each(|problem| check(&problem));
    universe::cover_problems_with_ranges(2, 4).for_each(|problem| check(&problem));
}

#[test]
fn random_problems_are_searched_by_the_rule() {
    random(1, 60).for_each(|problem| check(&problem));
}

#[test]
fn puzzles_are_searched_by_the_rule() {
    for (name, problem) in samples().into_iter().take(6) {
        let nodes = Walk::of(&problem).profile.nodes();
        assert!(nodes > 10, "{name} has {nodes} nodes");
        check(&problem);
    }
}
