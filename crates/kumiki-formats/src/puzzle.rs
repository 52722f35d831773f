//! Packing puzzles: files of pieces and boxes.
//!
//! # Three formats
//! * **TOML**, our own, for people who write a puzzle by hand.
//! * **BurrTools** `.xmpuzzle`, XML that is mostly compressed by gzip.
//! * **Polycube** text, as read by Matthew T. Busche's solver.
//!
//! What is compressed by gzip or starts with `<` is BurrTools; what starts with a directive of
//! Polycube is Polycube; the rest is TOML.
//!
//! ```
//! use kumiki_formats::puzzle::{PuzzleFormat, read, to_polycube, to_toml};
//!
//! let file = r#"
//! kumiki = 1
//! title = "Corner and domino"
//! [box]
//! size = "1x5"
//! remove = [[0, 3]]          # a wall
//! optional = [[0, 4]]        # may be filled or not
//! [[piece]]
//! name = "rod"
//! brick = "1x3"
//! "#;
//! let question = read(file.as_bytes(), PuzzleFormat::Auto)?.question;
//! assert_eq!(question.must(), [[0, 0, 0], [0, 0, 1], [0, 0, 2]]);
//! assert_eq!(question.may(), [[0, 0, 4]]);
//! assert_eq!(read(to_toml(&question).as_bytes(), PuzzleFormat::Toml)?.question, question);
//! let refused = to_polycube(&question).expect_err("a Polycube box is filled completely");
//! assert_eq!(refused.to_string(), "Polycube files cannot say this: cells that may stay empty");
//! # Ok::<(), kumiki_formats::FormatError>(())
//! ```
//!
//! # What they have in common
//! A file that a reader accepts is a valid [`PackQuestion`]; anything else is refused with its
//! line. A feature that could change the number of packings and that we do not have is refused by
//! its name. What is left out without changing that number is mentioned in [`PuzzleFile::notes`]. A
//! piece whose sides or volume fit the box in no turn is refused too, even if it need not be used:
//! that is nearly always a slip.
//!
//! All readers hand their pieces to the module `draft`, so that a disconnected piece is refused in
//! the same words everywhere. Read on in `drawing` (cells drawn as text), `toml_file`, `burrtools`
//! and `polycube`, which read and write.
//!
//! # Our TOML
//! ```toml
//! kumiki = 1                     # the version of the format; required
//! title = "An example"           # optional
//!
//! [box]                          # one of size, layers and cells
//! size = "3x4x5"                 # layers x rows x columns; "4x5" has one layer
//! # layers = "..."               # drawn: '#' must be filled, '+' may be filled, '.' '_' ' ' is wall
//! # cells = [[0, 0, 0], ...]     # listed: layer, row, column; or row, column if there is one layer
//! remove = [[0, 0, 0]]           # cells that are walls after all
//! optional = [[2, 3, 4]]         # cells that may be filled or not; or "all"
//! leftover = 0                   # so many of the cells that must be filled may stay empty
//! hold = "free"                  # or "piece": no piece can slide; or "group": no group of pieces can slide
//!
//! [[piece]]                      # once for each kind of piece
//! name = "V"                     # required, different for each
//! layers = """
//! ##
//! #.
//!
//! #
//! """                            # or cells = [...], or brick = "1x2x2"
//! count = 1                      # so many of it; or "any": as many as fit
//! # min = 0                      # instead of count: at least so many (0 if left out)
//! # max = 3                      # and at most so many ("any" if left out)
//! turns = "rotations"            # "fixed", "in-plane", "rotations", or "all" with reflections
//! colour = "#e69f00"             # or a name such as "orange"; only for drawings
//! ```
//!
//! In a drawing, blank lines separate layers, and rows may be shorter than others: what is missing
//! is empty. A drawing may also be a list of layers, each a list of rows, as in the JSON of an
//! answer: `layers = [["##", "#."], ["#"]]`. A piece is not bound to the place where it is drawn; a
//! box is. Without `count`, `min` and `max` there is one of a piece; without `turns` it may be
//! rotated in space. The names of colours are [`COLOUR_NAMES`](kumiki_model::COLOUR_NAMES). A key
//! that is not listed here is refused.
//!
//! # The files of BurrTools
//! Columns are `x`, rows `y` and layers `z`; pieces may be rotated but not reflected. Understood
//! are: the grid of cubes (type 0), shapes, and of each problem its pieces with `count` or `min`
//! and `max`, its result and its `maxHoles`. In the result, `#` must be filled and `+` may be
//! filled. A piece has the colour that more than half of its cells have, if the file's list of
//! colours has it.
//!
//! Refused by name: other grids, pieces with variable cells (`+`), colours that forbid something,
//! and a limit on holes that applies to some of the cells only. No rules, which a note says:
//! colours that forbid nothing, and groups of pieces, which only say what need not be taken apart.
//! Solutions and comments are skipped.
//!
//! `maxHoles` limits how many of the cells `+` stay empty. BurrTools consults it only if the
//! pieces' ranges leave the total volume open, and so do we.
//!
//! # The text of Polycube
//! ```text
//! # what follows a number sign is a comment
//! D:xDim=3:yDim=3:zDim=2                    begins a puzzle; `:oneSide` forbids turning flat pieces over
//! C:name=A:type=M:layout=0 0 0, 1 0 0       a piece by coordinates x y z; type M is mobile, S stationary
//! L:stationary=*                            begins a map of pieces, here with one stationary piece
//! A A ., B . .                              the largest y first; layers z side by side; `.` is nothing
//! ~L                                        ends the map
//! ~D                                        ends the puzzle; another may follow
//! ```
//!
//! Columns are `x`, layers `z`, and the largest `y` is row 0. Stationary pieces are walls. Mobile
//! pieces of the same shape are copies of one piece, as they are for `polycube`; the first one's
//! name is kept. As there, pieces and walls together must have as many cells as the box. The first
//! comment before `D` is taken for the title. There are no colours.
//!
//! # Limits
//! A box spans at most 2^20 cells, all kinds of piece together have at most as many, and so are the
//! copies of a piece that can be asked for: a short file cannot state a huge puzzle. TOML and
//! Polycube files have at most 4 MiB, XML has at most 64 MiB, also after unpacking.

