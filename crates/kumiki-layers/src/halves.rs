//! The whole count: levels built one group at a time, then joined one group at a time.
//!
//! Both burn fuel and can be paused anywhere. The halves are built by one thread, as stages whose
//! state can be written down; the units of the join are independent, so that the caller can hand
//! them to different threads.

use crate::budget::Budget;
use crate::fill::Filling;
use crate::join::{AroundLayer, AtInterface, Join, Joined};
use crate::level::{Closing, Level, NextLevel, Overflow, RawGroups};
use crate::section::{Section, Slicing};
use crate::weight::Weight;
use kumiki_group::Perm;
use kumiki_model::{AntislideQuestion, Start};
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Turn, read_flag, read_size,
};
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
    /// The turns within the layers that do not exchange bottom and top: a group, sorted. They are
    /// positions in the list of all turns of a layer, whose first is the identity.
    pub turns: Vec<usize>,
    /// The least of the turns that come with exchanging bottom and top; `None` if there are no such
    /// symmetries.
    pub mirror: Option<usize>,
}

/// Which halves to build.
#[derive(Clone, Debug)]
struct Plan {
    /// How the box is cut into layers.
    slicing: Slicing,
    /// The fold: only packings that these turns leave unchanged are counted. The identity alone for
    /// all.
    turns: Vec<usize>,
    /// What a half may cost.
    budget: Budget,
}

/// The halves under construction, whatever their widths.
#[derive(Debug)]
pub struct LayerCount {
    /// The halves built so far; `None` when the finished ones have been given away.
    stage: Option<Box<dyn Stage>>,
    /// What is built, to begin anew with larger numbers.
    plan: Plan,
}

/// The finished halves, ready to be joined unit by unit.
#[derive(Debug)]
pub struct LayerJoin {
    /// The finished halves.
    stage: Box<dyn Stage>,
    /// What was built, to begin anew with larger numbers.
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
        let stage = stage_for(&plan)?;
        Ok(Self { stage: Some(stage), plan })
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

    /// Builds all halves, without a pause.
    #[must_use]
    pub fn build(mut self) -> LayerJoin {
        loop {
            if let Turn::Done(join) = self.advance(&mut Fuel::unlimited()) {
                return join;
            }
        }
    }

    fn stage(&self) -> &dyn Stage {
        self.stage.as_deref().expect("the halves are given away once")
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

/// To choose what to do with a cell costs a unit of fuel, and so does looking at a few halves.
impl Stages for LayerCount {
    type Answer = LayerJoin;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<LayerJoin> {
        let stage = self.stage.as_mut().expect("the halves are given away once");
        match stage.advance(fuel) {
            Ok(false) => Turn::Going,
            Ok(true) => {
                let stage = self.stage.take().expect("the halves are given away once");
                Turn::Done(LayerJoin { stage, plan: self.plan.clone() })
            }
            Err(Overflow) => {
                self.stage = Some(exact_stage(&self.plan));
                Turn::Going
            }
        }
    }

    fn progress(&self) -> Progress {
        // The levels differ too much to be a measure, and it may begin anew with larger numbers.
        let note = self.stage.as_ref().map(|stage| stage.note()).unwrap_or_default();
        Progress { done: 0, all: 0, note }
    }
}

/// The records are: the name; whether the weights are big integers; where it stands; the choices
/// made in the layer under way; the level, and what was gathered for the next one.
impl Snapshot for LayerCount {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.plan.name());
        self.stage().save(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.plan.name())?;
        let [is_big] = reader.numbers()?;
        let is_big = read_flag(is_big)?;
        if is_big && !self.stage().is_big() {
            self.stage = Some(exact_stage(&self.plan));
        }
        let stage = self.stage.as_mut().expect("the halves are given away once");
        if stage.is_big() != is_big {
            return Err(BadSnapshot);
        }
        stage.load(reader)
    }
}

impl Plan {
    /// What tells it from other plans, in snapshots.
    fn name(&self) -> [u64; 1] {
        let Slicing { rows, columns, layers, axes, footprints } = &self.slicing;
        let mut digest = Digest::new();
        let mut add = |numbers: &[usize]| {
            digest.add([numbers.len() as u64]);
            digest.add(numbers.iter().map(|number| *number as u64));
        };
        add(&[*rows, *columns, *layers]);
        add(axes);
        footprints.iter().for_each(|(rows, columns, layers)| add(&[*rows, *columns, *layers]));
        add(&self.turns);
        add(&self.budget.numbers());
        [digest.get()]
    }
}

