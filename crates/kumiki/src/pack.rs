//! Packing puzzles: one call from puzzle to answer.
//!
//! The search always runs under the whole group of the puzzle, because that is fastest. A list
//! under rotations shows, for each class that is not its own mirror image, the mirror image too; a
//! list under no symmetry shows all images.

mod answer;
mod cover_file;

use crate::Halt;
use crate::cover::{Group, Harvest, Hunt, Kernel, Stabiliser};
use crate::judged::judge_shown;
use crate::pick::Pick;
use crate::report::unless_too_large;
use kumiki_drive::Run;
use kumiki_group::Perm;
use kumiki_id::{Id, widen};
use kumiki_judge::judge_arrangement;
use kumiki_model::{
    ListRecord, ListWord, OptionId, PackQuestion, PlacedPiece, SampleRecord, StoppedBy, Symmetry,
};
use kumiki_plan::Plan;
use kumiki_puzzles::{PackPuzzle, pack};
use kumiki_search::Profile;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

pub use answer::{Answered, answer};
pub use cover_file::cover_file;

/// Which packings or tilings are shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Show {
    /// None: they are only counted.
    #[default]
    Nothing,
    /// The first so many.
    List(usize),
    /// The first so many, and then the search stops.
    First(usize),
    /// So many classes up to all symmetries, each set of that size being equally likely; the same
    /// ones for the same seed.
    Sample {
        /// How many.
        size: usize,
        /// Where the dice start.
        seed: u64,
    },
}

impl Show {
    pub(crate) fn pick(self) -> Pick {
        match self {
            Self::Nothing => Pick::First { most: 0, is_enough: false },
            Self::List(most) => Pick::First { most, is_enough: false },
            Self::First(most) => Pick::First { most, is_enough: true },
            Self::Sample { size, seed } => Pick::Sample { size, seed },
        }
    }

    /// What was asked for, for the answer.
    pub(crate) fn list(self) -> Option<ListRecord> {
        match self {
            Self::List(most) => Some(ListRecord::at_most(most)),
            Self::First(1) => Some(ListRecord::Word(ListWord::First)),
            Self::First(most) => Some(ListRecord::at_most(most)),
            Self::Nothing | Self::Sample { .. } => None,
        }
    }

    /// How a sample was drawn, for the answer.
    pub(crate) fn sample(self) -> Option<SampleRecord> {
        match self {
            Self::Sample { size, seed } => Some(SampleRecord { size, seed }),
            _ => None,
        }
    }
}

/// A puzzle and how it is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The puzzle.
    pub question: &'a PackQuestion,
    /// How to find out.
    pub kernel: Kernel,
    /// Which packings are listed as different.
    pub symmetry: Symmetry,
    /// What is shown.
    pub show: Show,
    /// Confirm the count by a search without symmetry.
    pub verify: bool,
}

impl<'a> Request<'a> {
    /// Just the counts.
    #[must_use]
    pub fn count(question: &'a PackQuestion) -> Self {
        let (kernel, symmetry, show) = (Kernel::Auto, Symmetry::All, Show::Nothing);
        Self { question, kernel, symmetry, show, verify: false }
    }
}

/// A packing that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// Its pieces.
    pub pieces: Vec<PlacedPiece>,
    /// How many symmetries of the puzzle leave it unchanged.
    pub symmetries: usize,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Solved {
    /// All packings.
    pub total: BigUint,
    /// Classes up to rotations and reflections.
    pub classes: BigUint,
    /// Classes up to rotations.
    pub rotation_classes: BigUint,
    /// How many symmetries the puzzle has.
    pub group_order: usize,
    /// The classes up to all symmetries, by the number of symmetries that leave their members
    /// unchanged.
    pub by_symmetry: BTreeMap<usize, u64>,
    /// What is shown.
    pub arrangements: Vec<Arrangement>,
    /// Why there can be no packing, if a little arithmetic shows it.
    pub obstruction: Option<String>,
    /// The kernel that did the work.
    pub kernel: Kernel,
    /// Why that one.
    pub kernel_reason: String,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer.
    pub evidence: Vec<String>,
    /// The search tree.
    pub profile: Profile,
}

/// Answers a question.
///
/// # Errors
/// If the chosen kernel does not suit the puzzle, if memory does not suffice, or if two methods
/// disagree.
pub fn solve(request: &Request<'_>, run: &Run<'_>) -> Result<Solved, Halt> {
    if request.kernel == Kernel::Memo {
        let reason =
            "it cannot tell classes apart, expected --kernel auto, bits or cells".to_owned();
        return Err(Halt::Kernel { kernel: "memo", reason });
    }
    let puzzle = pack(request.question)?;
    let elements = puzzle.problem().on_options().to_vec();
    let group = Group::Listed { orbits: orbits(&elements), elements };
    let plan = Plan::new(puzzle.problem());
    let pick = request.show.pick();
    let keep = |options: &[OptionId]| !puzzle.must_be_rigid() || puzzle.is_rigid(options);
    let hunt = Hunt {
        plan: &plan,
        kernel: request.kernel,
        group: &group,
        pick,
        cheapest: None,
        keep: &keep,
    };
    let mut harvest = match puzzle.obstruction() {
        Some(reason) => {
            Harvest::empty(format!("method: arithmetic, no search was needed: {reason}"))
        }
        None => hunt.run(run)?,
    };
    if puzzle.obstruction().is_none() {
        let method = match harvest.stopped_by {
            None => "one packing of each class was visited",
            Some(_) => "packings were visited one by one until the search was stopped",
        };
        harvest.evidence.insert(0, format!("method: {method}"));
    }
    if request.verify && harvest.stopped_by.is_none() {
        let line =
            unless_too_large(verify(&Hunt { group: &Group::Trivial, ..hunt }, &harvest, run))?;
        harvest.evidence.push(line);
    }
    let mut solved = solved(request, &puzzle, harvest);
    let judge = |_: usize, arrangement: &Arrangement| {
        judge_arrangement(request.question, &arrangement.pieces)
    };
    solved.evidence.extend(judge_shown(["packing", "packings"], &solved.arrangements, run, judge)?);
    Ok(solved)
}

