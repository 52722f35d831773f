//! The halves of a given height, merged and sorted by the bricks that rise out of them.
//!
//! # The idea
//! A *half* is everything below some height. What lies above can tell two halves apart only by the
//! bricks that rise out of it, by which sets of cells its top layer hits, and by what it demands of
//! the next layer. Halves that agree in these are merged; a half remembers how many packings it
//! stands for, by number of bricks.
//!
//! # Symmetry
//! Turning a half turns everything above it. So halves are kept only for one set of rising bricks
//! out of each class under the turns of the layer, the least one; the others are images.
//!
//! Let the next layer m stand on a representative c1, and let its rising bricks belong to class c2.
//! All layers that stand on a member of c1 and end in the representative of c2 are images of such
//! m. Counting the images under all turns that take m's rising bricks to the representative counts
//! each of them |stabiliser of c1| times. So we give every image the weight |class of c1| and
//! divide by the number of turns in the end.
//!
//! # Invariants
//! * **L1** The rising bricks of a group are least in their class; groups are sorted by the number
//!   of rising bricks, most first.
//! * **L2** A half's demands are not hit by its own rising bricks, which are part of the next
//!   layer.
//! * **L3** No two halves of a group agree in occupied cells and demands.
//! * **L4** After the division, weights are whole numbers.

use crate::budget::Budget;
use crate::fill::{Filling, Layer};
use crate::section::Section;
use crate::weight::Weight;
use kumiki_id::Bits;
use kumiki_search::{BadSnapshot, Fuel, RecordReader, RecordWriter, read_size};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Halves that nothing above can tell apart.
#[derive(Clone, Debug)]
pub(crate) struct Half<const P: usize> {
    /// What the next layer must hit (L2).
    pub(crate) demands: Bits<P>,
    /// What the top layer hits; it follows from `occupied`.
    pub(crate) hits: Bits<P>,
    /// The occupied cells of the top layer.
    pub(crate) occupied: u64,
    /// Where the weights by number of bricks are in [`Level::terms`].
    pub(crate) terms: Range<u32>,
}

/// All halves with the same rising bricks.
#[derive(Clone, Debug)]
pub(crate) struct Group<const P: usize> {
    /// The rising bricks (L1).
    pub(crate) rising: Bits<P>,
    /// How many rising bricks there are.
    pub(crate) rising_count: usize,
    /// Turns that take these rising bricks to every set of their class, once each; at most eight.
    pub(crate) spread: Vec<usize>,
    /// The fewest bricks that one of the halves has.
    pub(crate) fewest_bricks: usize,
    /// The halves, sorted by occupied cells, then by demands (L3).
    pub(crate) halves: Vec<Half<P>>,
}

impl<const P: usize> Group<P> {
    /// How many sets of rising bricks are images of this one.
    pub(crate) fn class_size(&self) -> u64 {
        u64::try_from(self.spread.len()).expect("at most eight")
    }
}

/// All halves of one height.
#[derive(Debug)]
pub(crate) struct Level<const P: usize, C> {
    /// The groups, most rising bricks first (L1).
    pub(crate) groups: Vec<Group<P>>,
    /// Pairs of number of bricks and number of packings; those of a half stand together, fewest
    /// bricks first.
    pub(crate) terms: Vec<(u32, C)>,
    /// For every set of rising bricks: its group, and a turn that takes it to the group's
    /// representative.
    pub(crate) home_of: FxHashMap<Bits<P>, (usize, usize)>,
}

/// A weight did not fit; do it again with big integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overflow;

/// Weights by number of bricks, ascending.
type Terms<C> = Vec<(u32, C)>;

/// Halves with the same rising bricks, by occupied cells and demands, while they are gathered.
type Gathered<const P: usize, C> = FxHashMap<(u64, Bits<P>), Terms<C>>;

/// The halves of the next level while they are gathered.
pub(crate) struct NextLevel<const P: usize, C> {
    /// By the least set of rising bricks in its class: the halves with these. Their weights are as
    /// many times too large as there are turns (L4).
    groups: FxHashMap<Bits<P>, Gathered<P, C>>,
    /// Classes of sets of rising bricks that have been looked up.
    homes: Homes<P>,
    /// What a half may cost; dearer ones are dropped.
    budget: Budget,
}

