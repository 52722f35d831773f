//! Searching a space and writing down what is seen.

use kumiki_bits::{BitsSearch, BitsSpace};
use kumiki_model::{CoverProblem, OptionId};
use kumiki_plan::Plan;
use kumiki_search::{Fuel, Prefix, Profile, Search, Space, Step};
use kumiki_trial::{Nodes, check_space};

/// A solution as a sorted list of the plan's options. In which order an engine takes options that
/// follow from others is its own affair.
pub(crate) type Cover = Vec<u32>;

/// Everything that a search has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    /// In the order in which they were found.
    pub(crate) covers: Vec<Cover>,
    pub(crate) profile: Profile,
}

impl Walk {
    /// All of a space, in one go.
    pub(crate) fn through(space: &BitsSpace) -> Self {
        Self::below(space, &Prefix::root(), u64::MAX)
    }

    /// Everything below a prefix, in sips of at most so many nodes. The search is audited at the
    /// end, and if there are sips at every pause too.
    pub(crate) fn below(space: &BitsSpace, prefix: &Prefix, sip: u64) -> Self {
        let mut search = space.begin(prefix);
        let mut covers = Vec::new();
        loop {
            let mut fuel = Fuel(sip);
            let step = search.advance(&mut fuel);
            if sip < u64::MAX || step == Step::Exhausted {
                assert_eq!(search.audit(), Ok(()), "after {step:?}");
            }
            match step {
                Step::Solution => {
                    let mut cover =
                        search.solution().expect("the search has just said so").to_vec();
                    cover.sort_unstable();
                    covers.push(cover);
                }
                Step::OutOfFuel => assert!(fuel == Fuel(0) && search.solution().is_none()),
                Step::Exhausted => break,
            }
        }
        assert!(search.solution().is_none(), "nothing is shown after the end");
        assert_eq!(
            search.advance(&mut Fuel::unlimited()),
            Step::Exhausted,
            "and the end remains the end"
        );
        assert_eq!(search.counted(), 0, "what is shown is not counted");
        Self { covers, profile: search.profile().clone() }
    }

    /// The solutions in the problem's names and in lexicographic order; repeated ones stay
    /// repeated, because they are bugs.
    pub(crate) fn sorted(&self, plan: &Plan) -> Vec<Vec<OptionId>> {
        let mut covers: Vec<Vec<OptionId>> =
            self.covers.iter().map(|cover| plan.ids(cover)).collect();
        covers.sort_unstable();
        covers
    }
}

/// What a counting search says in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    pub(crate) number: u64,
    pub(crate) profile: Profile,
}

impl Count {
    /// The solutions of a space in one go.
    pub(crate) fn of(space: &BitsSpace) -> Self {
        Self::below(&space.clone().counting(), &Prefix::root(), u64::MAX)
    }

    /// The solutions below a prefix of a space that counts, in sips of at most so many nodes.
    pub(crate) fn below(space: &BitsSpace, prefix: &Prefix, sip: u64) -> Self {
        let mut search = space.begin(prefix);
        loop {
            let (before, mut fuel) = (search.counted(), Fuel(sip));
            let step = search.advance(&mut fuel);
            assert!(before <= search.counted() && search.solution().is_none());
            if sip < u64::MAX || step == Step::Exhausted {
                assert_eq!(search.audit(), Ok(()), "after {step:?}");
            }
            match step {
                Step::Solution => panic!("a search that counts stops at no solution"),
                Step::OutOfFuel => assert_eq!(fuel, Fuel(0)),
                Step::Exhausted => break,
            }
        }
        Self { number: search.counted(), profile: search.profile().clone() }
    }
}

/// Whatever the driver does with a space, shown and counted, it finds the same.
pub(crate) fn check(space: &BitsSpace, name: &str) {
    let show = |search: &BitsSearch<'_>| -> Cover {
        let mut cover = search.solution().expect("the search has just said so").to_vec();
        cover.sort_unstable();
        cover
    };
    let seen = check_space(space, Nodes::DependOnMemory, show)
        .unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let counted = check_space(&space.clone().counting(), Nodes::DependOnMemory, show)
        .unwrap_or_else(|fault| panic!("{name}, counted: {fault}"));
    assert_eq!((seen.counted, counted.solutions.len()), (0, 0), "{name}");
    assert_eq!(counted.counted, seen.solutions.len() as u128, "{name}");
}

/// The space of a plain problem of moderate size.
pub(crate) fn space(plan: &Plan) -> BitsSpace {
    BitsSpace::new(plan, None).expect("a plain problem of moderate size")
}

/// How many solutions a problem has.
pub(crate) fn count(problem: &CoverProblem) -> u64 {
    Count::of(&space(&Plan::new(problem))).number
}
