//! The one hot loop: an explicit state machine over an explicit stack of branchings.
//!
//! # Steps
//! * **S1** Look at the node where we have arrived. If it is a solution, report it; the next call
//!   goes on here. If loose options are left, branch on them. If a set needs all that it has, take
//!   its first option as in S3 and repeat S1. Otherwise branch on the set with the least score.
//! * **S2** Find the next option of the last branching. If there is none, go to S5.
//! * **S3** Burn a unit of fuel, or stop here. Take the option. If that is not a dead end, go to
//!   S1.
//! * **S4** Give back everything taken since the last branching, delete the option tried there
//!   unless the others exclude it anyway, and go to S2.
//! * **S5** Forget the branching. Go to S4 for the one before it, or end if there is none.
//!
//! # Prefixes
//! A prefix names the option taken at every branching; what is forced in between needs no name. If
//! the options are cut into cases, the first choice is the number of a case. After a solution with
//! loose options left, [`STOP`] is the choice of none of them. The other choices there are the
//! parts of the space that contain more options.
//!
//! # Invariants of the stack
//! * **K1** Branching `b` was made when `b.taken_len` options had been taken, and its moment
//!   `start` is of that time.
//! * **K2** `waiting[b.first..]`, up to the next branching's first, are the options of branching
//!   `b` on a set.
//! * **K3** `deleted` are the options deleted along the path, not counting those that clash with
//!   options taken.
//! * **K4** Below the start are `base_len` options of `taken`, which are never given back. The
//!   choices of `prefix` lead there.
//!
//! # What is left
//! A search that gives up the rest tries the ways that no branching has begun, from the last
//! branching to the first; those that are alive are left. A node whose forced options have not all
//! been taken is left as a whole: these options are taken again by the search below it, and are
//! taken out of the profile of this one.

use crate::cells::{Cells, Moment, Outlook};
use crate::table::Table;
use crate::taxes::{Bill, Ceiling};
use kumiki_id::narrow;
use kumiki_plan::{Case, Weigher};
use kumiki_search::{Fuel, Prefix, Profile, Step};

/// The choice of no further option: "this is the solution".
pub(crate) const STOP: u32 = u32::MAX;

/// What each level of the profile sums up.
pub(crate) const TALLIES: &[&str] = &["forced", "dead ends", "solutions"];
const FORCED: usize = 0;
const DEAD_ENDS: usize = 1;
const SOLUTIONS: usize = 2;

/// What is searched, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchSetup<'t> {
    /// The problem.
    pub(crate) table: &'t Table,
    /// The cases that the options are cut into, if they are.
    pub(crate) cases: Option<&'t [Case]>,
    /// The highest cost of interest, if there is one.
    pub(crate) ceiling: Option<&'t Ceiling>,
    /// Whether solutions are counted instead of shown.
    pub(crate) counts: bool,
}

/// What is branched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The cases, by their numbers.
    Cases,
    /// The options of a set. If `deletes`, each is deleted after its trial; otherwise the others
    /// exclude it.
    Set { deletes: bool },
    /// All loose options.
    Loose,
}

/// A node with several ways to go on.
#[derive(Clone, Copy, Debug)]
struct Branching {
    /// What is branched on.
    kind: Kind,
    /// How many ways there are.
    width: u32,
    /// How many of them have been begun; the next is number `begun`.
    begun: u32,
    /// The option or case tried last. For loose options the first candidate, before any was tried.
    last: u32,
    /// Whether that trial goes on.
    is_open: bool,
    /// When the branching was made (K1).
    start: Moment,
    /// When the last trial began: later than `start` if options have been deleted.
    trial: Moment,
    /// How many options had been taken (K1).
    taken_len: usize,
    /// How many options had been deleted (K3).
    deleted_len: usize,
    /// Where its options begin in the list of those waiting (K2).
    first: usize,
}

/// What is done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// S1.
    Arrived,
    /// S2, or S4 if a trial goes on.
    Turning,
    /// Reporting the one solution that the prefix stands for.
    Stopping,
    /// Everything below the prefix has been searched.
    Done,
}