/// For each set of rising bricks met so far: its representative and the turns that lead there.
pub(crate) struct Homes<const P: usize> {
    /// By a set of rising bricks: the least set of its class, and all turns that take it there.
    known: FxHashMap<Bits<P>, (Bits<P>, Vec<usize>)>,
}

impl<const P: usize> Homes<P> {
    pub(crate) fn new() -> Self {
        Self { known: FxHashMap::default() }
    }

    /// The least image of a set of members, and the turns that take the set there.
    pub(crate) fn of(&mut self, section: &Section<P>, members: Bits<P>) -> &(Bits<P>, Vec<usize>) {
        self.known.entry(members).or_insert_with(|| {
            let image = |turn: &usize| section.turn_members(*turn, members);
            let least = section.merging.iter().map(image).min().expect("there is the identity");
            (least, section.merging.iter().copied().filter(|turn| image(turn) == least).collect())
        })
    }
}

impl<const P: usize, C: Weight> Level<P, C> {
    /// Below everything: one half, the floor. It hits all that stands on it and demands nothing.
    pub(crate) fn floor(section: &Section<P>) -> Self {
        let half = Half {
            demands: Bits::EMPTY,
            hits: (0..section.member_cells.len()).collect(),
            occupied: u64::MAX,
            terms: 0..1,
        };
        let group = Group {
            rising: Bits::EMPTY,
            rising_count: 0,
            spread: vec![0],
            fewest_bricks: 0,
            halves: vec![half],
        };
        Self {
            groups: vec![group],
            terms: vec![(0, C::one())],
            home_of: [(Bits::EMPTY, (0, 0))].into_iter().collect(),
        }
    }

    /// No halves.
    fn new() -> Self {
        Self { groups: Vec::new(), terms: Vec::new(), home_of: FxHashMap::default() }
    }

    /// A half with these terms.
    fn half(
        &mut self,
        section: &Section<P>,
        occupied: u64,
        demands: Bits<P>,
        terms: Terms<C>,
    ) -> Half<P> {
        let start = kumiki_id::narrow(self.terms.len());
        self.terms.extend(terms);
        let terms = start..kumiki_id::narrow(self.terms.len());
        Half { demands, hits: section.hits(occupied), occupied, terms }
    }

    /// Adds a group, and where its images are at home.
    fn push(&mut self, section: &Section<P>, rising: Bits<P>, halves: Vec<Half<P>>) {
        let mut spread = Vec::new();
        for turn in &section.merging {
            let image = section.turn_members(*turn, rising);
            let home = (self.groups.len(), section.turn_back(*turn));
            if self.home_of.insert(image, home).is_none() {
                spread.push(*turn);
            }
        }
        let bricks = |half: &Half<P>| self.terms(half)[0].0 as usize;
        let fewest_bricks = halves.iter().map(bricks).min().unwrap_or(0);
        let rising_count = rising.len() as usize;
        self.groups.push(Group { rising, rising_count, spread, fewest_bricks, halves });
    }

    /// Writes down all halves.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        let groups = self.groups.iter().map(|group| (group.rising, group.halves.len()));
        let halves = || {
            let halves = self.groups.iter().flat_map(|group| &group.halves);
            halves.map(|half| (half.occupied, half.demands, self.terms(half)))
        };
        save_groups(writer, groups, halves);
    }

    /// The level that was written down.
    pub(crate) fn load(raw: RawGroups<P, C>, section: &Section<P>) -> Result<Self, BadSnapshot> {
        let mut level = Self::new();
        for (rising, halves) in raw.nested(section)? {
            if level.home_of.contains_key(&rising) {
                return Err(BadSnapshot);
            }
            let make = |(occupied, demands, terms)| level.half(section, occupied, demands, terms);
            let halves = halves.into_iter().map(make).collect();
            level.push(section, rising, halves);
        }
        Ok(level)
    }

    /// The weights of a half by number of bricks.
    pub(crate) fn terms(&self, half: &Half<P>) -> &[(u32, C)] {
        &self.terms[(half.terms.start as usize)..half.terms.end as usize]
    }

    /// How many halves there are.
    pub(crate) fn half_count(&self) -> usize {
        self.groups.iter().map(|group| group.halves.len()).sum()
    }

    /// The least cost of a half that is not empty on top.
    pub(crate) fn least_cost(&self, budget: Budget) -> Option<usize> {
        let halves =
            self.groups.iter().flat_map(|group| group.halves.iter().map(move |half| (group, half)));
        let on_top = halves.filter(|(_, half)| half.occupied != 0);
        on_top
            .map(|(group, half)| budget.cost(self.terms(half)[0].0 as usize, group.rising_count))
            .min()
    }

    /// The sum of the weights of some halves of a group, by number of bricks.
    pub(crate) fn sum_terms(&self, group: &Group<P>, halves: &[u32]) -> Result<Terms<C>, Overflow> {
        let mut sum = Vec::new();
        for half in halves {
            add_terms(&mut sum, self.terms(&group.halves[*half as usize]), 0, 1)?;
        }
        Ok(sum)
    }
}

