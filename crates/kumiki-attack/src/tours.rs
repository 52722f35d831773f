//! Tours: a piece is led over a small board in all ways.

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use std::collections::BTreeSet;

/// The attack on `kumiki tours`.
pub(crate) struct Tours;

/// What is asked about a board.
#[derive(Clone)]
pub(crate) struct Case {
    rows: usize,
    columns: usize,
    /// How far the piece leaps, the smaller number first.
    piece: (usize, usize),
    symmetry: &'static str,
    flags: String,
}

/// A cell, row by row.
type Cell = usize;

/// A tour from the first cell on, in the direction of the lesser neighbour.
type Tour = Vec<Cell>;

/// How many steps may be tried. Boards that take more are passed over.
const STEPS: usize = 300_000;

impl Attack for Tours {
    type Case = Case;

    fn name(&self) -> &'static str {
        "tours"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let pieces =
            [(0, 1), (1, 2), (1, 2), (1, 2), (0, 2), (1, 1), (1, 3), (2, 3), (1, 4), (0, 3)];
        let piece = pieces[lot.usize(..pieces.len())];
        let (mut rows, mut columns) = match piece {
            (0, 1) => (lot.usize(1..=6), lot.usize(1..=6)),
            (1, 2) => [(3, 10), (6, 6), (5, 6), (6, 5), (3, 12), (10, 3), (4, 4), (3, 8), (5, 4)]
                [lot.usize(..9)],
            _ => (lot.usize(1..=6), lot.usize(1..=8)),
        };
        let symmetry = ["none", "half-turn", "quarter-turn", "none"][lot.usize(..4)];
        if symmetry == "quarter-turn" {
            let side = if lot.bool() { rows } else { columns }.min(6);
            (rows, columns) = (side, side);
        }
        // Symmetries of boards with odd sides have no middle cell to go through.
        let can_pair = symmetry == "half-turn"
            && rows.is_multiple_of(2)
            && columns.is_multiple_of(2)
            && (piece.0 + piece.1) % 2 == 1;
        let few = lot.usize(1..=5);
        let flags = match lot.u8(..8) {
            0 => " --verify".into(),
            1 => format!(" --sample {few} --seed {}", lot.u8(..)),
            2 => " --first".into(),
            3 => format!(" --list {few}"),
            4 | 5 if can_pair => " --method diagram --list".into(),
            6 => String::new(),
            _ => " --list".into(),
        };
        Case { rows, columns, piece, symmetry, flags }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        match case.tours() {
            Some(tours) => case.compare(&tours, program),
            None => Ok(()),
        }
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut found = Vec::new();
        if case.rows > 1 && case.symmetry != "quarter-turn" {
            found.push(Case { rows: case.rows - 1, ..case.clone() });
        }
        if case.columns > 1 && case.symmetry != "quarter-turn" {
            found.push(Case { columns: case.columns - 1, ..case.clone() });
        }
        if case.rows > 1 && case.symmetry == "quarter-turn" {
            found.push(Case { rows: case.rows - 1, columns: case.columns - 1, ..case.clone() });
        }
        if !case.flags.is_empty() {
            found.push(Case { flags: String::new(), ..case.clone() });
        }
        found
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(vec![], &[case.command()])
    }
}

impl Case {
    fn command(&self) -> String {
        let Self { rows, columns, piece: (a, b), symmetry, flags } = self;
        format!("tours {rows}x{columns} --piece {a},{b} --symmetry {symmetry}{flags} --json")
    }

    /// All tours that the symmetry preserves, or `None` if that takes too long.
    fn tours(&self) -> Option<BTreeSet<Tour>> {
        let count = self.rows * self.columns;
        let place = |cell: Cell| (cell / self.columns, cell % self.columns);
        let leaps = |from: Cell, to: Cell| {
            let ((row, column), (other, across)) = (place(from), place(to));
            let (down, across) = (row.abs_diff(other), column.abs_diff(across));
            (down.min(across), down.max(across)) == self.piece
        };
        let leaps_from =
            |from: Cell| (0..count).filter(|to| leaps(from, *to)).map(|to| 1 << to).sum();
        let neighbours: Vec<u64> = (0..count).map(leaps_from).collect();
        let mut search =
            Search { neighbours, path: vec![0], visited: 1, steps: STEPS, found: BTreeSet::new() };
        search.extend()?;
        let motion = match self.symmetry {
            "half-turn" => Some((false, true, true)),
            "quarter-turn" => Some((true, true, false)),
            _ => None,
        };
        let mut tours = search.found;
        tours.retain(|tour| motion.is_none_or(|motion| self.image(tour, motion) == *tour));
        Some(tours)
    }

    /// A tour after a motion: rows and columns exchanged or not, then rows and columns reversed or
    /// not.
    fn image(&self, tour: &Tour, (is_transposed, down, across): (bool, bool, bool)) -> Tour {
        let moved = tour.iter().map(|cell| {
            let (row, column) = (cell / self.columns, cell % self.columns);
            let (row, column) = if is_transposed { (column, row) } else { (row, column) };
            let row = if down { self.rows - 1 - row } else { row };
            let column = if across { self.columns - 1 - column } else { column };
            row * self.columns + column
        });
        written(moved.collect())
    }