/// What S1 has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arrival {
    /// Nothing is needed any more. If loose options are left, they have been branched on.
    Solution,
    /// There are several ways to go on.
    Branching,
    /// What is forced is impossible or costs too much.
    DeadEnd,
    /// Something is forced, and there was no fuel to take it.
    OutOfFuel,
}

/// A search of the tree below a prefix.
#[derive(Clone, Debug)]
pub(crate) struct Walker<'t> {
    /// What is searched, and how.
    setup: SearchSetup<'t>,
    /// The sets, as the options taken and deleted leave them.
    cells: Cells<'t>,
    /// What the options taken cost, and what is owed. Nothing if there are no costs.
    bill: Bill,
    /// The options taken, the first one first; those of the prefix come before all others (K4).
    taken: Vec<u32>,
    /// The options deleted along the path (K3).
    deleted: Vec<u32>,
    /// The branchings below the prefix, the last one last (K1).
    branchings: Vec<Branching>,
    /// The options of all branchings on sets (K2).
    waiting: Vec<u32>,
    /// The moment at which the search below the prefix began (K4).
    base: Moment,
    /// How many options had been taken then (K4).
    base_len: usize,
    /// The choices that led there (K4).
    prefix: Prefix,
    /// What is done next.
    phase: Phase,
    /// The case that is searched, or was last. `None` if there are no cases, or before the first.
    case: Option<usize>,
    /// What was counted, for each case; a single one if there are no cases.
    weighers: Vec<Weigher>,
    /// Whether the search holds still at a solution, which is `taken`.
    is_at_solution: bool,
    /// Nodes and tallies, by how many options are taken.
    profile: Profile,
}

impl<'t> Walker<'t> {
    /// A search that stands at the root.
    pub(crate) fn new(setup: SearchSetup<'t>) -> Self {
        let mut cells = Cells::new(setup.table);
        let mut walker = Self {
            setup,
            bill: Bill::new(setup.table, &cells, &[]),
            base: cells.moment(),
            cells,
            taken: Vec::new(),
            deleted: Vec::new(),
            branchings: Vec::new(),
            waiting: Vec::new(),
            base_len: 0,
            prefix: Prefix::root(),
            phase: Phase::Arrived,
            case: None,
            weighers: vec![Weigher::default(); setup.cases.map_or(1, <[Case]>::len)],
            is_at_solution: false,
            profile: Profile::new(TALLIES),
        };
        if walker.cells.is_hopeless() {
            walker.phase = Phase::Done;
        } else if let Some(cases) = setup.cases {
            walker.branch(Kind::Cases, 0, narrow(cases.len()));
        }
        walker
    }

    /// Makes the choices of a prefix and takes the node they lead to as the root. Costs do not
    /// matter.
    ///
    /// # Panics
    /// If they do not lead to a live node; prefixes come from [`Walker::live_choices`].
    pub(crate) fn descend(&mut self, prefix: &Prefix) {
        let ceiling = self.setup.ceiling.take();
        for choice in prefix.choices() {
            let arrival = self.arrive();
            if *choice == STOP {
                assert_eq!(arrival, Arrival::Solution, "S1: one can stop at solutions only");
                self.phase = Phase::Stopping;
            } else {
                while self.next_way().expect("S2: the choice is one of the branching") != *choice {
                    self.skip();
                }
                assert!(self.go(*choice), "S3: the choice is no dead end");
            }
            self.branchings.clear();
            self.waiting.clear();
        }
        self.setup.ceiling = ceiling;
        self.prefix = prefix.clone();
        self.base_len = self.taken.len();
        self.base = self.cells.moment();
        self.profile = Profile::new(TALLIES);
    }

    /// The choices at the root that lead to live nodes, or `None` if it leads to a single solution
    /// without any.
    pub(crate) fn live_choices(&mut self) -> Option<Vec<u32>> {
        let mut live = Vec::new();
        if self.arrive() == Arrival::Solution {
            if self.branchings.is_empty() {
                return None;
            }
            live.push(STOP);
        }
        self.list_live_ways(|way| live.push(way));
        Some(live)
    }

