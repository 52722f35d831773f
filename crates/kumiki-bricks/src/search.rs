//! The one hot loop: an explicit state machine over an explicit stack of frames.
//!
//! # Steps
//! * **S1** Find the next way to settle the item branched on at this level. If there is none, go to
//!   S6.
//! * **S2** Burn a unit of fuel, or stop here. Make the child's frame from ours with that choice
//!   made.
//! * **S3** Draw all conclusions. If the child is dead, go back to S1.
//! * **S4** Review the symmetries; if an earlier solution is certain, go back to S1. Strike out
//!   what they forbid, and draw conclusions again, until nothing changes.
//! * **S5** If everything is settled, report a solution (the next call continues at S1). Otherwise
//!   go down one level and to S1.
//! * **S6** Go up one level and to S1, or end if this is the level where we began.
//!
//! # Invariants of the stack
//! * **K1** Frame `l` is a function of the first `l` choices of the path; frames above it never
//!   write to it.
//! * **K2** `watch_ends[l]..watch_ends[l + 1]` are the symmetries watched at frame `l`.
//! * **K3** `settled_by` is right for every item settled in the current frame; entries of other
//!   items are stale. It need not be undone, for an item settled in a frame stays so in all frames
//!   below.

use crate::Limits;
use crate::frame::{Frame, Verdict, slots_of};
use crate::reject::{Made, Watch, rejecting, review, strike_out};
use crate::table::{FEW_PLANES, Plane, Table};
use kumiki_id::Bits;
use kumiki_search::{Arrival, Fuel, Profile, Step};

/// What each level of the profile sums up.
pub(crate) const TALLIES: &[&str] = &["alive", "symmetries", "forced", "solutions", "open"];

/// The slots of an item that are still to be tried, up to 64 of them looked up at a time.
#[derive(Clone, Copy, Debug)]
struct Untried {
    /// Bit `k` stands for slot `from + k`.
    slots: u64,
    /// The first of the up to 64 slots that `slots` is about; a multiple of 64.
    from: usize,
    /// The slot taken last, as a bit of `slots`; 0 before the first.
    last: u64,
}

impl Untried {
    /// The next slot, which is then tried; there must be one in `slots`.
    #[inline(always)]
    fn take(&mut self) -> usize {
        self.last = self.slots & self.slots.wrapping_neg();
        self.slots ^= self.last;
        self.from + self.last.trailing_zeros() as usize
    }

    /// The slot taken last has not been tried after all.
    fn give_back(&mut self) {
        self.slots |= self.last;
    }
}

/// A search of the tree below a prefix.
#[derive(Clone, Debug)]
pub(crate) struct Kernel<'t, const W: usize> {
    /// The problem.
    table: &'t Table<W>,
    /// How many options a solution may take. They may become narrower while the search runs.
    limits: Limits,
    /// The frames' planes, one after the other (K1).
    planes: Vec<Plane<W>>,
    /// The frames' unsettled items (K1).
    unsettled: Vec<Bits<W>>,
    /// The frames' numbers of options taken (K1).
    taken: Vec<u32>,
    /// The choices made, and at its end the item branched on now with the last choice tried.
    path: Vec<Made>,
    /// For each level of the path what is left to try.
    untried: Vec<Untried>,
    /// The symmetries watched at all frames, one frame after the other (K2).
    watches: Vec<Watch>,
    /// Where the watches of each frame begin, and at last where they end (K2).
    watch_ends: Vec<usize>,
    /// For each item the choice that settles it, if it is settled (K3). An idle item has the choice
    /// to stay open.
    settled_by: Vec<u32>,
    /// The level where the search began and will end: the length of the prefix.
    root: usize,
    /// Whether the prefix itself is a solution that has not been reported yet.
    has_pending_solution: bool,
    /// Whether nothing is left to be searched.
    is_exhausted: bool,
    /// Whether the search holds still at a solution.
    is_at_solution: bool,
    /// The symmetry that has rejected the choice tried last, if one has; known outside the loop
    /// only.
    rejected_by: Option<u32>,
    /// Whether solutions and open requirements are counted, the last two of `TALLIES`.
    is_measured: bool,
    /// Nodes and `TALLIES`, by level.
    profile: Profile,
}