mod burrtools;
mod draft;
mod drawing;
mod polycube;
mod toml_file;

pub use burrtools::to_xmpuzzle;
pub use kumiki_model::PuzzleFormat;
pub use polycube::to_polycube;
pub use toml_file::to_toml;

use crate::plain_text::{BYTE_ORDER_MARK, is_gzip, short, utf8};
use crate::{FormatError, quoted};
use kumiki_model::PackQuestion;

/// The most cells that a box spans, its empty corners included; and that all kinds of piece have.
const MAX_CELLS: usize = 1 << 20;

/// The most copies of a piece.
const MAX_COPIES: u32 = 1 << 20;

/// What a file looks like; never [`PuzzleFormat::Auto`].
#[must_use]
pub fn recognise(bytes: &[u8]) -> PuzzleFormat {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    if is_gzip(bytes) || text.trim_ascii_start().starts_with(b"<") {
        PuzzleFormat::BurrTools
    } else if polycube::begins_with_directive(text) {
        PuzzleFormat::Polycube
    } else {
        PuzzleFormat::Toml
    }
}

/// What was read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFile {
    /// The puzzle.
    pub question: PackQuestion,
    /// In which format it was written; never [`PuzzleFormat::Auto`].
    pub format: PuzzleFormat,
    /// What the file says and the question does not, a sentence each. None of it changes the number
    /// of packings.
    pub notes: Vec<String>,
}

