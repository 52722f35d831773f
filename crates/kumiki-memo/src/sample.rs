//! Drawing solutions at random, each equally likely.
//!
//! All levels are kept, each state with the number of ways to reach it. Then we walk backwards from
//! the end: the step before a state is drawn among all that lead to it, each with the weight of the
//! state it comes from. Many solutions are drawn in one pass.

use crate::count::Unsuited;
use crate::layout::{Fields, Stage, stages};
use crate::level::{Level, Overflow};
use crate::order::Order;
use crate::weight::Weight;
use kumiki_plan::Plan;
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
        0..=64 => Ok(draw_with_room::<1>(&stages(plan, &order, &fields), size, seed)),
        65..=128 => Ok(draw_with_room::<2>(&stages(plan, &order, &fields), size, seed)),
        129..=256 => Ok(draw_with_room::<4>(&stages(plan, &order, &fields), size, seed)),
        bits => Err(Unsuited::TooWide { bits }),
    }
}

/// Draws with numbers that have enough room.
fn draw_with_room<const K: usize>(stages: &[Stage<K>], size: usize, seed: u64) -> Vec<Vec<u32>> {
    draw::<K, 1>(stages, size, seed)
        .or_else(|Overflow| draw::<K, 2>(stages, size, seed))
        .or_else(|Overflow| draw::<K, 4>(stages, size, seed))
        .or_else(|Overflow| draw::<K, 16>(stages, size, seed))
        .or_else(|Overflow| draw::<K, 64>(stages, size, seed))
        .or_else(|Overflow| draw::<K, 1024>(stages, size, seed))
        .expect("the choices were counted beforehand")
}

fn draw<const K: usize, const L: usize>(
    stages: &[Stage<K>],
    size: usize,
    seed: u64,
) -> Result<Vec<Vec<u32>>, Overflow> {
    let mut first = Level::<K, L>::new();
    first.add(&[0; K], &Weight::one())?;
    let mut levels = vec![first];
    for stage in stages {
        let mut next = Level::new();
        for (state, weight) in levels.last().expect("there is a first level").iter() {
            for (_, after) in stage.after(state) {
                next.add(&after, weight)?;
            }
        }
        levels.push(next);
    }
    let mut solutions = vec![Vec::new(); size];
    let Some(end) = levels[stages.len()].find(&[0; K]) else { return Ok(Vec::new()) };
    // Which solutions pass through which states of the level at hand.
    let mut passing = BTreeMap::from([(end, (0..size).collect::<Vec<usize>>())]);
    let mut dice = Dice { state: seed };
    for (step, stage) in stages.iter().enumerate().rev() {
        let mut ways: BTreeMap<usize, Vec<Way>> = BTreeMap::new();
        for (from, (state, weight)) in levels[step].iter().enumerate() {
            for (option, after) in stage.after(state) {
                let to = levels[step + 1].find(&after).expect("the next level has it");
                if passing.contains_key(&to) {
                    ways.entry(to).or_default().push(Way { from, option, weight: weight.to_big() });
                }
            }
        }
        let mut earlier: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (to, travellers) in passing {
            let ways = &ways[&to];
            let total: BigUint = ways.iter().map(|way| &way.weight).sum();
            assert_eq!(
                total,
                levels[step + 1].state(to).1.to_big(),
                "all ways to a state are known"
            );
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
    Ok(solutions)
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
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
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
