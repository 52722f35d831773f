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
//! * **T5** In a run with a journal no unit takes long: it gives up its rest, so that what it has
//!   found is written down. It hands over nothing early.
//! * **T6** Work beside the search takes a turn after each sip; when it has the answer, the search
//!   is over and its own result is void.
//! * **T7** One exhausted unit in 64 is audited. Structures that are not what they were is a bug,
//!   and panics.

use crate::beside::Wish;
use crate::estimate::weights;
use crate::journal::{Codec, Journal};
use crate::ledger::Ledger;
use crate::meter::Meter;
use crate::queue::{Found, Place, Queue};
use crate::run::Run;
use kumiki_model::StoppedBy;
use kumiki_search::{Fuel, Outcome, Prefix, Profile, Search, Space, cut, split, visit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A space that this many nodes exhaust is not worth cutting (T1).
const SMALL: u64 = 1 << 16;
/// What is left of a larger space is cut into at least so many units (T2). To begin a unit makes
/// all choices of its prefix anew; units that turn out to be large are cut again (T4).
const UNITS: usize = 32;
/// Into about so many units for each shard a space is cut: they differ by factors of thousands.
const UNITS_OF_SHARD: usize = 4;
/// A unit that holds this many solutions hands them over (T3).
const HEAVY: usize = 1 << 10;
/// Fewer nodes are not worth cutting (T4).
const WORTH_CUTTING: u64 = 1 << 16;
/// One unit in so many is audited (T7): an audit makes all choices of a path anew.
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

/// What a unit has found and said, as a journal keeps it.
#[derive(Serialize, Deserialize)]
struct KeptUnit<L> {
    ledger: L,
    /// Nodes and tallies of each level.
    levels: Vec<(u64, Vec<u64>)>,
    counted: u64,
    is_enough: bool,
}

fn encode<L: Ledger>(found: &Found) -> String {
    let (ledger, end) = found.downcast_ref::<Held<L>>().expect("what a unit has boxed");
    let end = end.as_ref().expect("units of a journal hand over nothing early");
    let levels = end.profile.levels().iter();
    let kept = KeptUnit {
        ledger,
        levels: levels.map(|level| (level.nodes, level.tallies.clone())).collect(),
        counted: end.counted,
        is_enough: end.is_enough,
    };
    serde_json::to_string(&kept).expect("a ledger is plain data")
}

fn decode<L: Ledger>(text: &str, names: &'static [&'static str]) -> Found {
    let kept: KeptUnit<L> = serde_json::from_str(text).expect("what a unit has written");
    let KeptUnit { ledger, levels, counted, is_enough } = kept;
    let mut profile = Profile::new(names);
    for (depth, (nodes, tallies)) in levels.into_iter().enumerate() {
        let level = profile.level(depth);
        (level.nodes, level.tallies) = (nodes, tallies);
    }
    boxed(ledger, Some(Report { profile, counted, is_enough }))
}

/// Adds a result to another.
fn absorb<L: Ledger>(into: &mut Found, later: Found) {
    let open = "what a unit has boxed";
    let (ledger, end) = into.downcast_mut::<Held<L>>().expect(open);
    let (later, later_end) = *later.downcast::<Held<L>>().expect(open);
    ledger.absorb(later);
    if let (Some(end), Some(later)) = (end, later_end) {
        end.profile.merge(&later.profile);
        end.counted += later.counted;
        end.is_enough |= later.is_enough;
    }
}

