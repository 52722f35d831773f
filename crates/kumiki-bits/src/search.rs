//! The search, one node at a time.
//!
//! # The loop
//! * **N1** Take the next choice of the deepest frame. If it has none, leave the frame.
//! * **N2** If the choice covers the last open items, it completes a solution.
//! * **N3** Cross out the options that clash with it.
//! * **N4** If little enough is left, hand over to the tail kernel.
//! * **N5** Otherwise look for the open item with the fewest live options, the earliest of several.
//!   If an item has none, the choice is dead. If an item has one, it will do. Make a frame of its
//!   options.
//!
//! Taking an item with a single option before the others have been looked at changes which nodes
//! are visited, but not which solutions are found nor their order: all solutions below contain that
//! option anyway, and the next item with several options is chosen from the same ones.
//!
//! # Where to look first
//! A choice that was dead last time is likely to be dead again, for the same reason. So each option
//! remembers the item that decided its fate, and so does the search as a whole; those two items are
//! looked at before all others. While going through the rest, a block of items is left as soon as
//! all of its sizes are above the best so far.
//!
//! Those two items are also asked before anything is handed to the tail kernel, which then looks at
//! the others itself.

use crate::table::{BLOCK, LANES, Table};
use crate::tail::{Entry, Left, Log, Tail, WIDTH};
use crate::vector::Build;
use kumiki_id::narrow;
use kumiki_search::{Fuel, Profile, Step};

/// No profile but the nodes.
pub(crate) const TALLIES: &[&str] = &[];

/// There must be so many nodes for every attempt to enter the tail kernel, for this to be worth its
/// cost.
const WORTHWHILE: u64 = 16;

/// An item's size and its place, to be compared: of the items with the fewest options, the earliest
/// has the least key.
type Key = u64;

/// The bits of a place in a key.
const PLACE_BITS: u32 = 32;

/// The choices at a level.
///
/// * **K1** `live[level * words..]` are the options that clash with none of the chosen ones,
///   `open[level * item_words..]` the places not covered by them, and `patches` the patches in
///   which `live` is not zero.
/// * **K2** `choices` are the untried options of word `word`; those of patches in `later` come
///   after them.
#[derive(Clone, Copy, Default, Debug)]
struct Frame {
    /// The patches with live options at this level (K1).
    patches: u64,
    /// The patches after that of `word` that may have choices (K2).
    later: u64,
    /// The untried options of word `word`, bit by bit (K2).
    choices: u64,
    /// The word of `choices`. At first it is the last one of a patch, so that the next choice
    /// begins with `later`.
    word: u32,
    /// The place of the item that is branched on.
    place: u32,
}

/// What a look at the open items finds.
enum Look {
    /// An item has no options.
    Dead,
    /// An item has to be branched on, which is the one at this place.
    Branch { place: usize },
}

/// A search below a root, with patches of so many words and a tail kernel of so many words.
///
/// * **K3** `frames[0..=depth]` lead to where the search is, `chosen` are the options taken on the
///   way, of which the first `given` are not this search's business to undo.
#[derive(Clone, Debug)]
pub(crate) struct Kernel<'t, const PATCH: usize, const TAIL: usize> {
    /// The problem.
    table: &'t Table,
    /// For each level the live options (K1).
    live: Vec<u64>,
    /// For each level the open places (K1).
    open: Vec<u64>,
    /// For each level its choices (K3). Those below `depth` are of no use.
    frames: Vec<Frame>,
    /// The options taken, those of the root first (K3). At a solution the last of them has no
    /// frame.
    chosen: Vec<u32>,
    /// How many options lead to the root of this search (K3).
    given: usize,
    /// The level of the deepest frame (K3).
    depth: usize,
    /// Where the loop stands.
    state: State,
    /// For each option, and for the root behind them, the place of the item that decided last: the
    /// one without options, or the one that was branched on.
    deciders: Vec<u32>,
    /// The place of the item that was without options last, after whatever option.
    last_decider: usize,
    /// The search in what is left, if it is under way.
    tail: Tail<TAIL>,
    /// Whether it is tried at all.
    is_tail_used: bool,
    /// How often it was tried to enter the tail.
    entries: u64,
    /// Nodes that are not in the profile yet, by the number of options taken before, with room for
    /// the tail's.
    nodes: Vec<u64>,
    /// Solutions that were counted and not listed.
    pub(crate) count: u64,
    /// Nodes by the number of options taken before.
    profile: Profile,
}

