//! States as bit strings, and options as masks on them.
//!
//! A state says which of the remembered items are covered, and in which colour. A primary item
//! takes one bit, an optional one as many as its colours need. Bits are handed out when an item is
//! first remembered and taken back when it is forgotten, so that the longest state decides the
//! length of all.

use crate::order::Order;
use kumiki_id::narrow;
use kumiki_plan::{Entry, Plan};

/// A state of `64 * K` bits.
pub(crate) type Key<const K: usize> = [u64; K];

/// An optional item with colours, as an option sees it: it must not be covered, or in the same
/// colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shade<const K: usize> {
    /// All bits of the item's field.
    pub(crate) field: Key<K>,
    /// The bits that the field has if the item is covered in this colour.
    pub(crate) value: Key<K>,
}

/// What an option does to a state.
#[derive(Clone, Debug)]
pub(crate) struct Move<const K: usize> {
    /// Its number in the plan.
    pub(crate) option: u32,
    /// All of these bits must be 0 before …
    pub(crate) clear: Key<K>,
    /// … and these are 1 afterwards.
    pub(crate) set: Key<K>,
    /// The coloured items, which are not in `clear`.
    pub(crate) shades: Vec<Shade<K>>,
}

/// Settling one primary item.
///
/// * **V1** If `settled` meets the state, the item is covered already. Otherwise one of `moves`
///   covers it.
/// * **V2** Of the state before, the bits of `carried` go on: those of items remembered both before
///   and after.
#[derive(Clone, Debug)]
pub(crate) struct Stage<const K: usize> {
    /// The field of the item (V1). No bits if the item is never remembered.
    pub(crate) settled: Key<K>,
    /// The options that are considered now (V1).
    pub(crate) moves: Vec<Move<K>>,
    /// The fields of the items that are remembered before and after (V2).
    pub(crate) carried: Key<K>,
}

/// How many bits an item's field has: enough for "not covered" and every way to be covered.
fn field_sizes(plan: &Plan) -> Vec<usize> {
    let mut colours = vec![0u32; plan.items().len()];
    for option in 0..plan.option_count() {
        for Entry { item, colour } in plan.entries(option) {
            colours[*item as usize] = colours[*item as usize].max(*colour);
        }
    }
    // Values: 0 not covered, 1 covered without colour, 1 + c covered in colour c.
    colours.iter().map(|colours| (u32::BITS - (colours + 1).leading_zeros()) as usize).collect()
}

/// Where each item's field begins, and how long states are.
///
/// * **V3** Items that are remembered at the same time have disjoint fields.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    /// For each item the first bit of its field (V3); 0 if it is never remembered.
    begins: Vec<usize>,
    /// For each item how many bits its field has.
    sizes: Vec<usize>,
    /// How many bits a state has.
    pub(crate) bits: usize,
}

impl Fields {
    pub(crate) fn new(plan: &Plan, order: &Order) -> Self {
        let sizes = field_sizes(plan);
        let mut by_first: Vec<usize> =
            (0..sizes.len()).filter(|item| order.first[*item] < order.last[*item]).collect();
        by_first.sort_by_key(|item| order.first[*item]);
        let mut begins = vec![0; sizes.len()];
        // The free stretches, as lists of bits.
        let mut in_use: Vec<(u32, usize)> = Vec::new();
        let mut taken: Vec<bool> = Vec::new();
        for item in by_first {
            // A field is free again for items first remembered at the step at which its item is
            // forgotten.
            in_use.retain(|(last, other)| {
                let is_over = *last <= order.first[item];
                if is_over {
                    taken[begins[*other]..][..sizes[*other]].fill(false);
                }
                !is_over
            });
            let size = sizes[item];
            let begin = (0..).find(|begin| {
                (*begin..begin + size).all(|bit| !taken.get(bit).is_some_and(|t| *t))
            });
            let begin = begin.expect("there is room at the end");
            if taken.len() < begin + size {
                taken.resize(begin + size, false);
            }
            taken[begin..][..size].fill(true);
            begins[item] = begin;
            in_use.push((order.last[item], item));
        }
        Self { begins, sizes, bits: taken.len() }
    }

    /// A value in an item's field.
    fn value<const K: usize>(&self, item: usize, value: u64) -> Key<K> {
        let mut key = [0; K];
        for bit in 0..self.sizes[item] {
            if value >> bit & 1 == 1 {
                let at = self.begins[item] + bit;
                key[at / 64] |= 1 << (at % 64);
            }
        }
        key
    }