impl<'t, const W: usize> Kernel<'t, W> {
    /// A search that stands at the root, all conclusions drawn.
    pub(crate) fn new(table: &'t Table<W>, limits: Limits) -> Self {
        let item_count = table.item_count as usize;
        let watches: Vec<Watch> = (0..table.symmetries.len())
            .map(|s| Watch { symmetry: kumiki_id::narrow(s), agreed: 0 })
            .collect();
        let mut kernel = Self {
            table,
            limits,
            planes: table.all_planes.clone(),
            unsettled: vec![table.busy],
            taken: vec![0],
            path: Vec::with_capacity(item_count + 1),
            untried: Vec::with_capacity(item_count + 1),
            watch_ends: vec![0, watches.len()],
            watches,
            settled_by: (0..table.item_count).collect(),
            root: 0,
            has_pending_solution: false,
            is_exhausted: false,
            is_at_solution: false,
            rejected_by: None,
            is_measured: false,
            profile: Profile::new(TALLIES),
        };
        match kernel.conclude_root() {
            Verdict::Dead => kernel.is_exhausted = true,
            verdict if !kernel.within_limits(0) => {
                debug_assert_ne!(verdict, Verdict::Dead);
                kernel.is_exhausted = true;
            }
            Verdict::Solved => kernel.has_pending_solution = true,
            Verdict::Branch(item) => kernel.branch_on(item),
        }
        kernel
    }

    /// Makes the choices of a prefix and takes the node they lead to as the root.
    ///
    /// # Panics
    /// If they do not lead to a live node; prefixes come from [`Kernel::live_choices`].
    pub(crate) fn descend(&mut self, prefix: &[u32]) {
        for choice in prefix {
            let level = self.path.len() - 1;
            let verdict = self.try_once(level, *choice);
            self.path[level].choice = *choice;
            match verdict {
                Verdict::Dead => {
                    panic!("K1: choice {choice} at level {level} of the prefix is dead")
                }
                Verdict::Solved => self.has_pending_solution = true,
                Verdict::Branch(item) => self.branch_on(item),
            }
        }
        self.root = prefix.len();
        self.profile = Profile::new(TALLIES);
    }

    /// Takes the node that a prefix leads to as the root, wherever the search stands below its
    /// present root or at it. Frames of choices that are the same stay as they are (K1).
    ///
    /// # Panics
    /// If a choice leads to a dead end.
    pub(crate) fn move_to(&mut self, prefix: &[u32]) {
        let made = self.path[..self.root].iter().map(|made| made.choice);
        let shared = made.zip(prefix).take_while(|(made, choice)| made == *choice).count();
        if shared == self.root && (self.has_pending_solution || self.is_exhausted) {
            // Nothing is below it.
            assert_eq!(shared, prefix.len(), "K1: a prefix goes on where nothing is left");
            return;
        }
        let item = self.path[shared].item;
        self.path.truncate(shared);
        self.untried.truncate(shared);
        self.has_pending_solution = false;
        self.branch_on(item as usize);
        self.descend(&prefix[shared..]);
        self.root = prefix.len();
    }

    /// The choices at the root that lead to live nodes, or `None` if the root is a solution.
    pub(crate) fn live_choices(&mut self) -> Option<Vec<u32>> {
        if self.has_pending_solution {
            return None;
        }
        let mut live = Vec::new();
        while !self.is_exhausted {
            let level = self.root;
            let Some(choice) = self.next_choice::<false>(level) else { break };
            if self.try_once(level, choice) != Verdict::Dead {
                live.push(choice);
            }
        }
        Some(live)
    }

    /// What is found at the node that the last choice of a prefix leads to.
    pub(crate) fn arrive_at(&mut self, prefix: &[u32]) -> Arrival {
        let Some((last, path)) = prefix.split_last() else {
            let forced = self.settled_between(self.table.busy, self.unsettled[0], None);
            return match (self.has_pending_solution, self.is_exhausted) {
                (true, _) => Arrival::Solution { forced },
                (_, true) => Arrival::Dead,
                _ => self.branch(forced),
            };
        };
        self.descend(path);
        let level = self.path.len() - 1;
        let verdict = self.try_once(level, *last);
        if let (Verdict::Dead, Some(symmetry)) = (verdict, self.rejected_by) {
            return Arrival::Rejected { symmetry: symmetry as usize + 1 };
        }
        let [before, after] = [level, level + 1].map(|level| self.unsettled[level]);
        let forced = self.settled_between(before, after, Some(*last));
        match verdict {
            Verdict::Dead => Arrival::Dead,
            Verdict::Solved => Arrival::Solution { forced },
            Verdict::Branch(item) => {
                self.path[level].choice = *last;
                self.branch_on(item);
                self.branch(forced)
            }
        }
    }

