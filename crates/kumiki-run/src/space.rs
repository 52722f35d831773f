//! Search spaces on all cores.

use crate::runner::{Reporter, Runner};
use crate::stop::{Ended, Watchman};
use kumiki_search::{Fuel, Outcome, Prefix, Profile, Search, Space, Unit, split, visit};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// A space that this many nodes exhaust is not worth splitting.
const SMALL: u64 = 1 << 16;
/// So many nodes are visited between two looks at the clock while nobody knows whether the space is
/// small. Nodes of a huge problem take long.
const GLANCE: u64 = 1 << 10;
/// Into about this many units a larger space is split. It is a constant, so that the units are the
/// same everywhere.
const UNITS: usize = 2000;
/// One unit in so many is audited when it is exhausted. An audit makes all choices of the path
/// anew, which would take as long as searching the smaller units.
const AUDITED: usize = 64;
/// So many nodes are visited between two looks at the clock.
const SIP: u64 = 1 << 14;

/// How a run over a space ended.
#[derive(Clone, Debug)]
pub struct SpaceRun {
    /// Whether everything was searched, or why not.
    pub ended: Ended,
    /// The search tree as far as it was accepted.
    pub profile: Profile,
    /// What the searches counted without stopping, as far as it was accepted.
    pub counted: u128,
}

impl Runner {
    /// Searches a space. For each unit a fresh `tally` is made, `see` adds to it what it likes at
    /// every solution, and the tallies are handed to `accept` in the order of the search. If `see`
    /// breaks, the rest of its unit is skipped; if `accept` breaks, everything is.
    ///
    /// One exhausted unit in 64 is audited; a search whose structures did not come home is a bug,
    /// and panics.
    ///
    /// A run that is stopped hands over what its unfinished units have found so far as well: the
    /// solutions are genuine, only the end is missing.
    pub fn space<S: Space, T: Send>(
        &self,
        space: &S,
        what: &'static str,
        tally: impl Fn() -> T + Sync,
        see: impl Fn(&mut T, &S::Search<'_>) -> ControlFlow<()> + Sync,
        mut accept: impl FnMut(T) -> ControlFlow<()> + Send,
    ) -> SpaceRun {
        let mut attempt = Begun { search: space.begin(&Prefix::root()), tally: tally() };
        let watchman = Watchman::new(self.started, self.limits);
        for _ in 0..SMALL / GLANCE {
            let end = attempt.go_on(&mut Fuel(GLANCE), &see);
            let stopped = if end.is_none() { watchman.reason() } else { None };
            if end.is_none() && stopped.is_none() {
                continue;
            }
            let part = attempt.finish(end.unwrap_or(PartEnd::CutShort), true);
            let is_enough = accept(part.tally).is_break() || part.end == PartEnd::BrokenOff;
            let ended = match stopped {
                Some(reason) => reason,
                None if is_enough => Ended::Enough,
                None => Ended::Complete,
            };
            return SpaceRun { ended, profile: part.profile, counted: u128::from(part.counted) };
        }
        // A single thread just goes on; several begin anew, with units.
        let attempt = Mutex::new((self.threads == 1).then_some(attempt));
        let (units, mut profile) = if self.threads == 1 {
            let whole = Unit { prefix: Prefix::root(), share: 1.0 };
            (vec![whole], space.begin(&Prefix::root()).profile().clone())
        } else {
            split(space, UNITS)
        };
        let work = |unit: usize, reporter: &Reporter<'_>| {
            let begun = attempt.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut begun = begun.unwrap_or_else(|| Begun {
                search: space.begin(&units[unit].prefix),
                tally: tally(),
            });
            loop {
                if let Some(end) = begun.go_on(&mut Fuel(SIP), &see) {
                    return Some(begun.finish(end, unit.is_multiple_of(AUDITED)));
                }
                // Nobody knows how large the rest of a tree is.
                if !reporter.go_on(0.0, SIP) {
                    return Some(begun.finish(PartEnd::CutShort, false));
                }
            }
        };
        let (mut ends, mut counted) = (Vec::new(), 0);
        let ended = self.units(units.len(), what, work, |part: Part<T>| {
            profile.merge(&part.profile);
            counted += u128::from(part.counted);
            ends.push(part.end);
            accept(part.tally)
        });
        let ended = match ended {
            Ended::Complete if ends.contains(&PartEnd::CutShort) => self.reason_now(),
            Ended::Complete if ends.contains(&PartEnd::BrokenOff) => Ended::Enough,
            other => other,
        };
        SpaceRun { ended, profile, counted }
    }

    /// The reason to stop that holds now; for those who were stopped and ask why.
    #[must_use]
    pub fn reason_now(&self) -> Ended {
        self.reason_to_stop().unwrap_or(Ended::Interrupted)
    }
}

/// What a unit has found.
struct Part<T> {
    tally: T,
    profile: Profile,
    counted: u64,
    end: PartEnd,
}

/// How a unit ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PartEnd {
    /// All of it was searched.
    Exhausted,
    /// The receiver of its solutions had enough.
    BrokenOff,
    /// It was told to stop.
    CutShort,
}

/// A search and what it has found so far.
struct Begun<S, T> {
    search: S,
    tally: T,
}

impl<S: Search, T> Begun<S, T> {
    /// Searches on. Says how it ended, if it did.
    fn go_on(
        &mut self,
        fuel: &mut Fuel,
        see: &impl Fn(&mut T, &S) -> ControlFlow<()>,
    ) -> Option<PartEnd> {
        let Self { search, tally } = self;
        match visit(search, fuel, |search| see(tally, search)) {
            Outcome::OutOfFuel => None,
            Outcome::Stopped(()) => Some(PartEnd::BrokenOff),
            Outcome::Exhausted => Some(PartEnd::Exhausted),
        }
    }

    fn finish(self, end: PartEnd, is_audited: bool) -> Part<T> {
        if is_audited && end == PartEnd::Exhausted {
            audit(&self.search);
        }
        let Self { search, tally } = self;
        Part { tally, profile: search.profile().clone(), counted: search.counted(), end }
    }
}

fn audit(search: &impl Search) {
    if let Err(broken) = search.audit() {
        panic!("the search's structures did not come home: {broken}");
    }
}
