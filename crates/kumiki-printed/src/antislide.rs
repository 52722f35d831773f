//! ANTISLIDE: bricks in a box none of which can slide, one packing after the other.
//!
//! # What decides the order
//! * **AS1** Moves are numbered by the axis along which the brick is thin, then by the lowest cell.
//!   The moves through a cell are tried from the highest number down.
//! * **AS2** A constraint is a set of cells that must not all stay empty. A brick brings one for
//!   each face that does not lie at a wall; those that are met already are left out. Older ones
//!   come first.
//! * **AS3** Of several constraints the one with the fewest moves is met first; of equal ones the
//!   oldest. Without constraints there is a packing, and any move may follow.
//! * **AS4** A move that was tried is out until its level is left. A move is possible if it is not
//!   out and all its cells are empty.
//! * **AS5** Every question that is asked of the lists of moves has a number, the stamp: one for
//!   each constraint that is looked at and one for each choice. Progress reports show it.
//!
//! The original finds the possible moves in linked lists that dance. We count for each move what
//! stands in its way, and walk through all moves of a cell; the order is the same by AS1 and AS4.
//!
//! # What is odd
//! * Packings have at most `cells / 4 - 3` bricks, unless told otherwise: the program was made to
//!   find few bricks. So nothing is found in 3x3x3, where six bricks are needed.
//! * The first brick lies in the corner, so the empty packing is not found, nor any without a brick
//!   in that corner. [`Start::NoCorner`] is the change that its author describes: moves in corners
//!   are left out, and the cell beside the first corner must be filled. The text of that change is
//!   not at hand.
//! * If a move is made when the stamp is 1620, `tmp` is printed: what was left from a search for a
//!   mistake.
//! * Stacks have room for 1000 moves and 1000 constraints in the original. Ours grow.

use crate::block::{Axes, Block, Sides};
use std::io::{self, Write};

/// The bricks by the axis along which they are thin, and the order of their cells.
const AXES: [Axes; 3] = [
    Axes { thin: 0, slow: 1, fast: 2 },
    Axes { thin: 1, slow: 0, fast: 2 },
    Axes { thin: 2, slow: 1, fast: 0 },
];

/// Where a search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// With a brick in the first corner.
    Corner,
    /// With the cell beside the first corner, all corners being empty.
    NoCorner,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Antislide {
    /// The box.
    pub sides: Sides,
    /// Where the search begins.
    pub start: Start,
    /// The most bricks of a packing; at least one. It is the program's `max_level` less one.
    pub max_bricks: usize,
    /// 0: totals. 1: packings too. 2: moves and constraints too. 3: the table of moves too.
    pub verbose: u8,
}

impl Antislide {
    /// The question as the program has it; `None` if the box is too small for its limit of bricks.
    #[must_use]
    pub fn new(sides: Sides) -> Option<Self> {
        let max_bricks = (sides.cells() / 4).checked_sub(3).filter(|most| *most > 0)?;
        Some(Self { sides, start: Start::Corner, max_bricks, verbose: 0 })
    }

    /// Whether the program would know what to do.
    ///
    /// # Errors
    /// If no brick fits, or if the cell is missing with which a search without corners begins.
    pub fn check(&self) -> Result<(), String> {
        let [a, b, c] = self.sides.sides();
        if [a, b, c].iter().filter(|side| **side > 1).count() < 2 {
            return Err(format!("no brick fits into {a}x{b}x{c}, expected two sides of 2 or more"));
        }
        if self.start == Start::NoCorner && c < 2 {
            return Err(format!("{a}x{b}x{c} has no cell 001, expected a third side of 2 or more"));
        }
        Ok(())
    }

