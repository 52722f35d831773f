//! What a case is meant to reach.

use std::fmt;

/// Something to be reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Goal {
    /// So many times as fast as what it is compared with.
    Ratio(f64),
    /// In at most this part of the time of what it is compared with, even if that does something
    /// else.
    Part(f64),
    /// In at most so much time.
    Seconds(f64),
    /// With at most so many megabytes.
    Megabytes(u64),
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ratio(ratio) => write!(f, "{ratio}x"),
            Self::Part(part) => write!(f, "{part} T"),
            Self::Seconds(seconds) => write!(f, "{seconds} s"),
            Self::Megabytes(megabytes) if megabytes % 1024 == 0 => {
                write!(f, "{} GB", megabytes / 1024)
            }
            Self::Megabytes(megabytes) => write!(f, "{megabytes} MB"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_carry_their_units() {
        let goals = [
            Goal::Ratio(1.5),
            Goal::Part(0.15),
            Goal::Seconds(60.0),
            Goal::Megabytes(50),
            Goal::Megabytes(16 << 10),
        ];
        assert_eq!(
            goals.map(|goal| goal.to_string()),
            ["1.5x", "0.15 T", "60 s", "50 MB", "16 GB"]
        );
    }
}