/// Reads the first puzzle of a file.
///
/// # Errors
/// If the file is malformed, or uses a feature that we do not have; the error has the line. In a
/// file packed by gzip, that is the line of the unpacked text.
pub fn read(bytes: &[u8], format: PuzzleFormat) -> Result<PuzzleFile, FormatError> {
    read_problem(bytes, format, 0)
}

/// Reads one of the puzzles of a file, counted from 0. Only TOML files never have more than one.
///
/// # Errors
/// As for [`read`]; and if there are not so many puzzles, with a list of their titles.
pub fn read_problem(
    bytes: &[u8],
    format: PuzzleFormat,
    number: usize,
) -> Result<PuzzleFile, FormatError> {
    let format = match format {
        PuzzleFormat::Auto => recognise(bytes),
        chosen => chosen,
    };
    let (question, notes) = match format {
        PuzzleFormat::BurrTools => burrtools::read(bytes, number)?,
        PuzzleFormat::Polycube => polycube::read(utf8(short(bytes)?)?, number)?,
        PuzzleFormat::Auto | PuzzleFormat::Toml => {
            let question = toml_file::read(utf8(short(bytes)?)?)?;
            numbered(&[&question], number, |question| question.title(), "")?;
            (question, Vec::new())
        }
    };
    Ok(PuzzleFile { question, format, notes })
}

/// One of the problems of a file; if it does not have so many, an error with those that it has, or
/// with what is said if there are `none`.
fn numbered<'p, P>(
    problems: &'p [P],
    number: usize,
    title: impl Fn(&P) -> &str,
    none: &str,
) -> Result<&'p P, FormatError> {
    const SHOWN: usize = 10;
    if let Some(problem) = problems.get(number) {
        return Ok(problem);
    }
    let line = |(at, problem): (usize, &P)| match title(problem) {
        "" => format!("{at} without a title"),
        title => format!("{at} {}", quoted(title)),
    };
    let mut listed: Vec<String> = problems.iter().take(SHOWN).enumerate().map(line).collect();
    if problems.len() > SHOWN {
        listed.push("...".to_owned());
    }
    let listed = listed.join(", ");
    Err(FormatError::of_file(match problems.len() {
        0 => none.to_owned(),
        1 => format!("there is no puzzle {number}, the file has one puzzle: {listed}"),
        count => format!("there is no puzzle {number}, the file has {count} puzzles: {listed}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_recognised_by_its_first_words() {
        let cases: [(&[u8], PuzzleFormat); 12] = [
            (b"\x1f\x8b\x08", PuzzleFormat::BurrTools),
            (b"<?xml version='1.0'?><puzzle/>", PuzzleFormat::BurrTools),
            (b"\xef\xbb\xbf\n <puzzle>", PuzzleFormat::BurrTools),
            (b"D:xDim=1", PuzzleFormat::Polycube),
            (b"# a comment\n\n  D : xDim=1", PuzzleFormat::Polycube),
            (b"\xef\xbb\xbfD:xDim=1", PuzzleFormat::Polycube),
            (b"L\n", PuzzleFormat::Polycube),
            (b"~D", PuzzleFormat::Polycube),
            (b"# a comment\nkumiki = 1", PuzzleFormat::Toml),
            (b"D = 1", PuzzleFormat::Toml),
            (b"", PuzzleFormat::Toml),
            (b"\xff\xfe", PuzzleFormat::Toml),
        ];
        for (bytes, format) in cases {
            assert_eq!(recognise(bytes), format, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn what_is_no_text_is_refused_at_its_place() {
        let error =
            read(b"kumiki = 1\nab\xff", PuzzleFormat::Toml).expect_err("no UTF-8").to_string();
        assert_eq!(error, "line 2, column 3: a byte that is not text, expected UTF-8");
        let long = vec![b' '; crate::plain_text::MAX_TEXT + 1];
        let error = read(&long, PuzzleFormat::Polycube).expect_err("long").to_string();
        assert_eq!(error, "the file has 4194305 bytes, expected at most 4194304");
    }
}
