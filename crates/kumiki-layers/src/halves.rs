//! The whole count: levels built one group at a time, then joined one group at a time.
//!
//! Nothing here runs for long: every call does the work of one group, so that the caller can show
//! progress, stop, or hand the groups of the join to different threads.

use crate::budget::Budget;
use crate::fill::Patron;
use crate::join::{Joined, around_layer, at_interface};
use crate::level::{Halt, Level, NextLevel};
use crate::section::{Section, Slicing};
use crate::weight::Weight;
use kumiki_group::Perm;
use kumiki_model::{AntislideQuestion, Start};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt;

/// Packings by number of bricks.
pub type Counted = BTreeMap<usize, BigUint>;

/// Why a question cannot be answered layer by layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotLayered {
    /// Whichever way the box is sliced, some brick reaches over three layers, or a layer has over
    /// 64 cells.
    NoSlicing,
    /// Only packings with a certain start are wanted.
    Start,
    /// The sets of cells that matter in a layer are too many.
    Family,
}

impl fmt::Display for NotLayered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSlicing => "bricks reach over three layers, or layers have more than 64 cells",
            Self::Start => "only packings with a prescribed start are wanted",
            Self::Family => "a layer has too many footprints",
        })
    }
}

impl std::error::Error for NotLayered {}

/// A group of symmetries as the layers see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The turns within the layers, as a sorted group of positions; position 0 is the identity.
    pub turns: Vec<usize>,
    /// One of the turns that come with exchanging bottom and top, if there are such symmetries.
    pub mirror: Option<usize>,
}

/// How far the halves have come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Growth {
    /// So much of the current level is done.
    Growing(f64),
    /// All levels are finished.
    Grown,
    /// It was told to stop.
    Stopped,
}

/// Which halves to build.
#[derive(Clone, Debug)]
struct Plan {
    slicing: Slicing,
    turns: Vec<usize>,
    budget: Budget,
}

/// The halves under construction, whatever their widths.
#[derive(Debug)]
pub struct LayerCount {
    stage: Box<dyn Stage>,
    plan: Plan,
}

/// The finished halves, ready to be joined unit by unit.
#[derive(Debug)]
pub struct LayerJoin {
    stage: Box<dyn Stage>,
    plan: Plan,
}

impl LayerCount {
    /// Prepares the count of all packings. Rule, cap on bricks, objective and symmetry of the
    /// question do not matter.
    ///
    /// # Errors
    /// If the method does not apply.
    pub fn new(question: &AntislideQuestion) -> Result<Self, NotLayered> {
        Self::folded(question, &[0])
    }

    /// Prepares the count of the packings that some turns of the layers leave unchanged. The turns
    /// form a group; they come from [`LayerCount::fold_of`].
    ///
    /// # Errors
    /// If the method does not apply.
    pub fn folded(question: &AntislideQuestion, turns: &[usize]) -> Result<Self, NotLayered> {
        Self::budgeted(question, turns, None)
    }

    /// The same with only those halves whose cost is within a budget: twice the bricks of their
    /// own, once those that they share with the other half. [`LayerJoin::complete_up_to`] says what
    /// the counts are worth then.
    ///
    /// # Errors
    /// If the method does not apply.
    pub fn budgeted(
        question: &AntislideQuestion,
        turns: &[usize],
        most: Option<usize>,
    ) -> Result<Self, NotLayered> {
        if question.start != Start::Anywhere {
            return Err(NotLayered::Start);
        }
        let slicing = Slicing::best(question).ok_or(NotLayered::NoSlicing)?;
        let budget = Budget::new(most, slicing.layers.is_multiple_of(2));
        let plan = Plan { slicing, turns: turns.to_vec(), budget };
        let stage = stage_for::<u64>(&plan)?;
        Ok(Self { stage, plan })
    }