/// Adds weights to a sorted list, their numbers of bricks raised and their weights multiplied.
pub(crate) fn add_terms<C: Weight>(
    sum: &mut Terms<C>,
    terms: &[(u32, C)],
    more_bricks: u32,
    factor: u64,
) -> Result<(), Overflow> {
    for (bricks, weight) in terms {
        let bricks = bricks + more_bricks;
        let more = weight.times(factor).ok_or(Overflow)?;
        match sum.binary_search_by_key(&bricks, |(b, _)| *b) {
            Ok(at) => sum[at].1 = sum[at].1.plus(&more).ok_or(Overflow)?,
            Err(at) => sum.insert(at, (bricks, more)),
        }
    }
    Ok(())
}

impl<const P: usize, C: Weight> NextLevel<P, C> {
    pub(crate) fn new(budget: Budget) -> Self {
        Self { groups: FxHashMap::default(), homes: Homes::new(), budget }
    }

    /// Lays every possible layer on the halves of one group, until the fuel is gone. Says whether
    /// these were all.
    pub(crate) fn lay_on(
        &mut self,
        section: &Section<P>,
        level: &Level<P, C>,
        group: &Group<P>,
        filling: &mut Filling<P>,
        fuel: &mut Fuel,
    ) -> Result<bool, Overflow> {
        filling.advance(section, group, fuel, &mut |layer, left| {
            let terms = level.sum_terms(group, left)?;
            self.add(section, group, layer, &terms)
        })
    }

    /// The walk over the layers on the halves of one group.
    pub(crate) fn filling(&self, group: &Group<P>) -> Filling<P> {
        Filling::new(group, usize::MAX, self.budget)
    }

    fn add(
        &mut self,
        section: &Section<P>,
        below: &Group<P>,
        layer: &Layer<P>,
        terms: &[(u32, C)],
    ) -> Result<(), Overflow> {
        let affordable = |(bricks, _): &&(u32, C)| {
            self.budget.allows(*bricks as usize + layer.bricks, layer.rising_count)
        };
        // Terms are sorted by number of bricks, so the affordable ones come first.
        let terms = &terms[..terms.iter().take_while(affordable).count()];
        if terms.is_empty() {
            return Ok(());
        }
        let demands = demands_above(section, below.rising, layer);
        let more = kumiki_id::narrow(layer.bricks);
        let (home, turns) = self.homes.of(section, layer.rising);
        let halves = self.groups.entry(*home).or_default();
        for turn in turns {
            let key =
                (section.turn_cells(*turn, layer.occupied), section.turn_members(*turn, demands));
            add_terms(halves.entry(key).or_default(), terms, more, below.class_size())?;
        }
        Ok(())
    }

    /// What becomes of it when nothing more is laid.
    pub(crate) fn close(self) -> Closing<P, C> {
        let mut rest: Vec<_> = self.groups.into_iter().collect();
        // The first comes last.
        rest.sort_unstable_by_key(|(rising, _)| std::cmp::Reverse(place(*rising)));
        Closing { rest, level: Level::new() }
    }

    /// Writes down what was gathered.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_unstable_by_key(|(rising, _)| place(**rising));
        save_gathered(writer, &groups);
    }

    /// What was written down.
    pub(crate) fn load(
        raw: RawGroups<P, C>,
        section: &Section<P>,
        budget: Budget,
    ) -> Result<Self, BadSnapshot> {
        let groups = raw.gathered(section)?.into_iter().collect();
        Ok(Self { groups, homes: Homes::new(), budget })
    }
}

