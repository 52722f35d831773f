//! Packing puzzles as files: Kumiki's TOML, the XML of BurrTools, and the text of Polycube.

use super::puzzle::{Hold, Kind, Puzzle, Turns};
use crate::grid::{Cell, Cells, cuboid, sides};
use fastrand::Rng;
use std::fmt::Write as _;

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Toml,
    BurrTools,
    Polycube,
}

impl Format {
    pub(crate) const ALL: [Self; 3] = [Self::Toml, Self::BurrTools, Self::Polycube];

    /// The name after `--format`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::BurrTools => "burrtools",
            Self::Polycube => "polycube",
        }
    }

    /// The name after `--write`.
    pub(crate) fn written(self) -> &'static str {
        if self == Self::BurrTools { "xmpuzzle" } else { self.name() }
    }

    /// Whether it has words for the puzzle.
    pub(crate) fn can_say(self, puzzle: &Puzzle) -> bool {
        let is_plain = puzzle.hold == Hold::Free && puzzle.leftover == 0;
        let turns = |turns: Turns| puzzle.kinds.iter().all(|kind| kind.turns == turns);
        match self {
            Self::Toml => true,
            Self::BurrTools => {
                is_plain
                    && turns(Turns::Rotations)
                    && puzzle.kinds.iter().all(|kind| kind.most.is_some())
            }
            Self::Polycube => {
                let volume: usize =
                    puzzle.kinds.iter().map(|kind| kind.least * kind.cells.len()).sum();
                let is_exact = puzzle.kinds.iter().all(|kind| kind.most == Some(kind.least));
                is_plain
                    && puzzle.may.is_empty()
                    && is_exact
                    && volume == puzzle.must.len()
                    && (turns(Turns::Rotations) || (turns(Turns::InPlane) && is_one_sheet(puzzle)))
                    && no_two_are_alike(&puzzle.kinds)
            }
        }
    }
}

/// Whether box and pieces have one layer, the first.
fn is_one_sheet(puzzle: &Puzzle) -> bool {
    let cells = puzzle.must.iter().chain(puzzle.kinds.iter().flat_map(|kind| &kind.cells));
    cells.into_iter().all(|cell| cell[0] == 0)
}

/// Equal pieces are one kind for Polycube.
fn no_two_are_alike(kinds: &[Kind]) -> bool {
    (0..kinds.len()).all(|at| kinds[..at].iter().all(|other| other.shapes() != kinds[at].shapes()))
}

/// The file, with forms by lot.
pub(crate) fn write(puzzle: &Puzzle, format: Format, lot: &mut Rng) -> String {
    let mut text = String::new();
    let outcome = match format {
        Format::Toml => toml(&mut text, puzzle, lot),
        Format::BurrTools => burrtools(&mut text, puzzle, lot),
        Format::Polycube => polycube(&mut text, puzzle, lot),
    };
    outcome.expect("a string takes everything");
    text
}

fn by(sides: [i32; 3]) -> String {
    sides.map(|side| side.to_string()).join("x")
}

/// Cells as a list; without layers if there is one and it is the first.
fn list(cells: &Cells, lot: &mut Rng) -> String {
    let is_flat = cells.iter().all(|cell| cell[0] == 0) && lot.bool();
    let cell = |cell: &Cell| match is_flat {
        true => format!("{:?}", [cell[1], cell[2]]),
        false => format!("{cell:?}"),
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(", ")
}

/// Cells drawn layer by layer.
fn drawn(sides: [i32; 3], character: impl Fn(Cell) -> char) -> String {
    let row = |layer: i32, row: i32| -> String {
        (0..sides[2]).map(|column| character([layer, row, column])).collect()
    };
    let layer = |layer: i32| (0..sides[1]).map(|at| row(layer, at) + "\n").collect::<String>();
    (0..sides[0]).map(layer).collect::<Vec<_>>().join("\n")
}

/// The sides of the cuboid from the origin to the last cell.
fn span(cells: &Cells) -> [i32; 3] {
    [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis] + 1).max().unwrap_or(0))
}