    /// Prints what the program prints. Returns how many packings there are, by bricks.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<Vec<u64>> {
        let mut blocks = self.sides.blocks(AXES);
        blocks.retain(|block| self.start == Start::Corner || !block.is_in_corner(self.sides));
        let moves: Vec<Move> = blocks.iter().map(|block| Move::new(self.sides, block)).collect();
        if self.verbose > 2 {
            for brick in &moves {
                self.print_table_line(brick, out)?;
            }
        }
        let (cells, count) = (self.sides.cells(), moves.len());
        let faces = || moves.iter().flat_map(|brick| &brick.constraints);
        let elements: usize = faces().map(|cells| cells.len() + 1).sum();
        writeln!(
            out,
            "This problem involves {cells} namechars, {count} moves, {} nodes,\n {elements} \
             constraint elements, {} clist elements.",
            count * 4,
            faces().count() + count
        )?;
        let mut search = Search::new(self, &moves, out);
        search.run()?;
        let totals = search.totals;
        writeln!(out, "Total solutions found:")?;
        for (level, total) in totals.iter().enumerate().filter(|(_, total)| **total > 0) {
            writeln!(out, "  level {level}, {total}")?;
        }
        Ok(totals)
    }

    /// A move and its constraints.
    fn print_table_line(&self, brick: &Move, out: &mut dyn Write) -> io::Result<()> {
        for cell in brick.cells {
            write!(out, "{} ", self.sides.name(cell))?;
        }
        write!(out, "=>")?;
        for cells in &brick.constraints {
            write!(out, "{} ", self.names(cells))?;
        }
        writeln!(out)
    }

    /// Each name with a comma after it.
    fn names(&self, cells: &[usize]) -> String {
        cells.iter().map(|cell| self.sides.name(*cell) + ",").collect()
    }
}

/// A place for a brick.
#[derive(Clone, Debug)]
struct Move {
    /// Its cells, in the order in which the table names them.
    cells: [usize; 4],
    /// For each face that is not at a wall, the cells there.
    constraints: Vec<Vec<usize>>,
}

impl Move {
    fn new(sides: Sides, block: &Block) -> Self {
        let Axes { thin, slow, fast } = block.axes;
        let constraints = [thin, slow, fast].map(|axis| block.faces(sides, axis)).concat();
        Self { cells: block.cells(sides), constraints }
    }
}

/// A move that may be made, seen from one of its cells: `place` is which. Reports begin with the
/// cell after it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    brick: usize,
    place: usize,
}

/// The state of the search.
struct Search<'q> {
    question: &'q Antislide,
    moves: &'q [Move],
    /// For each cell, the moves through it in the order of AS1, each with the cell's place in it.
    through: Vec<Vec<Candidate>>,
    /// For each cell, the number of the brick in it, from 1; 0 if it is empty.
    filled: Vec<u8>,
    /// For each move, how many bricks lie in its way and whether it is out (AS4). It is possible if
    /// this is 0.
    blocked: Vec<u32>,
    /// AS5.
    stamp: u64,
    /// For each move, the stamp of the last question in which it was met.
    met: Vec<u64>,
    /// How many packings there are, by bricks.
    totals: Vec<u64>,
    out: &'q mut dyn Write,
}

impl<'q> Search<'q> {
    fn new(question: &'q Antislide, moves: &'q [Move], out: &'q mut dyn Write) -> Self {
        let mut through = vec![Vec::new(); question.sides.cells()];
        for (brick, its) in moves.iter().enumerate().rev() {
            for (place, cell) in its.cells.into_iter().enumerate() {
                through[cell].push(Candidate { brick, place });
            }
        }
        Self {
            question,
            moves,
            filled: vec![0; through.len()],
            through,
            blocked: vec![0; moves.len()],
            stamp: 0,
            met: vec![0; moves.len()],
            totals: vec![0; question.max_bricks + 1],
            out,
        }
    }

    fn run(&mut self) -> io::Result<()> {
        match self.question.start {
            Start::Corner => self.try_all(0, &[], &[Candidate { brick: 0, place: 0 }]),
            Start::NoCorner => self.enter(0, &[&[1]]),
        }
    }

