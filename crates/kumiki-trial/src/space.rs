//! Trees: whatever the driver does with a search, everything is seen once and in order.
//!
//! # Promises
//! * **C1** With enough fuel a search does not ask for more. It comes to an end and stays there.
//! * **C2** Pausing changes nothing, and a search that asks for more has burned what it had.
//! * **C3** The units of a space make up the whole, in whatever order they are searched.
//! * **C4** What is left makes up the whole with what was seen, wherever a search gives up the
//!   rest, and what is left of that, too.
//! * **C5** A search that has given up the rest is exhausted.
//! * **C6** Audits pass at every pause.
//! * **C7** The driver finds the same with any number of threads.
//! * **C8** A run that is stopped has found some of it, in order. If it has had enough, these are
//!   the first.
//! * **C9** A run with a journal finds the same. So does one that goes on from what was in the
//!   store at any moment of another run, whatever the numbers of threads.
//! * **C10** So do shards, put together, however many there are; and shards that were stopped and
//!   went on.

use crate::heavy::{Heavy, HeavySearch};
use crate::host::TestHost;
use crate::seen::{Nodes, Seen, Shown, is_part_of, levels};
use crate::store::{MemoryStore, Pieces};
use kumiki_drive::{Host as _, Journal, JournalDocument, Run, Shard, Walked, merge};
use kumiki_model::StoppedBy;
use kumiki_search::{Fuel, Prefix, Profile, Search, Space, Step, cut, split};
use serde_json::Value;
use std::ops::ControlFlow;
use std::time::Duration;

/// Sips of fuel.
const SIPS: [u64; 7] = [1, 2, 3, 7, 20, 100, 1000];
/// Into how many units a space is cut.
const UNITS: [usize; 4] = [1, 3, 20, 400];
/// After how many nodes a search gives up the rest.
const NODES: [u64; 9] = [0, 1, 2, 3, 5, 10, 30, 100, 1000];
/// After how many solutions a search gives up the rest.
const SOLUTIONS: [u64; 3] = [1, 2, 10];
/// No more pauses than about this: larger spaces are not searched in the smallest sips.
const PAUSES: u64 = 2000;
/// At most about so many audits in a walk.
const AUDITS: u64 = 100;
/// Weights of a node on its way through the driver: with the second one some tens of nodes are
/// worth cutting.
const WEIGHTS: [u64; 2] = [1, 1 << 11];
/// After how many questions a host wants a run to stop.
const PATIENCE: [u64; 5] = [0, 1, 3, 10, 30];
/// How often a journal is written, on the clock of the host.
const EVERY: Duration = Duration::from_millis(20);
/// At most about so many moments of a run are gone on from.
const MOMENTS: usize = 2;
/// Spaces with no more nodes are all searched with journals and in shards, of others a quarter.
const KILLED_NODES: u64 = 2000;
/// The number of shards.
const SHARDS: u32 = 3;

/// Tries out everything that can happen to the searches of a space. `show` turns a search that
/// holds still at a solution into what is compared.
///
/// # Errors
/// If a promise is broken. Otherwise this is what the plain walk has seen.
pub fn check_space<'s, S: Space, T: Shown>(
    space: &'s S,
    nodes: Nodes,
    show: impl Fn(&S::Search<'s>) -> T + Sync,
) -> Result<Seen<T>, String> {
    let trial = Trial::new(space, nodes, show)?;
    trial.check_walks()?;
    trial.check_threads()?;
    Ok(trial.plain)
}

/// Tries out everything that can happen on one thread: pauses, units and what is left (C1 to C6).
///
/// # Errors
/// As [`check_space`].
pub fn check_walks<'s, S: Space, T: Shown>(
    space: &'s S,
    nodes: Nodes,
    show: impl Fn(&S::Search<'s>) -> T + Sync,
) -> Result<Seen<T>, String> {
    let trial = Trial::new(space, nodes, show)?;
    trial.check_walks()?;
    Ok(trial.plain)
}

/// Tries out the driver with one, two and three threads (C7, C8).
///
/// # Errors
/// As [`check_space`].
pub fn check_threads<'s, S: Space, T: Shown>(
    space: &'s S,
    nodes: Nodes,
    show: impl Fn(&S::Search<'s>) -> T + Sync,
) -> Result<Seen<T>, String> {
    let trial = Trial::new(space, nodes, show)?;
    trial.check_threads()?;
    Ok(trial.plain)
}

