//! Search spaces on all threads.
//!
//! # How a space is searched
//! * **T1** A search begins at the root, with little fuel. If that exhausts the space, that was
//!   all.
//! * **T2** Otherwise what is left of it is cut into units. The cut depends on the space alone, not
//!   on the threads.
//! * **T3** A unit that holds many solutions hands them over early if nothing comes before it.
//!   Otherwise its rest is left to others, so that what waits in memory stays small.
//! * **T4** A unit whose search takes long while a thread has nothing to do is cut again.
//! * **T5** One exhausted unit in 64 is audited. Structures that are not what they were is a bug,
//!   and panics.

use crate::ledger::Ledger;
use crate::meter::Meter;
use crate::queue::{Place, Queue};
use crate::run::Run;
use kumiki_model::StoppedBy;
use kumiki_search::{Fuel, Outcome, Prefix, Profile, Search, Space, cut, visit};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A space that this many nodes exhaust is not worth cutting (T1).
const SMALL: u64 = 1 << 16;
/// Into about this many units a larger space is cut (T2). To begin a unit makes all choices of its
/// prefix anew; units that turn out to be large are cut again (T4).
const UNITS: usize = 32;
/// A unit that holds this many solutions hands them over (T3).
const HEAVY: usize = 1 << 10;
/// Fewer nodes are not worth cutting (T4).
const WORTH_CUTTING: u64 = 1 << 16;
/// One unit in so many is audited (T5): an audit makes all choices of a path anew.
const AUDITED: usize = 64;

/// What came of searching a space.
#[derive(Clone, Debug)]
pub struct Walked<L> {
    /// What was found.
    pub ledger: L,
    /// The nodes that were visited.
    pub profile: Profile,
    /// What the searches counted without stopping at it.
    pub counted: u128,
    /// Why not all was searched, if it was not.
    pub stopped_by: Option<StoppedBy>,
}

/// What a unit hands over.
enum Found<L> {
    /// What it holds so far; more will come.
    Early(L),
    /// The last of it.
    Last(Part<L>),
}

struct Part<L> {
    ledger: L,
    profile: Profile,
    counted: u64,
    end: End,
}

/// How a unit ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// All of it was searched, or its rest was left to others.
    Exhausted,
    /// Whoever looks at its solutions has seen enough.
    Enough,
    /// The run was stopped.
    Stopped,
}

/// Why a search holds still at a solution.
enum Hold {
    Enough,
    Heavy,
}

impl Run<'_> {
    /// Searches a space. Each unit of it has a ledger that begins as `fresh` says and to which
    /// `see` adds what it likes at every solution. The ledgers are put together in the order of the
    /// search, and `accept` looks at the whole after each: it may take solutions out of it, to hand
    /// them on while the search goes on. If `see` breaks, the rest of its unit is skipped; if
    /// `accept` breaks, everything is.
    ///
    /// A run that is stopped keeps what its unfinished units have found: the solutions are genuine,
    /// only the end is missing.
    pub fn tree<'s, S: Space, L: Ledger>(
        &self,
        phase: &'static str,
        space: &'s S,
        fresh: impl Fn() -> L + Sync,
        see: impl Fn(&mut L, &S::Search<'s>) -> ControlFlow<()> + Sync,
        mut accept: impl FnMut(&mut L) -> ControlFlow<()> + Send,
    ) -> Walked<L> {
        let meter = Meter::new(*self, phase);
        let mut first = Unit { search: space.begin(&Prefix::root()), ledger: fresh(), nodes: 0 };
        let mut total = Walked {
            ledger: fresh(),
            profile: Profile::new(first.search.profile().names()),
            counted: 0,
            stopped_by: None,
        };
        let mut pace = meter.pace();
        let (mut end, mut is_enough) = (None, false);
        while end.is_none() && !is_enough && first.nodes < SMALL {
            let (sip, before) = (pace.sip().min(SMALL - first.nodes), first.nodes);
            // Nothing comes before the first unit.
            let mut early = |ledger: L| {
                total.ledger.absorb(ledger);
                is_enough = accept(&mut total.ledger).is_break();
                is_enough.then(&fresh)
            };
            end = first.advance(sip, &see, &fresh, &mut early);
            if first.ledger.held() > 0 {
                early(std::mem::replace(&mut first.ledger, fresh()));
            }
            if end.is_none() && !pace.go_on(first.nodes - before, String::new) {
                end = Some(End::Stopped);
            }
        }
        let rest = if end.is_none() && !is_enough { first.search.remaining() } else { Vec::new() };
        let part = first.part(end.unwrap_or(End::Exhausted), end.is_some());
        let mut ends = vec![part.end];
        total.add(part);
        is_enough = is_enough || accept(&mut total.ledger).is_break();
        if !rest.is_empty() && !is_enough {
            let units = cut(space, rest, UNITS, &mut total.profile); // T2
            let begun = AtomicUsize::new(0);
            let total = &mut total;
            let ends = &mut ends;
            let queue = Queue::new(&meter, units.into_iter(), |found| {
                match found {
                    Found::Early(ledger) => total.ledger.absorb(ledger),
                    Found::Last(part) => {
                        ends.push(part.end);
                        total.add(part);
                    }
                }
                accept(&mut total.ledger)
            });
            is_enough = queue.run(self.threads() - 1, |queue, place, prefix| {
                let is_audited = begun.fetch_add(1, Ordering::Relaxed).is_multiple_of(AUDITED);
                let unit = Unit { search: space.begin(&prefix), ledger: fresh(), nodes: 0 };
                unit.run(&meter, queue, &place, &fresh, &see, is_audited);
            });
        }
        total.stopped_by = match meter.reason() {
            _ if is_enough => Some(StoppedBy::Enough),
            Some(reason) => Some(reason),
            None if ends.contains(&End::Enough) => Some(StoppedBy::Enough),
            None => None,
        };
        total
    }
}

