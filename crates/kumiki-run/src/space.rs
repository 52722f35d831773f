//! Search spaces on all cores.

use crate::runner::{Reporter, Runner};
use crate::stop::Ended;
use kumiki_search::{Fuel, Outcome, Prefix, Profile, Search, Space, Unit, split, visit};
use std::ops::ControlFlow;

/// A space that this many nodes exhaust is not worth splitting.
const SMALL: u64 = 1 << 16;
/// Into about this many units a larger space is split. It is a constant, so that the units are the same everywhere.
const UNITS: usize = 2000;
/// So many nodes are visited between two looks at the clock.
const SIP: u64 = 1 << 14;

/// How a run over a space ended.
#[derive(Clone, Debug)]
pub struct SpaceRun {
    /// Whether everything was searched, or why not.
    pub ended: Ended,
    /// The search tree as far as it was accepted.
    pub profile: Profile,
}

impl Runner {
    /// Searches a space. For each unit a fresh `tally` is made, `see` adds to it what it likes at every solution, and the tallies are
    /// handed to `accept` in the order of the search. If `see` breaks, the rest of its unit is skipped; if `accept`
    /// breaks, everything is.
    ///
    /// Every exhausted unit is audited; a search whose structures did not come home is a bug, and panics.
    ///
    /// A run that is stopped hands over what its unfinished units have found so far as well: the solutions are
    /// genuine, only the end is missing.
    pub fn space<S: Space, T: Send>(
        &self,
        space: &S,
        what: &'static str,
        tally: impl Fn() -> T + Sync,
        see: impl Fn(&mut T, &S::Search<'_>) -> ControlFlow<()> + Sync,
        mut accept: impl FnMut(T) -> ControlFlow<()> + Send,
    ) -> SpaceRun {
        let (units, mut profile) = match attempt(space, &tally, &see) {
            Some((found, profile)) => {
                let ended = if accept(found).is_break() { Ended::Enough } else { Ended::Complete };
                return SpaceRun { ended, profile };
            }
            None => split(space, UNITS),
        };
        let share = |unit: usize| units[unit].share;
        let work = |unit: usize, reporter: &Reporter<'_>| {
            Some(run_unit(space, &units[unit], &tally, &see, reporter))
        };
        let mut cut_short = false;
        let ended = self.weighted_units(units.len(), what, &share, work, |part: Part<T>| {
            profile.merge(&part.profile);
            cut_short |= part.is_cut_short;
            accept(part.tally)
        });
        let ended = match ended {
            Ended::Complete if cut_short => self.reason_now(),
            other => other,
        };
        SpaceRun { ended, profile }
    }

    /// The reason to stop that holds now; for those who were stopped and ask why.
    #[must_use]
    pub fn reason_now(&self) -> Ended {
        crate::stop::Watchman::new(self.started, self.limits).reason().unwrap_or(Ended::Interrupted)
    }
}

/// What a unit has found.
struct Part<T> {
    tally: T,
    profile: Profile,
    is_cut_short: bool,
}

/// The whole space, if it is small.
fn attempt<S: Space, T>(
    space: &S,
    tally: &impl Fn() -> T,
    see: &impl Fn(&mut T, &S::Search<'_>) -> ControlFlow<()>,
) -> Option<(T, Profile)> {
    let (mut search, mut found) = (space.begin(&Prefix::root()), tally());
    match visit(&mut search, &mut Fuel(SMALL), |search| see(&mut found, search)) {
        Outcome::OutOfFuel => return None,
        Outcome::Exhausted => audit(&search),
        Outcome::Stopped(()) => {}
    }
    Some((found, search.profile().clone()))
}

fn run_unit<S: Space, T>(
    space: &S,
    unit: &Unit,
    tally: &impl Fn() -> T,
    see: &impl Fn(&mut T, &S::Search<'_>) -> ControlFlow<()>,
    reporter: &Reporter<'_>,
) -> Part<T> {
    let (mut search, mut found) = (space.begin(&unit.prefix), tally());
    let is_cut_short = loop {
        match visit(&mut search, &mut Fuel(SIP), |search| see(&mut found, search)) {
            Outcome::OutOfFuel if reporter.go_on(search.searched(), SIP) => {}
            Outcome::OutOfFuel => break true,
            Outcome::Stopped(()) => break false,
            Outcome::Exhausted => {
                audit(&search);
                break false;
            }
        }
    };
    Part { tally: found, profile: search.profile().clone(), is_cut_short }
}

fn audit(search: &impl Search) {
    if let Err(broken) = search.audit() {
        panic!("the search's structures did not come home: {broken}");
    }
}