    /// The choices that are tried at the node where the search stands.
    fn branch(&mut self, forced: Vec<u32>) -> Arrival {
        let level = self.path.len() - 1;
        let ways = std::iter::from_fn(|| self.next_choice::<false>(level)).collect();
        Arrival::Branch { forced, item: Some(self.path[level].item), ways }
    }

    /// The choices that settle items between two nodes, but for the one that was made.
    fn settled_between(&self, before: Bits<W>, after: Bits<W>, made: Option<u32>) -> Vec<u32> {
        let settled = (0..self.settled_by.len())
            .filter(|item| before.contains(*item) && !after.contains(*item))
            .map(|item| self.settled_by[item]);
        let choices: std::collections::BTreeSet<u32> = settled.collect();
        choices.into_iter().filter(|choice| Some(*choice) != made).collect()
    }

    /// Gives up: the choices that lead to the live nodes that are left, in the order of the search.
    /// These nodes are counted here.
    pub(crate) fn remaining(&mut self) -> Vec<Vec<u32>> {
        let made = |path: &[Made]| path.iter().map(|made| made.choice).collect();
        let mut left = Vec::new();
        if std::mem::take(&mut self.has_pending_solution) {
            left.push(made(&self.path));
            self.is_exhausted = true;
        }
        while !self.is_exhausted {
            let level = self.path.len() - 1;
            while let Some(choice) = self.next_choice::<false>(level) {
                if self.try_once(level, choice) != Verdict::Dead {
                    left.push(made(&self.path));
                }
            }
            self.is_exhausted = level == self.root;
            if !self.is_exhausted {
                self.path.pop();
                self.untried.pop();
            }
        }
        left
    }

    /// Walks on. The same code is compiled twice, with and without the vector instructions of
    /// recent machines.
    pub(crate) fn run(
        &mut self,
        fuel: &mut Fuel,
        instructions: crate::vector::Instructions,
    ) -> Step {
        let step = crate::vector::run(self, fuel, instructions);
        self.is_at_solution = step == Step::Solution;
        step
    }

    pub(crate) fn is_at_solution(&self) -> bool {
        self.is_at_solution
    }

    /// The loop, for few planes or for any number.
    #[inline(always)]
    pub(crate) fn run_loop(&mut self, fuel: &mut Fuel) -> Step {
        if self.has_few_planes() {
            self.run_planes::<true>(fuel)
        } else {
            self.run_planes::<false>(fuel)
        }
    }

    #[inline(always)]
    fn run_planes<const FEW: bool>(&mut self, fuel: &mut Fuel) -> Step {
        if self.is_exhausted {
            return Step::Exhausted;
        }
        if self.has_pending_solution {
            self.has_pending_solution = false;
            self.is_exhausted = true;
            return Step::Solution;
        }
        let mut level = self.path.len() - 1;
        loop {
            let Some(choice) = self.next_choice::<FEW>(level) else {
                // S6
                if level == self.root {
                    self.is_exhausted = true;
                    return Step::Exhausted;
                }
                self.path.pop();
                self.untried.pop();
                level -= 1;
                continue;
            };
            if !fuel.burn() {
                self.untried[level].give_back(); // S1 will find the same slot again
                return Step::OutOfFuel;
            }
            match self.try_choice::<FEW, false>(level, choice) {
                Verdict::Dead => {}
                Verdict::Solved => return Step::Solution, // S5
                Verdict::Branch(item) => {
                    self.branch_on(item);
                    level += 1;
                }
            }
        }
    }

    /// Draws the conclusions of the root.
    fn conclude_root(&mut self) -> Verdict {
        let has_few_planes = self.has_few_planes();
        let mut forced = 0;
        let mut frame = self.frame(0, &mut forced);
        if has_few_planes { frame.conclude_once::<true>() } else { frame.conclude_once::<false>() }
    }

    /// S2 to S4 outside the loop. The code of a choice is large, so it has no further copies where
    /// speed does not matter.
    #[inline(never)]
    fn try_once(&mut self, level: usize, choice: u32) -> Verdict {
        if self.has_few_planes() {
            self.try_choice::<true, true>(level, choice)
        } else {
            self.try_choice::<false, true>(level, choice)
        }
    }