/// Where the loop stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing has been looked at.
    Fresh,
    /// In the middle.
    Walking,
    /// At a solution completed at the deepest frame.
    AtSolution,
    /// At a solution completed in the tail.
    AtTailSolution,
    /// All done.
    Finished,
}

impl<'t, const PATCH: usize, const TAIL: usize> Kernel<'t, PATCH, TAIL> {
    /// A search among the options that are not excluded.
    pub(crate) fn new(
        table: &'t Table,
        is_tail_used: bool,
        excluded: impl Fn(usize) -> bool,
    ) -> Self {
        let levels = table.places.len() + 1;
        let mut live = vec![0; table.words * levels];
        for option in (0..table.option_count).filter(|option| !excluded(*option)) {
            live[option / 64] |= 1 << (option % 64);
        }
        let mut open = vec![0; table.item_words * levels];
        for place in &table.places {
            open[place / 64] |= 1 << (place % 64);
        }
        let mut patches = 0;
        for (word, bits) in live[..table.words].iter().enumerate() {
            patches |= u64::from(*bits != 0) << (word / PATCH);
        }
        let root = Frame { patches, ..Frame::default() };
        Self {
            table,
            live,
            open,
            frames: vec![root; levels],
            chosen: Vec::new(),
            given: 0,
            depth: 0,
            state: State::Fresh,
            deciders: vec![0; table.option_count + 1],
            last_decider: 0,
            tail: Tail::new(),
            is_tail_used,
            entries: 0,
            nodes: vec![0; levels + WIDTH],
            count: 0,
            profile: Profile::new(TALLIES),
        }
    }

    /// Takes an option without looking whether that leaves a solution. Says whether it is possible
    /// at all.
    pub(crate) fn descend(&mut self, option: usize) -> bool {
        let is_live =
            self.live[self.depth * self.table.words + option / 64] >> (option % 64) & 1 == 1;
        if is_live {
            self.cover(option);
            self.cross_out(option);
            self.depth += 1;
            self.given += 1;
            self.chosen.push(narrow(option));
        } else {
            self.state = State::Finished;
        }
        is_live
    }

    /// There is nothing to search.
    pub(crate) fn finish(&mut self) {
        self.state = State::Finished;
    }

    /// What was found, to be handed to another kernel.
    pub(crate) fn results(&mut self) -> (Profile, u64) {
        (std::mem::replace(&mut self.profile, Profile::new(TALLIES)), self.count)
    }

    /// Goes on counting from what another kernel has found.
    pub(crate) fn inherit(&mut self, (profile, count): (Profile, u64)) {
        self.profile = profile;
        self.count = count;
    }

