//! Pictures: packings drawn as people type them, which `kumiki check` reads and judges.
//!
//! Reading order: `typed`, how pictures are written; `truth`, what is true of them; then what is
//! compared, here.

mod truth;
mod typed;

use crate::attack::{Attack, Recipe};
use crate::grid::{Cell, Cells, Motion, cuboid, motions_of_box};
use crate::program::Program;
use crate::shrink::shorter;
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use truth::Truth;
use typed::{Picture, typed};

/// The attack on drawn packings.
pub(crate) struct Pictures;

/// Pictures, and the seed of how they are typed.
#[derive(Clone)]
pub(crate) struct Case {
    pictures: Vec<Picture>,
    typed: u64,
}

const FILE: &str = "pictures.txt";

impl Attack for Pictures {
    type Case = Case;

    fn name(&self) -> &'static str {
        "pictures"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let mut pictures: Vec<Picture> = Vec::new();
        for _ in 0..lot.usize(1..=4) {
            let picture = match lot.choice(&pictures).cloned() {
                Some(earlier) if lot.bool() => from_another_side(&earlier, lot),
                _ => packed(lot),
            };
            pictures.push(picture);
        }
        if lot.u8(..12) == 0
            && let Some(picture) = pictures.last_mut()
        {
            relabel_one(picture, lot);
        }
        Case { pictures, typed: lot.u64(..) }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let shop = Workshop::new(program, &self.recipe(case).files)?;
        let truths: Option<Vec<Truth>> = case.pictures.iter().map(Truth::new).collect();
        let ran = shop.run(&format!("check {FILE} --json"))?;
        let Some(truths) = truths else {
            return agree("exit code for a label that marks no box", &ran.code, &2);
        };
        let is_rigid = truths.iter().all(|truth| truth.sliding.is_empty());
        agree("exit code", &ran.code, &i32::from(!is_rigid))
            .map_err(|what| format!("{what}: {}", ran.stderr.trim()))?;
        let said: Value =
            serde_json::from_str(&ran.stdout).map_err(|error| format!("no JSON: {error}"))?;
        let verdict = if is_rigid { "proved" } else { "refuted" };
        agree("verdict", &said["verdict"], &verdict.into())?;
        let pictures = said["pictures"].as_array().map_or(&[][..], Vec::as_slice);
        agree("pictures", &pictures.len(), &truths.len())?;
        for (at, (said, truth)) in pictures.iter().zip(&truths).enumerate() {
            truth
                .compare(said, &truths[..at])
                .map_err(|what| format!("picture {}: {what}", at + 1))?;
        }
        // In words the last line says the same.
        let ran = shop.run(&format!("check {FILE}"))?;
        agree("exit code in words", &ran.code, &i32::from(!is_rigid))?;
        let last = ran.stdout.lines().last().unwrap_or("").to_owned();
        agree("the last line", &last, &format!("verdict: {verdict}"))
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let fewer = shorter(&case.pictures).into_iter().filter(|pictures| !pictures.is_empty());
        let mut smaller: Vec<Case> =
            fewer.map(|pictures| Case { pictures, typed: case.typed }).collect();
        for (at, picture) in case.pictures.iter().enumerate() {
            for labels in shorter(&picture.labels()) {
                let mut pictures = case.pictures.clone();
                pictures[at].cells.retain(|_, label| labels.contains(label));
                smaller.push(Case { pictures, typed: case.typed });
            }
        }
        smaller
    }

    fn recipe(&self, case: &Case) -> Recipe {
        let text = typed(&case.pictures, &mut Rng::with_seed(case.typed));
        Recipe::new(vec![(FILE.into(), text.into())], &[format!("check {FILE} --json")])
    }
}

/// What bricks are called.
const LABELS: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0@%+*é漢";

/// A box with bricks laid into it by lot: few or many, and now and then all cells filled.
fn packed(lot: &mut Rng) -> Picture {
    let sides = [lot.i32(1..=4), lot.i32(1..=4), lot.i32(1..=5)];
    let mut free = cuboid([0; 3], sides);
    let mut bricks: Vec<Cells> = Vec::new();
    let tries = [3, 12, 40][lot.usize(..3)];
    for _ in 0..tries {
        let from = [0, 1, 2].map(|axis| lot.i32(0..sides[axis]));
        let extent = [0, 1, 2].map(|_| lot.i32(1..=3));
        let brick = cuboid(from, extent);
        if brick.is_subset(&free) {
            free.retain(|cell| !brick.contains(cell));
            bricks.push(brick);
        }
    }
    if lot.u8(..3) == 0 {
        bricks.extend(free.into_iter().map(|cell| Cells::from([cell])));
    }
    labelled(sides, &bricks, lot)
}

/// Bricks with labels by lot.
fn labelled(sides: [i32; 3], bricks: &[Cells], lot: &mut Rng) -> Picture {
    let mut labels: Vec<char> = LABELS.chars().collect();
    // In one row, letters alone would be a word; and most people count.
    if sides[1] == 1 {
        labels.retain(|label| !label.is_lowercase());
    }
    if lot.bool() {
        lot.shuffle(&mut labels);
    }
    let mut picture = Picture { sides, cells: Default::default() };
    for (brick, label) in bricks.iter().zip(labels) {
        picture.cells.extend(brick.iter().map(|cell| (*cell, label)));
    }
    picture
}

/// The same packing turned, mirrored or unchanged, with other labels; now and then without a brick.
fn from_another_side(picture: &Picture, lot: &mut Rng) -> Picture {
    let motions = match lot.bool() {
        true => Motion::all(),
        false => motions_of_box(picture.sides),
    };
    let motion = motions[lot.usize(..motions.len())];
    let mut bricks = picture.bricks();
    if lot.u8(..4) == 0 && !bricks.is_empty() {
        bricks.swap_remove(lot.usize(..bricks.len()));
    }
    let bricks: Vec<_> = bricks.iter().map(truth::corners).collect();
    let (sides, images) = truth::moved(picture.sides, &bricks, &motion);
    let cells =
        |[from, to]: &[Cell; 2]| cuboid(*from, [0, 1, 2].map(|axis| to[axis] - from[axis] + 1));
    labelled(sides, &images.iter().map(cells).collect::<Vec<_>>(), lot)
}

/// Gives a cell another label, which may make a brick no box.
fn relabel_one(picture: &mut Picture, lot: &mut Rng) {
    let labels = picture.labels();
    let cell = [0, 1, 2].map(|axis| lot.i32(0..picture.sides[axis]));
    if let Some(label) = lot.choice(&labels) {
        picture.cells.insert(cell, *label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_by_lot_has_everything() {
        let truths: Vec<Option<Truth>> = (0..300)
            .flat_map(|seed| Pictures.draw(&mut Rng::with_seed(seed)).pictures)
            .map(|picture| Truth::new(&picture))
            .collect();
        let count = |is: &dyn Fn(&Truth) -> bool| truths.iter().flatten().filter(|t| is(t)).count();
        assert!(count(&|truth| truth.sliding.is_empty()) > 50, "rigid");
        assert!(count(&|truth| truth.sliding.len() > 1) > 50, "sliding");
        assert!(count(&|truth| truth.symmetries() > 1) > 20, "symmetric");
        assert!(truths.iter().any(Option::is_none), "no box");
    }
}
