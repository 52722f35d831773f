//! The end of a branch, when what is left fits into single words.
//!
//! At most 64 live options and 64 open items are renumbered from 0. A row, a clash mask and a set of items are then one machine
//! word each, and a node costs a few instructions per open item. Items with a single option left are covered at once, without
//! a frame: the order in which that happens does not matter, since whatever solution there is contains all of these
//! options.

use crate::search::Rest;
use crate::table::{Table, Use};
use kumiki_id::{narrow, widen};
use kumiki_search::Fuel;

/// The most options and the most items.
pub(crate) const CAPACITY: usize = 64;

/// A choice still to be made among the options of one item.
///
/// * **E1** `live` are the options compatible with all that was taken, `open` the items not covered yet, and each open
///   item has at least two live options.
/// * **E2** `choices` are the live options of the branching item that have not been tried.
/// * **E3** `taken` options were taken since the tail was entered. Each covers an open item, so there are less than
///   [`CAPACITY`] of them.
#[derive(Clone, Copy, Default, Debug)]
struct Frame {
    live: u64,
    open: u64,
    choices: u64,
    taken: usize,
}

/// A compacted problem and the search in it.
///
/// * **E4** Item k is the k-th open item in the plan's order; option k the k-th live option in the plan's order. So both
///   kernels make the same choices.
/// * **E5** `item_masks` and `shade_masks` are all zero except while compacting.
/// * **E6** `frames[..height]` wait for their remaining choices, the last one first.
#[derive(Clone, Debug)]
pub(crate) struct Tail {
    rows: [u64; CAPACITY],
    clashes: [u64; CAPACITY],
    covers: [u64; CAPACITY],
    names: [u32; CAPACITY],
    frames: [Frame; CAPACITY],
    height: usize,
    /// How many options were taken before the tail was entered.
    entered_at: usize,
    /// Nodes by number of options taken in the tail, not yet reported.
    nodes: [u64; CAPACITY],
    item_masks: Vec<u64>,
    shade_masks: Vec<u64>,
}

impl Tail {
    pub(crate) fn new(table: &Table, item_count: usize) -> Self {
        Self {
            rows: [0; CAPACITY],
            clashes: [0; CAPACITY],
            covers: [0; CAPACITY],
            names: [0; CAPACITY],
            frames: [Frame::default(); CAPACITY],
            height: 0,
            entered_at: 0,
            nodes: [0; CAPACITY],
            item_masks: vec![0; item_count],
            shade_masks: vec![0; table.uses.shade_count],
        }
    }

    /// Whether a search is under way.
    #[inline(always)]
    pub(crate) fn is_busy(&self) -> bool {
        self.height > 0
    }