/// Where a group comes in a level (L1).
fn place<const P: usize>(rising: Bits<P>) -> (std::cmp::Reverse<u32>, Bits<P>) {
    (std::cmp::Reverse(rising.len()), rising)
}

/// A level that is put in order, group by group.
pub(crate) struct Closing<const P: usize, C> {
    /// The groups that are not there yet, the first one last.
    rest: Vec<(Bits<P>, Gathered<P, C>)>,
    /// The groups that are in order, with their true weights (L4).
    level: Level<P, C>,
}

impl<const P: usize, C: Weight> Closing<P, C> {
    /// Goes on until the fuel is gone. The finished level, if it is. A half costs a unit of fuel.
    pub(crate) fn advance(&mut self, section: &Section<P>, fuel: &mut Fuel) -> Option<Level<P, C>> {
        let turns = u64::try_from(section.merging.len()).expect("at most eight");
        while let Some((rising, gathered)) = self.rest.pop() {
            if fuel.0 == 0 {
                self.rest.push((rising, gathered));
                return None;
            }
            fuel.0 = fuel.0.saturating_sub(1 + gathered.len() as u64);
            let mut gathered: Vec<_> = gathered.into_iter().collect();
            gathered.sort_unstable_by_key(|(key, _)| *key);
            let mut halves = Vec::with_capacity(gathered.len());
            for ((occupied, demands), mut terms) in gathered {
                for (_, weight) in &mut terms {
                    *weight = weight.divided(turns);
                }
                halves.push(self.level.half(section, occupied, demands, terms));
            }
            self.level.push(section, rising, halves);
        }
        Some(std::mem::replace(&mut self.level, Level::new()))
    }

    /// Writes down what is in order and what is not.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        self.level.save(writer);
        let groups: Vec<_> = self.rest.iter().rev().map(|(rising, all)| (rising, all)).collect();
        save_gathered(writer, &groups);
    }

    /// What was written down.
    pub(crate) fn load(
        level: RawGroups<P, C>,
        rest: RawGroups<P, C>,
        section: &Section<P>,
    ) -> Result<Self, BadSnapshot> {
        let mut rest = rest.gathered(section)?;
        rest.reverse();
        Ok(Self { rest, level: Level::load(level, section)? })
    }
}

/// Groups as they were written down: three lists.
pub(crate) struct RawGroups<const P: usize, C> {
    /// The rising bricks of each group, and how many halves it has, in the order of the groups.
    groups: Vec<(Bits<P>, usize)>,
    /// The occupied cells and the demands of each half, and how many terms it has; group after
    /// group.
    halves: Vec<(u64, Bits<P>, usize)>,
    /// Number of bricks and weight of each term; half after half.
    terms: Vec<(u32, C)>,
}

impl<const P: usize, C: Weight> RawGroups<P, C> {
    /// Reads the three lists.
    pub(crate) fn read(reader: &mut RecordReader<'_>) -> Result<Self, BadSnapshot> {
        let mut raw = Self { groups: Vec::new(), halves: Vec::new(), terms: Vec::new() };
        let members = |words: &[u64]| words.try_into().map(Bits).map_err(|_| BadSnapshot);
        reader.list(P + 1, |group| {
            raw.groups.push((members(&group[..P])?, read_size(group[P])?));
            Ok(())
        })?;
        reader.list(P + 2, |half| {
            raw.halves.push((half[0], members(&half[1..=P])?, read_size(half[P + 1])?));
            Ok(())
        })?;
        let [digits] = reader.numbers()?;
        let digits = read_size(digits)?;
        reader.list(digits.checked_add(1).ok_or(BadSnapshot)?, |term| {
            let bricks = u32::try_from(term[0]).map_err(|_| BadSnapshot)?;
            raw.terms.push((bricks, C::from_digits(&term[1..]).ok_or(BadSnapshot)?));
            Ok(())
        })?;
        Ok(raw)
    }