    /// What is found at the node that the last choice of a prefix leads to.
    pub(crate) fn arrive_at(&mut self, prefix: &Prefix) -> kumiki_search::Arrival {
        use kumiki_search::Arrival as Found;
        let mut before = 0;
        if let Some((last, path)) = prefix.choices().split_last() {
            self.descend(&Prefix::from(path.to_vec()));
            if *last == STOP {
                return Found::Solution { forced: Vec::new() };
            }
            self.arrive();
            while self.next_way().is_some_and(|way| way != *last) {
                self.skip();
            }
            let is_case = self.branchings.last().is_some_and(|b| b.kind == Kind::Cases);
            before = self.taken.len() + usize::from(!is_case);
            if !self.go(*last) {
                return Found::Dead;
            }
            self.branchings.clear();
            self.waiting.clear();
        }
        let arrival = self.arrive();
        let forced = self.taken[before.min(self.taken.len())..].to_vec();
        match arrival {
            Arrival::DeadEnd | Arrival::OutOfFuel => return Found::Dead,
            Arrival::Solution if self.branchings.is_empty() => return Found::Solution { forced },
            Arrival::Solution | Arrival::Branching => {}
        }
        let item = match self.branchings.last().map(|branching| branching.kind) {
            Some(Kind::Set { .. }) => match self.cells.outlook() {
                Outlook::Branch(set) if self.setup.table.is_item(set) => Some(set),
                _ => None,
            },
            _ => None,
        };
        let mut ways: Vec<u32> =
            (arrival == Arrival::Solution).then_some(STOP).into_iter().collect();
        while let Some(way) = self.next_way() {
            ways.push(way);
            self.skip();
        }
        Found::Branch { forced, item, ways }
    }

    /// Tries all ways that are left at the last branching.
    fn list_live_ways(&mut self, mut found: impl FnMut(u32)) {
        while let Some(way) = self.next_way() {
            if self.is_too_dear(self.option_at(way)) {
                self.skip();
                continue;
            }
            if self.go(way) {
                found(way);
            }
            self.turn_back();
        }
    }

    /// Gives up what is left, and names the live nodes that lead there, in order.
    pub(crate) fn remaining(&mut self) -> Vec<Prefix> {
        let open = self.branchings.iter().filter(|branching| branching.is_open);
        let mut path = self.prefix.choices().to_vec();
        path.extend(open.map(|branching| branching.last));
        let mut rest = Vec::new();
        if matches!(self.phase, Phase::Arrived | Phase::Stopping) {
            rest.push(Prefix::from(path.clone()));
            self.uncount_forced();
        }
        while let Some(branching) = self.branchings.last() {
            if branching.is_open {
                path.pop();
                self.turn_back();
            }
            let node = Prefix::from(path.clone());
            self.list_live_ways(|way| rest.push(node.then(way)));
            self.forget_branching();
        }
        self.go_home();
        self.is_at_solution = false;
        rest
    }

    /// Takes the options that were forced since the last way was gone out of the profile.
    fn uncount_forced(&mut self) {
        let begin = self.branchings.last().map_or(self.base_len, |branching| {
            branching.taken_len + usize::from(self.option_at(branching.last).is_some())
        });
        for depth in begin + 1..=self.taken.len() {
            let level = self.profile.level(depth);
            level.nodes -= 1;
            level.tallies[FORCED] -= 1;
        }
    }

    /// S1 for prefixes.
    fn arrive(&mut self) -> Arrival {
        match self.phase {
            Phase::Arrived => self.look(&mut Fuel::unlimited()),
            Phase::Turning => Arrival::Branching,
            Phase::Stopping => Arrival::Solution,
            Phase::Done => Arrival::DeadEnd,
        }
    }

