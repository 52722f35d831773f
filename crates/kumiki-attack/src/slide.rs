//! Sliding tiles: all positions of a small board, from the goal on.
//!
//! Reading order: `positions`, brute force; `compare`, what is compared; `by_lot`, positions that
//! the command draws.

mod by_lot;
mod compare;
mod positions;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::shrink::shorter;
use fastrand::Rng;
use positions::{Board, Position};

/// The attack on `kumiki slide`.
pub(crate) struct Sliding;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Question {
    /// The fewest moves.
    Solve,
    /// How many shortest solutions there are, and at most so many of them.
    All(Option<usize>),
    /// All positions of a list.
    File,
    /// All positions of the board by distance.
    Table,
    /// Those that are solved by moves alone that bring a tile closer.
    Happy,
    /// So many positions by lot, with a seed.
    Random(usize, u64),
    /// The tree of moves below the start, so deep.
    Tree(usize),
}

/// So many positions by lot that all of a tiny board are among them, but for one time in a million.
const MANY: usize = 220;

/// A question about a board.
#[derive(Clone)]
pub(crate) struct Case {
    board: Board,
    goal: Option<Position>,
    starts: Vec<Position>,
    question: Question,
    heuristic: Option<String>,
    asked: u64,
}

impl Attack for Sliding {
    type Case = Case;

    fn name(&self) -> &'static str {
        "slide"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let sizes = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 3), (3, 2), (2, 4)];
        let (rows, columns) =
            if lot.u8(..60) == 0 { (3, 3) } else { sizes[lot.usize(..sizes.len())] };
        let question = match lot.u8(..12) {
            0..=2 => Question::Solve,
            3 => Question::All(None),
            4 => Question::All(Some(lot.usize(1..=9))),
            5 | 6 => Question::File,
            7 => Question::Table,
            8 => Question::Happy,
            9 => Question::Random(lot.usize(1..=12), lot.u64(..)),
            _ => Question::Tree(0),
        };
        let (question, (rows, columns)) = match question {
            // Levels of the tree grow fast on large boards.
            Question::Tree(_) if lot.bool() => {
                let large = [(3, 3), (3, 4), (4, 3), (4, 4), (2, 7), (5, 3)];
                (Question::Tree(lot.usize(1..=9)), large[lot.usize(..large.len())])
            }
            Question::Tree(_) => (Question::Tree(lot.usize(1..=25)), (2, lot.usize(2..=4))),
            Question::Random(_, seed) if lot.u8(..3) == 0 => (Question::Random(MANY, seed), (2, 2)),
            other => (other, (rows, columns)),
        };
        let has_metric = !matches!(question, Question::Happy | Question::Tree(_));
        let is_multi = has_metric && lot.u8(..3) == 0;
        let board = Board { rows, columns, is_multi };
        let any = |lot: &mut Rng| {
            let mut position: Position = (0..rows * columns).collect();
            lot.shuffle(&mut position);
            position
        };
        let goal = (!matches!(question, Question::Tree(_)) && lot.bool()).then(|| any(lot));
        let count = if question == Question::File { lot.usize(1..=12) } else { 1 };
        let starts = (0..count).map(|_| any(lot)).collect();
        // Tables of patterns take a while, so that most are asked without them.
        let heuristic = match lot.u8(..30) {
            _ if is_multi || !has_metric || question == Question::Table => None,
            0 => None,
            1 => Some(patterns(&board, goal.as_ref(), lot)),
            _ => Some("manhattan".into()),
        };
        Case { board, goal, starts, question, heuristic, asked: lot.u64(..) }
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        compare::compare(case, program)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut found = Vec::new();
        if case.question == Question::File {
            let fewer = shorter(&case.starts).into_iter().filter(|starts| !starts.is_empty());
            found.extend(fewer.map(|starts| Case { starts, ..case.clone() }));
        }
        if case.goal.is_some() {
            found.push(Case { goal: None, ..case.clone() });
        }
        if case.heuristic.as_deref().is_some_and(|bound| bound != "manhattan") {
            found.push(Case { heuristic: Some("manhattan".into()), ..case.clone() });
        }
        match case.question {
            Question::Random(count, seed) => {
                let fewer = [count / 2, count - 1].into_iter().filter(|fewer| *fewer > 0);
                found.extend(
                    fewer.map(|n| Case { question: Question::Random(n, seed), ..case.clone() }),
                );
                return found;
            }
            Question::Tree(depth) => {
                let question = Question::Tree(depth - 1);
                found.extend((depth > 1).then(|| Case { question, ..case.clone() }));
                return found;
            }
            _ => {}
        }
        // Positions that are a move closer to the goal.
        let goal = case.goal();
        let distances = case.board.distances(&goal);
        for (at, start) in case.starts.iter().enumerate() {
            let closer = case.board.moves(start).into_iter().find(|(_, next)| {
                distances.get(next).is_some_and(|distance| distance + 1 == distances[start])
            });
            if let Some((_, next)) = closer {
                let mut starts = case.starts.clone();
                starts[at] = next;
                found.push(Case { starts, ..case.clone() });
            }
        }
        found
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(compare::files(case), &[compare::command(case)])
    }
}

impl Case {
    /// The goal: in order, the blank last, unless another one is asked for.
    fn goal(&self) -> Position {
        let cells = self.board.rows * self.board.columns;
        self.goal.clone().unwrap_or_else(|| (1..=cells).map(|tile| tile % cells).collect())
    }
}

/// A partition of the tiles by lot, as letters row by row.
fn patterns(board: &Board, goal: Option<&Position>, lot: &mut Rng) -> String {
    let cells = board.rows * board.columns;
    let blank = goal.and_then(|goal| goal.iter().position(|tile| *tile == 0)).unwrap_or(cells - 1);
    let letter = |cell: usize, lot: &mut Rng| match cell == blank {
        true => '.',
        false => ['a', 'b', 'c'][lot.usize(..3)],
    };
    let letters: Vec<char> = (0..cells).map(|cell| letter(cell, lot)).collect();
    let rows: Vec<String> = letters.chunks(board.columns).map(|row| row.iter().collect()).collect();
    rows.join("/")
}