    /// What a group of symmetries of the box, given by what they do to the six directions, does to
    /// the layers; `None` if some of them do not keep the layers together.
    #[must_use]
    pub fn fold_of(&self, symmetries: &[&Perm]) -> Option<Fold> {
        let mut fold = Fold { turns: Vec::new(), mirror: None };
        for symmetry in symmetries {
            match self.plan.slicing.turn_of(symmetry)? {
                (turn, false) if !fold.turns.contains(&turn) => fold.turns.push(turn),
                (_, false) => {}
                (turn, true) => {
                    fold.mirror = Some(fold.mirror.map_or(turn, |known| known.min(turn)));
                }
            }
        }
        fold.turns.sort_unstable();
        Some(fold)
    }

    /// Lays all layers on the next group of halves. Returns the fraction of the current level that
    /// is done, or `None` when all levels are finished.
    pub fn grow(&mut self) -> Option<f64> {
        match self.grow_while(&|| true) {
            Growth::Growing(fraction) => Some(fraction),
            Growth::Grown | Growth::Stopped => None,
        }
    }

    /// The same, but gives up when `go_on`, asked about every millisecond, says no. There is no
    /// growing after that.
    pub fn grow_while(&mut self, go_on: &(dyn Fn() -> bool + Sync)) -> Growth {
        match self.stage.grow(go_on) {
            Ok(Some(fraction)) => Growth::Growing(fraction),
            Ok(None) => Growth::Grown,
            Err(Halt::Stopped) => Growth::Stopped,
            Err(Halt::Overflow) => {
                self.stage = stage_for::<BigUint>(&self.plan)
                    .expect("the width does not depend on the numbers");
                Growth::Growing(0.0)
            }
        }
    }

    /// The finished halves.
    ///
    /// # Panics
    /// If [`LayerCount::grow`] has not returned `None` yet.
    #[must_use]
    pub fn finish(self) -> LayerJoin {
        assert!(self.stage.is_grown(), "all levels are finished");
        LayerJoin { stage: self.stage, plan: self.plan }
    }

    /// What is being done, for a progress line and for the evidence.
    #[must_use]
    pub fn describe(&self) -> String {
        let Slicing { rows, columns, layers, .. } = &self.plan.slicing;
        format!(
            "{layers} layers of {rows}x{columns}, halves of {} joined",
            (layers - 1) / 2 + usize::from(layers % 2 == 0)
        )
    }
}

impl LayerJoin {
    /// Into how many independent parts the join falls.
    #[must_use]
    pub fn unit_count(&self) -> usize {
        self.stage.unit_count()
    }

    /// How many merged halves there are, up to turns of the layer.
    #[must_use]
    pub fn half_count(&self) -> usize {
        self.stage.half_count()
    }

    /// Up to how many bricks all packings are counted, or `None` if there was no budget: then all
    /// are.
    #[must_use]
    pub fn complete_up_to(&self) -> Option<usize> {
        self.stage.complete_up_to()
    }

    /// The packings of one part. All parts add up to the answer.
    ///
    /// # Errors
    /// If the numbers outgrow machine words: then [`LayerJoin::exact`] has to be used from the
    /// start.
    pub fn unit(&self, unit: usize) -> Result<JoinedUnit, NumbersTooLarge> {
        let joined = self.unit_while(unit, &|| true)?;
        Ok(joined.expect("nobody said stop"))
    }

    /// The same, but gives up when `go_on`, asked about every millisecond, says no.
    ///
    /// # Errors
    /// As [`LayerJoin::unit`].
    pub fn unit_while(
        &self,
        unit: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<JoinedUnit>, NumbersTooLarge> {
        match self.stage.join(unit, go_on) {
            Ok(Joined { packings, mirrored }) => Ok(Some(JoinedUnit { packings, mirrored })),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Overflow) => Err(NumbersTooLarge),
        }
    }

    /// The halves once more, with big integers, which cannot overflow; slower. They have to be
    /// grown again.
    #[must_use]
    pub fn exact(&self) -> LayerCount {
        let stage =
            stage_for::<BigUint>(&self.plan).expect("the width does not depend on the numbers");
        LayerCount { stage, plan: self.plan.clone() }
    }
}

/// What one part of the join yields, by number of bricks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct JoinedUnit {
    /// The packings that the fold leaves unchanged.
    pub packings: Counted,
    /// For each turn of the layers, those among them that are their own images when turned and put
    /// upside down.
    pub mirrored: Vec<Counted>,
}

