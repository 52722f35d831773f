//! What is measured, and what is expected of it.

use crate::goal::Goal;

/// How the command is told to find its answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Method {
    /// The exact-cover search.
    Direct,
    /// Whatever the command takes for the fastest.
    Best,
}

impl Method {
    /// The value of `--method`.
    pub(super) fn option(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Best => "auto",
        }
    }
}

/// One call of the command. Equal runs are done once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Run {
    /// The box, sides in increasing order.
    pub(super) container: &'static str,
    pub(super) method: Method,
    pub(super) threads: usize,
    /// So often it is repeated; the shortest time counts. The reference is repeated as often.
    pub(super) repeats: usize,
}

/// What a run is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Against {
    /// The reference program for the same box.
    Reference,
    /// Another run of ours.
    Run(Run),
    Nothing,
}

/// One line of the bench.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) run: Run,
    pub(super) against: Against,
    /// What must be reached, if anything must.
    pub(super) floor: Option<Goal>,
    /// What we would like to reach.
    pub(super) aim: Option<Goal>,
    /// Whether it takes minutes, and is done on request only.
    pub(super) is_long: bool,
}

const DIRECT: Run = Run { container: "5x5x5", method: Method::Direct, threads: 1, repeats: 1 };
const BEST: Run = Run { method: Method::Best, ..DIRECT };

/// The cases for `kumiki antislide`, bricks of 2x2x1.
pub(super) const ANTISLIDE: &[Case] = &[
    Case {
        name: "direct search, 5x5x5",
        run: DIRECT,
        against: Against::Reference,
        floor: Some(Goal::Ratio(1.5)),
        aim: Some(Goal::Ratio(4.0)),
        is_long: false,
    },
    Case {
        name: "best method, 5x5x5",
        run: BEST,
        against: Against::Reference,
        floor: Some(Goal::Ratio(8.0)),
        aim: Some(Goal::Ratio(20.0)),
        is_long: false,
    },
    Case {
        name: "best method, 4x4x6, best of 5",
        run: Run { container: "4x4x6", repeats: 5, ..BEST },
        against: Against::Reference,
        floor: Some(Goal::Ratio(10.0)),
        aim: Some(Goal::Ratio(40.0)),
        is_long: false,
    },
    Case {
        name: "direct search, 5x5x5, 2 threads against 1",
        run: Run { threads: 2, ..DIRECT },
        against: Against::Run(DIRECT),
        floor: Some(Goal::Ratio(1.7)),
        aim: Some(Goal::Ratio(1.9)),
        is_long: false,
    },
    Case {
        name: "best method, 5x5x5, 2 threads against 1",
        run: Run { threads: 2, ..BEST },
        against: Against::Run(BEST),
        floor: None,
        aim: None,
        is_long: false,
    },
    Case {
        name: "direct search, 5x5x5, memory",
        run: DIRECT,
        against: Against::Nothing,
        floor: Some(Goal::Megabytes(50)),
        aim: Some(Goal::Megabytes(10)),
        is_long: false,
    },
    Case {
        name: "best method, 5x5x6, 2 threads",
        run: Run { container: "5x5x6", threads: 2, ..BEST },
        against: Against::Nothing,
        floor: Some(Goal::Megabytes(16 << 10)),
        aim: Some(Goal::Seconds(60.0)),
        is_long: true,
    },
];

/// Box, packings and classes where [`kumiki_puzzles::known`] has no figures. 4x4x6: the reference
/// and ours. 5x5x6: joined halves alone, packings counted with and without symmetry.
pub(super) const MORE_FIGURES: &[(&str, u64, u64)] =
    &[("4x4x6", 21_448_840, 1_359_881), ("5x5x6", 149_582_635_909, 9_350_591_606)];

#[cfg(test)]
mod tests {
    use super::*;
    use kumiki_model::Cuboid;
    use kumiki_puzzles::known;

    #[test]
    fn boxes_are_written_as_the_model_writes_them() {
        for case in ANTISLIDE {
            let container: Cuboid = case.run.container.parse().expect(case.name);
            assert_eq!(container.sorted().to_string(), case.run.container);
        }
    }

    #[test]
    fn no_answer_goes_unchecked() {
        for Case { name, run, .. } in ANTISLIDE {
            let is_known = known::ANTISLIDE.iter().any(|known| known.container == run.container);
            let is_here = MORE_FIGURES.iter().any(|(container, ..)| *container == run.container);
            assert!(is_known || is_here, "{name}");
        }
    }

    #[test]
    fn a_ratio_needs_something_to_compare_with() {
        for case in ANTISLIDE {
            let has_ratio =
                [case.floor, case.aim].iter().any(|goal| matches!(goal, Some(Goal::Ratio(_))));
            assert!(!has_ratio || case.against != Against::Nothing, "{}", case.name);
        }
    }
}
