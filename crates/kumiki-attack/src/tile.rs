//! Tilings: random dissections, tiled a second time by exact geometry that only knows on which side
//! a point lies.
//!
//! Reading order: `plane` and `polygon`, the geometry; `problem`, the file; `tilings` and `answer`,
//! brute force; `dissect`, where questions come from; `compare`, what is compared.

mod answer;
mod compare;
mod dissect;
mod plane;
mod polygon;
mod problem;
mod tilings;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use answer::Answer;
use dissect::{Dissection, dissection, join};
use fastrand::Rng;
use plane::{Plane, RINGS, Spot};
use polygon::Polygon;
use problem::{Apart, Form, Problem, Tile, as_read};
use tilings::ways;

/// The attack on `kumiki tile`.
pub(crate) struct Tilings;

/// A problem, and the seed of what is asked about it.
#[derive(Clone)]
pub(crate) struct Case {
    problem: Problem,
    asked: u64,
}

/// How many tiles brute force may lay. Few problems take more, and they are passed over.
const STEPS: usize = 400;

impl Attack for Tilings {
    type Case = Case;

    fn name(&self) -> &'static str {
        "tile"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        Case { problem: problem(lot), asked: lot.u64(..) }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        match Answer::new(&case.problem, STEPS) {
            Some(answer) => compare::compare(&case.problem, &answer, case.asked, program),
            None => Ok(()),
        }
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let smaller = smaller(&case.problem).into_iter();
        smaller.map(|problem| Case { problem, asked: case.asked }).collect()
    }

    fn recipe(&self, case: &Case) -> Recipe {
        let files = vec![(compare::FILE.into(), case.problem.text().into())];
        Recipe::new(files, &compare::commands(case.asked))
    }
}

/// A problem by lot: a dissection, its pieces as tiles, and some freedom.
fn problem(lot: &mut Rng) -> Problem {
    let ring =
        if lot.u8(..10) < 7 { RINGS[lot.usize(..2)] } else { RINGS[lot.usize(2..RINGS.len())] };
    let plane = Plane::new(ring);
    let Dissection { region, pieces } = dissection(&plane, lot);
    let mut tiles: Vec<(Polygon, Tile)> = Vec::new();
    let (no_turns, no_flips) = (lot.u8(..8), lot.u8(..4));
    for piece in pieces {
        let all = ways(&plane, &piece, true, true);
        let known = tiles
            .iter_mut()
            .find(|(known, _)| ways(&plane, known, true, true) == all && lot.u8(..8) > 0);
        match known {
            Some((_, tile)) => {
                tile.least += 1;
                tile.most = Some(tile.least);
                // A tile that is there turned is mostly one that may be turned.
                tile.turn |= lot.u8(..4) > 0;
                tile.flip |= lot.u8(..4) > 0;
            }
            None => {
                let tile = Tile {
                    name: format!("t{}", tiles.len()),
                    corners: piece.corners().to_vec(),
                    least: 1,
                    most: Some(1),
                    each: None,
                    turn: no_turns > 0 || lot.bool(),
                    flip: no_flips > 0 || lot.bool(),
                    form: form(lot),
                };
                tiles.push((piece, tile));
            }
        }
    }
    let mut tiles: Vec<Tile> = tiles.into_iter().map(|(_, tile)| tile).collect();
    for tile in &mut tiles {
        vary(&plane, tile, lot);
    }
    lot.shuffle(&mut tiles);
    let colours = (lot.u8(..5) < 2).then(|| {
        let apart = [Apart::None, Apart::Sides, Apart::Points][lot.usize(..3)];
        (lot.usize(1..=4), apart)
    });
    if colours.is_some() {
        for tile in &mut tiles {
            tile.each = (lot.u8(..6) == 0).then(|| lot.usize(1..=2));
        }
    }
    let (region, form) = (started_anywhere(region.corners(), lot), form(lot));
    let region = as_read(&plane, &region, form);
    Problem { ring, region, form, tiles, colours }
}

