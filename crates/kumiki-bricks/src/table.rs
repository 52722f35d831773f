//! A cover problem compiled into bit tables: everything the search reads and never writes.
//!
//! # The idea: slot planes
//! Number the ways to settle an item: slot 0, slot 1, and so on. Slot 0 means "leave it open", and
//! only optional items have it; all other slots are the options that cover the item. *Plane* `k` is
//! the set of items whose slot `k` is still possible, a bit set over items. With planes, one
//! machine word speaks about 64 items at once:
//!
//! ```text
//! items        a b c d          a: open, p, q     b: open, p     c (primary): q, r     d: open, r
//! plane 0      1 1 . 1    <- leave a, b or d open
//! plane 1      1 1 1 1    <- a by p, b by p, c by q, d by r
//! plane 2      1 . 1 .    <- a by q, c by r
//! ```
//!
//! * Making a choice rules out others: one AND-NOT per plane with a precomputed mask.
//! * How many ways does each item have left? Add the planes up with bit-sliced adders: some 5
//!   operations per plane for 64 items together, instead of a population count per item.
//! * Is any item of a set covered for certain? The items that cannot stay open are the complement
//!   of plane 0.
//!
//! An option that covers m items appears in m planes; its bits are set and cleared together.
//!
//! # Choices
//! A *choice* is a number: `i` below the number of items means "leave item `i` open", `item_count +
//! o` means "take option `o`". Slots are sorted by choice, so that the search tries them in this
//! order and comparing two ways to settle an item is comparing two numbers.
//!
//! # Invariants
//! * **T1** The choices at the slots of an item increase.
//! * **T2** `rules_out[c]` has the bits of all choices that share an item with `c`, but not those
//!   of `c` itself.
//! * **T3** An item that is *idle* (optional, in no requirement, and not needed so that every
//!   option has a busy item) has no slots: it only makes options exclude each other.
//! * **T4** A requirement that its own option fulfils is left out.
//! * **T5** There are [`FEW_PLANES`] planes or more, a multiple of four, so that four words can be
//!   taken at a time. Planes without bits fill up.

use kumiki_id::{Bits, Id};
use kumiki_model::{CoverProblem, ItemId, ItemKind};
use std::collections::BTreeMap;
use std::ops::Range;

/// The words of a plane; bare words, so that neighbouring planes can be taken four words at a time.
pub(crate) type Plane<const W: usize> = [u64; W];

/// A set of items, at least one of which some option demands, seen from one item of the set.
#[derive(Clone, Debug)]
pub(crate) struct Demand<const W: usize> {
    /// The items of which one must be covered.
    pub(crate) any_of: Bits<W>,
    /// The options that demand it: a range of [`Table::demanders`].
    pub(crate) by: Range<usize>,
}

/// An option that makes a demand, with the place where its bit can be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demander {
    /// The option as a choice.
    pub(crate) choice: u32,
    /// The slot that it has at its first busy item.
    pub(crate) plane: u32,
    /// Its first busy item.
    pub(crate) item: u32,
}

/// What one choice does.
#[derive(Clone, Debug)]
pub(crate) struct Choice<const W: usize> {
    /// The busy items it settles.
    pub(crate) settles: Bits<W>,
    /// The same as a list of items, ascending, each with the slot that the choice has there.
    pub(crate) bits: Vec<(u32, u32)>,
    /// For an option what it demands: sets of items of which one must be covered each (T4).
    pub(crate) demands: Vec<Bits<W>>,
}

/// A symmetry, prepared for isomorph rejection.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// Where each item goes.
    pub(crate) item: Vec<u32>,
    /// Where each choice comes from.
    pub(crate) choice_before: Vec<u32>,
}

