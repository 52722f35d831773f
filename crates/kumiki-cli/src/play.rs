//! A solution in the terminal, one board after the other in the same place.

use crate::failure::Failure;
use crate::printing::{print, print_as_it_is};
use kumiki::model::{Answer, Ask, Part, SlidingPosition};
use std::io::IsTerminal;
use std::thread::sleep;
use std::time::Duration;

/// How long a board is shown.
const PAUSE: Duration = Duration::from_millis(200);

/// Plays the solution of an answer, if it has one. If stdout is no terminal, the boards come one
/// below the other, at once.
pub(crate) fn play(answer: &Answer) -> Result<(), Failure> {
    let Some((mut position, pushes)) = solution(answer) else { return Ok(()) };
    let is_terminal = std::io::stdout().is_terminal();
    print(&frame(&position, 0, pushes.len()))?;
    for (number, tile) in (1..).zip(&pushes) {
        let direction = position.direction_of_push(*tile);
        position.step(direction.expect("the judge has replayed the solution"));
        if is_terminal {
            sleep(PAUSE);
            // Up to the first line of the frame before.
            print_as_it_is(&format!("\x1b[{}A", position.board().rows() + 2))?;
        }
        print(&frame(&position, number, pushes.len()))?;
    }
    Ok(())
}

/// The start, and the tiles that are pushed.
fn solution(answer: &Answer) -> Option<(SlidingPosition, Vec<u8>)> {
    let (Ask::Slide(ask), Part::Slide(record)) = (&answer.question.ask, &answer.part) else {
        return None;
    };
    let board = ask.board.as_ref()?.parse().ok()?;
    let start = SlidingPosition::parse(board, &record.start).ok()?;
    Some((start, record.solution.as_ref()?.tiles().ok()?))
}

/// A board and the number of pushes behind it.
fn frame(position: &SlidingPosition, number: usize, all: usize) -> String {
    let width = position.tiles().len().to_string().len() + 1;
    let name = |tile: &u8| if *tile == 0 { String::new() } else { tile.to_string() };
    let cell = |tile: &u8| format!("{:>width$}", name(tile));
    let row = |row: &[u8]| row.iter().map(cell).collect::<String>() + "\n";
    let rows: String = position.tiles().chunks(position.board().columns()).map(row).collect();
    format!("{rows}push {number} of {all}\n\n")
}
