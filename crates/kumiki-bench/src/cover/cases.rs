//! What is measured, and what is expected of it.

use super::instances;
use crate::goal::Goal;
use std::fmt;

/// What a run is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Against {
    /// The peer on the same instance.
    Peer,
    /// The instance's first run, one thread.
    FirstRun,
    Nothing,
}

/// A command that solves instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Solver {
    /// `kumiki cover`, which reads Knuth's text.
    Cover,
    /// `kumiki pack`, which reads puzzles in TOML.
    Pack,
}

impl Solver {
    /// The command's name.
    pub(super) fn command(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Pack => "pack",
        }
    }

    /// How its files end.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Cover => "dlx",
            Self::Pack => "toml",
        }
    }
}

/// What an answer must say, in decimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expected {
    /// All solutions.
    pub(super) count: &'static str,
    /// Classes up to symmetry, if they are asked for.
    pub(super) classes: Option<&'static str>,
    /// How many symmetries there are, if they are asked for.
    pub(super) group_order: Option<&'static str>,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.classes {
            Some(classes) => write!(f, "{} in {classes} classes", self.count),
            None => f.write_str(self.count),
        }
    }
}

/// One line of the bench: one call of the command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What the command is told beside the file, words separated by blanks.
    pub(super) options: &'static str,
    pub(super) expected: Expected,
    pub(super) against: Against,
    /// What must be reached, if anything must.
    pub(super) floor: Option<Goal>,
    /// What we would like to reach.
    pub(super) aim: Option<Goal>,
}

/// A problem, and everything that is measured on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    pub(super) name: &'static str,
    pub(super) solver: Solver,
    /// Makes its file.
    pub(super) text: fn() -> String,
    /// So often everything is run, in turns; the shortest times count.
    pub(super) repeats: usize,
    pub(super) cases: &'static [Case],
    /// Whether it takes minutes, and is done on request only.
    pub(super) is_long: bool,
}

const SOMA: &str = include_str!("../../../../puzzles/soma.toml");
const PENTOMINOES_8X8: &str = include_str!("../../../../puzzles/pentominoes-8x8.toml");
const PENTOMINOES_6X10: &str = include_str!("../../../../puzzles/pentominoes-6x10.toml");
const PENTOMINOES_3X4X5: &str = include_str!("../../../../puzzles/pentominoes-3x4x5.toml");
const BEDLAM: &str = include_str!("../../../../puzzles/bedlam.toml");

/// Every solution one by one, by the kernel on bit sets.
const BITS: &str = "--kernel bits --threads 1";

const fn ratios(floor: f64, aim: f64) -> (Option<Goal>, Option<Goal>) {
    (Some(Goal::Ratio(floor)), Some(Goal::Ratio(aim)))
}

const fn count(count: &'static str) -> Expected {
    Expected { count, classes: None, group_order: None }
}

/// The kernel on bit sets beside the peer.
const fn enumerated(
    name: &'static str,
    solutions: &'static str,
    (floor, aim): (Option<Goal>, Option<Goal>),
) -> Case {
    Case { name, options: BITS, expected: count(solutions), against: Against::Peer, floor, aim }
}

const fn instance(name: &'static str, text: fn() -> String, cases: &'static [Case]) -> Instance {
    Instance { name, solver: Solver::Cover, text, repeats: 5, cases, is_long: false }
}

/// A puzzle of the gallery that takes long.
const fn long_puzzle(name: &'static str, text: fn() -> String, cases: &'static [Case]) -> Instance {
    Instance { solver: Solver::Pack, repeats: 1, is_long: true, ..instance(name, text, cases) }
}