/// The compiled problem.
#[derive(Clone, Debug)]
pub(crate) struct Table<const W: usize> {
    /// How many items there are. Choices below this leave an item open.
    pub(crate) item_count: u32,
    /// How many planes there are (T5).
    pub(crate) plane_count: usize,
    /// The planes before anything is chosen: all slots are possible.
    pub(crate) all_planes: Vec<Plane<W>>,
    /// The busy items: all but the idle ones (T3).
    pub(crate) busy: Bits<W>,
    /// The choice at slot `k` of item `i` is `choice_at[k * item_count + i]`; `u32::MAX` where
    /// there is none.
    pub(crate) choice_at: Vec<u32>,
    /// What each choice does, by its number.
    pub(crate) choices: Vec<Choice<W>>,
    /// For each choice the first busy item that it settles; `u32::MAX` if there is none.
    pub(crate) first_item: Vec<u32>,
    /// For choice `c`, the planes `c * plane_count ..` of what it rules out (T2).
    pub(crate) rules_out: Vec<Plane<W>>,
    /// For each item, the demands that leaving it open weakens.
    pub(crate) demands_on: Vec<Vec<Demand<W>>>,
    /// The options that make each demand; those of one demand stand together.
    pub(crate) demanders: Vec<Demander>,
    /// All symmetries but the identity: element k of the problem's group is number k - 1 here.
    pub(crate) symmetries: Vec<Symmetry>,
    /// The most items that one option settles.
    pub(crate) largest_option: u32,
    /// The fewest items that one option settles.
    pub(crate) smallest_option: u32,
}

impl<const W: usize> Table<W> {
    /// Compiles a problem whose items fit into `64 * W` bits.
    pub(crate) fn new(problem: &CoverProblem) -> Self {
        let item_count = problem.items().len();
        let busy = busy_items(problem);
        let is_optional = |i: usize| problem.items()[ItemId::new(i)] == ItemKind::Optional;
        let mut items_of: Vec<Vec<usize>> = (0..item_count)
            .map(|i| if busy[i] && is_optional(i) { vec![i] } else { vec![] })
            .collect();
        items_of.extend(
            problem.options().iter().map(|items| items.iter().map(|i| i.index()).collect()),
        );

        // Slots in the order of choices (T1); all choices at each item, idle ones included.
        let mut slots: Vec<Vec<usize>> = (0..item_count)
            .map(|i| if is_optional(i) { vec![] } else { vec![NO_CHOICE] })
            .collect();
        let mut sharers: Vec<Vec<usize>> = vec![Vec::new(); item_count];
        let mut choices: Vec<Choice<W>> = Vec::with_capacity(items_of.len());
        for (choice, items) in items_of.iter().enumerate() {
            let mut bits = Vec::new();
            for item in items {
                sharers[*item].push(choice);
                if busy[*item] {
                    bits.push((kumiki_id::narrow(*item), kumiki_id::narrow(slots[*item].len())));
                    slots[*item].push(choice);
                }
            }
            let settles = items.iter().copied().filter(|i| busy[*i]).collect();
            choices.push(Choice { settles, bits, demands: Vec::new() });
        }
        let plane_count = padded_plane_count(slots.iter().map(Vec::len).max().unwrap_or(0));
        let mut choice_at = vec![u32::MAX; plane_count * item_count];
        let mut all_planes: Vec<Bits<W>> = vec![Bits::EMPTY; plane_count];
        for (item, at_item) in slots.iter().enumerate() {
            for (slot, choice) in
                at_item.iter().enumerate().filter(|(_, choice)| **choice != NO_CHOICE)
            {
                choice_at[slot * item_count + item] = kumiki_id::narrow(*choice);
                all_planes[slot].insert(item);
            }
        }
        let mut rules_out: Vec<Bits<W>> = vec![Bits::EMPTY; choices.len() * plane_count];
        for (choice, items) in items_of.iter().enumerate() {
            let planes = &mut rules_out[choice * plane_count..][..plane_count];
            for rival in
                items.iter().flat_map(|item| &sharers[*item]).filter(|rival| **rival != choice)
            {
                for (item, slot) in &choices[*rival].bits {
                    planes[*slot as usize].insert(*item as usize);
                }
            }
        }
        let option_sizes = || choices[item_count..].iter().map(|c| c.settles.len());
        let mut table = Self {
            item_count: kumiki_id::narrow(item_count),
            plane_count,
            all_planes: all_planes.into_iter().map(|plane| plane.0).collect(),
            busy: (0..item_count).filter(|i| busy[*i]).collect(),
            choice_at,
            largest_option: option_sizes().max().unwrap_or(1),
            smallest_option: option_sizes().min().unwrap_or(1).max(1),
            first_item: choices
                .iter()
                .map(|c| c.bits.first().map_or(u32::MAX, |bit| bit.0))
                .collect(),
            choices,
            rules_out: rules_out.into_iter().map(|plane| plane.0).collect(),
            demands_on: vec![Vec::new(); item_count],
            demanders: Vec::new(),
            symmetries: Vec::new(),
        };
        table.compile_requirements(problem);
        table.compile_symmetries(problem);
        table
    }

