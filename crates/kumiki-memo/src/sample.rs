//! Drawing solutions at random, each equally likely.
//!
//! All levels are kept, each state with the number of ways to reach it. Then we walk backwards from
//! the end: the step before a state is drawn among all that lead to it, each with the weight of the
//! state it comes from. Many solutions are drawn in one pass.

use crate::count::Unsuited;
use crate::layout::{Fields, Key, Stage, stages};
use crate::level::{Level, Overflow};
use crate::order::Order;
use crate::weight::Weight;
use kumiki_plan::Plan;
use kumiki_search::mix;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// So many solutions of a plan, drawn independently, each as options in the order of the items;
/// none if there is no solution. The same seed draws the same ones.
///
/// Takes memory for all states at once.
///
/// # Errors
/// If the plan does not suit.
pub fn sample(plan: &Plan, size: usize, seed: u64) -> Result<Vec<Vec<u32>>, Unsuited> {
    if !plan.is_plain() {
        return Err(Unsuited::NotPlain);
    }
    let order = Order::best(plan);
    order.check_choices()?;
    let fields = Fields::new(plan, &order);
    match fields.bits {
        0..=64 => Ok(draw::<1>(&stages(plan, &order, &fields), size, seed)),
        65..=128 => Ok(draw::<2>(&stages(plan, &order, &fields), size, seed)),
        129..=256 => Ok(draw::<4>(&stages(plan, &order, &fields), size, seed)),
        bits => Err(Unsuited::TooWide { bits }),
    }
}

/// The states of a level, whatever room their numbers have.
trait States<const K: usize> {
    fn len(&self) -> usize;

    /// A state, and the number of ways to reach it.
    fn at(&self, place: usize) -> (&Key<K>, BigUint);

    /// The place of a state.
    fn find(&self, state: &Key<K>) -> Option<usize>;
}

impl<const K: usize, const L: usize> States<K> for Level<K, L> {
    fn len(&self) -> usize {
        self.len()
    }

    fn at(&self, place: usize) -> (&Key<K>, BigUint) {
        let (state, weight) = self.state(place);
        (state, weight.to_big())
    }

    fn find(&self, state: &Key<K>) -> Option<usize> {
        self.find(state)
    }
}

/// All levels, the first one first.
type Levels<const K: usize> = Vec<Box<dyn States<K>>>;

/// All levels, with numbers that have enough room.
fn levels<const K: usize>(stages: &[Stage<K>]) -> Levels<K> {
    levels_with_room::<K, 1>(stages)
        .or_else(|Overflow| levels_with_room::<K, 2>(stages))
        .or_else(|Overflow| levels_with_room::<K, 4>(stages))
        .or_else(|Overflow| levels_with_room::<K, 16>(stages))
        .or_else(|Overflow| levels_with_room::<K, 64>(stages))
        .or_else(|Overflow| levels_with_room::<K, 1024>(stages))
        .expect("the choices were counted beforehand")
}

fn levels_with_room<const K: usize, const L: usize>(
    stages: &[Stage<K>],
) -> Result<Levels<K>, Overflow> {
    let mut last = Level::<K, L>::new();
    last.add(&[0; K], &Weight::one())?;
    let mut levels: Levels<K> = Vec::new();
    for stage in stages {
        let mut next = Level::new();
        for (state, weight) in last.iter() {
            for (_, after) in stage.after(state) {
                next.add(&after, weight)?;
            }
        }
        levels.push(Box::new(std::mem::replace(&mut last, next)));
    }
    levels.push(Box::new(last));
    Ok(levels)
}

/// Goes back from the end, with all solutions at once.
fn draw<const K: usize>(stages: &[Stage<K>], size: usize, seed: u64) -> Vec<Vec<u32>> {
    let levels = levels(stages);
    let mut solutions = vec![Vec::new(); size];
    let Some(end) = levels[stages.len()].find(&[0; K]) else { return Vec::new() };
    // Which solutions pass through which states of the level at hand.
    let mut passing = BTreeMap::from([(end, (0..size).collect::<Vec<usize>>())]);
    let mut dice = Dice { state: seed };
    for (step, stage) in stages.iter().enumerate().rev() {
        let mut ways: BTreeMap<usize, Vec<Way>> = BTreeMap::new();
        for from in 0..levels[step].len() {
            let (state, weight) = levels[step].at(from);
            for (option, after) in stage.after(state) {
                let to = levels[step + 1].find(&after).expect("the next level has it");
                if passing.contains_key(&to) {
                    ways.entry(to).or_default().push(Way { from, option, weight: weight.clone() });
                }
            }
        }
        let mut earlier: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (to, travellers) in passing {
            let ways = &ways[&to];
            let total: BigUint = ways.iter().map(|way| &way.weight).sum();
            assert_eq!(total, levels[step + 1].at(to).1, "all ways to a state are known");
            for traveller in travellers {
                let mut rest = dice.below(&total);
                let way = ways.iter().find(|way| {
                    let is_it = rest < way.weight;
                    if !is_it {
                        rest -= &way.weight;
                    }
                    is_it
                });
                let way = way.expect("the number drawn is less than all weights together");
                solutions[traveller].extend(way.option);
                earlier.entry(way.from).or_default().push(traveller);
            }
        }
        passing = earlier;
    }
    for solution in &mut solutions {
        solution.reverse();
    }
    solutions
}

/// A step that leads to a state.
struct Way {
    /// Position of the state that it comes from.
    from: usize,
    /// The option that is taken; `None` if the item is covered already.
    option: Option<u32>,
    /// How many ways lead to that state.
    weight: BigUint,
}

/// The generator splitmix64 of Steele, Lea and Flood.
struct Dice {
    /// What is added to and stirred for the next number; at first the seed.
    state: u64,
}

impl Dice {
    fn next(&mut self) -> u64 {
        let drawn = mix(self.state);
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        drawn
    }

    /// A number below `limit`, each equally likely.
    fn below(&mut self, limit: &BigUint) -> BigUint {
        loop {
            // As many bits as the limit has; what is not below it is drawn again.
            let mut drawn = BigUint::default();
            let bits = limit.bits();
            for _ in 0..bits.div_ceil(64) {
                drawn = (drawn << 64) + self.next();
            }
            drawn >>= bits.div_ceil(64) * 64 - bits;
            if drawn < *limit {
                return drawn;
            }
        }
    }
}