/// The orbits of the options, each sorted.
fn orbits(elements: &[Perm]) -> Vec<Vec<OptionId>> {
    let degree = elements.first().map_or(0, Perm::degree);
    let images =
        |option: usize| elements.iter().map(move |element| OptionId::new(element.apply(option)));
    let orbit = |option: usize| images(option).collect::<BTreeSet<OptionId>>();
    let is_first = |(option, orbit): &(usize, BTreeSet<OptionId>)| {
        orbit.first() == Some(&OptionId::new(*option))
    };
    let orbits = (0..degree).map(|option| (option, orbit(option))).filter(is_first);
    orbits.map(|(_, orbit)| orbit.into_iter().collect()).collect()
}

/// Counts again without symmetry, with the other kernel if there is one.
fn verify(hunt: &Hunt<'_>, first: &Harvest, run: &Run<'_>) -> Result<String, Halt> {
    let kernel = if first.kernel == Kernel::Bits { Kernel::Cells } else { Kernel::Auto };
    let pick = Pick::First { most: 0, is_enough: false };
    let second = Hunt { kernel, pick, ..*hunt }.run(run)?;
    if let Some(stopped_by) = second.stopped_by {
        return Err(stopped_by.into());
    }
    let how = format!("the kernel {} without symmetry", second.kernel.name());
    if second.total == first.total {
        return Ok(format!("verified: {how} counts {} too", second.total));
    }
    Err(Halt::Disagreement {
        first: format!("{} packings", first.total),
        second: format!("{} by {how}", second.total),
    })
}

fn solved(request: &Request<'_>, puzzle: &PackPuzzle, harvest: Harvest) -> Solved {
    let group_order = puzzle.problem().symmetries().group().order();
    let has_reflections = puzzle.rotations().len() < group_order;
    let (mut classes, mut rotation_classes) = (BigUint::default(), BigUint::default());
    let mut by_symmetry = BTreeMap::new();
    for (stabiliser, count) in &harvest.classes {
        classes += *count;
        // A class that no reflection leaves unchanged falls into two that mirror each other.
        let parts = if has_reflections && !is_mirrored(puzzle, stabiliser) { 2 } else { 1 };
        rotation_classes += count * parts;
        *by_symmetry.entry(stabiliser.order).or_default() += count;
    }
    let room = match request.show {
        Show::Nothing => 0,
        Show::List(most) | Show::First(most) => most,
        Show::Sample { .. } => usize::MAX,
    };
    let shown =
        harvest.solutions.iter().flat_map(|solution| images(puzzle, request, &solution.options));
    let arrangements = shown.take(room).collect();
    Solved {
        total: harvest.total,
        classes,
        rotation_classes,
        group_order,
        by_symmetry,
        arrangements,
        obstruction: puzzle.obstruction().map(str::to_owned),
        kernel: harvest.kernel,
        kernel_reason: harvest.kernel_reason,
        stopped_by: harvest.stopped_by,
        evidence: harvest.evidence,
        profile: harvest.profile,
    }
}

fn is_mirrored(puzzle: &PackPuzzle, stabiliser: &Stabiliser) -> bool {
    stabiliser.elements.iter().any(|element| !puzzle.is_rotation(widen(*element)))
}

/// The packings that a class is shown as.
fn images(puzzle: &PackPuzzle, request: &Request<'_>, options: &[OptionId]) -> Vec<Arrangement> {
    let image = |element: usize| -> Vec<OptionId> {
        let on_options = &puzzle.problem().on_options()[element];
        let mut image: Vec<OptionId> =
            options.iter().map(|option| OptionId::new(on_options.apply(option.index()))).collect();
        image.sort_unstable();
        image
    };
    let elements = || 0..puzzle.problem().on_options().len();
    let is_unchanged = |element: &usize| image(*element) == options;
    let rotations = || elements().filter(|element| puzzle.is_rotation(*element));
    // As many for each image: their stabilisers are conjugate.
    let symmetries = elements().filter(is_unchanged).count();
    let arrangement =
        |options: &Vec<OptionId>| Arrangement { pieces: puzzle.arrangement(options), symmetries };
    let is_sample = matches!(request.show, Show::Sample { .. });
    let shown: Vec<Vec<OptionId>> = match request.symmetry {
        Symmetry::All => vec![options.to_vec()],
        _ if is_sample => vec![options.to_vec()],
        Symmetry::Rotations => {
            let images: Vec<Vec<OptionId>> = rotations().map(image).collect();
            let mirror = elements().find(|element| !puzzle.is_rotation(*element)).map(image);
            let other = mirror.filter(|mirror| !images.contains(mirror));
            std::iter::once(options.to_vec()).chain(other).collect()
        }
        Symmetry::None => elements().map(image).collect::<BTreeSet<_>>().into_iter().collect(),
    };
    shown.iter().map(arrangement).collect()
}
