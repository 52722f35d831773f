//! Problems without colours: counted by remembering, then visited if more than the count is wanted.

use super::ledger::{Books, Standing};
use super::{Request, Show, Solved, Tiling, VISITED_UNASKED, numbers_vary};
use crate::Halt;
use crate::pick::{Pick, Picked, stir};
use kumiki_drive::Run;
use kumiki_id::widen;
use kumiki_model::{StoppedBy, Symmetry, TilingQuestion};
use kumiki_tile::{Atlas, Corner, Memo, Tilings, Visit};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// So many tilings are visited between two looks at the clock.
const SIP: u64 = 1 << 12;

/// Answers a question without colours.
pub(super) fn solve(request: &Request<'_>, run: &Run<'_>) -> Result<Solved, Halt> {
    let question = request.question;
    let only_counts = request.show == Show::Nothing && request.symmetry == Some(Symmetry::None);
    let (memo, done) = count(question, Corner::Fewest, !only_counts, run)?;
    let mut solved = Solved::nothing(kumiki_tile::symmetries(question).len(), done.err());
    solved.profile.level(0).nodes = memo.node_count();
    let (states, tiles) = (memo.state_count(), memo.node_count());
    if solved.stopped_by.is_some() {
        solved.evidence.push(format!(
            "method: tiles were cut off and polygons counted until the search was stopped \
             (polygons: {states}, cuts: {tiles})"
        ));
        return Ok(solved);
    }
    let total = total(&memo)?;
    solved.evidence.push(format!(
        "method: tiles were cut off, and each polygon that is left was counted once (polygons: \
         {states}, cuts: {tiles})"
    ));
    solved.tilings = Some(total.into());
    if only_counts {
        return Ok(solved);
    }
    let is_asked = request.symmetry.is_some_and(|symmetry| symmetry != Symmetry::None);
    let visits_all = is_asked || total <= u128::from(VISITED_UNASKED);
    if !visits_all {
        solved.evidence.push(format!(
            "the classes were not counted, since there are more than {VISITED_UNASKED} tilings; \
             --symmetry all counts them"
        ));
        if request.show == Show::Nothing {
            return Ok(solved);
        }
    }
    let tilings = Tilings::new(&memo, Atlas::new(question));
    drop(memo);
    match request.show {
        Show::Sample { size, seed } if !visits_all => {
            solved.shown = draw(&tilings, size, seed);
        }
        _ => visit(request, &tilings, visits_all, run, &mut solved)?,
    }
    Ok(solved)
}

/// Counts again, by cutting off tiles elsewhere: for problems that are too large for the judge.
/// Both counts cut alike.
pub(super) fn verify(
    question: &TilingQuestion,
    solved: &Solved,
    run: &Run<'_>,
) -> Result<String, Halt> {
    let (memo, done) = count(question, Corner::Lowest, false, run)?;
    done?;
    let (second, states) = (BigUint::from(total(&memo)?), memo.state_count());
    match &solved.tilings {
        Some(first) if *first != second => Err(Halt::Disagreement {
            first: format!("{first} tilings"),
            second: format!("{second} by cutting off tiles at the lowest corner"),
        }),
        _ => Ok(format!(
            "verified in part: cutting off tiles at the lowest corner instead counts {second} too \
             (polygons: {states}); both counts cut alike and measure what is left, and a count \
             without cutting is out of reach here"
        )),
    }
}

/// Counts all tilings, and says whether it came to its end.
pub(super) fn count(
    question: &TilingQuestion,
    corner: Corner,
    keeps_starts: bool,
    run: &Run<'_>,
) -> Result<(Memo, Result<(), StoppedBy>), Halt> {
    let mut memo = Memo::new(question, corner, keeps_starts)?;
    match run.stages("counting", &mut memo) {
        Ok(false) => Err(Halt::TooManyTilings),
        Ok(true) => Ok((memo, Ok(()))),
        Err(stopped_by) => Ok((memo, Err(stopped_by))),
    }
}

/// The number of all tilings.
pub(super) fn total(memo: &Memo) -> Result<u128, Halt> {
    memo.count().ok_or(Halt::TooManyTilings)
}

/// What symmetries make of the places of tiles.
struct Images {
    /// For each symmetry: the image of each place.
    places: Vec<Vec<u32>>,
    reflections: Vec<usize>,
}

impl Images {
    fn new(tilings: &Tilings<'_>) -> Self {
        let mut atlas = tilings.atlas().clone();
        let place_count = kumiki_id::narrow(atlas.place_count());
        let order = atlas.symmetries().len();
        let reflections = (0..order).filter(|g| atlas.symmetries()[*g].is_mirrored).collect();
        let places = (0..order)
            .map(|g| (0..place_count).map(|place| atlas.image(place, g)).collect())
            .collect();
        Self { places, reflections }
    }

    fn order(&self) -> usize {
        self.places.len()
    }

    /// The image of a tiling, sorted.
    fn image(&self, tiling: impl Iterator<Item = u32>, symmetry: usize) -> Vec<u32> {
        let mut image: Vec<u32> = tiling.map(|place| self.places[symmetry][widen(place)]).collect();
        image.sort_unstable();
        image
    }