    /// Walks on.
    pub(crate) fn run(&mut self, fuel: &mut Fuel) -> Step {
        self.is_at_solution = false;
        loop {
            match self.phase {
                Phase::Arrived => match self.look(fuel) {
                    Arrival::Solution if self.report() => return Step::Solution,
                    Arrival::OutOfFuel => return Step::OutOfFuel,
                    Arrival::Solution | Arrival::Branching | Arrival::DeadEnd => {}
                },
                Phase::Stopping => {
                    self.phase = Phase::Turning;
                    if self.report() {
                        return Step::Solution;
                    }
                }
                Phase::Done => return Step::Exhausted,
                Phase::Turning => {
                    let Some(branching) = self.branchings.last() else {
                        self.go_home();
                        continue;
                    };
                    if branching.is_open {
                        self.turn_back();
                    }
                    match self.next_way() {
                        None => self.forget_branching(),
                        Some(way) if self.is_too_dear(self.option_at(way)) => self.skip(),
                        Some(_) if !fuel.burn() => return Step::OutOfFuel,
                        Some(way) => {
                            self.go(way);
                        }
                    }
                }
            }
        }
    }

    /// S1.
    #[inline]
    fn look(&mut self, fuel: &mut Fuel) -> Arrival {
        loop {
            match self.cells.outlook() {
                Outlook::Solved => {
                    self.phase = Phase::Turning;
                    self.branch_on_loose();
                    return Arrival::Solution;
                }
                Outlook::Branch(set) => {
                    self.branch_on_set(set);
                    return Arrival::Branching;
                }
                Outlook::Forced(set) => {
                    let option = self.cells.first_option(set);
                    let is_too_dear = self.is_too_dear(Some(option));
                    if !is_too_dear && !fuel.burn() {
                        return Arrival::OutOfFuel;
                    }
                    if is_too_dear || !self.take(option, true) {
                        self.phase = Phase::Turning;
                        return Arrival::DeadEnd;
                    }
                }
            }
        }
    }

    #[inline]
    fn branch_on_set(&mut self, set: u32) {
        let first = self.waiting.len();
        self.cells.list_ways(set, &mut self.waiting);
        let deletes = !self.cells.excludes_others(set);
        self.branch(Kind::Set { deletes }, first, narrow(self.waiting.len() - first));
    }

    /// Branches on the loose options, if there are any. All that were tried in an earlier branching
    /// of this kind are inactive, so this one begins where that one is.
    #[inline]
    fn branch_on_loose(&mut self) {
        let loose_count = self.cells.loose_count();
        if loose_count > 0 {
            let earlier =
                self.branchings.iter().rev().find(|branching| branching.kind == Kind::Loose);
            let last = earlier.map_or(0, |branching| branching.last);
            self.branch(Kind::Loose, self.waiting.len(), loose_count);
            self.branchings.last_mut().expect("there is one now").last = last;
        }
    }

    #[inline]
    fn branch(&mut self, kind: Kind, first: usize, width: u32) {
        let start = self.cells.moment();
        self.branchings.push(Branching {
            kind,
            width,
            begun: 0,
            last: 0,
            is_open: false,
            start,
            trial: start,
            taken_len: self.taken.len(),
            deleted_len: self.deleted.len(),
            first,
        });
        self.phase = Phase::Turning;
    }

    /// S2: the option or case to be tried next at the last branching.
    #[inline]
    fn next_way(&self) -> Option<u32> {
        let branching = self.branchings.last()?;
        if branching.begun == branching.width {
            return None;
        }
        match branching.kind {
            Kind::Cases => Some(branching.begun),
            Kind::Set { .. } => Some(self.waiting[branching.first + branching.begun as usize]),
            Kind::Loose => self.cells.next_loose(branching.last),
        }
    }

    /// The option that a way of the last branching takes.
    #[inline]
    fn option_at(&self, way: u32) -> Option<u32> {
        match self.branchings.last()?.kind {
            Kind::Cases => self.setup.cases?[way as usize].forced,
            Kind::Set { .. } | Kind::Loose => Some(way),
        }
    }

