//! The search for a shortest solution told move by move.

use crate::Halt;
use crate::draft::Draft;
use crate::trace::{Names, tell_until};
use kumiki_model::{Direction, SlidingPosition, SlidingQuestion, TraceEvent, TraceOutcome};
use kumiki_search::{Explained, Prefix};
use kumiki_slide::{Guide, Paths, Slides};

/// Tells rounds of single pushes, until the first solution.
pub(super) fn trace_pushes<G: Guide>(
    question: &SlidingQuestion,
    paths: &Paths<'_, G>,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    let rounds = Rounds {
        question,
        least: paths.bound(),
        stride: 2,
        go: &|position, choice| Vec::from_iter(position.step(Direction::ALL[choice as usize])),
        to_go: &|prefix| Some(paths.bound_after(prefix)),
    };
    rounds.tell(|limit| paths.with_limit(limit), draft)
}

/// The same if tiles that slide together count as one move.
pub(super) fn trace_slides(
    question: &SlidingQuestion,
    slides: &Slides,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    let rounds = Rounds {
        question,
        least: slides.bound(),
        stride: 1,
        go: &|position, choice| slide(position, choice as usize),
        to_go: &|_| None,
    };
    rounds.tell(|limit| slides.with_limit(limit), draft)
}

/// Slides the blank to a cell in its row or column. Gives the tiles that are pushed.
fn slide(position: &mut SlidingPosition, to: usize) -> Vec<u8> {
    let columns = position.board().columns();
    let mut tiles = Vec::new();
    while position.blank() != to {
        let from = position.blank();
        let way = match (from / columns == to / columns, from < to) {
            (true, true) => Direction::East,
            (true, false) => Direction::West,
            (false, true) => Direction::South,
            (false, false) => Direction::North,
        };
        tiles.push(position.step(way).expect("a way on the board"));
    }
    tiles
}

/// Rounds with ever more moves.
struct Rounds<'a> {
    question: &'a SlidingQuestion,
    /// No solution has fewer moves.
    least: u32,
    /// By how many moves lengths differ.
    stride: u32,
    /// Makes a choice, and gives the tiles that are pushed.
    go: &'a dyn Fn(&mut SlidingPosition, u32) -> Vec<u8>,
    /// How many moves are left at least, if that is told.
    to_go: &'a dyn Fn(&Prefix) -> Option<u32>,
}

impl Rounds<'_> {
    fn tell<S: Explained>(
        &self,
        space: impl Fn(u32) -> S,
        draft: &mut Draft<'_>,
    ) -> Result<(), Halt> {
        let is_solution = |event: &TraceEvent| {
            matches!(event, TraceEvent::Try { outcome: TraceOutcome::Solution, .. })
        };
        let mut limit = self.least;
        loop {
            let round = TraceEvent::Round { limit: format!("solutions of {limit} moves") };
            if draft.tell(0, round).is_break() {
                return Ok(());
            }
            let names = Names {
                item: &|prefix, _| blank(&self.after(prefix)),
                why: "",
                choice: &|prefix, choice| {
                    let mut position = self.after(prefix);
                    let tiles = (self.go)(&mut position, choice);
                    let names: Vec<String> =
                        tiles.iter().map(|tile| position.name(*tile)).collect();
                    format!("push {}", names.join(" "))
                },
                reason: &|prefix, _| {
                    let made = prefix.len();
                    match (self.to_go)(prefix) {
                        Some(least) => {
                            format!("{made} made, at least {least} to go, {limit} allowed")
                        }
                        None => format!("{made} made, {limit} allowed"),
                    }
                },
            };
            if tell_until(&space(limit), &names, draft, is_solution)? {
                return Ok(());
            }
            limit += self.stride;
        }
    }

    /// The position that choices lead to.
    fn after(&self, prefix: &Prefix) -> SlidingPosition {
        let mut position = self.question.start().clone();
        for choice in prefix.choices() {
            (self.go)(&mut position, *choice);
        }
        position
    }
}

/// Where the blank is.
fn blank(position: &SlidingPosition) -> String {
    let columns = position.board().columns();
    let (row, column) = (position.blank() / columns + 1, position.blank() % columns + 1);
    format!("the blank in row {row}, column {column}")
}