    /// Starts a search among the given live options and open places, of which there are at most [`CAPACITY`] each, and every open
    /// item has at least two live options or is the one to branch on. So many options are `taken` already.
    #[inline(always)]
    pub(crate) fn enter(&mut self, table: &Table, live: &[u64], open: &[u64], branch: usize, taken: usize) {
        let mut options = 0;
        for (word, bits) in live.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let option = word * 64 + widen(bits.trailing_zeros());
                bits &= bits - 1;
                self.names[options] = narrow(option);
                for Use { item, shade } in table.uses.of(option) {
                    self.item_masks[widen(*item)] |= 1 << options;
                    self.shade_masks[widen(*shade)] |= 1 << options;
                }
                options += 1;
            }
        }
        self.covers[..options].fill(0);
        let (mut items, mut branching) = (0, 0);
        for (item, place) in &table.primary {
            let place = widen(*place);
            if open[place / 64] >> (place % 64) & 1 == 0 {
                continue;
            }
            let row = self.item_masks[widen(*item)];
            self.rows[items] = row;
            if place == branch {
                branching = items;
            }
            let mut bits = row;
            while bits != 0 {
                self.covers[widen(bits.trailing_zeros())] |= 1 << items;
                bits &= bits - 1;
            }
            items += 1;
        }
        for option in 0..options {
            let mut clash = 1 << option;
            for Use { item, shade } in table.uses.of(widen(self.names[option])) {
                let sharers = self.item_masks[widen(*item)];
                clash |= if *shade == 0 { sharers } else { sharers & !self.shade_masks[widen(*shade)] };
            }
            self.clashes[option] = clash;
        }
        for option in 0..options {
            for Use { item, shade } in table.uses.of(widen(self.names[option])) {
                self.item_masks[widen(*item)] = 0;
                self.shade_masks[widen(*shade)] = 0;
            }
        }
        self.frames[0] =
            Frame { live: lowest(options), open: lowest(items), choices: self.rows[branching], taken: 0 };
        self.height = 1;
        self.entered_at = taken;
    }

    /// Adds the nodes visited since the last report to a profile by level, and returns how many they are.
    pub(crate) fn report_nodes(&mut self, levels: &mut [u64]) -> u64 {
        let mut sum = 0;
        for (level, nodes) in levels[self.entered_at..].iter_mut().zip(&mut self.nodes) {
            sum += *nodes;
            *level += std::mem::take(nodes);
        }
        sum
    }

    /// Searches on. With `LISTING` it stops at every solution, with `chosen` telling the options; otherwise it adds the number of
    /// solutions to `count`. `Exhausted` means that this tail is finished.
    #[inline(always)]
    pub(crate) fn run<const LISTING: bool>(
        &mut self,
        fuel: &mut Fuel,
        chosen: &mut Vec<u32>,
        count: &mut u64,
    ) -> Rest {
        let Self { rows, clashes, covers, names, frames, nodes, .. } = self;
        // The frame at work is not on the stack.
        let mut height = self.height - 1;
        let mut frame = frames[height % CAPACITY];
        let rest = 'choose: loop {
            while frame.choices == 0 {
                if height == 0 {
                    self.height = 0;
                    return Rest::Exhausted;
                }
                height -= 1;
                frame = frames[height % CAPACITY];
            }
            if !fuel.burn() {
                break Rest::OutOfFuel;
            }
            let mut option = lowest_member(frame.choices);
            frame.choices &= frame.choices - 1;
            let Frame { mut live, mut open, mut taken, .. } = frame;
            if LISTING {
                chosen.truncate(self.entered_at + taken);
            }
            // Take the option, and then every option that is the only one for some item, until all open items have several.
            let (mut rest, mut fewest, mut branch) = (0, u32::MAX, 0);
            let mut is_stale = true;
            'take: loop {
                nodes[taken % CAPACITY] += 1;
                taken += 1;
                if LISTING {
                    chosen.push(names[option]);
                }
                open &= !covers[option];
                if open == 0 {
                    if LISTING {
                        break 'choose Rest::Solution;
                    }
                    *count += 1;
                    continue 'choose;
                }
                live &= !clashes[option];
                rest &= open;
                loop {
                    while rest != 0 {
                        let row = live & rows[lowest_member(rest)];
                        rest &= rest - 1;
                        let size = row.count_ones();
                        if size <= 1 {
                            if row == 0 {
                                continue 'choose;
                            }
                            option = lowest_member(row);
                            is_stale = true;
                            continue 'take;
                        }
                        if size < fewest {
                            (fewest, branch) = (size, row);
                        }
                    }
                    if !is_stale {
                        break 'take;
                    }
                    // The sizes seen so far are out of date.
                    (rest, fewest, is_stale) = (open, u32::MAX, false);
                }
            }
            if frame.choices != 0 {
                frames[height % CAPACITY] = frame;
                height += 1;
            }
            frame = Frame { live, open, choices: branch, taken };
        };
        frames[height % CAPACITY] = frame;
        self.height = height + 1;
        rest
    }
}

/// The least member of a set that is not empty.
#[inline(always)]
fn lowest_member(set: u64) -> usize {
    widen(set.trailing_zeros()) % CAPACITY
}

/// The set of the numbers below `count`.
fn lowest(count: usize) -> u64 {
    if count == 64 { u64::MAX } else { (1 << count) - 1 }
}