    /// S3: goes a way of the last branching. Says whether it is alive; if not,
    /// [`Walker::turn_back`] must follow.
    #[inline]
    fn go(&mut self, way: u32) -> bool {
        let option = self.option_at(way);
        let branching = self.branchings.last_mut().expect("S2: ways belong to a branching");
        branching.begun += 1;
        branching.last = way;
        branching.is_open = true;
        if branching.kind == Kind::Cases {
            self.case = Some(way as usize);
        }
        let is_alive = match option {
            Some(option) => self.take(option, false),
            None => {
                self.profile.level(self.taken.len()).nodes += 1;
                true
            }
        };
        if is_alive {
            self.phase = Phase::Arrived;
        }
        is_alive
    }

    /// Treats the next way as if it had been gone, and nothing found.
    fn skip(&mut self) {
        let way = self.next_way();
        if let (Some(way), Some(branching)) = (way, self.branchings.last_mut()) {
            branching.begun += 1;
            branching.last = way;
            self.turn_back();
        }
    }

    #[inline]
    fn take(&mut self, option: u32, is_forced: bool) -> bool {
        let tally = self.profile.level(self.taken.len() + 1);
        tally.nodes += 1;
        tally.tallies[FORCED] += u64::from(is_forced);
        self.bill.pay(self.setup.table, &self.cells, option);
        let is_alive = self.cells.take(option);
        if is_alive {
            self.taken.push(option);
        } else {
            tally.tallies[DEAD_ENDS] += 1;
            self.bill.refund(self.setup.table, &self.cells, option);
        }
        is_alive
    }

    /// S4.
    #[inline]
    fn turn_back(&mut self) {
        let Some(branching) = self.branchings.last_mut() else { return };
        branching.is_open = false;
        let Branching { kind, last, trial, taken_len, .. } = *branching;
        self.give_back(taken_len);
        self.cells.restore(trial);
        self.phase = Phase::Turning;
        let is_alive = match kind {
            Kind::Set { deletes: false } => return,
            Kind::Set { deletes: true } | Kind::Loose => self.delete(&[last]),
            Kind::Cases => {
                self.setup.cases.is_none_or(|cases| self.delete(&cases[last as usize].orbit))
            }
        };
        let trial = self.cells.moment();
        if let Some(branching) = self.branchings.last_mut() {
            branching.trial = trial;
            // After a case, some item may have no options left. After a way of a set no other set
            // is short before that one is, which has the least score.
            if !is_alive {
                branching.width = branching.begun;
            }
        }
    }

    fn delete(&mut self, options: &[u32]) -> bool {
        self.deleted.extend(options);
        options.iter().all(|option| self.cells.delete(*option))
    }

    #[inline]
    fn give_back(&mut self, taken_len: usize) {
        while self.taken.len() > taken_len {
            if let Some(option) = self.taken.pop() {
                self.cells.give_back(option);
                self.bill.refund(self.setup.table, &self.cells, option);
            }
        }
    }

    /// S5.
    #[inline]
    fn forget_branching(&mut self) {
        if let Some(branching) = self.branchings.pop() {
            self.cells.restore(branching.start);
            self.deleted.truncate(branching.deleted_len);
            self.waiting.truncate(branching.first);
        }
    }

    fn go_home(&mut self) {
        self.give_back(self.base_len);
        self.cells.restore(self.base);
        self.phase = Phase::Done;
    }

    /// Whether everything costs too much from here on, given the option that is taken next.
    #[inline]
    fn is_too_dear(&self, next: Option<u32>) -> bool {
        let bound = || self.bill.bound(self.setup.table, next);
        self.setup.ceiling.is_some_and(|ceiling| bound() > ceiling.cost())
    }

    /// Counts a solution, or says that it is to be shown.
    #[inline]
    fn report(&mut self) -> bool {
        if self.is_too_dear(None) {
            return false;
        }
        self.profile.level(self.taken.len()).tallies[SOLUTIONS] += 1;
        self.is_at_solution = !self.setup.counts;
        if self.setup.counts {
            let case = self.case.and_then(|number| self.setup.cases?.get(number));
            self.weighers[self.case.unwrap_or(0)].add(case, &self.taken);
        }
        self.is_at_solution
    }