/// The construction with big integers, from the beginning. They take so long that the width of
/// sets does not matter: one is enough.
fn exact_stage(plan: &Plan) -> Box<dyn Stage> {
    Box::new(Halves::<WIDEST, BigUint>::new(plan))
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
        let mut part = self.begin(unit);
        loop {
            if let Some(joined) = part.advance(&mut Fuel::unlimited()) {
                return joined;
            }
        }
    }

    /// Begins a part. It can be paused anywhere.
    ///
    /// # Panics
    /// If there is no such part.
    #[must_use]
    pub fn begin(&self, unit: usize) -> JoinPart<'_> {
        JoinPart { join: self.stage.join(unit) }
    }

    /// The halves once more, with big integers, which cannot overflow; slower. They have to be
    /// grown again.
    #[must_use]
    pub fn exact(&self) -> LayerCount {
        LayerCount { stage: Some(exact_stage(&self.plan)), plan: self.plan.clone() }
    }
}

/// A part of the join under way.
pub struct JoinPart<'j> {
    /// The sums so far, and where the part stands.
    join: Box<dyn Join + 'j>,
}

impl JoinPart<'_> {
    /// Goes on until the fuel is gone, or until these are the packings of the part; or numbers have
    /// outgrown machine words. To choose what to do with a cell, or to look at a few halves, costs
    /// a unit of fuel.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Option<Result<JoinedUnit, NumbersTooLarge>> {
        match self.join.advance(fuel) {
            Ok(None) => None,
            Ok(Some(Joined { packings, mirrored })) => Some(Ok(JoinedUnit { packings, mirrored })),
            Err(Overflow) => Some(Err(NumbersTooLarge)),
        }
    }
}