/// A space, and what a plain walk through it has seen.
struct Trial<'s, S, T, F> {
    space: &'s S,
    nodes: Nodes,
    show: F,
    plain: Seen<T>,
    /// The fuel of the plain walk.
    burned: u64,
}

/// When a search gives up the rest: after so many nodes, or so many solutions.
#[derive(Clone, Copy, Debug)]
struct Patience {
    nodes: u64,
    solutions: u64,
}

impl<'s, S: Space, T: Shown, F: Fn(&S::Search<'s>) -> T + Sync> Trial<'s, S, T, F> {
    /// C1
    fn new(space: &'s S, nodes: Nodes, show: F) -> Result<Self, String> {
        let mut search = space.begin(&Prefix::root());
        let mut plain = Seen::new(Profile::new(search.profile().names()));
        let mut fuel = Fuel::unlimited();
        loop {
            match search.advance(&mut fuel) {
                Step::Solution => plain.solutions.push(show(&search)),
                Step::OutOfFuel => return Err("C1: the fuel was not enough".to_owned()),
                Step::Exhausted => break,
            }
        }
        plain.close(&search);
        let burned = u64::MAX - fuel.0;
        let trial = Self { space, nodes, show, plain, burned };
        trial.is_at_its_end(&mut search).map_err(|fault| format!("C1: {fault}"))?;
        Ok(trial)
    }

    /// Whether a search stays where it is.
    fn is_at_its_end(&self, search: &mut S::Search<'s>) -> Result<(), String> {
        let before = (search.counted(), search.profile().clone());
        if search.advance(&mut Fuel::unlimited()) != Step::Exhausted {
            return Err("the end is not the end".to_owned());
        }
        if !search.remaining().is_empty() {
            return Err("something is left after the end".to_owned());
        }
        if search.counted() != before.0 || levels(search.profile()) != levels(&before.1) {
            return Err("counts change after the end".to_owned());
        }
        search.audit().map_err(|broken| format!("C6: after the end, {broken}"))
    }

    fn compare(&self, seen: &Seen<T>, how: impl FnOnce() -> String) -> Result<(), String> {
        seen.compare(&self.plain, self.nodes).map_err(|fault| format!("{}: {fault}", how()))
    }

    /// More pauses or parts than this mean that a search does not get on.
    fn most(&self) -> u64 {
        self.burned.saturating_mul(8).saturating_add(1000)
    }

    /// Whether pauses after so much fuel are neither too many nor none.
    fn is_of_use(&self, sip: u64) -> bool {
        self.burned / sip.max(1) <= PAUSES && sip <= self.burned + 1
    }

    fn check_walks(&self) -> Result<(), String> {
        for sip in SIPS.into_iter().filter(|sip| self.is_of_use(*sip)) {
            let seen = self.in_sips(&Prefix::root(), sip)?;
            // A pause forgets nothing.
            seen.compare(&self.plain, Nodes::Exact)
                .map_err(|fault| format!("C2: in sips of {sip}: {fault}"))?;
        }
        for wanted in UNITS {
            let (units, profile) = split(self.space, wanted);
            let units: Vec<Prefix> = units.into_iter().map(|unit| unit.prefix).collect();
            self.check_units(&units, profile, || format!("C3: in {wanted} units"))?;
            let mut profile = Profile::new(self.plain.profile.names());
            let units = cut(self.space, vec![Prefix::root()], wanted, &mut profile);
            self.check_units(&units, profile, || format!("C3: cut into {wanted}"))?;
            self.check_expander(&units)?;
            if units.len() < wanted {
                break; // There are no more.
            }
        }
        for nodes in NODES.into_iter().filter(|nodes| self.is_of_use(*nodes)) {
            let seen = self.in_parts(Patience { nodes, solutions: u64::MAX })?;
            self.compare(&seen, || format!("C4: giving up after every {nodes} nodes"))?;
            self.check_cut_rest(nodes)?;
        }
        let found = self.plain.solutions.len() as u64;
        let is_of_use = |solutions: &u64| found / solutions <= PAUSES && *solutions <= found;
        for solutions in SOLUTIONS.into_iter().filter(is_of_use) {
            let seen = self.in_parts(Patience { nodes: u64::MAX, solutions })?;
            self.compare(&seen, || format!("C4: giving up after every {solutions} solutions"))?;
        }
        Ok(())
    }

    /// C3: whatever was expanded before, a prefix has the same choices below it.
    fn check_expander(&self, units: &[Prefix]) -> Result<(), String> {
        let names = self.plain.profile.names();
        let mut expand = self.space.expander();
        for unit in units.iter().chain(units.iter().rev()) {
            let [mut profile, mut alone] = [Profile::new(names), Profile::new(names)];
            let found = expand(unit, &mut profile);
            let expected = self.space.expander()(unit, &mut alone);
            if found != expected || levels(&profile) != levels(&alone) {
                return Err(format!("C3: below {unit:?} are {found:?}, alone {expected:?}"));
            }
        }
        Ok(())
    }

    /// C2, C6
    fn in_sips(&self, prefix: &Prefix, sip: u64) -> Result<Seen<T>, String> {
        let mut search = self.space.begin(prefix);
        let mut seen = Seen::new(Profile::new(self.plain.profile.names()));
        let audited = (self.burned / sip / AUDITS).max(1);
        for pauses in 0..=self.most() {
            if pauses.is_multiple_of(audited) {
                search.audit().map_err(|broken| format!("C6: in sips of {sip}, {broken}"))?;
            }
            let mut fuel = Fuel(sip);
            match search.advance(&mut fuel) {
                Step::Solution => seen.solutions.push((self.show)(&search)),
                Step::OutOfFuel if fuel == Fuel(0) => {}
                Step::OutOfFuel => return Err(format!("C2: {fuel:?} of {sip} was not burned")),
                Step::Exhausted => {
                    seen.close(&search);
                    self.is_at_its_end(&mut search)
                        .map_err(|fault| format!("C2: in sips of {sip}, {fault}"))?;
                    return Ok(seen);
                }
            }
        }
        Err(format!("C2: in sips of {sip} it does not get on"))
    }

    /// C3: the units, the last one searched first.
    fn check_units(
        &self,
        units: &[Prefix],
        profile: Profile,
        how: impl FnOnce() -> String,
    ) -> Result<(), String> {
        let mut parts = Vec::new();
        for unit in units.iter().rev() {
            parts.push(self.in_sips(unit, 3 + self.burned / PAUSES)?);
        }
        let mut sum = Seen::new(profile);
        parts.into_iter().rev().for_each(|part| sum.extend(part));
        self.compare(&sum, how)
    }

    /// C5: what a search leaves.
    fn remaining(&self, search: &mut S::Search<'s>) -> Result<Vec<Prefix>, String> {
        let rest = search.remaining();
        self.is_at_its_end(search).map_err(|fault| format!("C5: after giving up, {fault}"))?;
        Ok(rest)
    }

    /// Searches below a prefix until it is time to give up the rest.
    fn begin(
        &self,
        prefix: &Prefix,
        patience: Patience,
        seen: &mut Seen<T>,
    ) -> Result<S::Search<'s>, String> {
        let mut search = self.space.begin(prefix);
        let mut fuel = Fuel(patience.nodes);
        let mut solutions = 0;
        while solutions < patience.solutions {
            match search.advance(&mut fuel) {
                Step::Solution => seen.solutions.push((self.show)(&search)),
                Step::OutOfFuel | Step::Exhausted => break,
            }
            solutions += 1;
        }
        search.audit().map_err(|broken| format!("C6: before giving up, {broken}"))?;
        Ok(search)
    }

    /// C4: a search gives up, and so do those below what it leaves.
    fn in_parts(&self, patience: Patience) -> Result<Seen<T>, String> {
        let mut seen = Seen::new(Profile::new(self.plain.profile.names()));
        let mut waiting = vec![(Prefix::root(), patience)];
        for _ in 0..=self.most() {
            let Some((prefix, patience)) = waiting.pop() else { return Ok(seen) };
            let mut search = self.begin(&prefix, patience, &mut seen)?;
            let rest = self.remaining(&mut search)?;
            seen.close(&search);
            // Where nothing was settled, more nodes are needed.
            let is_stuck = rest == [prefix];
            let nodes = patience.nodes.saturating_mul(1 + u64::from(is_stuck));
            let patience = Patience { nodes: nodes.max(1), ..patience };
            waiting.extend(rest.into_iter().rev().map(|part| (part, patience)));
        }
        Err(format!("C4: giving up again and again ({patience:?}), it does not get on"))
    }

    /// C3, C4: what is left after some nodes is cut into units.
    fn check_cut_rest(&self, nodes: u64) -> Result<(), String> {
        let mut seen = Seen::new(Profile::new(self.plain.profile.names()));
        let patience = Patience { nodes, solutions: u64::MAX };
        let mut search = self.begin(&Prefix::root(), patience, &mut seen)?;
        let rest = self.remaining(&mut search)?;
        seen.close(&search);
        for unit in cut(self.space, rest, 30, &mut seen.profile) {
            seen.extend(self.in_sips(&unit, 3 + self.burned / PAUSES)?);
        }
        self.compare(&seen, || format!("C4: what is left after {nodes} nodes, in units"))
    }

    fn check_threads(&self) -> Result<(), String> {
        for (threads, weight) in (1..=3).flat_map(|threads| WEIGHTS.map(|weight| (threads, weight)))
        {
            let how = format!("with {threads} threads and nodes of weight {weight}");
            let walked = self.driven(&TestHost::new(threads), weight, usize::MAX);
            self.compare_walked(walked, || format!("C7: {how}"))?;
        }
        let [.., weight] = WEIGHTS;
        for threads in 1..=3 {
            for patience in PATIENCE {
                let walked = self.driven(&TestHost::patient(threads, patience), weight, usize::MAX);
                self.check_stopped(&walked, 0).map_err(|fault| {
                    format!("C8: {threads} threads stopped after {patience}, {fault}")
                })?;
            }
            for most in [1, 50] {
                let walked = self.driven(&TestHost::new(threads), weight, most);
                self.check_stopped(&walked, most)
                    .map_err(|fault| format!("C8: {threads} threads for {most}, {fault}"))?;
            }
        }
        // Large spaces are too many to be killed all of them.
        if self.burned <= KILLED_NODES || self.burned.is_multiple_of(4) {
            self.check_journal()?;
            self.check_shards()?;
        }
        Ok(())
    }

    /// C9: what is in the store at any moment leads to the same.
    fn check_journal(&self) -> Result<(), String> {
        let [.., weight] = WEIGHTS;
        for threads in 1..=2 {
            let store = MemoryStore::default();
            let journal = Journal::in_store(Box::new(store.clone()), Value::Null, EVERY);
            let host = TestHost::new(threads);
            let walked = self.driven_by(Run::new(&host).with_journal(&journal), weight, usize::MAX);
            self.compare_walked(walked, || format!("C9: {threads} threads with a journal"))?;
            journal.write(&host);
            let history = store.history();
            for moment in (0..history.len()).step_by(history.len().div_ceil(MOMENTS)) {
                // With another number of threads, and stopped once more on the way.
                let other = 3 - threads;
                let how = || format!("C9: moment {moment} of {threads} threads, by {other}");
                let Some(stopped) = self.go_on(&history[moment], &TestHost::patient(other, 3))
                else {
                    continue;
                };
                let (pieces, _) = stopped.map_err(|fault| format!("{}: {fault}", how()))?;
                let went_on = self.go_on(&pieces, &TestHost::new(other)).expect("a document");
                let (_, walked) = went_on.map_err(|fault| format!("{}: {fault}", how()))?;
                self.compare_walked(walked, how)?;
            }
        }
        Ok(())
    }

    /// Goes on from what is in a store, if a document is there. Gives what is in it then.
    #[expect(clippy::type_complexity, reason = "said once")]
    fn go_on(
        &self,
        pieces: &Pieces,
        host: &TestHost,
    ) -> Option<Result<(Pieces, Walked<Vec<T>>), String>> {
        let store = MemoryStore::of(pieces.clone());
        Journal::read(&store).ok()?;
        let journal = match Journal::open(Box::new(store.clone()), EVERY) {
            Ok(journal) => journal,
            Err(error) => return Some(Err(error.to_string())),
        };
        let [.., weight] = WEIGHTS;
        let walked = self.driven_by(Run::new(host).with_journal(&journal), weight, usize::MAX);
        journal.write(host);
        Some(Ok((store.pieces(), walked)))
    }

    /// C10: shards make up the whole.
    fn check_shards(&self) -> Result<(), String> {
        let [.., weight] = WEIGHTS;
        let of = SHARDS;
        let mut parts = Vec::new();
        for index in 0..of {
            let shard = Shard { index, of };
            let how = || format!("C10: shard {index} of {of}");
            let (host, mut document) = (TestHost::new(1), None);
            // One is stopped on the way.
            if index == 1 {
                let impatient = TestHost::patient(2, 2);
                let journal = Journal::in_memory().for_shard(shard);
                self.driven_by(Run::new(&impatient).with_journal(&journal), weight, usize::MAX);
                document = Some(self.through_text(&journal, &impatient)?);
            }
            let journal = document.map_or_else(Journal::in_memory, Journal::of);
            let journal = journal.for_shard(shard);
            let run = Run::new(&host).with_journal(&journal);
            let walked = self.driven_by(run, weight, usize::MAX);
            if walked.stopped_by != Some(StoppedBy::Shard) {
                return Err(format!("{}, stopped by {:?}", how(), walked.stopped_by));
            }
            parts.push((shard, self.through_text(&journal, &host)?));
        }
        if merge(parts[1..].iter().cloned()).is_ok() {
            return Err(format!("C10: {} of {of} shards are a whole", of - 1));
        }
        parts.reverse();
        let merged = merge(parts).map_err(|error| format!("C10: {of} shards: {error}"))?;
        let (host, journal) = (TestHost::new(2), Journal::of(merged));
        let walked = self.driven_by(Run::new(&host).with_journal(&journal), weight, usize::MAX);
        self.compare_walked(walked, || format!("C10: {of} shards"))
    }

    fn through_text(&self, journal: &Journal, host: &TestHost) -> Result<JournalDocument, String> {
        let text = journal.document(host.elapsed()).to_text();
        JournalDocument::from_text(&text, "journal").map_err(|error| error.to_string())
    }

    /// Compares what the driver has found.
    fn compare_walked(
        &self,
        walked: Walked<Vec<T>>,
        how: impl Fn() -> String,
    ) -> Result<(), String> {
        if let Some(reason) = walked.stopped_by {
            return Err(format!("{}, stopped by {reason:?}", how()));
        }
        let Walked { ledger: solutions, profile, counted, .. } = walked;
        self.compare(&Seen { solutions, counted, profile }, how)
    }

    /// What the driver makes of the space.
    fn driven(&self, host: &TestHost, weight: u64, most: usize) -> Walked<Vec<T>> {
        self.driven_by(Run::new(host), weight, most)
    }

    fn driven_by(&self, run: Run<'_>, weight: u64, most: usize) -> Walked<Vec<T>> {
        let space = Heavy { space: self.space, weight };
        let show = &self.show;
        let see = |list: &mut Vec<T>, search: &HeavySearch<S::Search<'s>>| {
            list.push(show(&search.inner));
            ControlFlow::Continue(())
        };
        let accept = |list: &mut Vec<T>| {
            if list.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        run.tree("trial", &space, Vec::new, see, accept)
    }

    /// Whether a run that was stopped, at the earliest after so many solutions, has found what it
    /// should.
    fn check_stopped(&self, walked: &Walked<Vec<T>>, most: usize) -> Result<(), String> {
        let (found, all) = (&walked.ledger, &self.plain.solutions);
        if walked.stopped_by.is_none() && found != all {
            return Err("it says that it was not stopped, and has not found everything".to_owned());
        }
        if walked.stopped_by == Some(StoppedBy::Enough) && found.get(..most) != all.get(..most) {
            return Err(format!("the first {most} are others"));
        }
        if !is_part_of(found, all) {
            return Err("what was found is not among the solutions, in order".to_owned());
        }
        Ok(())
    }
}