impl JoinedUnit {
    /// Adds another part.
    pub fn add(&mut self, other: Self) {
        let add = |total: &mut Counted, part: Counted| {
            for (bricks, count) in part {
                *total.entry(bricks).or_default() += count;
            }
        };
        add(&mut self.packings, other.packings);
        self.mirrored.resize(self.mirrored.len().max(other.mirrored.len()), Counted::new());
        for (total, part) in self.mirrored.iter_mut().zip(other.mirrored) {
            add(total, part);
        }
    }
}

/// Machine words are too short for the join of this question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumbersTooLarge;

/// The construction with its widths hidden.
trait Stage: fmt::Debug + Send + Sync {
    fn grow(&mut self, patron: &Patron<'_>) -> Result<Option<f64>, Halt>;
    fn is_grown(&self) -> bool;
    fn unit_count(&self) -> usize;
    fn half_count(&self) -> usize;
    fn complete_up_to(&self) -> Option<usize>;
    fn join(&self, unit: usize, patron: &Patron<'_>) -> Result<Joined, Halt>;
}

struct Halves<const P: usize, C> {
    section: Section<P>,
    level: Level<P, C>,
    next: NextLevel<P, C>,
    /// The next group to lay layers on.
    group: usize,
    /// Levels still to be built.
    levels_left: usize,
    /// Whether a layer remains between the two halves.
    is_odd: bool,
    budget: Budget,
}

/// A count as an approximate number, for progress only.
fn as_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

fn stage_for<C: Weight + 'static>(plan: &Plan) -> Result<Box<dyn Stage>, NotLayered> {
    match plan.slicing.family_len().div_ceil(64) {
        0 | 1 => Ok(Box::new(Halves::<1, C>::new(plan))),
        2 => Ok(Box::new(Halves::<2, C>::new(plan))),
        3 | 4 => Ok(Box::new(Halves::<4, C>::new(plan))),
        5..=8 => Ok(Box::new(Halves::<8, C>::new(plan))),
        _ => Err(NotLayered::Family),
    }
}

impl<const P: usize, C: Weight> Halves<P, C> {
    fn new(plan: &Plan) -> Self {
        let section = Section::new(&plan.slicing, &plan.turns);
        let level = Level::floor(&section);
        let is_odd = !plan.slicing.layers.is_multiple_of(2);
        let (budget, levels_left) = (plan.budget, plan.slicing.layers / 2);
        Self { section, level, next: NextLevel::new(budget), group: 0, levels_left, is_odd, budget }
    }
}

impl<const P: usize, C> fmt::Debug for Halves<P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Halves")
            .field("levels_left", &self.levels_left)
            .field("group", &self.group)
            .finish()
    }
}

impl<const P: usize, C: Weight> Stage for Halves<P, C> {
    fn grow(&mut self, patron: &Patron<'_>) -> Result<Option<f64>, Halt> {
        if self.levels_left == 0 {
            return Ok(None);
        }
        self.next.lay_on(&self.section, &self.level, &self.level.groups[self.group], patron)?;
        self.group += 1;
        let fraction = as_f64(self.group) / as_f64(self.level.groups.len());
        if self.group == self.level.groups.len() {
            let next = std::mem::replace(&mut self.next, NextLevel::new(self.budget));
            self.level = next.finish(&self.section, patron)?;
            self.group = 0;
            self.levels_left -= 1;
        }
        Ok(Some(fraction))
    }

    fn is_grown(&self) -> bool {
        self.levels_left == 0
    }

    fn unit_count(&self) -> usize {
        self.level.groups.len()
    }

    fn half_count(&self) -> usize {
        self.level.half_count()
    }

    fn complete_up_to(&self) -> Option<usize> {
        self.budget.complete_up_to(self.level.least_cost(self.budget))
    }

    fn join(&self, unit: usize, patron: &Patron<'_>) -> Result<Joined, Halt> {
        if self.is_odd {
            around_layer(&self.section, &self.level, unit, patron)
        } else {
            at_interface(&self.section, &self.level, &self.level.groups[unit], patron)
        }
    }
}
