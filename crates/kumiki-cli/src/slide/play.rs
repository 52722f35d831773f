//! A solution in the terminal, one board after the other in the same place.

use crate::failure::Failure;
use crate::text::{print, print_as_it_is};
use kumiki::model::SlidingPosition;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::thread::sleep;
use std::time::Duration;

/// How long a board is shown.
const PAUSE: Duration = Duration::from_millis(200);

/// Plays a solution. If stdout is no terminal, the boards come one below the other, at once.
pub(super) fn play(start: &SlidingPosition, pushes: &[u8]) -> Result<(), Failure> {
    let is_terminal = std::io::stdout().is_terminal();
    let mut position = start.clone();
    print(&frame(&position, 0, pushes.len()))?;
    for (number, tile) in (1..).zip(pushes) {
        let direction =
            position.direction_of_push(*tile).expect("the judge has replayed the solution");
        position.step(direction);
        if is_terminal {
            sleep(PAUSE);
            // Up to the first line of the frame before.
            print_as_it_is(&format!("\x1b[{}A", position.board().rows() + 2))?;
        }
        print(&frame(&position, number, pushes.len()))?;
    }
    Ok(())
}

/// A board and the number of pushes behind it.
fn frame(position: &SlidingPosition, number: usize, all: usize) -> String {
    let width = position.tiles().len().to_string().len() + 1;
    let mut text = String::new();
    for row in position.tiles().chunks(position.board().columns()) {
        for tile in row {
            let name = if *tile == 0 { String::new() } else { tile.to_string() };
            write!(text, "{name:>width$}").expect("writing to a string");
        }
        text += "\n";
    }
    writeln!(text, "push {number} of {all}\n").expect("writing to a string");
    text
}
