//! ANTISLIDE3: bricks in a box none of which can slide, one packing of each class under the
//! symmetries of the box.
//!
//! # What decides the order
//! * **AC1** An option is a brick or an empty cell. The cell with the fewest options is settled
//!   next; of several the first. A cell that must not stay empty has one option less.
//! * **AC2** Of the options of a cell, leaving it empty is tried first, then bricks from the
//!   highest number down. They are numbered by the axis along which they are thin, then by the
//!   lowest cell.
//! * **AC3** A constraint is a set of cells that must not all stay empty. If all but one do, that
//!   one is forced: it must not stay empty either. Whatever is forced on a level is free again when
//!   the level is tried anew.
//! * **AC4** Let a symmetry map the packing, and compare what it makes of the cells c₁, c₂, … with
//!   what was chosen there. If it makes less at the first difference, the packing is refused; if it
//!   makes more, the symmetry is done with; if there is no difference as far as is known, it stays
//!   on the list. What stays to the end leaves the packing unchanged.
//!
//! The original compares addresses for AC4. Ours compares the options of the same cell in the order
//! of AC2, an empty cell being least; so do the addresses if arrays lie in memory in the order of
//! their declarations. The number of classes does not depend on it, but which packing of a class is
//! shown does.
//!
//! # What is odd
//! * If two sides are equal, they must be the first two; the number of symmetries, 8, 16 or 48, is
//!   then right. Other boxes are refused by us; the original does not look.
//! * The packing without bricks is counted as a solution.
//! * The profile has a line for each cell of the box. No search takes so many levels unless it
//!   leaves all cells empty, which it does first; so in every box all levels are met. Were one not
//!   met, its averages would be 0/0, which C prints as `-nan` on common machines, and so do we.
//! * A cell that did not come back to its first state would be told as `Trouble at cell`. It never
//!   is.

use crate::block::{Axes, Sides};
use std::io::{self, Write};

/// The bricks by the axis along which they are thin, and the order of their cells.
const AXES: [Axes; 3] = [
    Axes { thin: 0, slow: 1, fast: 2 },
    Axes { thin: 1, slow: 0, fast: 2 },
    Axes { thin: 2, slow: 0, fast: 1 },
];

/// Which coordinate comes where, for each eight symmetries.
const TURNS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Antislide3 {
    sides: Sides,
    /// 0: the number of classes. 1: packings and the profile too. 2: levels too.
    pub verbose: u8,
    /// Packings are shown whose number is divisible by this; not 0.
    pub spacing: u64,
}

impl Antislide3 {
    /// The question for a box.
    ///
    /// # Errors
    /// If two sides are equal, and they are not the first two.
    pub fn new(sides: Sides) -> Result<Self, String> {
        let [a, b, c] = sides.sides();
        if a != b && (a == c || b == c) {
            return Err(format!("{a}x{b}x{c}: expected equal sides to come first"));
        }
        Ok(Self { sides, verbose: 0, spacing: 1 })
    }

    /// How many symmetries the box has.
    fn symmetries(&self) -> usize {
        match self.sides.sides() {
            [a, b, c] if a == b && b == c => 48,
            [a, b, _] if a == b => 16,
            _ => 8,
        }
    }

    /// Prints what the program prints. Returns how many classes there are, by bricks.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<Vec<u64>> {
        let table = Table::new(self);
        let mut search = Search::new(self, &table, out);
        search.settle(&Level::first(self.symmetries()))?;
        let Search { count, classes, profile, cells, .. } = search;
        for (cell, state) in cells.iter().enumerate() {
            if state.nonempty > 0 || state.options != table.first_options(cell) || state.settled {
                writeln!(out, "Trouble at cell {}!", self.sides.name(cell))?;
            }
        }
        writeln!(out, "Altogether {count} solutions.")?;
        if self.verbose > 0 {
            for (level, row) in (1..).zip(&profile) {
                let [symmetries, constraints, forced] = row.sums.map(|sum| average(sum, row.times));
                writeln!(
                    out,
                    " Level {level}: {} sols, {symmetries} syms, {constraints} cons, {forced} frcs",
                    row.times
                )?;
            }
        }
        Ok(classes)
    }
}

/// A sum by a number, with one digit after the point, as C prints it.
#[expect(clippy::cast_precision_loss, reason = "the original divides numbers of this kind")]
fn average(sum: u64, times: u64) -> String {
    if times == 0 { "-nan".to_owned() } else { format!("{:.1}", sum as f64 / times as f64) }
}