fn form(lot: &mut Rng) -> Form {
    [Form::Corners, Form::Grid, Form::Walk, Form::Angles][lot.usize(..4)]
}

/// Freedom of a tile: how often it is used, where and how it is drawn in the file.
fn vary(plane: &Plane, tile: &mut Tile, lot: &mut Rng) {
    match lot.u8(..12) {
        0 => tile.most = None,
        1 => tile.least = 0,
        2 => (tile.least, tile.most) = (0, None),
        3 => tile.most = tile.most.map(|most| most + 1),
        _ => {}
    }
    let (is_flipped, turns) =
        (tile.flip && lot.bool(), if tile.turn { lot.usize(..plane.order()) } else { 0 });
    let shift = Spot([lot.i64(-3..=3), lot.i64(-3..=3), 0, 0]);
    let moved = tile.corners.iter().map(|corner| plane.turned(*corner, is_flipped, turns) + shift);
    let corners = started_anywhere(&moved.collect::<Vec<Spot>>(), lot);
    if !tile.turn && tile.form == Form::Angles {
        tile.form = Form::Walk;
    }
    tile.corners = as_read(plane, &corners, tile.form);
}

/// The same corners from another one on, perhaps backwards.
fn started_anywhere(corners: &[Spot], lot: &mut Rng) -> Vec<Spot> {
    let mut corners = corners.to_vec();
    let first = lot.usize(..corners.len());
    corners.rotate_left(first);
    if lot.u8(..4) == 0 {
        corners.reverse();
    }
    corners
}

/// Simpler problems.
fn smaller(problem: &Problem) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut with = |change: &dyn Fn(&mut Problem)| {
        let mut other = problem.clone();
        change(&mut other);
        if other.text() != problem.text() {
            found.push(other);
        }
    };
    let plain = if problem.ring == 4 { Form::Grid } else { Form::Corners };
    with(&|other| other.colours = None);
    with(&|other| other.colours = other.colours.map(|(count, apart)| (count.max(2) - 1, apart)));
    with(&|other| other.colours = other.colours.map(|(count, _)| (count, Apart::None)));
    with(&|other| other.form = plain);
    for at in 0..problem.tiles.len() {
        if problem.tiles.len() > 1 {
            with(&|other| drop(other.tiles.remove(at)));
        }
        with(&|other| other.tiles[at].form = plain);
        with(&|other| other.tiles[at].each = None);
        with(&|other| other.tiles[at].most = Some(other.tiles[at].least.max(1)));
        with(&|other| other.tiles[at].least = other.tiles[at].most.unwrap_or(0));
        with(&|other| other.tiles[at].turn = true);
        with(&|other| other.tiles[at].flip = true);
    }
    found.extend(with_less(problem));
    // What does not use colours has no limit on them.
    for other in found.iter_mut().filter(|other| other.colours.is_none()) {
        other.tiles.iter_mut().for_each(|tile| tile.each = None);
    }
    found
}

/// The problem without one tile, where that leaves a polygon to be tiled.
fn with_less(problem: &Problem) -> Vec<Problem> {
    let plane = Plane::new(problem.ring);
    let plain = Problem { colours: None, ..problem.clone() };
    let tilings = tilings::tilings(&plain, STEPS).unwrap_or_default();
    let mut found = Vec::new();
    for tiling in tilings.iter().take(3) {
        for (at, (_, kind)) in tiling.iter().enumerate() {
            let rest: Vec<Polygon> = tiling
                .iter()
                .enumerate()
                .filter(|other| other.0 != at)
                .map(|other| other.1.0.clone())
                .collect();
            let Some(region) = join(&plane, &rest) else { continue };
            let mut other = Problem {
                region: region.corners().to_vec(),
                form: Form::Corners,
                ..problem.clone()
            };
            let tile = &mut other.tiles[*kind];
            tile.least = tile.least.saturating_sub(1);
            tile.most = tile.most.map(|most| most - 1);
            if tile.most == Some(0) {
                other.tiles.remove(*kind);
            }
            found.push(other);
        }
    }
    found
}