    #[inline(always)]
    fn has_few_planes(&self) -> bool {
        self.table.plane_count == FEW_PLANES
    }

    /// The number of planes, known to the compiler if they are few.
    #[inline(always)]
    fn plane_count<const FEW: bool>(&self) -> usize {
        if FEW { FEW_PLANES } else { self.table.plane_count }
    }

    /// S1: the next choice for the item branched on at `level`, which is the last of the path.
    #[inline(always)]
    fn next_choice<const FEW: bool>(&mut self, level: usize) -> Option<u32> {
        let item = self.path[level].item as usize;
        let plane_count = self.plane_count::<FEW>();
        let untried = &mut self.untried[level];
        while untried.slots == 0 {
            untried.from += 64;
            if untried.from >= plane_count {
                return None;
            }
            untried.slots =
                slots_of(&self.planes[level * plane_count..][..plane_count], untried.from, item);
        }
        Some(self.table.choice_at(item, untried.take()))
    }

    /// S2 to S4: makes the frame below `level` with the choice made. `ONCE` says whether this is
    /// outside the loop.
    #[inline(always)]
    fn try_choice<const FEW: bool, const ONCE: bool>(
        &mut self,
        level: usize,
        choice: u32,
    ) -> Verdict {
        self.path[level].choice = choice;
        if ONCE {
            self.rejected_by = None;
        }
        let plane_count = self.plane_count::<FEW>();
        if self.planes.len() < (level + 2) * plane_count {
            self.planes.resize((level + 2) * plane_count, [0; W]);
            self.unsettled.resize(level + 2, Bits::EMPTY);
            self.taken.resize(level + 2, 0);
            self.watch_ends.resize(level + 3, 0);
        }
        self.unsettled[level + 1] = self.unsettled[level];
        self.taken[level + 1] = self.taken[level];
        let mut forced = 0;
        let mut verdict = {
            let (upper, lower) = self.planes.split_at_mut((level + 1) * plane_count);
            let mut frame = Frame {
                table: self.table,
                planes: &mut lower[..plane_count],
                unsettled: &mut self.unsettled[level + 1],
                settled_by: &mut self.settled_by,
                taken: &mut self.taken[level + 1],
                forced: &mut forced,
            };
            if !frame.choose_from(&upper[level * plane_count..], choice) {
                Verdict::Dead
            } else if ONCE {
                frame.conclude_once::<FEW>()
            } else {
                frame.conclude::<FEW>()
            }
        };
        let parent = self.watch_ends[level]..self.watch_ends[level + 1];
        self.watches.truncate(parent.end);
        while verdict != Verdict::Dead {
            if !self.within_limits(level + 1) || !self.review(level, parent.clone()) {
                verdict = Verdict::Dead;
                if ONCE {
                    self.rejected_by = self.rejecting(level, parent.clone());
                }
                break;
            }
            if verdict == Verdict::Solved || !self.strike_out(level, parent.end, &mut forced) {
                break;
            }
            let mut frame = self.frame(level + 1, &mut forced);
            verdict = if ONCE { frame.conclude_once::<FEW>() } else { frame.conclude::<FEW>() };
        }
        self.watch_ends[level + 2] = self.watches.len();
        let tally = self.profile.level(level + 1);
        tally.nodes += 1;
        if verdict != Verdict::Dead {
            tally.tallies[0] += 1;
            tally.tallies[1] +=
                u64::try_from(self.watches.len() - parent.end + 1).unwrap_or(u64::MAX);
            tally.tallies[2] += forced;
            // The loop is measured from outside.
            if ONCE && self.is_measured {
                self.measure_frame(level + 1, verdict == Verdict::Solved);
            }
        }
        verdict
    }

    /// Counts solutions and open requirements from now on.
    pub(crate) fn measure(&mut self) {
        self.is_measured = true;
    }

    /// Whether solutions and open requirements are counted.
    pub(crate) fn is_measured(&self) -> bool {
        self.is_measured
    }

