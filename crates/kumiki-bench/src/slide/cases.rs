//! What is measured, and what is expected of it.

use crate::goal::Goal;

/// Which part of a run is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// From the question to the answer, tables included.
    Whole,
    /// The searches alone.
    Searching,
    /// All but the searches: making tables, or reading them.
    Preparing,
}

/// One line of the bench.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What `kumiki slide` is told, words separated by blanks.
    pub(super) arguments: &'static str,
    /// The moves of all starts together, or the last line of a table.
    pub(super) answer: &'static str,
    pub(super) part: Part,
    /// It is run so often, and the shortest time counts.
    pub(super) repeats: usize,
    pub(super) floor: Option<Goal>,
    pub(super) aim: Option<Goal>,
    pub(super) is_long: bool,
}

/// The name of the case that is compared with the reference.
pub(super) const PLAIN: &str = "manhattan";

/// What stands for a file with [`EASY_NUMBERS`] in the arguments of a case.
pub(super) const EASY_FILE: &str = "EASY24";

/// Positions of `korf24` that take fewer moves to solve than others, by their numbers there.
pub(super) const EASY_NUMBERS: [u32; 10] = [1, 22, 25, 28, 30, 32, 36, 38, 40, 44];

/// All of them. Tables are made by the first case that needs them, and kept for those behind it.
pub(super) const CASES: &[Case] = &[
    Case {
        name: PLAIN,
        arguments: "d68cfe0ab7459132 --heuristic manhattan",
        answer: "57",
        part: Part::Searching,
        repeats: 2,
        floor: Some(Goal::Ratio(1.2)),
        aim: Some(Goal::Ratio(1.6)),
        is_long: false,
    },
    Case {
        name: "korf100, tables included",
        arguments: "--file korf100",
        answer: "5305",
        part: Part::Whole,
        repeats: 1,
        floor: Some(Goal::Seconds(3.0)),
        aim: Some(Goal::Seconds(1.5)),
        is_long: false,
    },
    Case {
        name: "7-8, tables made",
        arguments: "51247308a6be9fcd --heuristic 7-8",
        answer: "27",
        part: Part::Preparing,
        repeats: 1,
        floor: Some(Goal::Seconds(60.0)),
        aim: Some(Goal::Seconds(30.0)),
        is_long: true,
    },
    Case {
        name: "7-8, memory",
        arguments: "51247308a6be9fcd --heuristic 7-8",
        answer: "27",
        part: Part::Preparing,
        repeats: 1,
        floor: Some(Goal::Megabytes(2500)),
        aim: Some(Goal::Megabytes(1024)),
        is_long: true,
    },
    Case {
        name: "korf100 with 7-8",
        arguments: "--file korf100 --heuristic 7-8",
        answer: "5305",
        part: Part::Searching,
        repeats: 3,
        floor: Some(Goal::Seconds(0.5)),
        aim: Some(Goal::Seconds(0.25)),
        is_long: true,
    },
    Case {
        name: "159d26ae37bf48c0 with 7-8",
        arguments: "159d26ae37bf48c0 --heuristic 7-8",
        answer: "72",
        part: Part::Searching,
        repeats: 1,
        floor: Some(Goal::Seconds(10.0)),
        aim: Some(Goal::Seconds(2.0)),
        is_long: true,
    },
    Case {
        name: "table of 3x4",
        arguments: "--table 3x4",
        answer: "18 at 53",
        part: Part::Whole,
        repeats: 2,
        floor: Some(Goal::Seconds(6.0)),
        aim: Some(Goal::Seconds(3.0)),
        is_long: false,
    },
    Case {
        name: "table of 2x6",
        arguments: "--table 2x6",
        answer: "2 at 80",
        part: Part::Whole,
        repeats: 1,
        floor: None,
        aim: None,
        is_long: false,
    },
    Case {
        name: "happy positions of 4x4",
        arguments: "--table 4x4 --happy",
        answer: "114 at 56",
        part: Part::Whole,
        repeats: 1,
        floor: None,
        aim: None,
        is_long: true,
    },
    // 5.9 million moves: 5 and 10 million in a second.
    Case {
        name: "a position of 5x5",
        arguments: "2,17,4,13,7,12,10,3,0,16,21,24,8,5,18,20,15,19,14,9,22,11,6,1,23 --board 5x5 \
                    --goal 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24 \
                    --heuristic 6-6-6-6",
        answer: "82",
        part: Part::Searching,
        repeats: 2,
        floor: Some(Goal::Seconds(1.18)),
        aim: Some(Goal::Seconds(0.59)),
        is_long: true,
    },
    // Together they take 2.9 thousand million moves.
    Case {
        name: "ten easy positions of korf24",
        arguments: "--file EASY24 --board 5x5 \
                    --goal 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24 \
                    --heuristic 6-6-6-6",
        answer: "919",
        part: Part::Searching,
        repeats: 1,
        floor: None,
        aim: Some(Goal::Seconds(291.0)),
        is_long: true,
    },
];
