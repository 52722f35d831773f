//! Walks through a search space that keep everything they see.

use kumiki_bricks::{CoverSearch, CoverSpace, Limits};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, OptionId};
use kumiki_search::{Fuel, Prefix, Profile, Search, Space, Step};
use kumiki_trial::{Nodes, check_space, check_walks};

/// A set of options in increasing order.
pub(crate) type Cover = Vec<OptionId>;

/// A solution and the symmetries that leave it unchanged, as the engine tells them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    pub(crate) cover: Cover,
    pub(crate) stabiliser: Vec<usize>,
}

impl Seen {
    /// What a search that holds still at a solution shows.
    pub(crate) fn at(search: &CoverSearch<'_>) -> Self {
        let solution = search.solution().expect("the search has just said so");
        let mut cover = solution.options();
        assert_eq!(solution.option_count() as usize, cover.len(), "{cover:?}");
        cover.sort_unstable();
        Self { cover, stabiliser: solution.stabiliser().collect() }
    }
}

/// Whatever the driver does with a space, it finds the same. Gives the covers in order.
pub(crate) fn check(space: &CoverSpace, name: &str) -> Vec<Cover> {
    covers(check_space(space, Nodes::Exact, shown), name)
}

/// The same on one thread, where there are too many spaces for more.
pub(crate) fn check_alone(space: &CoverSpace, name: &str) -> Vec<Cover> {
    covers(check_walks(space, Nodes::Exact, shown), name)
}

/// A solution as plain numbers.
type Shown = (Vec<usize>, Vec<usize>);

fn shown(search: &CoverSearch<'_>) -> Shown {
    let Seen { cover, stabiliser } = Seen::at(search);
    (cover.iter().map(|option| option.index()).collect(), stabiliser)
}

fn covers(seen: Result<kumiki_trial::Seen<Shown>, String>, name: &str) -> Vec<Cover> {
    let seen = seen.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let cover = |(cover, _): &Shown| cover.iter().map(|at| OptionId::new(*at)).collect();
    seen.solutions.iter().map(cover).collect()
}

/// Everything that a search has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    pub(crate) seen: Vec<Seen>,
    pub(crate) profile: Profile,
}

impl Walk {
    /// All of a problem, in one go.
    pub(crate) fn of(problem: &CoverProblem) -> Self {
        Self::through(&space(problem))
    }

    /// All of a space, in one go.
    pub(crate) fn through(space: &CoverSpace) -> Self {
        Self::below(space, &Prefix::root())
    }

    /// Everything below a prefix, in one go.
    pub(crate) fn below(space: &CoverSpace, prefix: &Prefix) -> Self {
        let mut search = space.begin(prefix);
        let mut seen = Vec::new();
        while search.advance(&mut Fuel::unlimited()) == Step::Solution {
            seen.push(Seen::at(&search));
        }
        assert_eq!(search.audit(), Ok(()));
        Self { seen, profile: search.profile().clone() }
    }

    /// The solutions in the order in which they were seen.
    pub(crate) fn covers(&self) -> Vec<Cover> {
        self.seen.iter().map(|seen| seen.cover.clone()).collect()
    }

    /// The solutions in lexicographic order; repeated ones stay repeated, because they are bugs.
    pub(crate) fn sorted(&self) -> Vec<Cover> {
        let mut covers = self.covers();
        covers.sort_unstable();
        covers
    }
}

/// A problem of at most 4096 items as a space without limits.
pub(crate) fn space(problem: &CoverProblem) -> CoverSpace {
    CoverSpace::new(problem, Limits::default()).expect("few items")
}
