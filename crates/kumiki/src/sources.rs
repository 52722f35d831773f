//! What a question may be about: a name that comes with Kumiki, or a file.

use crate::{Halt, antislide, cover, pack, tile};
use kumiki_model::Source;
use kumiki_puzzles::{gallery, positions, tilings};

/// Whether a name stands for something that comes with Kumiki, in questions of a command.
#[must_use]
pub fn is_built_in(command: &str, name: &str) -> bool {
    match command {
        "pack" => gallery::find(name).is_some(),
        "tile" => tilings::find(name).is_some(),
        "slide" => positions::find(name).is_some(),
        "graph" => {
            ["grid:", "king:", "knight:", "leaper:"].iter().any(|kind| name.starts_with(kind))
        }
        _ => false,
    }
}

/// The text of the file of a question, or of what comes with Kumiki under its name. `kind` says
/// what such a thing is called.
///
/// # Errors
/// If there is neither.
pub(crate) fn text_of<'s>(
    source: &'s Source,
    built_in: Option<&'s str>,
    kind: &str,
    expected: &str,
) -> Result<&'s str, Halt> {
    source.text.as_deref().or(built_in).ok_or_else(|| {
        let reason = format!("no such {kind} comes with Kumiki, expected {expected}");
        Halt::file(&source.name, &reason)
    })
}

/// How many bytes the file of a question may have, and what is expected in its place, in words.
#[must_use]
pub fn expected_file(command: &str) -> (u64, &'static str) {
    match command {
        "cover" => (1 << 30, "a file with an exact-cover problem"),
        "pack" => (64 << 20, "a puzzle file or a name that 'kumiki pack --gallery' lists"),
        "tile" => {
            (64 << 20, "a file with a tiling problem or a name that 'kumiki tile --gallery' lists")
        }
        "slide" => (64 << 20, "a file with a position on each line, or korf100 or korf24"),
        _ => (64 << 20, "a file of edges, or a graph such as grid:8x8 or knight:6x6"),
    }
}

/// What the file of a question can be written as.
#[must_use]
pub fn formats_of(command: &str) -> &'static [&'static str] {
    match command {
        "antislide" => antislide::FORMATS,
        "cover" => cover::FORMATS,
        "pack" => pack::FORMATS,
        "tile" => &["toml"],
        _ => &[],
    }
}

/// What comes with Kumiki for a command, as a table with known counts.
#[must_use]
pub fn gallery(command: &str) -> Option<String> {
    match command {
        "pack" => Some(pack::gallery()),
        "tile" => Some(tile::gallery()),
        _ => None,
    }
}