    /// Enters a level, at which so many bricks are laid and these constraints are to be met.
    fn enter(&mut self, level: usize, constraints: &[&'q [usize]]) -> io::Result<()> {
        if constraints.is_empty() {
            self.totals[level] += 1;
            if self.question.verbose > 0 {
                self.print_packing(level)?;
            }
        }
        if level == self.question.max_bricks {
            return Ok(());
        }
        let candidates = if constraints.is_empty() {
            let empty = (0..self.filled.len()).filter(|cell| self.filled[*cell] == 0);
            let empty: Vec<usize> = empty.collect();
            self.moves_through(&empty)
        } else {
            let tightest = self.tightest(constraints)?;
            self.moves_through(tightest)
        };
        self.try_all(level, constraints, &candidates)
    }

    /// The constraint that the fewest moves meet (AS3).
    fn tightest(&mut self, constraints: &[&'q [usize]]) -> io::Result<&'q [usize]> {
        let mut best: Option<(usize, &[usize])> = None;
        for cells in constraints {
            let count = self.moves_through(cells).len();
            if self.question.verbose > 1 {
                writeln!(self.out, "Constraint {} {count}", self.question.names(cells))?;
            }
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, cells));
            }
        }
        Ok(best.expect("there are constraints").1)
    }

    /// The possible moves through some cells, each once, as it is met first. Takes a stamp (AS5).
    fn moves_through(&mut self, cells: &[usize]) -> Vec<Candidate> {
        self.stamp += 1;
        let mut found = Vec::new();
        for candidate in cells.iter().flat_map(|cell| &self.through[*cell]) {
            let brick = candidate.brick;
            if self.blocked[brick] == 0 && self.met[brick] != self.stamp {
                self.met[brick] = self.stamp;
                found.push(*candidate);
            }
        }
        found
    }

    /// Tries the candidates of a level one after the other.
    fn try_all(
        &mut self,
        level: usize,
        constraints: &[&'q [usize]],
        candidates: &[Candidate],
    ) -> io::Result<()> {
        for candidate in candidates {
            if self.stamp == 1620 {
                write!(self.out, "tmp")?;
            }
            let brick = &self.moves[candidate.brick];
            self.lay(level, candidate.brick);
            let new = brick.constraints.iter().map(Vec::as_slice);
            let unmet: Vec<&[usize]> = constraints
                .iter()
                .copied()
                .chain(new)
                .filter(|cells| cells.iter().all(|cell| self.filled[*cell] == 0))
                .collect();
            if self.question.verbose > 1 {
                write!(self.out, "Move {}:", level + 1)?;
                for step in 1..=4 {
                    let cell = brick.cells[(candidate.place + step) % 4];
                    write!(self.out, " {}", self.question.sides.name(cell))?;
                }
                writeln!(self.out, " ({})", self.stamp)?;
            }
            self.enter(level + 1, &unmet)?;
            self.lift(candidate.brick);
            self.blocked[candidate.brick] += 1;
        }
        for candidate in candidates {
            self.blocked[candidate.brick] -= 1;
        }
        Ok(())
    }

    /// Lays a brick.
    fn lay(&mut self, level: usize, brick: usize) {
        let number = u8::try_from(level + 1).expect("a box has less than 1024 cells");
        for cell in self.moves[brick].cells {
            self.filled[cell] = number;
            self.through[cell].iter().for_each(|other| self.blocked[other.brick] += 1);
        }
    }

    /// Lifts it again.
    fn lift(&mut self, brick: usize) {
        for cell in self.moves[brick].cells {
            self.through[cell].iter().for_each(|other| self.blocked[other.brick] -= 1);
            self.filled[cell] = 0;
        }
    }

    /// A packing: the number of the brick in each cell, layer by layer.
    fn print_packing(&mut self, level: usize) -> io::Result<()> {
        write!(self.out, "{level}.{}:", self.totals[level])?;
        for layer in self.filled.chunks(self.question.sides.layer()) {
            // After the digits come letters, and after z whatever follows it.
            let digit = |brick: u8| if brick > 9 { brick - 10 + b'a' } else { brick + b'0' };
            let digits: Vec<u8> = layer.iter().map(|brick| digit(*brick)).collect();
            self.out.write_all(b" ")?;
            self.out.write_all(&digits)?;
        }
        writeln!(self.out)
    }
}