    fn classes(&self, tours: &BTreeSet<Tour>) -> usize {
        let mut motions = Vec::new();
        for is_transposed in
            [false, true].into_iter().take(if self.rows == self.columns { 2 } else { 1 })
        {
            motions.extend(
                [(false, false), (false, true), (true, false), (true, true)]
                    .map(|(down, across)| (is_transposed, down, across)),
            );
        }
        let least = |tour: &Tour| motions.iter().map(|motion| self.image(tour, *motion)).min();
        tours.iter().filter_map(least).collect::<BTreeSet<Tour>>().len()
    }

    fn compare(&self, tours: &BTreeSet<Tour>, program: &Program) -> Result<(), String> {
        let workshop = Workshop::new(program, &[])?;
        let said = workshop.ask(&self.command())?;
        let is_first = self.flags.contains("--first");
        if !is_first {
            let count = |name: &str| said[name].as_str().unwrap_or("no count").to_owned();
            agree("tours", &count("tours"), &tours.len().to_string())?;
            agree("classes", &count("classes"), &self.classes(tours).to_string())?;
            agree("complete", &said["complete"], &true.into())?;
        }
        let mut listed = BTreeSet::new();
        for solution in said["solutions"].as_array().unwrap_or(&vec![]) {
            let tour = self.read(solution).ok_or_else(|| format!("a strange tour: {solution}"))?;
            if !tours.contains(&tour) {
                return Err(format!(
                    "listed, but not a tour in its one way to be written: {solution}"
                ));
            }
            if !listed.insert(tour) {
                return Err(format!("listed twice: {solution}"));
            }
        }
        let number = self.flags.split(' ').find_map(|word| word.parse().ok());
        let few = match number {
            Some(few) => few,
            None if is_first => 1,
            None if self.flags.contains("--list") => usize::MAX,
            None => 0,
        };
        agree("tours listed", &listed.len(), &tours.len().min(few))?;
        workshop.write("answer.json", said.to_string().as_bytes())?;
        let ran = workshop.run("check answer.json")?;
        if ran.code != 0 {
            return Err(format!("check refuses the answer: {}{}", ran.stdout, ran.stderr));
        }
        Ok(())
    }

    fn read(&self, solution: &Value) -> Option<Tour> {
        let cell = |text: &Value| {
            let (row, column) = text.as_str()?.split_once(',')?;
            Some(row.parse::<usize>().ok()? * self.columns + column.parse::<usize>().ok()?)
        };
        solution.as_array()?.iter().map(cell).collect()
    }
}

/// The tour from its least cell on, in the direction of the lesser neighbour.
fn written(mut tour: Tour) -> Tour {
    let first = (0..tour.len()).min_by_key(|at| tour[*at]).unwrap_or(0);
    tour.rotate_left(first);
    if tour.len() > 1 && tour[1] > tour[tour.len() - 1] {
        tour[1..].reverse();
    }
    tour
}

struct Search {
    /// A bit for each cell that a cell's neighbour is.
    neighbours: Vec<u64>,
    path: Vec<Cell>,
    /// A bit for each cell of the path.
    visited: u64,
    steps: usize,
    found: BTreeSet<Tour>,
}

impl Search {
    fn extend(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let count = self.neighbours.len();
        let last = self.path[self.path.len() - 1];
        if self.path.len() == count {
            if count > 2 && self.neighbours[last] & 1 == 1 {
                self.found.insert(written(self.path.clone()));
            }
            return Some(());
        }
        // A cell that was not visited needs two neighbours to come from and to go to.
        let open = !self.visited | 1 | 1 << last;
        let is_dead = |cell: Cell| {
            self.visited >> cell & 1 == 0 && (self.neighbours[cell] & open).count_ones() < 2
        };
        if (0..count).any(is_dead) {
            return Some(());
        }
        for next in 0..count {
            if self.neighbours[last] & !self.visited & 1 << next != 0 {
                self.path.push(next);
                self.visited |= 1 << next;
                self.extend()?;
                self.visited &= !(1 << next);
                self.path.pop();
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knights_and_rooks_tour_small_boards() {
        let case = |rows, columns, piece, symmetry| Case {
            rows,
            columns,
            piece,
            symmetry,
            flags: String::new(),
        };
        let counts = |case: Case| {
            let tours = case.tours().expect("few steps");
            (tours.len(), case.classes(&tours))
        };
        assert_eq!(counts(case(6, 5, (1, 2), "none")), (8, 3));
        assert_eq!(counts(case(3, 10, (1, 2), "none")), (16, 6));
        assert_eq!(counts(case(4, 4, (0, 1), "none")), (6, 2));
        assert_eq!(counts(case(6, 6, (0, 1), "quarter-turn")), (2, 1));
    }
}
