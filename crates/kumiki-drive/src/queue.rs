//! Units in order, worked on out of order.
//!
//! # The idea
//! Every unit has a *place*: a list of numbers, compared like words in a dictionary. Threads take
//! the first unit that waits; what comes of it is accepted when no earlier unit is left. A unit
//! that is cut gives its place to what was found so far, and its rest follows at longer places,
//! before the next unit.
//!
//! # Invariants
//! * **Q1** Results are accepted in the order of their places, each once, one at a time.
//! * **Q2** A place is waiting, running or finished, or accepted and forgotten.
//! * **Q3** The first place of all that are known is waiting or running (otherwise it would have
//!   been accepted), and a thread that is free takes it whatever else is waiting for it. So
//!   somebody always gets on.
//!
//! Results are boxes that only whoever accepts can open, so that all this is compiled once, and not
//! for each kind of work: it was a third of the façade.

use crate::meter::{Meter, StopOnPanic, lock};
use kumiki_search::Prefix;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

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

/// The units of a phase.
pub(crate) struct Queue<'m, 'h> {
    meter: &'m Meter<'h>,
    state: Mutex<State<'m>>,
    changed: Condvar,
    /// How many threads have nothing to do.
    idle: AtomicUsize,
}

struct State<'a> {
    waiting: BTreeMap<Place, Prefix>,
    running: BTreeSet<Place>,
    /// Results, each with the number of solutions that it holds.
    finished: BTreeMap<Place, (Found, usize)>,
    /// The sum of these numbers.
    held: usize,
    accept: Accept<'a>,
    /// Whether whoever accepts has had enough.
    is_enough: bool,
    accepted: u64,
}

impl State<'_> {
    /// Whether nothing comes before a place any more.
    fn is_due(&self, place: &Place) -> bool {
        let firsts = self.waiting.keys().next().into_iter().chain(self.running.first());
        firsts.min().is_none_or(|first| place <= first)
    }
}

impl<'m, 'h> Queue<'m, 'h> {
    /// A queue of `count` units, each the whole of something: their places tell them apart.
    pub(crate) fn new(meter: &'m Meter<'h>, count: u32, accept: Accept<'m>) -> Self {
        meter.set_parts(0, count.into());
        let state = State {
            waiting: (0..count).map(|number| (vec![number], Prefix::root())).collect(),
            running: BTreeSet::new(),
            finished: BTreeMap::new(),
            held: 0,
            accept,
            is_enough: false,
            accepted: 0,
        };
        Self { meter, state: Mutex::new(state), changed: Condvar::new(), idle: AtomicUsize::new(0) }
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
        // After a stop units are missing. What was found behind them is genuine all the same.
        for (result, _) in std::mem::take(&mut state.finished).into_values() {
            self.accept(&mut state, result);
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
            if first.is_some_and(|place| is_room || state.is_due(place)) {
                let (place, unit) = state.waiting.pop_first().expect("it was there");
                state.running.insert(place.clone());
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

    /// Whether a thread has nothing to do, so that a unit should be cut.
    pub(crate) fn is_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Hands over what a unit has found so far, if nothing comes before it; says whether.
    pub(crate) fn hand_over_early(&self, place: &Place, result: &mut dyn FnMut() -> Found) -> bool {
        let mut state = lock(&self.state);
        let is_due = state.is_due(place);
        if is_due {
            self.accept(&mut state, result());
        }
        is_due
    }

    /// Hands over what a unit has found; what is left of it waits in its place.
    pub(crate) fn hand_over(&self, place: &Place, held: usize, result: Found, rest: Vec<Prefix>) {
        let mut state = lock(&self.state);
        let places = (0_u32..).map(|number| place.iter().copied().chain([number]).collect());
        state.waiting.extend(places.zip(rest));
        state.running.remove(place);
        state.finished.insert(place.clone(), (result, held));
        state.held += held;
        // Q1
        while !state.is_enough
            && state.finished.keys().next().is_some_and(|place| state.is_due(place))
        {
            let (_, (result, held)) = state.finished.pop_first().expect("it was there");
            state.held -= held;
            self.accept(&mut state, result);
        }
        state.accepted += u64::from(place.len() == 1);
        let (open, accepted) = (state.waiting.len() + state.running.len(), state.accepted);
        self.meter.set_parts(accepted, accepted + open as u64);
        drop(state);
        self.changed.notify_all();
    }

    fn accept(&self, state: &mut State<'_>, result: Found) {
        if !state.is_enough && (state.accept)(result).is_break() {
            state.is_enough = true;
            self.meter.stop();
        }
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