    /// Walks on node by node, and measures each that lives. So the loop itself is no slower where
    /// nothing is measured.
    pub(crate) fn run_measured(
        &mut self,
        fuel: &mut Fuel,
        instructions: crate::vector::Instructions,
    ) -> Step {
        if self.is_exhausted || self.has_pending_solution || fuel.0 == 0 {
            return self.run(fuel, instructions);
        }
        loop {
            let alive = self.alive_count();
            let mut one = Fuel(1);
            let step = self.run(&mut one, instructions);
            fuel.0 -= 1 - one.0;
            if self.alive_count() > alive {
                let is_solved = step == Step::Solution;
                // A node that lives and is no solution is the end of the path now.
                let level = if is_solved { self.solution_level() } else { self.path.len() - 1 };
                self.measure_frame(level, is_solved);
            }
            if step != Step::OutOfFuel || fuel.0 == 0 {
                return step;
            }
        }
    }

    /// How many nodes have been alive.
    fn alive_count(&self) -> u64 {
        self.profile.levels().iter().map(|level| level.tallies[0]).sum()
    }

    fn measure_frame(&mut self, level: usize, is_solved: bool) {
        let open = self.open_requirements(level);
        let tally = self.profile.level(level);
        tally.tallies[3] += u64::from(is_solved);
        tally.tallies[4] += open;
    }

    /// How many requirements of the options taken are open at a frame: no item of theirs is
    /// covered, or known to be covered in the end.
    fn open_requirements(&self, level: usize) -> u64 {
        let may_stay_open = Bits(self.planes[level * self.table.plane_count]);
        let settled = self.table.busy.minus(self.unsettled[level]).iter();
        let taken = settled.filter_map(|item| {
            let choice = self.settled_by[item] as usize;
            // An option settles several items, and is asked at the first.
            (self.table.first_item[choice] as usize == item).then(|| &self.table.choices[choice])
        });
        let is_open = |any_of: &&Bits<W>| any_of.minus(may_stay_open).is_empty();
        let open = taken.map(|choice| choice.demands.iter().filter(is_open).count());
        u64::try_from(open.sum::<usize>()).unwrap_or(u64::MAX)
    }

    #[inline(always)]
    fn review(&mut self, level: usize, parent: std::ops::Range<usize>) -> bool {
        if parent.is_empty() {
            return true;
        }
        let mut watches = std::mem::take(&mut self.watches);
        let path = std::mem::take(&mut self.path);
        let lives = review(&self.frame(level + 1, &mut 0), &path[..=level], &mut watches, parent);
        self.watches = watches;
        self.path = path;
        lives
    }

    /// The symmetry that shows that the node below `level` must go, if one does.
    fn rejecting(&mut self, level: usize, parent: std::ops::Range<usize>) -> Option<u32> {
        let (watches, path) = (self.watches[parent].to_vec(), self.path[..=level].to_vec());
        rejecting(&self.frame(level + 1, &mut 0), &path, &watches)
    }

    #[inline(always)]
    fn strike_out(&mut self, level: usize, from: usize, forced: &mut u64) -> bool {
        if self.watches.len() == from {
            return false;
        }
        let watches = std::mem::take(&mut self.watches);
        let path = std::mem::take(&mut self.path);
        let any = strike_out(&mut self.frame(level + 1, forced), &path[..=level], &watches[from..]);
        self.watches = watches;
        self.path = path;
        any
    }

    #[inline(always)]
    fn branch_on(&mut self, item: usize) {
        let level = self.path.len();
        let planes = &self.planes[level * self.table.plane_count..][..self.table.plane_count];
        self.untried.push(Untried { slots: slots_of(planes, 0, item), from: 0, last: 0 });
        self.path.push(Made { item: kumiki_id::narrow(item), choice: 0 });
    }

    /// Whether the number of options can still end up within the limits.
    ///
    /// Every item that cannot stay open needs an option, and no option settles more than the
    /// largest; every option needs items, and none makes do with fewer than the smallest.
    #[inline(always)]
    fn within_limits(&self, level: usize) -> bool {
        let (taken, unsettled) = (self.taken[level], self.unsettled[level]);
        if let Some(most) = self.limits.at_most {
            let must_fill =
                unsettled.minus(Bits(self.planes[level * self.table.plane_count])).len();
            if taken + must_fill.div_ceil(self.table.largest_option) > most {
                return false;
            }
        }
        let most_possible = taken + unsettled.len() / self.table.smallest_option;
        self.limits.at_least.is_none_or(|least| most_possible >= least)
    }

    #[inline(always)]
    fn frame<'f>(&'f mut self, level: usize, forced: &'f mut u64) -> Frame<'f, W> {
        let plane_count = self.table.plane_count;
        Frame {
            table: self.table,
            planes: &mut self.planes[level * plane_count..][..plane_count],
            unsettled: &mut self.unsettled[level],
            settled_by: &mut self.settled_by,
            taken: &mut self.taken[level],
            forced,
        }
    }

