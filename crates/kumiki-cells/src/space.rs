//! The public face: a plan as a search space.

use crate::search::{STOP, SearchSetup, TALLIES, Walker};
use crate::table::{Table, bytes_needed};
use crate::taxes::Ceiling;
use kumiki_plan::{Case, Cases, Plan, Weigher};
use kumiki_search::{Arrival, Expansion, Explained, Fuel, Prefix, Profile, Search, Space, Step};
use std::sync::Arc;

/// The solutions of a cover problem of any kind.
///
/// The choices of its prefixes are options of the plan, one for every node with several ways to go
/// on. If the plan is cut into cases, the first choice is the number of a case. Where a solution
/// can be extended, the first choice is `u32::MAX`, which stands for the solution itself; the
/// others stand for what contains more options.
#[derive(Clone, Debug)]
pub struct CellsSpace {
    /// The plan as sets of entries.
    table: Table,
    /// The cases that the options are cut into, if they are.
    cases: Option<Vec<Case>>,
    /// The highest cost of interest, shared with other searches; `None` if costs do not matter.
    ceiling: Option<Arc<Ceiling>>,
    /// Whether solutions are counted instead of shown; false at first.
    counts: bool,
}

impl CellsSpace {
    /// Prepares a plan for searching, case by case if there are cases.
    #[must_use]
    pub fn new(plan: &Plan, cases: Option<&Cases>) -> Self {
        let listed =
            |cases: &Cases| (0..cases.len()).map(|number| cases.get(number).clone()).collect();
        Self { table: Table::new(plan), cases: cases.map(listed), ceiling: None, counts: false }
    }

    /// Bytes that the prepared plan and one search of it take, told before they are taken.
    #[must_use]
    pub fn bytes_needed(plan: &Plan) -> u64 {
        bytes_needed(plan)
    }

    /// The same space in which all searches skip what costs more than the ceiling, which others may
    /// lower while they run. Which solutions above the final ceiling are still seen is then a
    /// matter of luck; the others are all seen.
    #[must_use]
    pub fn bounded_by(mut self, ceiling: Arc<Ceiling>) -> Self {
        self.ceiling = Some(ceiling);
        self
    }

    /// The same space in which no search stops at a solution: they are counted, see
    /// [`Search::counted`] and [`CellsSearch::weighers`].
    #[must_use]
    pub fn counting(mut self) -> Self {
        self.counts = true;
        self
    }
}

impl Space for CellsSpace {
    type Search<'s> = CellsSearch<'s>;

    /// # Panics
    /// If the prefix is not one that [`Space::expand`] led to.
    fn begin(&self, prefix: &Prefix) -> CellsSearch<'_> {
        let mut walker = Walker::new(SearchSetup {
            table: &self.table,
            cases: self.cases.as_deref(),
            ceiling: self.ceiling.as_deref(),
            counts: self.counts,
        });
        walker.descend(prefix);
        CellsSearch { walker }
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        let mut search = self.begin(prefix);
        match search.walker.live_choices() {
            // Whoever searches below the prefix will visit the nodes that lead to the solution.
            None => Expansion::Solution,
            Some(choices) => {
                profile.merge(search.profile());
                Expansion::Choices(choices)
            }
        }
    }
}

/// Items and choices are numbered as in the plan; [`CellsSpace::STOP`] takes no more options.
impl Explained for CellsSpace {
    fn arrive(&self, prefix: &Prefix) -> Arrival {
        self.begin(&Prefix::root()).walker.arrive_at(prefix)
    }
}

impl CellsSpace {
    /// The choice of no further option, where a solution could have more.
    pub const STOP: u32 = STOP;
}

/// A walk through a [`CellsSpace`].
#[derive(Clone, Debug)]
pub struct CellsSearch<'s> {
    /// The search of the tree below a prefix.
    walker: Walker<'s>,
}

impl CellsSearch<'_> {
    /// What the tallies of its profile mean.
    pub const TALLIES: &'static [&'static str] = TALLIES;

    /// The solution at which the search holds still, as options of the plan in the order in which
    /// they were taken; or `None` if it was not [`Step::Solution`] that it said last.
    #[must_use]
    pub fn solution(&self) -> Option<&[u32]> {
        self.walker.solution()
    }

    /// What the options taken at the moment cost.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.walker.cost()
    }

    /// How many options were looked at so far to see whether they still fit. That, times the items
    /// of an option, is most of the work.
    #[must_use]
    pub fn looked_at(&self) -> u64 {
        self.walker.looked_at()
    }

    /// The case that is being searched, if there are cases.
    #[must_use]
    pub fn case(&self) -> Option<usize> {
        self.walker.case()
    }

    /// What a counting search has found so far, for every case in order; a single one if there are
    /// no cases.
    #[must_use]
    pub fn weighers(&self) -> &[Weigher] {
        self.walker.weighers()
    }
}

impl Search for CellsSearch<'_> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        self.walker.run(fuel)
    }

    fn profile(&self) -> &Profile {
        self.walker.profile()
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        self.walker.remaining()
    }

    fn counted(&self) -> u64 {
        self.weighers().iter().map(Weigher::found).sum()
    }

    fn audit(&self) -> Result<(), String> {
        self.walker.audit()
    }
}