    /// The options taken, in order, if the search holds still at a solution.
    pub(crate) fn solution(&self) -> Option<&[u32]> {
        self.is_at_solution.then_some(&self.taken)
    }

    pub(crate) fn cost(&self) -> u64 {
        self.bill.spent()
    }

    pub(crate) fn case(&self) -> Option<usize> {
        self.case
    }

    pub(crate) fn weighers(&self) -> &[Weigher] {
        &self.weighers
    }

    /// See [`Cells::looked_at`].
    pub(crate) fn looked_at(&self) -> u64 {
        self.cells.looked_at()
    }

    pub(crate) fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Derives the invariants of the stack, of the bill and of the sets from scratch.
    pub(crate) fn audit(&self) -> Result<(), String> {
        let (mut taken_from, mut waiting_from, mut deleted_from) = (self.base_len, 0, 0);
        for branching in &self.branchings {
            let Branching { kind, width, taken_len, deleted_len, first, .. } = *branching;
            if taken_len < taken_from || taken_len > self.taken.len() {
                return Err(format!("K1: a branching after {taken_len} options"));
            }
            if first != waiting_from {
                return Err(format!("K2: a branching whose options begin at {first}"));
            }
            if deleted_len < deleted_from || deleted_len > self.deleted.len() {
                return Err(format!("K3: a branching after {deleted_len} deletions"));
            }
            let listed = if matches!(kind, Kind::Set { .. }) { width as usize } else { 0 };
            (taken_from, waiting_from, deleted_from) = (taken_len, first + listed, deleted_len);
        }
        if waiting_from != self.waiting.len() {
            return Err(format!(
                "K2: {} options wait, expected {waiting_from}",
                self.waiting.len()
            ));
        }
        if self.phase == Phase::Done
            && (self.taken.len() != self.base_len || !self.branchings.is_empty())
        {
            return Err(format!(
                "K4: the end came {} options from home",
                self.taken.len() - self.base_len
            ));
        }
        if self.bill != Bill::new(self.setup.table, &self.cells, &self.taken) {
            return Err(String::from("B1: the bill is not what the options taken make of it"));
        }
        if Cells::new(self.setup.table).is_hopeless() {
            return Ok(());
        }
        self.cells.audit(&self.taken, &self.deleted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_oracle::universe::{RandomShape, random_cover_problems};
    use kumiki_plan::Plan;

    #[test]
    fn every_planted_fault_is_named() {
        let shape = RandomShape { max_cost: 9, requirements: 0, ..RandomShape::with_everything() };
        let mut checked = 0;
        for problem in random_cover_problems(3, 20, &shape) {
            let table = Table::new(&Plan::new(&problem));
            let mut walker = Walker::new(SearchSetup {
                table: &table,
                cases: None,
                ceiling: None,
                counts: false,
            });
            assert_eq!(walker.audit(), Ok(()));
            let is_far =
                |walker: &Walker<'_>| walker.branchings.len() > 1 && !walker.deleted.is_empty();
            while !is_far(&walker) && walker.run(&mut Fuel(1)) != Step::Exhausted {
                assert_eq!(walker.audit(), Ok(()));
            }
            if walker.phase == Phase::Done {
                continue;
            }
            checked += 1;
            let check = |label: &str, plant: &dyn Fn(&mut Walker<'_>)| {
                let mut faulty = walker.clone();
                plant(&mut faulty);
                let complaint = faulty.audit().expect_err(label);
                assert!(complaint.starts_with(label), "{complaint} instead of {label}");
            };
            check("K1", &|walker| walker.branchings[1].taken_len = 99);
            check("K2", &|walker| walker.branchings[1].first += 1);
            check("K2", &|walker| walker.waiting.push(0));
            check("K3", &|walker| walker.branchings[1].deleted_len = 99);
            check("K4", &|walker| walker.phase = Phase::Done);
            check("B1", &|walker| walker.bill = Bill::default());
        }
        assert!(checked > 5, "only {checked} searches were far enough");
    }
}
