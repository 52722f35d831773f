//! The table: what was measured beside what was hoped for.

use super::cases::Goal;
use crate::text::{self, megabytes};

/// One measured case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) seconds: f64,
    /// The time of what it is compared with, if it is compared.
    pub(super) compared_seconds: Option<f64>,
    pub(super) peak_bytes: u64,
    pub(super) floor: Option<Goal>,
    pub(super) aim: Option<Goal>,
}

impl Row {
    /// How many times as fast it is as what it is compared with.
    fn ratio(&self) -> Option<f64> {
        self.compared_seconds.map(|compared| compared / self.seconds)
    }

    /// Whether a goal is reached, if that can be said.
    fn reaches(&self, goal: Goal) -> Option<bool> {
        match goal {
            Goal::Ratio(wanted) => self.ratio().map(|ratio| ratio >= wanted),
            Goal::Seconds(allowed) => Some(self.seconds <= allowed),
            Goal::Megabytes(allowed) => Some(self.peak_bytes <= allowed << 20),
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

/// The table. The column `compared s` is the time of the reference, or of one thread.
pub(super) fn table(rows: &[Row]) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let goal = |goal: Option<Goal>| or_dash(goal.map(|goal| goal.to_string()));
    let cells = |row: &Row| {
        vec![
            row.name.to_owned(),
            format!("{:.3}", row.seconds),
            or_dash(row.compared_seconds.map(|seconds| format!("{seconds:.3}"))),
            or_dash(row.ratio().map(|ratio| format!("{ratio:.2}x"))),
            goal(row.floor),
            goal(row.aim),
            row.reached().to_owned(),
            megabytes(row.peak_bytes),
        ]
    };
    let head = ["case", "kumiki s", "reference s", "ratio", "floor", "aim", "reached", "peak MB"];
    text::table(&head, &["case", "reached"], rows.iter().map(cells).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: Row = Row {
        name: "direct",
        seconds: 2.0,
        compared_seconds: Some(5.0),
        peak_bytes: 6 << 20,
        floor: Some(Goal::Ratio(1.5)),
        aim: Some(Goal::Ratio(4.0)),
    };

    #[test]
    fn the_verdict_follows_floor_and_aim() {
        for (seconds, reached) in [(4.0, "BELOW"), (2.0, "floor"), (1.25, "aim")] {
            assert_eq!(Row { seconds, ..ROW }.reached(), reached, "{seconds}");
        }
        let memory = Row { floor: Some(Goal::Megabytes(50)), aim: Some(Goal::Megabytes(10)), ..ROW };
        for (megabytes, reached) in [(51, "BELOW"), (50, "floor"), (10, "aim")] {
            assert_eq!(Row { peak_bytes: megabytes << 20, ..memory }.reached(), reached, "{megabytes}");
        }
        let mixed = Row { floor: Some(Goal::Megabytes(16 << 10)), aim: Some(Goal::Seconds(1.0)), ..ROW };
        assert_eq!(mixed.reached(), "floor");
        assert_eq!(Row { floor: None, aim: None, ..ROW }.reached(), "-");
    }

    #[test]
    fn without_a_reference_there_is_no_ratio_and_no_verdict() {
        let alone = Row { compared_seconds: None, ..ROW };
        assert_eq!(
            table(&[ROW, alone]),
            "case    kumiki s  reference s  ratio  floor  aim  reached  peak MB\n\
             direct     2.000        5.000  2.50x   1.5x   4x  floor        6.0\n\
             direct     2.000            -      -   1.5x   4x  -            6.0\n"
        );
    }
}
