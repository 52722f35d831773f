//! Units in order, worked on out of order.
//!
//! # The idea
//! Every unit has a *place*: a list of numbers, compared like words in a dictionary. Threads take
//! the first unit that waits, or one by lot if nobody wants the first results first; what comes of
//! it is accepted when no earlier unit is left. A unit that is cut gives its place to what was
//! found so far, and its rest follows at longer places, before the next unit.
//!
//! # Invariants
//! * **Q1** Results are accepted in the order of their places, each once, one at a time. If nobody
//!   wants the first ones first, they are accepted as they come.
//! * **Q2** A place is waiting, running or finished, or accepted and forgotten.
//! * **Q3** The first place of all that are known is waiting or running (otherwise it would have
//!   been accepted), and a thread that is free takes it whatever else is waiting for it. So
//!   somebody always gets on.
//!
//! Results are boxes that only whoever accepts can open, so that all this is compiled once, and not
//! for each kind of work: it was a third of the façade.

use crate::estimate::{TopUnit, share_done};
use crate::journal::{Keeping, Kept, KeptResult, Shard, UnitsRecord};
use crate::meter::{Meter, StopOnPanic, lock};
use kumiki_search::{Prefix, mix};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A search that takes so long cuts large units, so that those that are over tell about the rest.
const LONG: Duration = Duration::from_secs(4);
/// A unit is large if it is more than this part of all, by weight.
const LARGE: f64 = 128.0;
/// At most this many finished units wait for an earlier one.
const WINDOW: usize = 512;
/// At most this many solutions do, as far as units say how many they hold.
const HELD: usize = 1 << 16;

/// Where a unit stands in the order.
pub(crate) type Place = Vec<u32>;

/// What came of a unit; whoever accepts it knows its type.
pub(crate) type Found = Box<dyn Any + Send>;

/// Takes results in order; breaks when it has had enough.
pub(crate) type Accept<'a> = &'a mut (dyn FnMut(Found) -> ControlFlow<()> + Send);

/// Says how much of the whole units are, if nodes were equally many everywhere.
pub(crate) type Weigh<'a> = &'a (dyn Fn(&[Prefix]) -> Vec<f64> + Sync);

/// The units of a phase.
pub(crate) struct Queue<'m, 'h> {
    meter: &'m Meter<'h>,
    /// How results are kept in a journal, if they are.
    keeping: Option<Keeping<'m>>,
    /// The weights of units of the first cut.
    weigh: Weigh<'m>,
    /// Whether units are worked on in order, as far as that can be; otherwise by lot.
    is_ordered: bool,
    state: Mutex<State<'m>>,
    changed: Condvar,
    /// How many threads have nothing to do.
    idle: AtomicUsize,
}

struct State<'a> {
    waiting: BTreeMap<Place, Prefix>,
    running: BTreeMap<Place, Prefix>,
    /// Results, each with the number of solutions that it holds.
    finished: BTreeMap<Place, (Found, usize)>,
    /// The sum of these numbers.
    held: usize,
    accept: Accept<'a>,
    /// Whether whoever accepts has had enough.
    is_enough: bool,
    accepted: u64,
    /// What is accepted, for the journal.
    kept: Kept,
    /// The result with which whoever accepts has had enough, for the journal.
    refused: Option<KeptResult>,
    /// Into how many units the whole was cut, if it was cut for shards.
    cut_into: Option<u32>,
    /// The units by which it is told how much is done: those of the first cut, or their parts.
    tops: BTreeMap<Place, TopUnit>,
    /// The sum of their weights.
    weight: f64,
}

impl State<'_> {
    /// The place of the unit that tells how much is done of a place.
    fn top_of<'p>(&self, place: &'p [u32]) -> Option<&'p [u32]> {
        let above = (1..=place.len()).rev().map(|len| &place[..len]);
        above.into_iter().find(|above| self.tops.contains_key(*above))
    }

    /// Whether a unit is so large a part of all that it should be told by its parts.
    fn is_large(&self, place: &Place) -> bool {
        self.tops.get(place).is_some_and(|top| top.weight * LARGE > self.weight)
    }

    /// Whether nothing comes before a place any more.
    fn is_due(&self, place: &Place) -> bool {
        let firsts = self.waiting.keys().next().into_iter().chain(self.running.keys().next());
        firsts.min().is_none_or(|first| place <= first)
    }
}