    /// The groups with their halves, in the order in which they were written down.
    #[expect(clippy::type_complexity, reason = "a list of groups, each a list of halves")]
    fn nested(
        self,
        section: &Section<P>,
    ) -> Result<Vec<(Bits<P>, Vec<(u64, Bits<P>, Terms<C>)>)>, BadSnapshot> {
        let all = section.hits(u64::MAX);
        let is_known = |members: Bits<P>| members.minus(all).is_empty();
        let (mut halves, mut terms) = (self.halves.into_iter(), self.terms.into_iter());
        let mut groups = Vec::new();
        for (rising, half_count) in self.groups {
            if !is_known(rising) || half_count > halves.len() {
                return Err(BadSnapshot);
            }
            let mut group = Vec::new();
            for (occupied, demands, term_count) in halves.by_ref().take(half_count) {
                if !is_known(demands) || term_count == 0 || term_count > terms.len() {
                    return Err(BadSnapshot);
                }
                let terms: Terms<C> = terms.by_ref().take(term_count).collect();
                if !terms.is_sorted_by(|(one, _), (other, _)| one < other) {
                    return Err(BadSnapshot);
                }
                group.push((occupied, demands, terms));
            }
            groups.push((rising, group));
        }
        if halves.len() + terms.len() > 0 { Err(BadSnapshot) } else { Ok(groups) }
    }

    /// The groups while they are gathered: no set of rising bricks comes twice, and no half.
    fn gathered(self, section: &Section<P>) -> Result<Vec<(Bits<P>, Gathered<P, C>)>, BadSnapshot> {
        let groups = self.nested(section)?;
        if !groups.is_sorted_by(|(one, _), (other, _)| place(*one) < place(*other)) {
            return Err(BadSnapshot);
        }
        let mut all = Vec::new();
        for (rising, halves) in groups {
            let mut gathered = Gathered::default();
            for (occupied, demands, terms) in halves {
                if gathered.insert((occupied, demands), terms).is_some() {
                    return Err(BadSnapshot);
                }
            }
            all.push((rising, gathered));
        }
        Ok(all)
    }
}

/// Writes down groups in this order, and their halves in the order of their keys.
fn save_gathered<const P: usize, C: Weight>(
    writer: &mut RecordWriter<'_>,
    groups: &[(&Bits<P>, &Gathered<P, C>)],
) {
    let sorted: Vec<Vec<_>> = groups
        .iter()
        .map(|(_, gathered)| {
            let mut halves: Vec<(&(u64, Bits<P>), &Terms<C>)> = gathered.iter().collect();
            halves.sort_unstable_by_key(|(key, _)| **key);
            halves
        })
        .collect();
    let rising = groups.iter().map(|(rising, gathered)| (**rising, gathered.len()));
    let halves = || {
        let all = sorted.iter().flatten();
        all.map(|((occupied, demands), terms)| (*occupied, *demands, terms.as_slice()))
    };
    save_groups(writer, rising, halves);
}

/// Writes down three lists: groups, halves and terms.
fn save_groups<'t, const P: usize, C: Weight + 't, H>(
    writer: &mut RecordWriter<'_>,
    groups: impl ExactSizeIterator<Item = (Bits<P>, usize)>,
    halves: impl Fn() -> H,
) where
    H: Iterator<Item = (u64, Bits<P>, &'t [(u32, C)])>,
{
    writer.list(P + 1, groups, |(rising, half_count), line| {
        line.extend(rising.0);
        line.push(half_count as u64);
    });
    writer.counted_list(P + 2, halves().count(), halves(), |(occupied, demands, terms), line| {
        line.push(occupied);
        line.extend(demands.0);
        line.push(terms.len() as u64);
    });
    let terms = || halves().flat_map(|(_, _, terms)| terms);
    let digits = terms().map(|(_, weight)| weight.digits().len()).max().unwrap_or(1);
    writer.numbers(&[digits as u64]);
    writer.counted_list(1 + digits, terms().count(), terms(), |(bricks, weight), line| {
        line.push(u64::from(*bricks));
        let end = line.len() + digits;
        line.extend(weight.digits());
        line.resize(end, 0);
    });
}

/// What a layer, standing on bricks `hanging`, demands of the layer above (L2).
pub(crate) fn demands_above<const P: usize>(
    section: &Section<P>,
    hanging: Bits<P>,
    layer: &Layer<P>,
) -> Bits<P> {
    let tops = hanging.or(layer.flat);
    tops.or(layer.rising_strips.minus(layer.hits)).minus(section.hits(layer.rising_cells))
}