    /// The live options of the item to branch on, or `None` at a solution.
    pub(crate) fn live_choices(&mut self) -> Option<Vec<u32>> {
        if self.state == State::Finished {
            return Some(Vec::new());
        }
        if self.is_complete() {
            return None;
        }
        let Look::Branch { place } = self.look_from_root() else { return Some(Vec::new()) };
        let words = self.table.words;
        let live = &self.live[self.depth * words..][..words];
        let mut choices = Vec::new();
        for (word, bits) in live.iter().enumerate() {
            let mut bits = bits & self.table.row(place, word);
            while bits != 0 {
                choices.push(narrow(word * 64) + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        Some(choices)
    }

    /// The place of the item to branch on, if the search goes on.
    pub(crate) fn branches_on(&mut self) -> Option<usize> {
        match self.state == State::Finished || self.is_complete() {
            true => None,
            false => match self.look_from_root() {
                Look::Branch { place } => Some(place),
                _ => None,
            },
        }
    }

    /// Gives up: for each node that is left, the options chosen on the way from the root, in the
    /// order of the search. These nodes are counted here.
    pub(crate) fn remaining(&mut self) -> Vec<Vec<u32>> {
        let mut left = Vec::new();
        match self.state {
            State::Finished => return left,
            State::Fresh => left.push(self.chosen.clone()),
            // The root itself was the solution.
            State::AtSolution if self.chosen.len() == self.given => {}
            _ => {
                self.chosen.truncate(self.depth);
                if self.tail.is_busy() {
                    let Table { words, item_words, .. } = *self.table;
                    let live = &self.live[self.depth * words..][..words];
                    let open = &self.open[self.depth * item_words..][..item_words];
                    let patches = self.frames[self.depth].patches;
                    let entered = Left { live, patches, open, taken: self.depth };
                    for options in self.tail.remaining::<PATCH>(self.table, &entered) {
                        self.profile.level(self.depth + options.len() - 1).nodes += 1;
                        left.push([&self.chosen[..], &options].concat());
                    }
                } else {
                    self.list_choices(&mut left);
                }
                while self.leave() {
                    self.list_choices(&mut left);
                }
            }
        }
        self.state = State::Finished;
        left
    }

    /// Goes through the choices of the deepest frame.
    fn list_choices(&mut self, left: &mut Vec<Vec<u32>>) {
        while let Some(option) = self.next_choice() {
            self.profile.level(self.depth).nodes += 1;
            left.push([&self.chosen[..], &[narrow(option)]].concat());
        }
    }

    /// The chosen options, if the search holds still at a solution.
    pub(crate) fn solution(&self) -> Option<&[u32]> {
        matches!(self.state, State::AtSolution | State::AtTailSolution)
            .then_some(self.chosen.as_slice())
    }

    pub(crate) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Whether the tail has been good for enough nodes.
    pub(crate) fn is_tail_worthwhile(&self) -> bool {
        self.profile.nodes() >= WORTHWHILE * self.entries
    }

    /// Derives K1 and K3 from the chosen options, and the tail from the table.
    pub(crate) fn audit(&self) -> Result<(), String> {
        let Table { words, item_words, .. } = *self.table;
        for (level, option) in self.chosen.iter().take(self.depth).enumerate() {
            let option = *option as usize;
            for word in 0..words {
                let clash = self.table.clashes_of(option)[word];
                if self.live[(level + 1) * words + word] != self.live[level * words + word] & !clash
                {
                    return Err(format!("K1: live options of level {}", level + 1));
                }
            }
            for word in 0..item_words {
                let cover = self.table.covers_of(option)[word];
                if self.open[(level + 1) * item_words + word]
                    != self.open[level * item_words + word] & !cover
                {
                    return Err(format!("K1: open items of level {}", level + 1));
                }
            }
        }
        if self.state == State::Finished
            && (self.depth > self.given || self.chosen.len() > self.depth)
        {
            return Err("K3: a finished search has left all its frames".to_owned());
        }
        self.tail.audit(self.table)
    }

    /// The loop.
    #[inline(always)]
    pub(crate) fn run_loop<B: Build, const LISTING: bool>(&mut self, fuel: &mut Fuel) -> Step {
        let rest = self.walk::<B, LISTING>(fuel);
        for (level, nodes) in self.nodes.iter_mut().enumerate().filter(|(_, nodes)| **nodes > 0) {
            self.profile.level(level).nodes += std::mem::take(nodes);
        }
        rest
    }

    #[inline(always)]
    fn walk<B: Build, const LISTING: bool>(&mut self, fuel: &mut Fuel) -> Step {
        match self.state {
            State::Finished => return Step::Exhausted,
            State::Fresh => {
                if !fuel.burn() {
                    return Step::OutOfFuel;
                }
                if self.is_complete() {
                    if LISTING {
                        self.state = State::AtSolution;
                        return Step::Solution;
                    }
                    self.count += 1;
                    self.state = State::Finished;
                    return Step::Exhausted;
                }
                let Look::Branch { place } = self.look_from_root() else {
                    self.state = State::Finished;
                    return Step::Exhausted;
                };
                self.branch_on(place);
            }
            State::AtSolution => {
                if self.chosen.len() == self.given {
                    // The root itself was the solution.
                    self.state = State::Finished;
                    return Step::Exhausted;
                }
                self.chosen.pop();
            }
            State::AtTailSolution | State::Walking => {}
        }
        self.state = State::Walking;
        loop {
            if self.tail.is_busy() {
                let Self { tail, table, chosen, nodes, count, .. } = self;
                match B::run_tail::<TAIL, LISTING>(tail, table, fuel, Log { chosen, nodes, count })
                {
                    Step::Exhausted => {
                        self.chosen.truncate(self.depth);
                        if !self.leave() {
                            return Step::Exhausted;
                        }
                    }
                    Step::Solution => {
                        self.state = State::AtTailSolution;
                        return Step::Solution;
                    }
                    Step::OutOfFuel => return Step::OutOfFuel,
                }
            }
            // N1
            let Some(option) = self.next_choice() else {
                if !self.leave() {
                    return Step::Exhausted;
                }
                continue;
            };
            if !fuel.burn() {
                self.put_back(option);
                return Step::OutOfFuel;
            }
            self.nodes[self.depth] += 1;
            // N2
            if self.cover(option) {
                if LISTING {
                    self.chosen.push(narrow(option));
                    self.state = State::AtSolution;
                    return Step::Solution;
                }
                self.count += 1;
                continue;
            }
            // N3
            let live_count = self.cross_out(option);
            self.depth += 1;
            let best = self.ask_deciders(option);
            if best >> PLACE_BITS == 0 {
                self.depth -= 1;
                continue;
            }
            // N4
            if live_count <= narrow(WIDTH * TAIL) {
                match self.enter_tail::<B>() {
                    Entry::Ready => {
                        self.chosen.push(narrow(option));
                        continue;
                    }
                    Entry::Dead => {
                        self.depth -= 1;
                        continue;
                    }
                    Entry::TooLarge => {}
                }
            }
            // N5
            let Look::Branch { place } = self.look(option, best) else {
                self.depth -= 1;
                continue;
            };
            self.chosen.push(narrow(option));
            self.branch_on(place);
        }
    }

    /// Whether no item is open.
    fn is_complete(&self) -> bool {
        self.open[self.depth * self.table.item_words..][..self.table.item_words]
            .iter()
            .all(|word| *word == 0)
    }

    /// N1: the next choice of the deepest frame.
    #[inline(always)]
    fn next_choice(&mut self) -> Option<usize> {
        let words = self.table.words;
        let frame = &mut self.frames[self.depth];
        while frame.choices == 0 {
            // On to the next word of this patch, or to the first of the next.
            let mut word = frame.word as usize + 1;
            if word.is_multiple_of(PATCH) {
                if frame.later == 0 {
                    return None;
                }
                word = frame.later.trailing_zeros() as usize * PATCH;
                frame.later &= frame.later - 1;
            }
            frame.word = narrow(word);
            frame.choices =
                self.live[self.depth * words + word] & self.table.row(frame.place as usize, word);
        }
        let option = frame.word as usize * 64 + frame.choices.trailing_zeros() as usize;
        frame.choices &= frame.choices - 1;
        Some(option)
    }

    /// Undoes [`Kernel::next_choice`].
    fn put_back(&mut self, option: usize) {
        let frame = &mut self.frames[self.depth];
        frame.choices |= 1 << (option % 64);
    }

    /// Leaves the deepest frame. Says whether there is another one above it.
    #[inline(always)]
    fn leave(&mut self) -> bool {
        if self.depth == self.given {
            self.state = State::Finished;
            return false;
        }
        self.depth -= 1;
        self.chosen.pop();
        true
    }

    /// The open places one level down, if an option is taken. Says whether none is left.
    #[inline(always)]
    fn cover(&mut self, option: usize) -> bool {
        let words = self.table.item_words;
        let covers = self.table.covers_of(option);
        let (above, below) = self.open[self.depth * words..][..2 * words].split_at_mut(words);
        let mut left = 0;
        for ((below, above), cover) in below.iter_mut().zip(above).zip(covers) {
            *below = *above & !cover;
            left |= *below;
        }
        left == 0
    }

    /// The live options one level down, if an option is taken. Returns how many there are, or a
    /// large number if the tail is out of the question.
    #[inline(always)]
    fn cross_out(&mut self, option: usize) -> u32 {
        let lanes = self.table.words / LANES;
        let clashes = &self.table.clashes.as_chunks::<LANES>().0[option * lanes..][..lanes];
        let levels = self.live.as_chunks_mut::<LANES>().0;
        let (above, below) = levels[self.depth * lanes..][..2 * lanes].split_at_mut(lanes);
        let mut patches = 0u64;
        let mut shift = 0;
        for ((below, above), clash) in below.iter_mut().zip(above).zip(clashes) {
            let mut alive = 0;
            for at in 0..LANES {
                below[at] = above[at] & !clash[at];
                alive |= u64::from(below[at] != 0) << (at / PATCH);
            }
            patches |= alive << shift;
            shift += LANES / PATCH;
        }
        self.frames[self.depth + 1].patches = patches;
        if !self.is_tail_used || patches.count_ones() as usize > WIDTH * TAIL {
            return u32::MAX;
        }
        let mut live_count = 0;
        while patches != 0 {
            let patch = patches.trailing_zeros() as usize;
            patches &= patches - 1;
            live_count += below.as_flattened()[patch * PATCH..][..PATCH]
                .iter()
                .map(|word| word.count_ones())
                .sum::<u32>();
        }
        live_count
    }

    /// The least key of the two items that decided last after taking this option and after taking
    /// any, if they are open and no item is known to have less.
    #[inline(always)]
    fn ask_deciders(&mut self, option: usize) -> Key {
        let Table { words, item_words, .. } = *self.table;
        let patches = self.frames[self.depth].patches;
        let live = &self.live[self.depth * words..][..words];
        let open = &self.open[self.depth * item_words..][..item_words];
        let mut best = Key::MAX;
        for place in [self.deciders[option] as usize, self.last_decider] {
            if open[place / 64] >> (place % 64) & 1 == 0 {
                continue;
            }
            let mut rest = patches & self.table.patches[place / BLOCK];
            let mut size = 0;
            while rest != 0 {
                let patch = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                for (word, live) in (patch * PATCH..).zip(&live[patch * PATCH..][..PATCH]) {
                    size += u64::from((live & self.table.row(place, word)).count_ones());
                }
            }
            best = best.min(size << PLACE_BITS | place as u64);
            if size == 0 {
                self.last_decider = place;
                break;
            }
        }
        best
    }

    /// N5 at the deepest level, which taking `option` led to, where `best` is known already.
    #[inline(always)]
    fn look(&mut self, option: usize, mut best: Key) -> Look {
        let Table { words, item_words, .. } = *self.table;
        let patches = self.frames[self.depth].patches;
        let live = &self.live[self.depth * words..][..words];
        let open = &self.open[self.depth * item_words..][..item_words];
        'look: for hubs_now in [false, true] {
            for (word, (open, hubs)) in open.iter().zip(&self.table.hubs).enumerate() {
                let mut bits = if hubs_now { open & hubs } else { open & !hubs };
                while bits != 0 {
                    if best >> PLACE_BITS <= 1 {
                        break 'look;
                    }
                    let shift = bits.trailing_zeros() / 8 * 8;
                    let block = word * 8 + (shift / 8) as usize;
                    let is_open = bits >> shift & 0xff;
                    bits &= !(0xff << shift);
                    best = best.min(self.least_of_block(block, is_open, patches, live, best));
                }
            }
        }
        let [place, size] = [best & 0xffff_ffff, best >> PLACE_BITS].map(as_u32);
        self.deciders[option] = place;
        let place = place as usize;
        if size == 0 {
            self.last_decider = place;
            return Look::Dead;
        }
        Look::Branch { place }
    }

    /// N5 before any option is taken.
    fn look_from_root(&mut self) -> Look {
        self.look(self.table.option_count, Key::MAX)
    }

    /// The least key among the open items of a block, or something larger than `best` if that is
    /// not below it.
    #[inline(always)]
    fn least_of_block(
        &self,
        block: usize,
        is_open: u64,
        patches: u64,
        live: &[u64],
        best: Key,
    ) -> Key {
        let words = self.table.words;
        let rows = &self.table.rows[block * words..][..words];
        let limit = best >> PLACE_BITS;
        // Covered items count as very large.
        let mut sizes = [0u64; BLOCK];
        for (slot, size) in sizes.iter_mut().enumerate() {
            *size = (!is_open >> slot & 1) << 30;
        }
        let mut rest = patches & self.table.patches[block];
        while rest != 0 {
            let patch = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for word in patch * PATCH..(patch + 1) * PATCH {
                let (live, row) = (live[word], &rows[word]);
                for slot in 0..BLOCK {
                    sizes[slot] += u64::from((live & row[slot]).count_ones());
                }
            }
            let mut is_hopeful = false;
            for size in sizes {
                is_hopeful |= size <= limit;
            }
            if !is_hopeful {
                return Key::MAX;
            }
        }
        let mut least = Key::MAX;
        for (slot, size) in sizes.into_iter().enumerate() {
            least = least.min(size << PLACE_BITS | slot as u64);
        }
        least + (block * BLOCK) as u64
    }

    /// N5: a frame for the item at a place.
    #[inline(always)]
    fn branch_on(&mut self, place: usize) {
        let frame = &mut self.frames[self.depth];
        frame.later = frame.patches & self.table.patches[place / BLOCK];
        frame.choices = 0;
        // The last word of a patch that is not there, so that the next word begins a patch.
        frame.word = narrow(PATCH - 1);
        frame.place = narrow(place);
    }

    /// N4 at the deepest level.
    #[inline(always)]
    fn enter_tail<B: Build>(&mut self) -> Entry {
        let Table { words, item_words, .. } = *self.table;
        let live = &self.live[self.depth * words..][..words];
        let open = &self.open[self.depth * item_words..][..item_words];
        let patches = self.frames[self.depth].patches;
        self.entries += 1;
        let left = Left { live, patches, open, taken: self.depth };
        B::enter_tail::<PATCH, TAIL>(&mut self.tail, self.table, &left)
    }
}

/// The part of a key, which has at most 32 bits.
#[inline(always)]
fn as_u32(part: u64) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "the parts of a key have at most 32 bits")]
    let part = part as u32;
    part
}