/// What is worked out beforehand.
struct Table {
    sides: Sides,
    /// The cells of each brick.
    bricks: Vec<[usize; 4]>,
    /// The cells at each face of a brick that is not at a wall.
    faces: Vec<Vec<Vec<usize>>>,
    /// For each cell the bricks through it, ascending.
    through: Vec<Vec<usize>>,
    /// For each symmetry and each cell, the cell that it makes this one.
    origins: Vec<Vec<usize>>,
    /// For each symmetry and each brick, what it makes of it.
    images: Vec<Vec<usize>>,
}

impl Table {
    fn new(question: &Antislide3) -> Self {
        let sides = question.sides;
        let blocks = sides.blocks(AXES);
        let bricks: Vec<[usize; 4]> = blocks.iter().map(|block| block.cells(sides)).collect();
        let faces = blocks.iter().map(|block| {
            let Axes { thin, slow, fast } = block.axes;
            [slow, fast, thin].map(|axis| block.faces(sides, axis)).concat()
        });
        let mut through = vec![Vec::new(); sides.cells()];
        for (brick, cells) in bricks.iter().enumerate() {
            cells.iter().for_each(|cell| through[*cell].push(brick));
        }
        let (mut origins, mut images) = (Vec::new(), Vec::new());
        for symmetry in 0..question.symmetries() {
            let image = |cell: usize| sides.cell(map(sides, symmetry, sides.place(cell)));
            let mut origin = vec![0; sides.cells()];
            (0..sides.cells()).for_each(|cell| origin[image(cell)] = cell);
            origins.push(origin);
            let sorted = |mut cells: [usize; 4]| {
                cells.sort_unstable();
                cells
            };
            // Cells of a brick ascend, however it lies.
            let number = |cells: [usize; 4]| bricks.iter().position(|other| *other == cells);
            let image_of = |cells: &[usize; 4]| number(sorted(cells.map(image)));
            let of_all = bricks.iter().map(|cells| image_of(cells).expect("bricks become bricks"));
            images.push(of_all.collect());
        }
        Self { sides, faces: faces.collect(), bricks, through, origins, images }
    }

    /// How many options a cell has at first.
    fn first_options(&self, cell: usize) -> usize {
        self.through[cell].len() + 1
    }
}

/// What a symmetry makes of a place.
fn map(sides: Sides, symmetry: usize, place: [usize; 3]) -> [usize; 3] {
    let mut image = TURNS[symmetry / 8].map(|axis| place[axis]);
    for (axis, side) in sides.sides().into_iter().enumerate() {
        if symmetry & (4 >> axis) != 0 {
            image[axis] = side - 1 - image[axis];
        }
    }
    image
}

/// What is chosen for a cell, in the order of AC2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Choice {
    Empty,
    Brick(usize),
}

/// The state of a cell.
#[derive(Clone, Debug)]
struct Cell {
    /// How many options it has (AC1); of a settled cell, how many it had.
    options: usize,
    /// Whether a choice for it is being tried or made.
    settled: bool,
    /// What fills it.
    filled: Option<Choice>,
    /// Whether it is the cell of a level, which is left empty.
    empty: bool,
    /// How many reasons there are that it is not empty: a brick in it, and being forced (AC3).
    nonempty: u32,
}

/// A symmetry that is not done with, and for how many levels it agrees with the packing (AC4).
#[derive(Clone, Copy, Debug)]
struct Suspect {
    symmetry: usize,
    agreed: usize,
}

/// What is known below the choices of some levels.
struct Level {
    suspects: Vec<Suspect>,
    constraints: Vec<Vec<usize>>,
}

impl Level {
    fn first(symmetries: usize) -> Self {
        let suspects = (1..symmetries).map(|symmetry| Suspect { symmetry, agreed: 0 });
        Self { suspects: suspects.collect(), constraints: Vec::new() }
    }
}

/// A row of the profile.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    /// How often the level was passed.
    times: u64,
    /// Over all those times: symmetries left, elements of constraints with one more for the end of
    /// each, forced cells.
    sums: [u64; 3],
}

/// The state of the search.
struct Search<'q> {
    question: &'q Antislide3,
    table: &'q Table,
    cells: Vec<Cell>,
    /// For each brick, how many of its cells are settled. It is an option if none is.
    settled: Vec<u32>,
    /// The cell and the choice of each level.
    chosen: Vec<(usize, Choice)>,
    count: u64,
    classes: Vec<u64>,
    profile: Vec<Row>,
    out: &'q mut dyn Write,
}

impl<'q> Search<'q> {
    fn new(question: &'q Antislide3, table: &'q Table, out: &'q mut dyn Write) -> Self {
        let count = question.sides.cells();
        let cell = |cell| Cell {
            options: table.first_options(cell),
            settled: false,
            filled: None,
            empty: false,
            nonempty: 0,
        };
        Self {
            question,
            table,
            cells: (0..count).map(cell).collect(),
            settled: vec![0; table.bricks.len()],
            chosen: Vec::new(),
            count: 0,
            classes: vec![0; count / 4 + 1],
            profile: vec![Row::default(); count],
            out,
        }
    }