impl<'m, 'h> Queue<'m, 'h> {
    /// A queue of units.
    pub(crate) fn new(
        meter: &'m Meter<'h>,
        waiting: BTreeMap<Place, Prefix>,
        accept: Accept<'m>,
        keeping: Option<Keeping<'m>>,
        (weigh, is_ordered): (Weigh<'m>, bool),
    ) -> Self {
        meter.set_parts(0, waiting.len() as u64);
        let state = State {
            waiting,
            running: BTreeMap::new(),
            finished: BTreeMap::new(),
            held: 0,
            accept,
            is_enough: false,
            accepted: 0,
            kept: Kept::default(),
            refused: None,
            cut_into: None,
            tops: BTreeMap::new(),
            weight: 0.0,
        };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Self { meter, keeping, weigh, is_ordered, state, changed, idle: AtomicUsize::new(0) }
    }

    /// Goes on from what an earlier run has done: accepts what it had accepted, and has waiting
    /// what was left.
    pub(crate) fn take_up(&self, units: &UnitsRecord) {
        let Some(keeping) = &self.keeping else { return };
        let mut state = lock(&self.state);
        state.waiting.clear();
        state.kept = Kept::of(units, keeping);
        state.cut_into = units.cut_into;
        state.tops.clone_from(&units.tops);
        state.weight = units.tops.values().map(|top| top.weight).sum();
        for KeptResult { place, held, found } in &units.finished {
            state.held += held;
            state.finished.insert(place.clone(), ((keeping.codec.decode)(found.get()), *held));
        }
        let waiting = units.waiting.iter();
        state.waiting =
            waiting.map(|(place, choices)| (place.clone(), choices.clone().into())).collect();
        // If that is broken off, nothing is lost: all of it is kept, and waits.
        keeping.replay(units, &mut |kept| {
            let flow = self.accept(&mut state, (keeping.codec.decode)(kept.found.get()));
            state.accepted += u64::from(kept.place.len() == 1);
            flow.is_continue()
        });
        self.accept_due(&mut state);
        // Shards that were not begun have nothing waiting, and are a part of the rest all the same.
        if let Some(reason) = self.meter.leaves_rest() {
            self.meter.end(reason);
        }
    }

    /// Has waiting those units of all that belong to a shard.
    pub(crate) fn cut_for_shards(&self, units: &[Prefix], shard: Shard) {
        let mut state = lock(&self.state);
        state.cut_into = Some(u32::try_from(units.len()).expect("numbers of units have 32 bits"));
        let own = (0_u32..).zip(units).filter(|(unit, _)| shard.has(*unit));
        let (places, own): (Vec<Place>, Vec<Prefix>) =
            own.map(|(unit, prefix)| (vec![unit], prefix.clone())).unzip();
        let weights = (self.weigh)(&own).into_iter().map(TopUnit::new);
        state.tops = places.iter().cloned().zip(weights).collect();
        state.waiting = places.into_iter().zip(own).collect();
        state.weight = state.tops.values().map(|top| top.weight).sum();
    }

    /// Units of the first cut, with their weights.
    fn weighed(&self, units: &[Prefix]) -> impl Iterator<Item = (Place, TopUnit)> {
        let weights = (self.weigh)(units).into_iter().map(TopUnit::new);
        (0..).map(|unit| vec![unit]).zip(weights)
    }

    /// Whether units are worked on by lot, in a search that takes long: then large ones are cut, so
    /// that those that are over tell about the rest.
    pub(crate) fn is_long(&self) -> bool {
        !self.is_ordered && self.meter.lasts() >= LONG
    }

    /// Whether a unit that was taken and not begun is to be cut first.
    pub(crate) fn is_to_be_cut(&self, place: &Place) -> bool {
        self.is_long() && lock(&self.state).is_large(place)
    }

    /// Lets threads, the caller's and up to `helpers` others, work until nothing is left or the
    /// meter stops them. Says whether whoever accepts has had enough.
    pub(crate) fn run(&self, helpers: usize, work: &(dyn Fn(Place, Prefix) + Sync)) -> bool {
        let helpers = helpers.min(lock(&self.state).waiting.len().saturating_sub(1));
        let work = || {
            let _leaving = Leaving(self);
            let _guard = StopOnPanic(self.meter);
            while let Some((place, unit)) = self.take() {
                work(place, unit);
            }
        };
        on_threads(helpers, &work);
        let mut state = lock(&self.state);
        if let Some(keeping) = &self.keeping {
            let is_stopped = self.meter.reason().is_some();
            let record = self.record(&mut state, keeping);
            keeping.note(record, is_stopped, self.meter.host());
        }
        // After a stop units are missing. What was found behind them is genuine all the same.
        for (result, _) in std::mem::take(&mut state.finished).into_values() {
            let _ = self.accept(&mut state, result);
        }
        state.is_enough
    }

    /// The next unit; none if nothing is left.
    fn take(&self) -> Option<(Place, Prefix)> {
        let mut state = lock(&self.state);
        loop {
            if self.meter.is_stopped() || state.is_enough {
                return None;
            }
            let first = state.waiting.first_key_value().map(|(place, _)| place);
            let is_room = state.finished.len() < WINDOW && state.held < HELD;
            // Q3
            if let Some(place) = first.filter(|place| is_room || state.is_due(place)) {
                let drawn = (!self.is_ordered && is_room).then(|| self.drawn(&state)).flatten();
                let place = drawn.unwrap_or(place).clone();
                let unit = state.waiting.remove(&place).expect("it was there");
                state.running.insert(place.clone(), unit.clone());
                return Some((place, unit));
            }
            if first.is_none() && state.running.is_empty() {
                return None;
            }
            let is_idle = usize::from(first.is_none());
            self.idle.fetch_add(is_idle, Ordering::Relaxed);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(is_idle, Ordering::Relaxed);
        }
    }

    /// A unit by lot, the same on every machine: all of one that tells how much is done, then of
    /// another. Those that are to be cut come first.
    fn drawn<'s>(&self, state: &'s State<'_>) -> Option<&'s Place> {
        let is_long = self.is_long();
        let lot = |place: &&Place| {
            let top = state.top_of(place).unwrap_or(place);
            let dice = top.iter().fold(0, |dice, number| mix(dice ^ u64::from(*number)));
            (!(is_long && state.is_large(place)), dice)
        };
        state.waiting.keys().min_by_key(lot)
    }

    /// How much of the search is done, in words; nothing while nobody knows.
    pub(crate) fn share_in_words(&self) -> String {
        let share = share_done(&lock(&self.state).tops, self.meter.nodes());
        let Some(share) = share else { return String::new() };
        let [least, most] = share.map(|share| 100.0 * share);
        // Percents that nobody can tell apart are said once.
        match most - least {
            0.0..1.0 => format!("about {most:.0} % done"),
            _ => format!("{least:.0} to {most:.0} % done"),
        }
    }

    /// Whether a thread has nothing to do, so that a unit should be cut.
    pub(crate) fn is_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Hands over what a unit has found so far, if nothing comes before it; says whether.
    pub(crate) fn hand_over_early(&self, place: &Place, result: &mut dyn FnMut() -> Found) -> bool {
        let mut state = lock(&self.state);
        // What is accepted of a unit that is not over could not be told from what is not.
        let is_due = self.keeping.is_none() && state.is_due(place);
        if is_due {
            let _ = self.accept(&mut state, result());
        }
        is_due
    }

    /// Hands over what a unit has found in so many nodes; what is left of it waits in its place.
    pub(crate) fn hand_over(
        &self,
        place: &Place,
        nodes: u64,
        (held, result): (usize, Found),
        rest: Vec<Prefix>,
    ) {
        let mut state = lock(&self.state);
        self.tell_share(&mut state, place, nodes, &rest);
        let places = (0_u32..).map(|number| place.iter().copied().chain([number]).collect());
        state.waiting.extend(places.zip(rest));
        state.running.remove(place);
        state.finished.insert(place.clone(), (result, held));
        state.held += held;
        self.accept_due(&mut state);
        state.accepted += u64::from(place.len() == 1);
        let (open, accepted) = (state.waiting.len() + state.running.len(), state.accepted);
        self.meter.set_parts(accepted, accepted + open as u64);
        // Whoever has the turn keeps it until the record is written, so that none is written after
        // a later one.
        let turn = self.keeping.as_ref().map(|keeping| (keeping, keeping.turn(self.meter.host())));
        let record = turn.and_then(|(keeping, turn)| {
            let turn = turn?;
            Some((keeping, turn, self.record(&mut state, keeping)))
        });
        drop(state);
        self.changed.notify_all();
        if let Some((keeping, _turn, record)) = record {
            keeping.note(record, true, self.meter.host());
        }
    }

    /// Notes that a unit has visited so many nodes and left the rest.
    fn tell_share(&self, state: &mut State<'_>, place: &Place, nodes: u64, rest: &[Prefix]) {
        if place.is_empty() {
            state.tops = self.weighed(rest).collect();
            state.weight = state.tops.values().map(|top| top.weight).sum();
            return;
        }
        let is_told_by_parts = !rest.is_empty() && self.is_long() && state.is_large(place);
        let Some(at) = state.top_of(place).map(<[u32]>::to_vec) else { return };
        let Some(top) = state.tops.get_mut(&at) else { return };
        top.nodes += nodes;
        if !is_told_by_parts {
            top.open = (top.open + rest.len() as u64).saturating_sub(1);
            return;
        }
        // What it has visited is over; the rest has weights of its own.
        let weights = (self.weigh)(rest);
        top.weight = (top.weight - weights.iter().sum::<f64>()).max(0.0);
        top.open = 0;
        let places = (0_u32..).map(|number| [place.as_slice(), &[number]].concat());
        state.tops.extend(places.zip(weights.into_iter().map(TopUnit::new)));
    }

    /// Accepts what nothing comes before (Q1).
    fn accept_due(&self, state: &mut State<'_>) {
        let is_next = |state: &State<'_>| {
            let first = state.finished.keys().next();
            first.is_some_and(|place| !self.is_ordered || state.is_due(place))
        };
        while !state.is_enough && is_next(state) {
            let (place, (result, held)) = state.finished.pop_first().expect("it was there");
            state.held -= held;
            let kept = self.keeping.as_ref().map(|keeping| keeping.kept(&place, held, &result));
            let flow = self.accept(state, result);
            if let (Some(keeping), Some(kept)) = (&self.keeping, kept) {
                match flow {
                    ControlFlow::Continue(()) => state.kept.add(kept, keeping),
                    ControlFlow::Break(()) => state.refused = Some(kept),
                }
            }
        }
    }

