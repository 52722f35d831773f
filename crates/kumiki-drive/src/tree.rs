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
use crate::queue::{Found, Place, Queue};
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

/// What is said about a unit at its end.
struct Report {
    profile: Profile,
    counted: u64,
    /// Whether whoever looks at its solutions has seen enough.
    is_enough: bool,
}

/// What a unit has found, and at its end the report.
type Held<L> = (L, Option<Report>);

fn boxed<L: Ledger>(ledger: L, end: Option<Report>) -> Found {
    Box::<Held<L>>::new((ledger, end))
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
        let meter = Meter::new(*self, phase, true);
        let first = space.begin(&Prefix::root());
        let mut total = Walked {
            ledger: fresh(),
            profile: Profile::new(first.profile().names()),
            counted: 0,
            stopped_by: None,
        };
        let mut is_cut_short = false;
        let put_together = &mut |found: Found| {
            let (ledger, end) = *found.downcast::<Held<L>>().expect("what a unit has boxed");
            total.ledger.absorb(ledger);
            if let Some(Report { profile, counted, is_enough }) = end {
                total.profile.merge(&profile);
                total.counted += u128::from(counted);
                is_cut_short |= is_enough;
            }
            accept(&mut total.ledger)
        };
        let queue = Queue::new(&meter, 0, put_together);
        let begun = AtomicUsize::new(0);
        let walk = |place: Place, mut search: S::Search<'s>| {
            let is_first = place.is_empty();
            let is_audited =
                is_first || begun.fetch_add(1, Ordering::Relaxed).is_multiple_of(AUDITED);
            let mut pace = meter.pace();
            let (mut ledger, mut nodes) = (fresh(), 0);
            let (mut rest, mut cutting) = (Vec::new(), Profile::new(search.profile().names()));
            // Hands over what is held, if nothing comes before it; says whether more is wanted.
            let hand_over = |ledger: &mut L| {
                let held = &mut || boxed(std::mem::replace(ledger, fresh()), None);
                queue.hand_over_early(&place, held) && !meter.is_stopped()
            };
            let outcome = loop {
                // T1
                let sip = if is_first { pace.sip().min(SMALL - nodes) } else { pace.sip() };
                let mut fuel = Fuel(sip);
                // Stopped if enough was seen, or if there is no room for more (T3).
                let outcome = visit(&mut search, &mut fuel, |search| {
                    let is_enough = see(&mut ledger, search).is_break();
                    let is_full = ledger.held() >= HEAVY && !hand_over(&mut ledger);
                    match is_enough || is_full {
                        true => ControlFlow::Break(is_enough),
                        false => ControlFlow::Continue(()),
                    }
                });
                nodes += sip - fuel.0;
                if matches!(outcome, Outcome::Exhausted | Outcome::Stopped(true)) {
                    break outcome;
                }
                if ledger.held() > 0 {
                    hand_over(&mut ledger);
                }
                if !pace.go_on(sip - fuel.0, &String::new) {
                    break outcome;
                }
                if is_first && nodes >= SMALL {
                    rest = cut(space, search.remaining(), UNITS, &mut cutting); // T2
                    break outcome;
                }
                let is_wanted = nodes >= WORTH_CUTTING && queue.is_idle(); // T4
                if ledger.held() >= HEAVY || is_wanted {
                    rest = search.remaining();
                    break outcome;
                }
            };
            if is_audited
                && matches!(outcome, Outcome::Exhausted)
                && let Err(broken) = search.audit()
            {
                panic!("the audit of a search failed: {broken}"); // T5
            }
            cutting.merge(search.profile());
            let is_enough = matches!(outcome, Outcome::Stopped(true));
            let report = Report { profile: cutting, counted: search.counted(), is_enough };
            queue.hand_over(&place, ledger.held(), boxed(ledger, Some(report)), rest);
        };
        walk(Place::new(), first);
        let is_enough =
            queue.run(self.threads() - 1, &|place, prefix| walk(place, space.begin(&prefix)));
        drop(queue);
        total.stopped_by = match meter.reason() {
            _ if is_enough => Some(StoppedBy::Enough),
            Some(reason) => Some(reason),
            None => is_cut_short.then_some(StoppedBy::Enough),
        };
        total
    }
}