    /// Settles a cell in all ways, and all cells after it.
    fn settle(&mut self, above: &Level) -> io::Result<()> {
        let open = (0..self.cells.len()).filter(|cell| !self.cells[*cell].settled);
        let Some(cell) = open.min_by_key(|cell| self.cells[*cell].options) else {
            return self.record(above);
        };
        let bricks = self.table.through[cell].iter().rev();
        let bricks = bricks.filter(|brick| self.settled[**brick] == 0).map(|b| Choice::Brick(*b));
        let empty = (self.cells[cell].nonempty == 0).then_some(Choice::Empty);
        let choices: Vec<Choice> = empty.into_iter().chain(bricks).collect();
        self.cover(cell);
        for choice in choices {
            self.chosen.push((cell, choice));
            self.cells[cell].empty = choice == Choice::Empty;
            self.fill(cell, choice);
            let mut forced = Vec::new();
            if let Some(below) = self.allowed(above, &mut forced) {
                let others = self.others(cell, choice);
                others.iter().for_each(|other| self.cover(*other));
                if self.question.verbose > 0 {
                    self.note(&below, forced.len())?;
                }
                self.settle(&below)?;
                others.iter().rev().for_each(|other| self.uncover(*other));
            }
            self.unfill(cell, choice);
            for other in forced {
                self.cells[other].options += 1;
                self.cells[other].nonempty = 0;
            }
            self.chosen.pop();
        }
        self.cells[cell].empty = false;
        self.uncover(cell);
        Ok(())
    }

    /// The cells that a choice fills beside the cell for which it is made, in the order in which
    /// the original walks through them.
    fn others(&self, cell: usize, choice: Choice) -> Vec<usize> {
        let Choice::Brick(brick) = choice else { return Vec::new() };
        let cells = self.table.bricks[brick];
        let at = cells.iter().position(|other| *other == cell).expect("a brick through the cell");
        (1..4).map(|step| cells[(at + step) % 4]).collect()
    }

    /// Takes a cell out of what is open, and the bricks through it out of the options of others.
    fn cover(&mut self, cell: usize) {
        self.cells[cell].settled = true;
        for brick in &self.table.through[cell] {
            if self.settled[*brick] == 0 {
                let others = self.table.bricks[*brick].iter().filter(|other| **other != cell);
                others.for_each(|other| self.cells[*other].options -= 1);
            }
            self.settled[*brick] += 1;
        }
    }

    /// Takes this back.
    fn uncover(&mut self, cell: usize) {
        for brick in &self.table.through[cell] {
            self.settled[*brick] -= 1;
            if self.settled[*brick] == 0 {
                let others = self.table.bricks[*brick].iter().filter(|other| **other != cell);
                others.for_each(|other| self.cells[*other].options += 1);
            }
        }
        self.cells[cell].settled = false;
    }

    /// Notes what fills the cells of a choice.
    fn fill(&mut self, cell: usize, choice: Choice) {
        self.cells[cell].filled = Some(choice);
        if let Choice::Brick(brick) = choice {
            for cell in self.table.bricks[brick] {
                self.cells[cell].filled = Some(choice);
                self.cells[cell].nonempty += 1;
            }
        }
    }

    /// Takes this back.
    fn unfill(&mut self, cell: usize, choice: Choice) {
        self.cells[cell].filled = None;
        if let Choice::Brick(brick) = choice {
            for cell in self.table.bricks[brick] {
                self.cells[cell].filled = None;
                self.cells[cell].nonempty -= 1;
            }
        }
    }

    /// What is known below the last choice; `None` if it is not allowed.
    fn allowed(&mut self, above: &Level, forced: &mut Vec<usize>) -> Option<Level> {
        let (cell, choice) = *self.chosen.last()?;
        let constraints = match choice {
            Choice::Empty => self.shortened(above, cell, forced),
            Choice::Brick(brick) => self.lengthened(above, brick, forced)?,
        };
        Some(Level { constraints, suspects: self.suspects(above)? })
    }

    /// The constraints when a cell stays empty.
    fn shortened(
        &mut self,
        above: &Level,
        empty: usize,
        forced: &mut Vec<usize>,
    ) -> Vec<Vec<usize>> {
        let mut constraints = Vec::new();
        for cells in &above.constraints {
            let left: Vec<usize> = cells.iter().copied().filter(|cell| *cell != empty).collect();
            match left[..] {
                [cell] if self.cells[cell].nonempty == 0 => self.force(cell, forced),
                [_] => {}
                _ => constraints.push(left),
            }
        }
        constraints
    }

