//! The table: what was measured beside what was hoped for.

use super::goal::Goal;
use super::product::{Measured, megabytes};

/// One measured case.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    /// The count that was confirmed, if the table shows it.
    pub(super) answer: Option<String>,
    pub(super) measured: Measured,
    /// The time of what it is compared with, if it is compared.
    pub(super) compared_seconds: Option<f64>,
    /// What must be reached, if anything must.
    pub(super) floor: Option<Goal>,
    /// What we would like to reach.
    pub(super) aim: Option<Goal>,
}

impl Row {
    /// How many times as fast it is as what it is compared with.
    fn ratio(&self) -> Option<f64> {
        self.compared_seconds.map(|compared| compared / self.measured.seconds)
    }

    /// Whether a goal is reached, if that can be said.
    fn reaches(&self, goal: Goal) -> Option<bool> {
        match goal {
            Goal::Ratio(wanted) => self.ratio().map(|ratio| ratio >= wanted),
            Goal::Part(allowed) => {
                self.compared_seconds.map(|compared| self.measured.seconds <= allowed * compared)
            }
            Goal::Seconds(allowed) => Some(self.measured.seconds <= allowed),
            Goal::Megabytes(allowed) => Some(self.measured.peak_bytes <= allowed << 20),
        }
    }

    /// The verdict in a word.
    fn reached(&self) -> &'static str {
        let reaches = |goal: Option<Goal>| goal.and_then(|goal| self.reaches(goal));
        match (reaches(self.floor), reaches(self.aim)) {
            (Some(false), _) => "BELOW",
            (_, Some(true)) => "aim",
            (Some(true), _) => "floor",
            _ => "-",
        }
    }
}

/// The table. `compared` names the program that the times are compared with; where threads are
/// compared, its column has the time of one thread.
pub(super) fn table(rows: &[Row], compared: &str) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let goal = |goal: Option<Goal>| or_dash(goal.map(|goal| goal.to_string()));
    let milliseconds = |seconds: f64| format!("{:.1}", seconds * 1e3);
    let has_answers = rows.iter().any(|row| row.answer.is_some());
    let cells = |row: &Row| {
        let answer = has_answers.then(|| or_dash(row.answer.clone()));
        let others = [
            milliseconds(row.measured.seconds),
            or_dash(row.compared_seconds.map(milliseconds)),
            or_dash(row.ratio().map(|ratio| format!("{ratio:.2}x"))),
            goal(row.floor),
            goal(row.aim),
            row.reached().to_owned(),
            megabytes(row.measured.peak_bytes),
        ];
        std::iter::once(row.name.to_owned()).chain(answer).chain(others).collect()
    };
    let compared = format!("{compared} ms");
    let others = ["kumiki ms", &compared, "ratio", "floor", "aim", "reached", "peak MB"];
    let head: Vec<&str> =
        std::iter::once("case").chain(has_answers.then_some("answer")).chain(others).collect();
    aligned(&head, &["case", "reached"], rows.iter().map(cells))
}

/// Columns under their heads, aligned to the right; the columns named in `left` to the left.
fn aligned(head: &[&str], left: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let heads = head.iter().map(ToString::to_string).collect();
    let lines: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let text = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).zip(head).map(|((cell, width), name)| {
            if left.contains(name) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    lines.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEASURED: Measured = Measured { seconds: 2.0, peak_bytes: 6 << 20 };
    const ROW: Row = Row {
        name: "direct",
        answer: None,
        measured: MEASURED,
        compared_seconds: Some(5.0),
        floor: Some(Goal::Ratio(1.5)),
        aim: Some(Goal::Ratio(4.0)),
    };

    #[test]
    fn the_verdict_follows_floor_and_aim() {
        for (seconds, reached) in [(4.0, "BELOW"), (2.0, "floor"), (1.25, "aim")] {
            let measured = Measured { seconds, ..MEASURED };
            assert_eq!(Row { measured, ..ROW }.reached(), reached, "{seconds}");
        }
        let part = || Row { floor: Some(Goal::Part(0.5)), aim: Some(Goal::Part(0.25)), ..ROW };
        for (seconds, reached) in [(2.6, "BELOW"), (2.5, "floor"), (1.25, "aim")] {
            let measured = Measured { seconds, ..MEASURED };
            assert_eq!(Row { measured, ..part() }.reached(), reached, "{seconds} of 5 s");
        }
        let memory =
            || Row { floor: Some(Goal::Megabytes(50)), aim: Some(Goal::Megabytes(10)), ..ROW };
        for (megabytes, reached) in [(51, "BELOW"), (50, "floor"), (10, "aim")] {
            let measured = Measured { peak_bytes: megabytes << 20, ..MEASURED };
            assert_eq!(Row { measured, ..memory() }.reached(), reached, "{megabytes}");
        }
        let mixed =
            Row { floor: Some(Goal::Megabytes(16 << 10)), aim: Some(Goal::Seconds(1.0)), ..ROW };
        assert_eq!(mixed.reached(), "floor");
        assert_eq!(Row { floor: None, aim: None, ..ROW }.reached(), "-");
    }

    #[test]
    fn without_a_reference_there_is_no_ratio_and_no_verdict() {
        let alone = Row { compared_seconds: None, ..ROW };
        assert_eq!(
            table(&[ROW, alone], "reference"),
            "case    kumiki ms  reference ms  ratio  floor  aim  reached  peak MB\n\
             direct     2000.0        5000.0  2.50x   1.5x   4x  floor        6.0\n\
             direct     2000.0             -      -   1.5x   4x  -            6.0\n"
        );
    }

    #[test]
    fn answers_have_a_column_if_there_are_any() {
        let soma = Row { name: "soma", answer: Some("11520".to_owned()), ..ROW };
        assert_eq!(
            table(&[soma, ROW], "peer"),
            "case    answer  kumiki ms  peer ms  ratio  floor  aim  reached  peak MB\n\
             soma     11520     2000.0   5000.0  2.50x   1.5x   4x  floor        6.0\n\
             direct       -     2000.0   5000.0  2.50x   1.5x   4x  floor        6.0\n"
        );
    }
}