    /// The choice at a slot of an item.
    #[inline(always)]
    pub(crate) fn choice_at(&self, item: usize, slot: usize) -> u32 {
        self.choice_at[slot * self.item_count as usize + item]
    }

    /// Whether a choice leaves an item open.
    #[inline(always)]
    pub(crate) fn is_open(&self, choice: u32) -> bool {
        choice < self.item_count
    }

    fn compile_requirements(&mut self, problem: &CoverProblem) {
        let item_count = problem.items().len();
        let mut demanded: BTreeMap<Bits<W>, Vec<Demander>> = BTreeMap::new();
        for requirement in problem.requirements() {
            let any_of: Bits<W> = requirement.any_of.iter().map(|i| i.index()).collect();
            let number = item_count + requirement.option.index();
            let choice = &mut self.choices[number];
            if any_of.meets(choice.settles) {
                continue; // T4
            }
            choice.demands.push(any_of);
            let (item, plane) = choice.bits[0];
            let demander = Demander { choice: kumiki_id::narrow(number), plane, item };
            demanded.entry(any_of).or_default().push(demander);
        }
        for (any_of, by) in demanded {
            let start = self.demanders.len();
            self.demanders.extend(by);
            for item in any_of.iter() {
                self.demands_on[item].push(Demand { any_of, by: start..self.demanders.len() });
            }
        }
    }

    fn compile_symmetries(&mut self, problem: &CoverProblem) {
        let item_count = problem.items().len();
        let pairs = problem.symmetries().images().iter().zip(problem.on_options());
        for (on_items, on_options) in pairs.skip(1) {
            let mut choice_before = vec![0; self.choices.len()];
            for item in 0..item_count {
                choice_before[on_items.apply(item)] = kumiki_id::narrow(item);
            }
            for option in 0..problem.options().len() {
                choice_before[item_count + on_options.apply(option)] =
                    kumiki_id::narrow(item_count + option);
            }
            let item = (0..item_count).map(|i| kumiki_id::narrow(on_items.apply(i))).collect();
            self.symmetries.push(Symmetry { item, choice_before });
        }
    }
}

/// Problems with at most this many planes get them all, and a hot loop that knows their number. On
/// 5x5x5 bricks (13 planes) that saves a fifteenth of the instructions.
pub(crate) const FEW_PLANES: usize = 16;

/// How many planes a table has (T5).
fn padded_plane_count(slots: usize) -> usize {
    slots.next_multiple_of(4).max(FEW_PLANES)
}

/// Stands at slot 0 of an item that may not stay open.
const NO_CHOICE: usize = usize::MAX;

/// Bytes that [`Table::new`] and a search on it will take, before either exists.
pub(crate) fn bytes_needed(problem: &CoverProblem, words: usize) -> u64 {
    let wide = |n: usize| u64::try_from(n).expect("a length in memory");
    let mut slots = vec![1_usize; problem.items().len()];
    let mut incidences = 0;
    for option in problem.options().iter() {
        incidences += wide(option.len());
        for item in option {
            slots[item.index()] += 1;
        }
    }
    let planes = wide(padded_plane_count(slots.iter().max().copied().unwrap_or(1)));
    let choices = wide(problem.options().len() + problem.items().len());
    let plane_bytes = planes * wide(words) * 8;
    let depth = wide(problem.items().len()) + 2;
    let demands: u64 = problem.requirements().iter().map(|r| wide(r.any_of.len())).sum();
    choices * (plane_bytes + 3 * wide(words) * 8 + 64)
        + depth * plane_bytes
        + incidences * 8
        + demands * (wide(words) * 8 + 40)
        + wide(problem.symmetries().images().len())
            * (choices * 4 + wide(problem.items().len()) * 4)
        + planes * wide(problem.items().len()) * 4
}

/// Which items the search has to settle (T3).
fn busy_items(problem: &CoverProblem) -> Vec<bool> {
    let mut busy: Vec<bool> =
        problem.items().iter().map(|kind| *kind == ItemKind::Primary).collect();
    for item in problem.requirements().iter().flat_map(|r| &r.any_of) {
        busy[item.index()] = true;
    }
    // All at once, so that the result does not depend on the order of the options and symmetries
    // respect it.
    let orphans =
        problem.options().iter().filter(|option| !option.iter().any(|item| busy[item.index()]));
    let needed: Vec<usize> = orphans.flatten().map(|item| item.index()).collect();
    for item in needed {
        busy[item] = true;
    }
    busy
}