fn toml(text: &mut String, puzzle: &Puzzle, lot: &mut Rng) -> std::fmt::Result {
    writeln!(text, "kumiki = 1{}", if lot.bool() { " # a version" } else { "" })?;
    if lot.bool() {
        writeln!(text, "title = \"A \\\"title\\\"\"")?;
    }
    writeln!(text, "[box]")?;
    let room = puzzle.room();
    let sides = span(&room);
    match lot.u8(..3) {
        0 => {
            writeln!(text, "size = \"{}\"", by(sides))?;
            let walls: Cells = cuboid([0; 3], sides).difference(&room).copied().collect();
            if !walls.is_empty() {
                writeln!(text, "remove = [{}]", list(&walls, lot))?;
            }
            optional(text, puzzle, lot)?;
        }
        1 => {
            writeln!(text, "cells = [{}]", list(&room, lot))?;
            optional(text, puzzle, lot)?;
        }
        _ => {
            let wall = *lot.choice(&['.', '_']).unwrap_or(&'.');
            let character =
                |cell: Cell| match (puzzle.must.contains(&cell), puzzle.may.contains(&cell)) {
                    (true, _) => '#',
                    (_, true) => '+',
                    _ => wall,
                };
            writeln!(text, "layers = \"\"\"\n{}\"\"\"", drawn(sides, character))?;
        }
    }
    if puzzle.leftover > 0 || lot.u8(..5) == 0 {
        writeln!(text, "leftover = {}", puzzle.leftover)?;
    }
    if puzzle.hold != Hold::Free || lot.u8(..5) == 0 {
        writeln!(text, "hold = \"{}\"", puzzle.hold.name())?;
    }
    for (at, kind) in puzzle.kinds.iter().enumerate() {
        toml_piece(text, at, kind, lot)?;
    }
    Ok(())
}

fn optional(text: &mut String, puzzle: &Puzzle, lot: &mut Rng) -> std::fmt::Result {
    match (puzzle.may.is_empty(), puzzle.must.is_empty()) {
        (true, _) => Ok(()),
        (_, true) if lot.bool() => writeln!(text, "optional = \"all\""),
        _ => writeln!(text, "optional = [{}]", list(&puzzle.may, lot)),
    }
}

fn toml_piece(text: &mut String, at: usize, kind: &Kind, lot: &mut Rng) -> std::fmt::Result {
    writeln!(text, "[[piece]]\nname = \"{}\"", Puzzle::name(at))?;
    let own = sides(&kind.cells);
    let is_brick = cuboid([0; 3], own) == kind.cells;
    match lot.u8(..3) {
        0 if is_brick => writeln!(text, "brick = \"{}\"", by(own))?,
        1 => writeln!(text, "cells = [{}]", list(&kind.cells, lot))?,
        _ => {
            let character = |cell: Cell| if kind.cells.contains(&cell) { '#' } else { '.' };
            writeln!(text, "layers = \"\"\"\n{}\"\"\"", drawn(own, character))?;
        }
    }
    match (kind.least, kind.most) {
        (1, Some(1)) if lot.bool() => {}
        (0, None) if lot.bool() => writeln!(text, "count = \"any\"")?,
        (least, Some(most)) if least == most && lot.bool() => writeln!(text, "count = {most}")?,
        (least, Some(most)) => writeln!(text, "min = {least}\nmax = {most}")?,
        (least, None) if lot.bool() => writeln!(text, "min = {least}\nmax = \"any\"")?,
        (least, None) => writeln!(text, "min = {least}")?,
    }
    if kind.turns != Turns::Rotations || lot.u8(..4) == 0 {
        writeln!(text, "turns = \"{}\"", kind.turns.name())?;
    }
    Ok(())
}