    /// The value in an item's field.
    pub(crate) fn read<const K: usize>(&self, key: &Key<K>, item: usize) -> u32 {
        let bits = self.begins[item]..self.begins[item] + self.sizes[item];
        let is_set = |at: &usize| key[at / 64] >> (at % 64) & 1 == 1;
        bits.clone().filter(is_set).fold(0, |value, at| value | 1 << (at - bits.start))
    }

    /// All bits of an item's field.
    fn whole<const K: usize>(&self, item: usize) -> Key<K> {
        self.value(item, u64::MAX)
    }
}

/// The stages of a plan.
pub(crate) fn stages<const K: usize>(plan: &Plan, order: &Order, fields: &Fields) -> Vec<Stage<K>> {
    let mut moves: Vec<Vec<Move<K>>> = vec![Vec::new(); order.items.len()];
    for option in 0..plan.option_count() {
        let step = order.step_of[option];
        let mut this =
            Move { option: narrow(option), clear: [0; K], set: [0; K], shades: Vec::new() };
        for Entry { item, colour } in plan.entries(option) {
            let item = *item as usize;
            if order.first[item] >= order.last[item] {
                // Nobody else will ask.
                continue;
            }
            let field = fields.whole(item);
            let value = fields.value(item, u64::from(*colour) + 1);
            // Before an item is first remembered, its bits may be another's.
            match (order.first[item] < step, *colour) {
                (false, _) => {}
                (true, 0) => this.clear = or(this.clear, field),
                (true, _) => this.shades.push(Shade { field, value }),
            }
            if step < order.last[item] {
                this.set = or(this.set, value);
            }
        }
        moves[step as usize].push(this);
    }
    let mut carried = vec![[0; K]; order.items.len()];
    for item in 0..plan.items().len() {
        for step in order.first[item] + 1..order.last[item] {
            carried[step as usize] = or(carried[step as usize], fields.whole(item));
        }
    }
    let mut stages = Vec::new();
    for ((item, moves), carried) in order.items.iter().zip(moves).zip(carried) {
        let is_remembered = order.first[*item as usize] < order.last[*item as usize];
        let settled = if is_remembered { fields.whole(*item as usize) } else { [0; K] };
        stages.push(Stage { settled, moves, carried });
    }
    stages
}

impl<const K: usize> Stage<K> {
    /// The numbers that make up the stage.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        let moves = self.moves.iter().flat_map(|option| {
            let shades = option.shades.iter().flat_map(|shade| [shade.field, shade.value]);
            [option.clear, option.set].into_iter().chain(shades)
        });
        let masks = [self.settled, self.carried].into_iter().chain(moves);
        std::iter::once(self.moves.len() as u64).chain(masks.flatten())
    }

    /// The states that a state leads to, each with the option taken, if one is.
    #[inline(always)]
    pub(crate) fn after(&self, state: &Key<K>) -> impl Iterator<Item = (Option<u32>, Key<K>)> {
        let carried = and(*state, self.carried);
        let is_settled = meets(state, &self.settled);
        let moves = if is_settled { &[][..] } else { &self.moves[..] };
        let taken = moves.iter().filter(|option| option.is_possible(state));
        let taken = taken.map(move |option| (Some(option.option), or(carried, option.set)));
        is_settled.then_some((None, carried)).into_iter().chain(taken)
    }
}

impl<const K: usize> Move<K> {
    /// Whether this option can be taken in a state.
    #[inline(always)]
    pub(crate) fn is_possible(&self, state: &Key<K>) -> bool {
        if meets(state, &self.clear) {
            return false;
        }
        for shade in &self.shades {
            let covered = and(*state, shade.field);
            if covered != [0; K] && covered != shade.value {
                return false;
            }
        }
        true
    }
}

#[inline(always)]
pub(crate) fn or<const K: usize>(mut a: Key<K>, b: Key<K>) -> Key<K> {
    for word in 0..K {
        a[word] |= b[word];
    }
    a
}

#[inline(always)]
pub(crate) fn and<const K: usize>(mut a: Key<K>, b: Key<K>) -> Key<K> {
    for word in 0..K {
        a[word] &= b[word];
    }
    a
}

#[inline(always)]
pub(crate) fn meets<const K: usize>(a: &Key<K>, b: &Key<K>) -> bool {
    let mut common = 0;
    for word in 0..K {
        common |= a[word] & b[word];
    }
    common != 0
}