/// All instances. Their counts: for puzzles those of the gallery, whose files name the sources; for
/// queens OEIS A000170; for Langford pairs twice A014552, which takes a line and its reverse for
/// one; for dominoes A004003; for coloured squares those of three programs, dlx among them. The
/// planted one is counted where it is made.
pub(super) const INSTANCES: &[Instance] = &[
    instance(
        "soma",
        || instances::packing(SOMA),
        &[enumerated("soma", "11520", ratios(8.0, 15.0))],
    ),
    instance(
        "pent8x8h",
        || instances::packing(PENTOMINOES_8X8),
        &[enumerated("pent8x8h", "520", ratios(8.0, 20.0))],
    ),
    instance(
        "pent6x10",
        || instances::packing(PENTOMINOES_6X10),
        &[
            enumerated("pent6x10", "9356", ratios(8.0, 22.0)),
            Case {
                name: "pent6x10, 2 threads against 1",
                options: "--kernel bits --threads 2",
                expected: count("9356"),
                against: Against::FirstRun,
                floor: Some(Goal::Ratio(1.7)),
                aim: Some(Goal::Ratio(1.9)),
            },
            Case {
                name: "pent6x10, symmetry",
                options: "--symmetry auto --threads 1",
                expected: Expected { count: "9356", classes: Some("2339"), group_order: Some("4") },
                against: Against::Peer,
                floor: Some(Goal::Ratio(30.0)),
                aim: Some(Goal::Ratio(80.0)),
            },
        ],
    ),
    Instance {
        repeats: 1,
        ..instance(
            "pent6x10-cells",
            || instances::packing(PENTOMINOES_6X10),
            &[Case {
                name: "pent6x10, kernel cells",
                options: "--kernel cells --threads 1",
                expected: count("9356"),
                against: Against::Peer,
                floor: None,
                aim: None,
            }],
        )
    },
    instance(
        "langford12",
        || instances::langford(12),
        &[enumerated("langford12", "216288", ratios(5.0, 9.0))],
    ),
    instance(
        "queens13",
        || instances::queens(13),
        &[enumerated("queens13", "73712", ratios(4.0, 10.0))],
    ),
    instance(
        "domino8",
        || instances::dominoes(8, 8),
        &[enumerated("domino8", "12988816", ratios(3.5, 6.0))],
    ),
    instance(
        "domino16",
        || instances::dominoes(16, 16),
        &[Case {
            name: "domino16, counted",
            options: "--threads 1",
            expected: count("2444888770250892795802079170816"),
            against: Against::Nothing,
            floor: Some(Goal::Seconds(1.0)),
            aim: Some(Goal::Seconds(0.1)),
        }],
    ),
    Instance {
        repeats: 2,
        ..instance(
            "squares4x6",
            || instances::coloured_squares(&instances::squares(3), 4, 6),
            &[Case {
                name: "squares4x6",
                options: BITS,
                expected: count("106624"),
                against: Against::Peer,
                floor: Some(Goal::Seconds(6.8)),
                aim: Some(Goal::Seconds(2.55)),
            }],
        )
    },
    Instance {
        repeats: 1,
        ..instance(
            "planted",
            || instances::planted(12_490, 87_470, 10),
            &[Case {
                name: "planted, 100000 options, 50000 items",
                options: "--kernel cells --threads 1",
                expected: count("1024"),
                against: Against::Nothing,
                floor: Some(Goal::Megabytes(1 << 10)),
                aim: None,
            }],
        )
    },
    long_puzzle(
        "pent3x4x5",
        || PENTOMINOES_3X4X5.to_owned(),
        &[Case {
            name: "pent3x4x5, symmetry",
            options: "--threads 1",
            expected: Expected { count: "31520", classes: Some("3940"), group_order: Some("8") },
            against: Against::Nothing,
            floor: None,
            aim: None,
        }],
    ),
    long_puzzle(
        "bedlam",
        || BEDLAM.to_owned(),
        &[Case {
            name: "bedlam, symmetry",
            options: "--threads 1",
            expected: Expected { count: "460464", classes: Some("19186"), group_order: Some("24") },
            against: Against::Nothing,
            floor: None,
            aim: None,
        }],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different() {
        let mut names: Vec<&str> =
            INSTANCES.iter().flat_map(|i| i.cases).map(|case| case.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_ratio_needs_something_to_compare_with() {
        for case in INSTANCES.iter().flat_map(|instance| instance.cases) {
            let has_ratio =
                [case.floor, case.aim].iter().any(|goal| matches!(goal, Some(Goal::Ratio(_))));
            assert!(!has_ratio || case.against != Against::Nothing, "{}", case.name);
        }
    }

    #[test]
    fn the_first_run_is_on_one_thread_and_the_peer_reads_only_covers() {
        for instance in INSTANCES {
            assert!(
                instance.repeats > 0 && instance.cases[0].options.contains("--threads 1"),
                "{}",
                instance.name
            );
            assert_ne!(instance.cases[0].against, Against::FirstRun, "{}", instance.name);
            let has_peer = instance.cases.iter().any(|case| case.against == Against::Peer);
            assert!(!has_peer || instance.solver == Solver::Cover, "{}", instance.name);
        }
    }
}