fn burrtools(text: &mut String, puzzle: &Puzzle, lot: &mut Rng) -> std::fmt::Result {
    let voxel = |text: &mut String,
                 name: &str,
                 sides: [i32; 3],
                 character: &dyn Fn(Cell) -> &'static str| {
        let [z, y, x] = sides;
        let cells: String = cuboid([0; 3], sides).into_iter().map(character).collect();
        writeln!(text, "<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" type=\"0\"{name}>{cells}</voxel>")
    };
    writeln!(
        text,
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<shapes>"
    )?;
    let box_first = lot.bool();
    let room = puzzle.room();
    let boxed = |text: &mut String| {
        let character = |cell: Cell| match (puzzle.must.contains(&cell), puzzle.may.contains(&cell))
        {
            (true, _) => "#",
            (_, true) => "+",
            _ => "_",
        };
        voxel(text, "", span(&room), &character)
    };
    if box_first {
        boxed(text)?;
    }
    // A colour that the box does not have forbids nothing.
    let colour = if lot.u8(..3) == 0 { "#1" } else { "#" };
    for (at, kind) in puzzle.kinds.iter().enumerate() {
        let character = |cell: Cell| if kind.cells.contains(&cell) { colour } else { "_" };
        let name = format!(" name=\"{}\"", Puzzle::name(at));
        voxel(text, &name, sides(&kind.cells), &character)?;
    }
    if !box_first {
        boxed(text)?;
    }
    let (first, result) = if box_first { (1, 0) } else { (0, puzzle.kinds.len()) };
    writeln!(text, "</shapes>\n<problems>")?;
    writeln!(
        text,
        "<problem><shapes><shape id=\"{first}\"/></shapes><result id=\"{first}\"/></problem>"
    )?;
    writeln!(text, "<problem name=\"p\" state=\"0\"><shapes>")?;
    for (at, kind) in puzzle.kinds.iter().enumerate() {
        let (id, least) = (first + at, kind.least);
        match kind.most {
            Some(most) if most == least => writeln!(text, "<shape id=\"{id}\" count=\"{most}\"/>")?,
            most => writeln!(
                text,
                "<shape id=\"{id}\" min=\"{least}\" max=\"{}\"/>",
                most.unwrap_or(99)
            )?,
        }
    }
    writeln!(text, "</shapes><result id=\"{result}\"/><bitmap/></problem></problems>\n</puzzle>")
}

fn polycube(text: &mut String, puzzle: &Puzzle, lot: &mut Rng) -> std::fmt::Result {
    let [layers, rows, columns] = span(&puzzle.must);
    let place = |cell: &Cell| format!("{} {} {}", cell[2], rows - 1 - cell[1], cell[0]);
    let layout = |cells: &Cells| cells.iter().map(place).collect::<Vec<_>>().join(", ");
    let one_side = if puzzle.kinds[0].turns == Turns::InPlane { ":oneSide" } else { "" };
    writeln!(text, "# a puzzle\nD:xDim={columns}:yDim={rows}:zDim={layers}{one_side}")?;
    let walls: Cells =
        cuboid([0; 3], [layers, rows, columns]).difference(&puzzle.must).copied().collect();
    if !walls.is_empty() && lot.bool() {
        writeln!(text, "C:name=wall:type=S:layout={}", layout(&walls))?;
    } else if !walls.is_empty() {
        writeln!(text, "L:stationary=*")?;
        for row in 0..rows {
            let mark = |layer: i32, column: i32| {
                if walls.contains(&[layer, row, column]) { "*" } else { "." }
            };
            let layer = |layer: i32| {
                (0..columns).map(|column| mark(layer, column)).collect::<Vec<_>>().join(" ")
            };
            writeln!(text, "{}", (0..layers).map(layer).collect::<Vec<_>>().join(", "))?;
        }
        writeln!(text, "~L")?;
    }
    for (at, kind) in puzzle.kinds.iter().enumerate() {
        for copy in 0..kind.least {
            let name =
                if copy == 0 { Puzzle::name(at) } else { format!("{} {copy}", Puzzle::name(at)) };
            writeln!(
                text,
                "C:name={name}{}:layout={}",
                if lot.bool() { ":type=M" } else { "" },
                layout(&kind.cells)
            )?;
        }
    }
    writeln!(text, "~D")
}