/// What one part of the join yields, by number of bricks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct JoinedUnit {
    /// The packings that the fold leaves unchanged, by number of bricks.
    pub packings: Counted,
    /// For each turn of the layers, those among them that are their own images when turned and put
    /// upside down, by number of bricks.
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
    /// Goes on until the fuel is gone. Says whether all levels are finished.
    fn advance(&mut self, fuel: &mut Fuel) -> Result<bool, Overflow>;
    fn is_big(&self) -> bool;
    fn save(&self, writer: &mut RecordWriter<'_>);
    fn load(&mut self, reader: RecordReader<'_>) -> Result<(), BadSnapshot>;
    /// Where it stands, in a few words.
    fn note(&self) -> String;
    fn unit_count(&self) -> usize;
    fn half_count(&self) -> usize;
    fn complete_up_to(&self) -> Option<usize>;
    fn join(&self, unit: usize) -> Box<dyn Join + '_>;
}

/// Halves of one height, and what is laid on them.
///
/// * **H1** All layers on the groups before `group`, and those that `filling` has shown, are in
///   `next`, or in `closing` when the groups have come to their end.
struct Halves<const P: usize, C> {
    /// The geometry of a layer.
    section: Section<P>,
    /// The last finished level, on which layers are laid.
    level: Level<P, C>,
    /// The group of `level` that layers are laid on; the number of groups when all have been.
    group: usize,
    /// The walk over the layers on this group (H1).
    filling: Filling<P>,
    /// The halves of the next level that were found so far (H1).
    next: NextLevel<P, C>,
    /// The same while they are put in order; `None` before (H1).
    closing: Option<Closing<P, C>>,
    /// Levels still to be built, the one under way among them.
    levels_left: usize,
    /// Whether a layer remains between the two halves.
    is_odd: bool,
    /// What a half may cost.
    budget: Budget,
}

/// The most words of 64 bits that a set of a family may take.
pub(crate) const WIDEST: usize = 8;

/// The construction with machine words, as wide as the sets of the family.
fn stage_for(plan: &Plan) -> Result<Box<dyn Stage>, NotLayered> {
    match plan.slicing.family_len().div_ceil(64) {
        0 | 1 => Ok(Box::new(Halves::<1, u64>::new(plan))),
        2 => Ok(Box::new(Halves::<2, u64>::new(plan))),
        3 | 4 => Ok(Box::new(Halves::<4, u64>::new(plan))),
        5..=WIDEST => Ok(Box::new(Halves::<WIDEST, u64>::new(plan))),
        _ => Err(NotLayered::Family),
    }
}

impl<const P: usize, C: Weight> Halves<P, C> {
    fn new(plan: &Plan) -> Self {
        let section = Section::new(&plan.slicing, &plan.turns);
        let level = Level::floor(&section);
        let is_odd = !plan.slicing.layers.is_multiple_of(2);
        let (budget, levels_left) = (plan.budget, plan.slicing.layers / 2);
        let next = NextLevel::new(budget);
        let filling = next.filling(&level.groups[0]);
        let (group, closing) = (0, None);
        Self { section, level, group, filling, next, closing, levels_left, is_odd, budget }
    }

    /// Goes on to a group.
    fn begin_group(&mut self, group: usize) {
        self.group = group;
        if let Some(group) = self.level.groups.get(group) {
            self.filling = self.next.filling(group);
        }
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
    fn advance(&mut self, fuel: &mut Fuel) -> Result<bool, Overflow> {
        while self.levels_left > 0 {
            if let Some(closing) = &mut self.closing {
                let Some(level) = closing.advance(&self.section, fuel) else { return Ok(false) };
                (self.level, self.closing) = (level, None);
                self.levels_left -= 1;
                self.begin_group(0);
                continue;
            }
            let Self { section, level, filling, next, .. } = self;
            let Some(group) = level.groups.get(self.group) else {
                let next = std::mem::replace(next, NextLevel::new(self.budget));
                self.closing = Some(next.close());
                continue;
            };
            if !next.lay_on(section, level, group, filling, fuel)? {
                return Ok(false);
            }
            self.begin_group(self.group + 1);
        }
        Ok(true)
    }

    fn is_big(&self) -> bool {
        C::IS_BIG
    }

    fn save(&self, writer: &mut RecordWriter<'_>) {
        writer.numbers(&[u64::from(C::IS_BIG)]);
        // When the groups have come to their end, nothing is chosen any more.
        let choices = self.filling.choices().filter(|_| self.closing.is_none());
        writer.numbers(&[
            self.levels_left as u64,
            self.group as u64,
            u64::from(choices.is_some()),
            u64::from(self.closing.is_some()),
        ]);
        let choices: Vec<usize> = choices.into_iter().flatten().collect();
        writer.list(1, choices, |choice, line| line.push(choice as u64));
        self.level.save(writer);
        match &self.closing {
            Some(closing) => closing.save(writer),
            None => self.next.save(writer),
        }
    }

    fn load(&mut self, mut reader: RecordReader<'_>) -> Result<(), BadSnapshot> {
        let [levels_left, group, is_begun, is_closing] = reader.numbers()?;
        let (levels_left, group) = (read_size(levels_left)?, read_size(group)?);
        let (is_begun, is_closing) = (read_flag(is_begun)?, read_flag(is_closing)?);
        let choices: Result<Vec<usize>, _> = reader.words()?.into_iter().map(read_size).collect();
        let choices = choices?;
        let level = RawGroups::read(&mut reader)?;
        let closed = is_closing.then(|| RawGroups::read(&mut reader)).transpose()?;
        let rest = RawGroups::read(&mut reader)?;
        reader.finish()?;
        let level = Level::load(level, &self.section)?;
        if levels_left > self.levels_left || (group >= level.groups.len()) != is_closing {
            return Err(BadSnapshot);
        }
        let (next, closing) = match closed {
            Some(closed) => {
                let closing = Closing::load(closed, rest, &self.section)?;
                (NextLevel::new(self.budget), Some(closing))
            }
            None => (NextLevel::load(rest, &self.section, self.budget)?, None),
        };
        (self.level, self.next, self.closing) = (level, next, closing);
        self.levels_left = levels_left;
        self.begin_group(group);
        if is_begun && !is_closing {
            self.filling.go_to(&self.section, &self.level.groups[group], &choices)?;
        }
        Ok(())
    }

    fn note(&self) -> String {
        let (left, all) = (self.levels_left, self.level.groups.len());
        format!("{left} levels left, group {} of {all}", self.group)
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

    fn join(&self, unit: usize) -> Box<dyn Join + '_> {
        if self.is_odd {
            Box::new(AroundLayer::new(&self.section, &self.level, unit))
        } else {
            Box::new(AtInterface::new(&self.section, &self.level, &self.level.groups[unit]))
        }
    }
}
