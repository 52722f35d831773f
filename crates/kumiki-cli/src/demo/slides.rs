//! The part of the demo about sliding tiles.

use super::check_ended;
use crate::failure::Failure;
use crate::text::{print, table};
use kumiki::drive::Run;
use kumiki::host::TableCache;
use kumiki::model::{Metric, SlidingPosition, SlidingQuestion};
use kumiki::slide::{Bound, Trust, Wishes, answer_table, solve};
use std::time::Instant;

/// Positions of the 15 puzzle and the lengths of their shortest solutions, with who says so.
const SHOWN: [(&str, u32, &str); 3] = [
    ("bc9e80df3412a756", 56, "seed"),
    ("ca6098dfb73254e1", 65, "seed; Korf"),
    ("d68cfe0ab7459132", 57, "Korf"),
];

/// Boards, the greatest distance on them, and how many positions have it.
const BOARDS: [(&str, usize, u64, &str); 3] =
    [("3x3", 31, 2, "A089473"), ("2x5", 55, 2, "A151944"), ("3x4", 53, 18, "A090166")];

/// Shows the tables, and returns the first difference from the known figures.
pub(super) fn run(run: &Run<'_>) -> Result<Option<String>, Failure> {
    print(
        "\nSliding tiles in the fewest moves (15PUZZLE-KORF1, D. E. Knuth), and all positions of \
         small boards.\n\n",
    )?;
    let goal = SlidingPosition::solved("4x4".parse().expect("a board"));
    let began = Instant::now();
    let bound = Bound::prepare(&goal, None, Trust::AsTheyAre, &TableCache::none(), run)?;
    let mut rows = vec![vec![
        "pattern tables".to_owned(),
        "-".to_owned(),
        format!("{:.3}", began.elapsed().as_secs_f64()),
        "-".to_owned(),
        "-".to_owned(),
    ]];
    let mut difference = None;
    let mut add = |name: &str, found: String, began: Instant, known: String, source: &str| {
        let is_known = found == known;
        let verdict = if is_known { "agrees" } else { "DIFFERS" };
        let seconds = format!("{:.3}", began.elapsed().as_secs_f64());
        rows.push([name, &found, &seconds, verdict, source].map(str::to_owned).to_vec());
        if !is_known && difference.is_none() {
            difference = Some(name.to_owned());
        }
    };
    for (text, known, source) in SHOWN {
        let began = Instant::now();
        let start =
            SlidingPosition::parse(goal.board(), text).expect("our own positions are right");
        let question =
            SlidingQuestion::new(start, goal.clone(), Metric::Single).expect("one board");
        let solved = solve(&question, &bound, Wishes::default(), run)?;
        check_ended(solved.stopped_by, text)?;
        let moves = |length: u32| format!("{length} moves");
        add(text, moves(solved.moves.unwrap_or(0)), began, moves(known), source);
    }
    for (board, distance, count, source) in BOARDS {
        let began = Instant::now();
        let goal = SlidingPosition::solved(board.parse().expect("a board"));
        let answered = answer_table(&goal, Metric::Single, run)?;
        check_ended(answered.stopped_by, board)?;
        let last = answered.answer.positions.as_ref().and_then(|rows| rows.last().cloned());
        let found =
            last.map_or_else(String::new, |row| format!("{} at {}", row.count, row.distance));
        add(
            &format!("farthest on {board}"),
            found,
            began,
            format!("{count} at {distance}"),
            source,
        );
    }
    let head = ["problem", "answer", "seconds", "known figure", "known from"];
    print(&table(&head, &["problem", "known figure", "known from"], rows))?;
    Ok(difference)
}
