//! What is measured, and what is expected of it.

use super::reference::Reference;
use crate::goal::Goal;

/// One line of the bench.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What `kumiki tile` is told, words separated by blanks; the problem comes first. Cases that
    /// are told the same share their runs.
    pub(super) arguments: &'static str,
    /// What the table shows; the answer itself is held against the known figures of the problem.
    pub(super) answer: &'static str,
    /// What it is compared with.
    pub(super) reference: Option<Reference>,
    pub(super) floor: Option<Goal>,
    pub(super) aim: Option<Goal>,
}

impl Case {
    /// The name of the problem.
    pub(super) fn problem(&self) -> &'static str {
        self.arguments.split(' ').next().unwrap_or_default()
    }

    /// Whether no classes are asked for.
    pub(super) fn only_counts(&self) -> bool {
        self.arguments.contains("--symmetry none")
    }
}

/// All of them. To find the classes of the decagon, every tiling is visited, so two lines share
/// these runs.
pub(super) const CASES: &[Case] = &[
    Case {
        name: "decagon, all visited",
        arguments: "decagon",
        answer: "5464292",
        reference: Some(Reference::Decagon),
        floor: Some(Goal::Ratio(15.0)),
        aim: Some(Goal::Ratio(50.0)),
    },
    Case {
        name: "decagon, counted",
        arguments: "decagon --symmetry none",
        answer: "5464292",
        reference: Some(Reference::Decagon),
        floor: Some(Goal::Ratio(30.0)),
        aim: Some(Goal::Ratio(100.0)),
    },
    Case {
        name: "decagon, classes",
        arguments: "decagon",
        answer: "273221",
        reference: Some(Reference::Decagon),
        floor: Some(Goal::Ratio(10.0)),
        aim: Some(Goal::Ratio(40.0)),
    },
    Case {
        name: "colorstar",
        arguments: "colorstar",
        answer: "370 in 37 classes",
        reference: Some(Reference::Colorstar),
        floor: Some(Goal::Ratio(50.0)),
        aim: Some(Goal::Ratio(250.0)),
    },
    Case {
        name: "stomachion, listed",
        arguments: "stomachion --symmetry none --list",
        answer: "17152",
        reference: None,
        floor: Some(Goal::Seconds(1.5)),
        aim: Some(Goal::Seconds(0.3)),
    },
    Case {
        name: "rhombs-18, counted",
        arguments: "rhombs-18 --symmetry none",
        answer: "112018190",
        reference: None,
        floor: Some(Goal::Seconds(2.0)),
        aim: Some(Goal::Seconds(0.3)),
    },
];
