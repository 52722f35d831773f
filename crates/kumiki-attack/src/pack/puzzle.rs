//! Packing puzzles, drawn by lot and made smaller.

use crate::grid::{Cell, Cells, DIRECTIONS, Motion, cuboid, next_to, shape, sides, turned};
use crate::shrink::{shorter, simpler};
use fastrand::Rng;

/// How a piece may be turned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Turns {
    Fixed,
    /// Layers stay in place and in order.
    InPlane,
    Rotations,
    All,
}

impl Turns {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::InPlane => "in-plane",
            Self::Rotations => "rotations",
            Self::All => "all",
        }
    }

    fn allows(self, motion: &Motion) -> bool {
        match self {
            Self::Fixed => (0..3).all(|axis| motion.keeps(axis)),
            Self::InPlane => motion.is_rotation() && motion.keeps(0),
            Self::Rotations => motion.is_rotation(),
            Self::All => true,
        }
    }
}

/// What must hold the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hold {
    Free,
    Piece,
    Group,
}

impl Hold {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Piece => "piece",
            Self::Group => "group",
        }
    }
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) cells: Cells,
    pub(crate) least: usize,
    /// As many as fit, if there is no number.
    pub(crate) most: Option<usize>,
    pub(crate) turns: Turns,
}

impl Kind {
    /// The shapes it can take.
    pub(crate) fn shapes(&self) -> Vec<Cells> {
        let mut shapes: Vec<Cells> = Motion::all()
            .iter()
            .filter(|motion| self.turns.allows(motion))
            .map(|motion| turned(&self.cells, motion))
            .collect();
        shapes.sort();
        shapes.dedup();
        shapes
    }
}

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Puzzle {
    pub(crate) must: Cells,
    pub(crate) may: Cells,
    pub(crate) leftover: usize,
    pub(crate) hold: Hold,
    pub(crate) kinds: Vec<Kind>,
}

impl Puzzle {
    pub(crate) fn draw(lot: &mut Rng) -> Self {
        let size = loop {
            let size = [lot.i32(1..=3), lot.i32(1..=4), lot.i32(1..=4)];
            if (2..=14).contains(&(size[0] * size[1] * size[2])) {
                break size;
            }
        };
        let mut must = cuboid([0; 3], size);
        if lot.u8(..3) == 0 {
            for _ in 0..lot.usize(1..=2).min(must.len() - 1) {
                let gone = nth(&must, lot.usize(..must.len()));
                must.remove(&gone);
            }
        }
        let kinds = if lot.bool() { dissected(lot, &must) } else { scattered(lot, &must) };
        let mut may = Cells::new();
        if lot.u8(..3) == 0 {
            let all = lot.u8(..4) == 0;
            may = must.iter().copied().filter(|_| all || lot.u8(..3) == 0).collect();
            must.retain(|cell| !may.contains(cell));
        }
        let leftover = if lot.u8(..4) == 0 { lot.usize(0..=3) } else { 0 };
        let hold = *lot
            .choice(&[Hold::Free, Hold::Free, Hold::Free, Hold::Piece, Hold::Group])
            .unwrap_or(&Hold::Free);
        Self { must, may, leftover, hold, kinds }
    }

    /// All cells of the box.
    pub(crate) fn room(&self) -> Cells {
        self.must.union(&self.may).copied().collect()
    }

    /// What a kind is called.
    pub(crate) fn name(kind: usize) -> String {
        ["A", "B", "a piece", "D\u{e9}", "E", "F", "G", "H"]
            .get(kind)
            .map_or(format!("K{kind}"), |name| (*name).to_owned())
    }

    /// Whether readers have nothing to complain about: pieces are connected and could lie in the
    /// box.
    pub(crate) fn is_legal(&self) -> bool {
        let room = self.room();
        let box_sides = sides(&room);
        let could_lie = |kind: &Kind| {
            kind.shapes().iter().any(|shape| {
                let own = sides(shape);
                (0..3).all(|axis| own[axis] <= box_sides[axis])
            })
        };
        let is_fine = |kind: &Kind| {
            kind.cells.len() <= room.len()
                && is_connected(&kind.cells)
                && kind.most.is_none_or(|most| most >= 1 && most >= kind.least)
                && could_lie(kind)
        };
        !room.is_empty() && !self.kinds.is_empty() && self.kinds.iter().all(is_fine)
    }