    /// Narrows the limits from now on.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The number of options taken in the solution just reported.
    pub(crate) fn solution_len(&self) -> u32 {
        self.taken[self.solution_level()]
    }

    /// The symmetries that leave the solution just reported unchanged, the identity left out.
    pub(crate) fn solution_watches(&self) -> &[Watch] {
        let level = self.solution_level();
        &self.watches[self.watch_ends[level]..self.watch_ends[level + 1]]
    }

    /// The choices that settle the items of the solution just reported.
    pub(crate) fn settled_by(&self) -> &[u32] {
        &self.settled_by
    }

    /// The first busy item of each choice.
    pub(crate) fn first_item(&self) -> &[u32] {
        &self.table.first_item
    }

    /// A solution is reported while its parent is the last of the path, or, if the root itself is a
    /// solution, while the path ends above it.
    fn solution_level(&self) -> usize {
        self.path.len()
    }

    pub(crate) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Derives F1 to F4 and K1 to K3 for every frame of the stack by making the path's choices
    /// anew.
    pub(crate) fn audit(&self) -> Result<(), String> {
        // Limits end branches but change no frame, and they may have become narrower meanwhile.
        let mut fresh = Self::new(self.table, Limits::default());
        let depth = self.path.len().saturating_sub(1);
        for level in 0..=depth {
            let (mine, theirs) =
                (level * self.table.plane_count, (level + 1) * self.table.plane_count);
            if self.planes[mine..theirs] != fresh.planes[mine..theirs]
                || self.unsettled[level] != fresh.unsettled[level]
                || self.taken[level] != fresh.taken[level]
            {
                return Err(format!("K1: frame {level} is not what its choices make of it"));
            }
            let (from, to) = (self.watch_ends[level], self.watch_ends[level + 1]);
            if to > self.watches.len() || self.watches[from..to] != fresh.watches[from..to] {
                return Err(format!("K2: the symmetries watched at frame {level} are wrong"));
            }
            self.audit_frame(level)?;
            if level < depth {
                let choice = self.path[level].choice;
                match fresh.try_once(level, choice) {
                    Verdict::Branch(item) => fresh.branch_on(item),
                    other => {
                        return Err(format!(
                            "K1: choice {choice} at level {level} comes to {other:?}"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn audit_frame(&self, level: usize) -> Result<(), String> {
        let planes = &self.planes[level * self.table.plane_count..][..self.table.plane_count];
        let is_possible = |choice: u32| {
            let bits = &self.table.choices[choice as usize].bits;
            let set = bits
                .iter()
                .filter(|(item, slot)| Bits(planes[*slot as usize]).contains(*item as usize))
                .count();
            if set == bits.len() && set > 0 {
                Some(true)
            } else if set == 0 {
                Some(false)
            } else {
                None
            }
        };
        for choice in 0..kumiki_id::narrow(self.table.choices.len()) {
            if is_possible(choice).is_none() {
                return Err(format!("F1: choice {choice} is half ruled out at frame {level}"));
            }
        }
        let unsettled = self.unsettled[level];
        for item in self.table.busy.iter() {
            let ways = planes.iter().filter(|plane| Bits(**plane).contains(item)).count();
            if unsettled.contains(item) {
                if ways < 2 && !self.is_exhausted && !self.has_pending_solution {
                    return Err(format!("F3: item {item} has {ways} ways left at frame {level}"));
                }
            } else if ways != 1 || is_possible(self.settled_by[item]) != Some(true) {
                return Err(format!(
                    "F2: item {item} is settled but has {ways} ways at frame {level}"
                ));
            }
        }
        for (choice, made) in self.table.choices.iter().enumerate() {
            let possible = is_possible(kumiki_id::narrow(choice)) == Some(true);
            let is_taken = possible && !made.settles.meets(unsettled);
            for any_of in &made.demands {
                let met = !any_of.minus(Bits(planes[0])).is_empty();
                let hope = any_of.and(unsettled).len();
                if !met && (is_taken && hope < 2 || possible && hope == 0) && !self.is_exhausted {
                    return Err(format!(
                        "F4: a demand of choice {choice} is overlooked at frame {level}"
                    ));
                }
            }
        }
        Ok(())
    }
}