impl<L: Ledger> Walked<L> {
    fn add(&mut self, part: Part<L>) {
        self.ledger.absorb(part.ledger);
        self.profile.merge(&part.profile);
        self.counted += u128::from(part.counted);
    }
}

/// A search and what it holds.
struct Unit<S, L> {
    search: S,
    ledger: L,
    nodes: u64,
}

impl<S: Search, L: Ledger> Unit<S, L> {
    /// Searches on. `hand_over` is offered what the unit holds if it is much, and may give it back;
    /// then the search holds still. Says how the unit ended, if it did.
    fn advance(
        &mut self,
        sip: u64,
        see: &impl Fn(&mut L, &S) -> ControlFlow<()>,
        fresh: &impl Fn() -> L,
        mut hand_over: impl FnMut(L) -> Option<L>,
    ) -> Option<End> {
        let mut fuel = Fuel(sip);
        let end = loop {
            let ledger = &mut self.ledger;
            let outcome = visit(&mut self.search, &mut fuel, |search| {
                if see(ledger, search).is_break() {
                    ControlFlow::Break(Hold::Enough)
                } else if ledger.held() >= HEAVY {
                    ControlFlow::Break(Hold::Heavy)
                } else {
                    ControlFlow::Continue(())
                }
            });
            match outcome {
                Outcome::OutOfFuel => break None,
                Outcome::Exhausted => break Some(End::Exhausted),
                Outcome::Stopped(Hold::Enough) => break Some(End::Enough),
                Outcome::Stopped(Hold::Heavy) => {
                    let held = std::mem::replace(&mut self.ledger, fresh());
                    if let Some(held) = hand_over(held) {
                        self.ledger = held;
                        break None;
                    }
                }
            }
        };
        self.nodes += sip - fuel.0;
        end
    }

    fn part(self, end: End, is_audited: bool) -> Part<L> {
        if is_audited
            && end == End::Exhausted
            && let Err(broken) = self.search.audit()
        {
            panic!("the audit of a search failed: {broken}");
        }
        let Self { search, ledger, .. } = self;
        Part { ledger, profile: search.profile().clone(), counted: search.counted(), end }
    }

    /// Searches the unit to its end, or as far as it is to be.
    fn run<A: FnMut(Found<L>) -> ControlFlow<()> + Send>(
        mut self,
        meter: &Meter<'_>,
        queue: &Queue<'_, '_, Prefix, Found<L>, A>,
        place: &Place,
        fresh: &impl Fn() -> L,
        see: &impl Fn(&mut L, &S) -> ControlFlow<()>,
        is_audited: bool,
    ) {
        let mut pace = meter.pace();
        let mut rest = Vec::new();
        let early = |ledger: L| match queue.hand_over_early(place, Found::Early(ledger)) {
            Some(Found::Early(ledger)) => Some(ledger),
            _ => None,
        };
        let end = loop {
            let before = self.nodes;
            if let Some(end) = self.advance(pace.sip(), see, fresh, early) {
                break end;
            }
            if !pace.go_on(self.nodes - before, String::new) {
                break End::Stopped;
            }
            let is_heavy = self.ledger.held() >= HEAVY; // T3
            let is_wanted = self.nodes >= WORTH_CUTTING && queue.is_idle(); // T4
            if is_heavy || is_wanted {
                rest = self.search.remaining();
                break End::Exhausted;
            }
            if self.ledger.held() > 0 {
                let held = std::mem::replace(&mut self.ledger, fresh());
                if let Some(held) = early(held) {
                    self.ledger = held;
                }
            }
        };
        let held = self.ledger.held();
        // The rest is not searched here, so there is nothing to compare with.
        let part = self.part(end, is_audited && rest.is_empty());
        queue.hand_over(place, Found::Last(part), held, rest);
    }
}
