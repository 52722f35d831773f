//! Values of arguments: read, or refused with what was expected. The argument itself is named by
//! whoever reports.

use kumiki::graph::MOST_DEGREE;
use kumiki::model::{Cuboid, ModelError, SlidingBoard};
use std::time::Duration;

pub(crate) fn parse_box(text: &str) -> Result<Cuboid, String> {
    parse_size(text, "4x4x4")
}

pub(crate) fn parse_brick(text: &str) -> Result<Cuboid, String> {
    parse_size(text, "2x2x1")
}

pub(crate) fn parse_board(text: &str) -> Result<SlidingBoard, String> {
    text.parse().map_err(|error: ModelError| error.to_string())
}

/// Rows and columns of a board of cells.
pub(crate) fn parse_cells(text: &str) -> Result<[usize; 2], String> {
    let sides = text.split_once('x').map(|(rows, columns)| (rows.parse(), columns.parse()));
    match sides {
        Some((Ok(rows @ 1..), Ok(columns @ 1..))) => Ok([rows, columns]),
        _ => Err("expected two positive sides such as 8x8".to_owned()),
    }
}

/// How far a piece leaps.
pub(crate) fn parse_piece(text: &str) -> Result<[usize; 2], String> {
    if text == "knight" {
        return Ok([1, 2]);
    }
    match text.split_once(',').map(|(a, b)| (a.parse(), b.parse())) {
        Some((Ok(a), Ok(b))) if [a, b] != [0, 0] => Ok([a, b]),
        _ => Err("expected knight or two leaps such as 1,2".to_owned()),
    }
}

/// How many edges a vertex may have.
pub(crate) fn parse_degree(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(degree @ 0..=MOST_DEGREE) => Ok(degree),
        _ => Err(format!("expected numbers from 0 to {MOST_DEGREE}, such as 2 or 0,2")),
    }
}

/// A size, or why not; the value itself is named by whoever reports the error.
fn parse_size(text: &str, example: &str) -> Result<Cuboid, String> {
    text.parse().map_err(|error| match error {
        ModelError::Size { reason, .. } => {
            format!("{reason}, expected three positive sides such as {example}")
        }
        ModelError::TooManyCells { limit, .. } => {
            format!("too large, expected at most {limit} cells")
        }
        other => other.to_string(),
    })
}

pub(crate) fn parse_max_bricks(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number of bricks, 0 or more".to_owned())
}

pub(crate) fn parse_how_many(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => match text.parse() {
            // The value is optional, so what is to be solved is taken for it if it comes behind
            // --list.
            Ok(0) | Err(_) => {
                Err("expected a positive number or all; the box or file comes before --list"
                    .to_owned())
            }
            Ok(number) => Ok(number),
        },
    }
}

pub(crate) fn parse_positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a positive number".to_owned()),
        Ok(number) => Ok(number),
    }
}

pub(crate) fn parse_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

pub(crate) fn parse_problem(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected the number of a puzzle, the first being 0".to_owned())
}

pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number of threads from 1 to 1024".to_owned()),
    }
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let error = || "expected a time such as 500ms, 30s, 5m or 2h".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?;
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| error())?;
    let seconds = |factor: u64| number.checked_mul(factor).map(Duration::from_secs);
    let time = match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => seconds(1),
        "m" | "min" => seconds(60),
        "h" => seconds(3600),
        "d" => seconds(86_400),
        _ => None,
    };
    // Beyond a thousand years a limit is none, and clocks overflow.
    time.filter(|t| t.as_secs() < 31_536_000_000).ok_or_else(error)
}

pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let error = || "expected a size such as 500M or 4G".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim_end_matches('B') {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        "T" | "t" => 1 << 40,
        _ => return Err(error()),
    };
    let number: u64 = number.parse().map_err(|_| error())?;
    number.checked_mul(factor).filter(|bytes| *bytes > 0).ok_or_else(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read_or_refused() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        for bad in ["", "5", "m", "-5s", "5 s", "99999999999999999999h"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_bytes("4G"), Ok(4 << 30));
        assert_eq!(parse_bytes("500MB"), Ok(500 << 20));
        assert_eq!(parse_bytes("1048576"), Ok(1 << 20));
        assert_eq!(parse_bytes("1k"), Ok(1 << 10));
        for bad in ["", "G", "x", "-1", "99999999999T", "0", "4GG", "4 G", "1.5G"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_how_many("all"), Ok(usize::MAX));
        assert!(parse_how_many("0").is_err());
        assert!(parse_threads("0").is_err());
        assert_eq!((parse_positive("7"), parse_number("0")), (Ok(7), Ok(0)));
        for bad in ["0", "-1", "x", ""] {
            assert!(
                parse_positive(bad).is_err() && (bad == "0" || parse_number(bad).is_err()),
                "{bad}"
            );
        }
        assert_eq!(parse_cells("8x10"), Ok([8, 10]));
        for bad in ["8", "8x", "0x8", "8x-1", "8x8x8", "x"] {
            assert!(parse_cells(bad).is_err(), "{bad}");
        }
        assert_eq!((parse_piece("knight"), parse_piece("0,3")), (Ok([1, 2]), Ok([0, 3])));
        for bad in ["", "rook", "1", "0,0", "1,2,3", "-1,2"] {
            assert!(parse_piece(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_problem("0"), Ok(0));
        assert!(parse_problem("first").is_err());
        assert_eq!(parse_max_bricks("0"), Ok(0));
        assert!(parse_max_bricks("-1").is_err());
    }
}