impl Run<'_> {
    /// Lets work beside the search take its turns (T6). Says whether the search goes on.
    fn let_others_work(&self, meter: &Meter<'_>, note: &dyn Fn() -> String) -> bool {
        while let Some(work) = self.beside {
            match work.turn(meter.nodes()) {
                Wish::Wait => break,
                Wish::Again if meter.go_on(0, note) => {}
                Wish::Again => return false,
                Wish::End => {
                    meter.stop();
                    return false;
                }
            }
        }
        true
    }

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
        let names = first.profile().names();
        let codec = Codec {
            encode: &encode::<L>,
            decode: &|text| decode::<L>(text, names),
            absorb: Some(&absorb::<L>),
        };
        let (keeping, known) = self.keep_units(phase, names.iter().copied(), codec).unzip();
        let given_up_after =
            keeping.as_ref().map(|_| self.journal.map_or(Duration::MAX, Journal::every));
        let shard = self.journal.and_then(Journal::shard);
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
        let is_ordered = fresh().is_ordered();
        let weigh = |units: &[Prefix]| {
            weights(units, &|above| space.expand(above, &mut Profile::new(names)))
        };
        let queue =
            Queue::new(&meter, BTreeMap::new(), put_together, keeping, (&weigh, is_ordered));
        let begun = AtomicUsize::new(0);
        let walk = |place: Place, mut search: S::Search<'s>| {
            let is_first = place.is_empty();
            let is_audited =
                is_first || begun.fetch_add(1, Ordering::Relaxed).is_multiple_of(AUDITED);
            let mut pace = meter.pace();
            let (began, is_begun_late) = (self.elapsed(), queue.is_long());
            let (mut ledger, mut nodes, mut seen, mut told) = (fresh(), 0, 0, 0);
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
                    seen += 1;
                    let is_enough = see(&mut ledger, search).is_break();
                    let is_full = ledger.held() >= HEAVY && !hand_over(&mut ledger);
                    match is_enough || is_full {
                        true => ControlFlow::Break(is_enough),
                        false => ControlFlow::Continue(()),
                    }
                });
                nodes += sip - fuel.0;
                let all = seen + search.counted();
                meter.add_seen(all - std::mem::replace(&mut told, all));
                if matches!(outcome, Outcome::Exhausted | Outcome::Stopped(true)) {
                    break outcome;
                }
                if ledger.held() > 0 {
                    hand_over(&mut ledger);
                }
                let note = &|| queue.share_in_words();
                if !pace.go_on(sip - fuel.0, note) || !self.let_others_work(&meter, note) {
                    if given_up_after.is_some() {
                        rest = search.remaining();
                    }
                    break outcome;
                }
                if is_first && nodes >= SMALL {
                    rest = cut(space, search.remaining(), UNITS, &mut cutting); // T2
                    break outcome;
                }
                let is_wanted = nodes >= WORTH_CUTTING && queue.is_idle(); // T4
                let is_old = given_up_after
                    .is_some_and(|after| self.elapsed().saturating_sub(began) >= after); // T5
                // A unit that was large when it was begun is told by its parts now.
                let is_large = !is_begun_late && queue.is_to_be_cut(&place);
                if ledger.held() >= HEAVY || is_wanted || is_old || is_large {
                    rest = search.remaining();
                    break outcome;
                }
            };
            if is_audited
                && matches!(outcome, Outcome::Exhausted)
                && let Err(broken) = search.audit()
            {
                panic!("the audit of a search failed: {broken}"); // T7
            }
            cutting.merge(search.profile());
            let is_enough = matches!(outcome, Outcome::Stopped(true));
            let report = Report { profile: cutting, counted: search.counted(), is_enough };
            let held = ledger.held();
            queue.hand_over(&place, nodes, (held, boxed(ledger, Some(report))), rest);
        };
        match (known.flatten(), shard) {
            (Some(units), _) => {
                meter.add_nodes(units.nodes);
                queue.take_up(&units);
            }
            (None, None) => walk(Place::new(), first),
            (None, Some(shard)) => {
                let (units, profile) = split(space, UNITS_OF_SHARD * shard.of as usize);
                let units: Vec<Prefix> = units.into_iter().map(|unit| unit.prefix).collect();
                queue.cut_for_shards(&units, shard);
                if shard.index == 0 {
                    let report = Report { profile, counted: 0, is_enough: false };
                    let found = boxed(fresh(), Some(report));
                    queue.hand_over(&Place::new(), 0, (0, found), Vec::new());
                }
            }
        }
        let is_enough = queue.run(self.threads() - 1, &|place, prefix| {
            if !queue.is_to_be_cut(&place) {
                return walk(place, space.begin(&prefix));
            }
            let mut profile = Profile::new(names);
            let parts = cut(space, vec![prefix.clone()], 2, &mut profile);
            if parts.len() < 2 {
                // It is a solution, or has none: there is nothing to be cut.
                return walk(place, space.begin(&prefix));
            }
            let report = Report { profile, counted: 0, is_enough: false };
            queue.hand_over(&place, 0, (0, boxed(fresh(), Some(report))), parts);
        });
        drop(queue);
        if shard.is_some() && !self.is_in_rounds && meter.reason().is_none() {
            self.end_share();
            total.stopped_by = Some(StoppedBy::Shard);
            return total;
        }
        total.stopped_by = match meter.reason() {
            _ if is_enough => Some(StoppedBy::Enough),
            Some(reason) => Some(reason),
            None => is_cut_short.then_some(StoppedBy::Enough),
        };
        total
    }
}