    /// What is done and what is left. A unit that is being worked on is left as it was.
    fn record(&self, state: &mut State<'_>, keeping: &Keeping<'_>) -> UnitsRecord {
        let left = state.waiting.iter().chain(&state.running);
        let mut waiting: Vec<(Place, Vec<u32>)> =
            left.map(|(place, prefix)| (place.clone(), prefix.choices().to_vec())).collect();
        waiting.sort_unstable();
        let finished = state.finished.iter();
        let finished = finished.map(|(place, (found, held))| keeping.kept(place, *held, found));
        let finished: Vec<KeptResult> = state.refused.iter().cloned().chain(finished).collect();
        // A shard that has had enough is done, unless it was stopped. Any other run comes to that
        // end again, by what it has: whoever accepts may have been stopped, too.
        let is_enough =
            state.cut_into.is_some() && state.is_enough && self.meter.reason().is_none();
        let mut units = UnitsRecord {
            names: keeping.names.clone(),
            is_over: is_enough || (waiting.is_empty() && finished.is_empty()),
            cut_into: state.cut_into,
            nodes: self.meter.nodes(),
            tops: state.tops.clone(),
            finished,
            waiting,
            ..UnitsRecord::default()
        };
        state.kept.put_into(&mut units, keeping);
        units
    }

    /// Hands a result to whoever accepts, unless that has had enough.
    fn accept(&self, state: &mut State<'_>, result: Found) -> ControlFlow<()> {
        if state.is_enough {
            return ControlFlow::Break(());
        }
        let flow = (state.accept)(result);
        if flow.is_break() {
            state.is_enough = true;
            self.meter.stop();
        }
        flow
    }
}

/// Works on the caller's thread and up to `helpers` others.
fn on_threads(helpers: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        let begin = |_: &usize| std::thread::Builder::new().spawn_scoped(scope, work).is_ok();
        // As many helpers as the system gives us.
        let _ = (0..helpers).take_while(begin).count();
        work();
    });
}

/// Wakes the others when a thread leaves.
struct Leaving<'q, 'm, 'h>(&'q Queue<'m, 'h>);

impl Drop for Leaving<'_, '_, '_> {
    fn drop(&mut self) {
        // Under the lock, so that nobody is between asking and waiting.
        drop(lock(&self.0.state));
        self.0.changed.notify_all();
    }
}