    /// The constraints when a brick is laid; `None` if one of its faces has nothing but cells that
    /// stay empty.
    fn lengthened(
        &mut self,
        above: &Level,
        brick: usize,
        forced: &mut Vec<usize>,
    ) -> Option<Vec<Vec<usize>>> {
        let mut constraints = Vec::new();
        for face in &self.table.faces[brick] {
            if face.iter().any(|cell| self.cells[*cell].nonempty > 0) {
                continue;
            }
            let open: Vec<usize> =
                face.iter().copied().filter(|cell| !self.cells[*cell].empty).collect();
            match open[..] {
                [] => return None,
                [cell] => self.force(cell, forced),
                _ => constraints.push(open),
            }
        }
        let unmet = |cells: &&Vec<usize>| cells.iter().all(|cell| self.cells[*cell].nonempty == 0);
        constraints.extend(above.constraints.iter().filter(unmet).cloned());
        Some(constraints)
    }

    /// A cell must not stay empty.
    fn force(&mut self, cell: usize, forced: &mut Vec<usize>) {
        self.cells[cell].nonempty = 1;
        self.cells[cell].options -= 1;
        forced.push(cell);
    }

    /// The symmetries that are not done with after the last choice; `None` if one of them makes a
    /// lesser packing (AC4).
    fn suspects(&self, above: &Level) -> Option<Vec<Suspect>> {
        let mut left = Vec::new();
        'suspects: for suspect in &above.suspects {
            let mut suspect = *suspect;
            for (cell, choice) in &self.chosen[suspect.agreed..] {
                let origin = self.table.origins[suspect.symmetry][*cell];
                let Some(there) = self.cells[origin].filled else { break };
                let image = match there {
                    Choice::Empty => Choice::Empty,
                    Choice::Brick(brick) => {
                        Choice::Brick(self.table.images[suspect.symmetry][brick])
                    }
                };
                if image < *choice {
                    return None;
                }
                if image > *choice {
                    continue 'suspects;
                }
                suspect.agreed += 1;
            }
            left.push(suspect);
        }
        Some(left)
    }

    /// Notes a level that was passed.
    fn note(&mut self, below: &Level, forced: usize) -> io::Result<()> {
        let elements = below.constraints.iter().map(|cells| cells.len() + 1).sum();
        let numbers = [below.suspects.len() + 1, elements, forced];
        let row = &mut self.profile[self.chosen.len() - 1];
        row.times += 1;
        for (sum, number) in row.sums.iter_mut().zip(numbers) {
            *sum += u64::try_from(number).expect("a small number");
        }
        if self.question.verbose > 1 {
            let level = self.chosen.len();
            let [symmetries, elements, forced] = numbers;
            let last = self.chosen.last().map(|(cell, choice)| self.written(*cell, *choice));
            let last = last.unwrap_or_default();
            writeln!(self.out, "Level {level}, {last}({symmetries},{elements},{forced})")?;
        }
        Ok(())
    }

    /// A choice as it is printed: the names of its cells, that of the level last.
    fn written(&self, cell: usize, choice: Choice) -> String {
        let others = self.others(cell, choice);
        let names = others.iter().map(|other| self.table.sides.name(*other) + "-");
        names.collect::<String>() + &self.table.sides.name(cell) + " "
    }

    /// Counts a packing, and shows it.
    fn record(&mut self, above: &Level) -> io::Result<()> {
        self.count += 1;
        let bricks = (self.cells.len() - self.chosen.len()) / 3;
        self.classes[bricks] += 1;
        if self.question.verbose == 0 || !self.count.is_multiple_of(self.question.spacing) {
            return Ok(());
        }
        let choices = self.chosen.iter().map(|(cell, choice)| self.written(*cell, *choice));
        let symmetries = above.suspects.len() + 1;
        let word = if symmetries == 1 { "sym" } else { "syms" };
        writeln!(
            self.out,
            "{}: {}({symmetries} {word}, {bricks} blks)",
            self.count,
            choices.collect::<String>()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::average;

    /// What `printf` makes of the same quotients.
    #[test]
    fn averages_are_rounded_as_c_rounds_them() {
        for ((sum, times), expected) in [
            ((1, 4), "0.2"),
            ((3, 4), "0.8"),
            ((5, 4), "1.2"),
            ((7, 4), "1.8"),
            ((1, 20), "0.1"),
            ((3, 20), "0.1"),
            ((7, 20), "0.3"),
            ((19, 20), "0.9"),
            ((2, 3), "0.7"),
            ((0, 5), "0.0"),
            ((48, 1), "48.0"),
            ((1999, 20), "100.0"),
            ((0, 0), "-nan"),
        ] {
            assert_eq!(average(sum, times), expected, "{sum}/{times}");
        }
    }
}