    /// Whether a reflection leaves a tiling with so many symmetries unchanged.
    fn is_mirrored(&self, tiling: &Visit<'_>, symmetries: usize) -> bool {
        // The identity is no reflection.
        if symmetries == 1 || self.reflections.is_empty() {
            return false;
        }
        let own = self.image(tiling.places(), 0);
        self.reflections.iter().any(|reflection| self.image(tiling.places(), *reflection) == own)
    }
}

/// Visits the tilings: all of them, or as many as are shown.
fn visit(
    request: &Request<'_>,
    tilings: &Tilings<'_>,
    visits_all: bool,
    run: &Run<'_>,
    solved: &mut Solved,
) -> Result<(), Halt> {
    let total = solved.tilings.clone().unwrap_or_default();
    let images = Images::new(tilings);
    let kinds: Vec<usize> = (0..tilings.atlas().place_count())
        .map(|place| tilings.atlas().tile(kumiki_id::narrow(place)).tile)
        .collect();
    let numbers_vary = numbers_vary(request.question);
    let mut ledger = Books::new(images.order(), !images.reflections.is_empty());
    let mut picked = Picked::new(match request.show.pick() {
        Pick::First { most, .. } if !visits_all => Pick::First { most, is_enough: true },
        pick => pick,
    });
    // A sample is drawn from the classes up to all symmetries.
    let is_sample = matches!(request.show, Show::Sample { .. });
    let symmetry = if is_sample { Symmetry::All } else { request.told_apart_by() };
    let mut is_enough = false;
    let all = u64::try_from(&total).unwrap_or(u64::MAX);
    let done = run.alone("visiting", |pulse| {
        let end = tilings.visit(|visit| {
            let is_first = visit.is_first();
            let composition =
                numbers_vary.then(|| composition(request.question, &kinds, visit.places()));
            let standing = is_first.then(|| {
                let symmetries = visit.symmetry();
                Standing { symmetries, is_mirrored: images.is_mirrored(&visit, symmetries) }
            });
            ledger.enter(composition, standing);
            if symmetry == Symmetry::None || is_first {
                picked.see(visit.places(), || visit.symmetry());
            }
            if symmetry == Symmetry::Rotations
                && let Some(Standing { symmetries, is_mirrored: false }) = standing
                && let Some(reflection) = images.reflections.first()
            {
                picked.see(images.image(visit.places(), *reflection).into_iter(), || symmetries);
            }
            if picked.is_enough() {
                is_enough = true;
                return ControlFlow::Break(Ok(()));
            }
            let visited = ledger.tilings();
            if visited.is_multiple_of(SIP) {
                pulse.set_progress(visited, all);
                if let Err(stopped_by) = pulse.go_on(SIP) {
                    return ControlFlow::Break(Err(stopped_by));
                }
            }
            ControlFlow::Continue(())
        });
        end.break_value().unwrap_or(Ok(()))
    });
    solved.stopped_by = done.err();
    let tile = |place: &u32| tilings.atlas().tile(*place);
    solved.shown = picked
        .into_list()
        .into_iter()
        .map(|(places, symmetries)| Tiling { tiles: places.iter().map(tile).collect(), symmetries })
        .collect();
    if solved.stopped_by.is_none() && !is_enough {
        ledger.close(&total, "tilings", solved)
    } else {
        Ok(())
    }
}

/// How many tiles of each kind.
fn composition(
    question: &TilingQuestion,
    kinds: &[usize],
    places: impl Iterator<Item = u32>,
) -> Vec<usize> {
    let mut numbers = vec![0; question.tiles().len()];
    places.for_each(|place| numbers[kinds[widen(place)]] += 1);
    numbers
}

/// Draws so many classes, each set of that size being equally likely. There must be many more.
fn draw(tilings: &Tilings<'_>, size: usize, seed: u64) -> Vec<Tiling> {
    let images = Images::new(tilings);
    let mut state = stir(seed);
    let mut next = || {
        state = stir(state);
        state
    };
    let mut below = |limit: u128| {
        // What is left over at the end would favour small numbers.
        let fair = u128::MAX - u128::MAX % limit;
        loop {
            let number = u128::from(next()) << 64 | u128::from(next());
            if number < fair {
                return number % limit;
            }
        }
    };
    let order = images.order();
    let mut seen = BTreeSet::new();
    let mut drawn = Vec::new();
    while drawn.len() < size {
        let Some(places) = tilings.sample(&mut below) else { break };
        let image = |symmetry: usize| images.image(places.iter().copied(), symmetry);
        let all: Vec<Vec<u32>> = (0..order).map(image).collect();
        let symmetries = all.iter().filter(|image| **image == all[0]).count();
        // A class with many symmetries has few members; so each of these counts more often.
        let is_taken = below(order as u128) < symmetries as u128;
        if is_taken && seen.insert(all.into_iter().min()) {
            let tiles = places.iter().map(|place| tilings.atlas().tile(*place)).collect();
            drawn.push(Tiling { tiles, symmetries });
        }
    }
    drawn
}