    /// Puzzles with less in them.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut smaller: Vec<Self> =
            shorter(&self.kinds).into_iter().map(|kinds| Self { kinds, ..self.clone() }).collect();
        for cell in self.room() {
            let mut less = self.clone();
            less.must.remove(&cell);
            less.may.remove(&cell);
            smaller.push(less);
        }
        smaller.extend(
            simpler(&self.kinds, simpler_kinds)
                .into_iter()
                .map(|kinds| Self { kinds, ..self.clone() }),
        );
        smaller.push(Self { hold: Hold::Free, ..self.clone() });
        smaller.push(Self { leftover: self.leftover.saturating_sub(1), ..self.clone() });
        smaller.push(Self { must: self.room(), may: Cells::new(), ..self.clone() });
        smaller.retain(|puzzle| puzzle.is_legal() && puzzle.rank() < self.rank());
        smaller
    }

    /// How much there is to read.
    pub(crate) fn rank(&self) -> usize {
        let of_kind = |kind: &Kind| {
            let bounds = 2 * kind.least + kind.most.map_or(9, |most| most);
            4 + 2 * kind.cells.len() + bounds + usize::from(kind.turns != Turns::Rotations)
        };
        let kinds: usize = self.kinds.iter().map(of_kind).sum();
        kinds
            + 2 * self.must.len()
            + 3 * self.may.len()
            + self.leftover
            + usize::from(self.hold != Hold::Free)
    }
}

fn simpler_kinds(kind: &Kind) -> Vec<Kind> {
    let mut simpler: Vec<Kind> = Vec::new();
    for cell in &kind.cells {
        let mut less = kind.clone();
        less.cells.remove(cell);
        if !less.cells.is_empty() {
            less.cells = shape(&less.cells);
            simpler.push(less);
        }
    }
    simpler.push(Kind { least: 1, most: Some(1), ..kind.clone() });
    simpler.push(Kind { least: kind.least.saturating_sub(1), ..kind.clone() });
    simpler.push(Kind { turns: Turns::Rotations, ..kind.clone() });
    simpler
}

fn nth(cells: &Cells, at: usize) -> Cell {
    cells.iter().nth(at).copied().unwrap_or([0; 3])
}

/// Whether cells that share faces lead from each to each.
pub(crate) fn is_connected(cells: &Cells) -> bool {
    let Some(first) = cells.first() else { return false };
    let mut seen = Cells::from([*first]);
    let mut fresh = vec![*first];
    while let Some(cell) = fresh.pop() {
        for next in DIRECTIONS.map(|direction| next_to(cell, direction)) {
            if cells.contains(&next) && seen.insert(next) {
                fresh.push(next);
            }
        }
    }
    seen.len() == cells.len()
}

/// A connected set of at most so many of some cells.
fn connected_part(lot: &mut Rng, from: &Cells, most: usize) -> Cells {
    let mut part = Cells::from([nth(from, lot.usize(..from.len()))]);
    while part.len() < most {
        let around: Cells = part
            .iter()
            .flat_map(|cell| DIRECTIONS.map(|direction| next_to(*cell, direction)))
            .filter(|cell| from.contains(cell) && !part.contains(cell))
            .collect();
        if around.is_empty() {
            break;
        }
        part.insert(nth(&around, lot.usize(..around.len())));
    }
    part
}

fn draw_turns(lot: &mut Rng) -> Turns {
    let turns = [
        Turns::Rotations,
        Turns::Rotations,
        Turns::Rotations,
        Turns::All,
        Turns::InPlane,
        Turns::Fixed,
    ];
    *lot.choice(&turns).unwrap_or(&Turns::Rotations)
}

/// Kinds of piece into which the box can be cut.
fn dissected(lot: &mut Rng, room: &Cells) -> Vec<Kind> {
    let mut left = room.clone();
    let mut kinds: Vec<Kind> = Vec::new();
    let (turns, are_merged) = (draw_turns(lot), lot.u8(..4) > 0);
    let most_cells = lot.usize(2..=5);
    while !left.is_empty() {
        let size = lot.usize(1..=most_cells).max(left.len().min(2));
        let part = connected_part(lot, &left, size);
        left.retain(|cell| !part.contains(cell));
        let one = Kind { cells: shape(&part), least: 1, most: Some(1), turns };
        let shapes = one.shapes();
        match kinds.iter_mut().find(|kind| are_merged && kind.shapes() == shapes) {
            Some(kind) => {
                kind.least += 1;
                kind.most = Some(kind.least);
            }
            None => kinds.push(one),
        }
    }
    if lot.u8(..4) == 0 {
        for kind in &mut kinds {
            kind.least = lot.usize(0..=kind.least);
            kind.most = kind.most.map(|most| most + lot.usize(0..=1));
        }
    }
    kinds
}

/// Kinds of piece without any plan.
fn scattered(lot: &mut Rng, room: &Cells) -> Vec<Kind> {
    let count = lot.usize(1..=3);
    let draw = |lot: &mut Rng| {
        let size = lot.usize(1..=4);
        let cells = shape(&connected_part(lot, room, size));
        let least = lot.usize(0..=2);
        let most = match lot.u8(..3) {
            0 => None,
            1 => Some(least.max(1)),
            _ => Some(least.max(1) + lot.usize(0..=2)),
        };
        Kind { cells, least, most, turns: draw_turns(lot) }
    };
    (0..count).map(|_| draw(lot)).collect()
}
