//! The text of the solver `polycube` as it is: directives and the pieces that they give.
//!
//! A text becomes [`Sketch`]es, one per puzzle. Coordinates are `x y z`, as they are written there.
//!
//! # Sources
//! M. T. Busche's program `polycube` (2011), file `PuzzleParser.cpp`.

use super::MAX_CELLS;
use crate::{FormatError, quoted};
use std::collections::{BTreeMap, BTreeSet};

/// The directives.
pub(super) const DIRECTIVES: [&str; 5] = ["D", "C", "L", "~L", "~D"];

/// A line without its comment.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// The text of the whole file.
    file: &'t str,
    /// The byte of it where the line starts.
    offset: usize,
    /// What is before a number sign.
    text: &'t str,
    /// What is after it.
    comment: Option<&'t str>,
}

impl Line<'_> {
    fn error(&self, reason: impl Into<String>) -> FormatError {
        FormatError::at_offset(self.file.as_bytes(), self.offset, reason)
    }
}

/// The lines of a file.
fn lines(file: &str) -> impl Iterator<Item = Line<'_>> {
    let mut offset = 0;
    file.split_inclusive('\n').map(move |line| {
        let start = offset;
        offset += line.len();
        match line.split_once('#') {
            Some((text, comment)) => Line { file, offset: start, text, comment: Some(comment) },
            None => Line { file, offset: start, text: line, comment: None },
        }
    })
}

/// A piece as a directive gives it.
pub(super) struct Sketched {
    /// What it is called.
    pub(super) name: String,
    /// Cells as `x y z`.
    pub(super) cells: Vec<[i64; 3]>,
    /// Whether it stays where it is.
    pub(super) is_stationary: bool,
    /// The byte of the text where its line starts.
    pub(super) offset: usize,
}

/// A puzzle as its directives give it.
///
/// * **S1** The sides are at least 1 and span at most [`MAX_CELLS`] cells.
/// * **S2** `names` are the names of `pieces`, all different.
pub(super) struct Sketch<'t> {
    /// The text of the whole file.
    file: &'t str,
    /// The byte of it where the puzzle starts.
    pub(super) offset: usize,
    /// The first comment before it.
    pub(super) title: String,
    /// Its sides along x, y and z.
    pub(super) sides: [i64; 3],
    /// Whether its pieces may not be turned over.
    pub(super) is_one_sided: bool,
    /// The pieces, in the order of the file.
    pub(super) pieces: Vec<Sketched>,
    names: BTreeSet<String>,
}

/// The puzzles of a file.
pub(super) fn sketches(text: &str) -> Result<Vec<Sketch<'_>>, FormatError> {
    let mut done = Vec::new();
    let mut open: Option<Sketch<'_>> = None;
    let mut title = String::new();
    let mut lines = lines(text);
    while let Some(line) = lines.next() {
        if let Some(comment) = line.comment.filter(|_| open.is_none() && title.is_empty()) {
            title = comment.trim().to_owned();
        }
        if line.text.trim().is_empty() {
            continue;
        }
        let (directive, settings) = settings(&line)?;
        match (directive, &mut open) {
            ("D", None) => {
                open = Some(Sketch::begin(&line, &settings, std::mem::take(&mut title))?);
            }
            ("D", Some(_)) => {
                return Err(line.error("a second D in a puzzle, expected ~D before it"));
            }
            ("C", Some(sketch)) => sketch.add_coordinates(&line, &settings)?,
            ("L", Some(sketch)) => sketch.add_map(&line, &settings, &mut lines)?,
            ("~D", Some(_)) => done.extend(open.take()),
            (known, None) if DIRECTIVES.contains(&known) => {
                return Err(line.error(format!(
                    "directive {known} outside of a puzzle, expected D before it"
                )));
            }
            ("~L", _) => return Err(line.error("directive ~L without a map, expected L before it")),
            (other, _) => {
                let expected = DIRECTIVES.join(", ");
                return Err(line.error(format!(
                    "unknown directive {}, expected one of {expected}",
                    quoted(other)
                )));
            }
        }
    }
    match open {
        Some(sketch) => {
            let reason = "the puzzle that begins here has no end, expected ~D";
            Err(FormatError::at_offset(text.as_bytes(), sketch.offset, reason))
        }
        None => Ok(done),
    }
}

/// The settings of a directive: tags with or without a value.
type Settings<'t> = BTreeMap<&'t str, Option<&'t str>>;

/// The directive of a line and its settings.
fn settings<'t>(line: &Line<'t>) -> Result<(&'t str, Settings<'t>), FormatError> {
    let mut fields = line.text.split(':').map(str::trim);
    let directive = fields.next().unwrap_or_default();
    let mut settings = BTreeMap::new();
    for field in fields {
        let (tag, value) = match field.split_once('=') {
            Some((_, value)) if value.contains('=') => {
                return Err(
                    line.error(format!("two equals signs in {}, expected one", quoted(field)))
                );
            }
            Some((tag, value)) => (tag.trim(), Some(value.trim())),
            None => (field, None),
        };
        if settings.insert(tag, value).is_some() {
            return Err(line.error(format!("setting {} is given twice", quoted(tag))));
        }
    }
    Ok((directive, settings))
}

/// Refuses settings that a directive does not have.
fn only(
    line: &Line<'_>,
    settings: &Settings<'_>,
    directive: &str,
    known: &[&str],
) -> Result<(), FormatError> {
    match settings.keys().find(|tag| !known.contains(tag)) {
        None => Ok(()),
        Some(tag) => {
            let (tag, known) = (quoted(tag), known.join(", "));
            Err(line
                .error(format!("unknown setting {tag} of directive {directive}, expected {known}")))
        }
    }
}

/// The value of a setting, if the setting is there.
fn value<'t>(
    line: &Line<'_>,
    settings: &Settings<'t>,
    tag: &str,
) -> Result<Option<&'t str>, FormatError> {
    match settings.get(tag) {
        None => Ok(None),
        Some(Some(value)) if !value.is_empty() => Ok(Some(value)),
        Some(_) => Err(line.error(format!("setting {tag} has no value, expected {tag}=..."))),
    }
}

impl<'t> Sketch<'t> {
    /// Directive D.
    fn begin(line: &Line<'t>, settings: &Settings<'_>, title: String) -> Result<Self, FormatError> {
        only(line, settings, "D", &["xDim", "yDim", "zDim", "oneSide"])?;
        let mut sides = [0; 3];
        for (side, tag) in sides.iter_mut().zip(["xDim", "yDim", "zDim"]) {
            let given = value(line, settings, tag)?.ok_or_else(|| {
                line.error(format!("directive D has no {tag}, expected xDim, yDim and zDim"))
            })?;
            *side = given.parse().ok().filter(|side| *side >= 1).ok_or_else(|| {
                line.error(format!("{tag} is {}, expected a number from 1", quoted(given)))
            })?;
        }
        let volume = sides.iter().try_fold(1_i64, |product, side| product.checked_mul(*side));
        if volume
            .and_then(|volume| usize::try_from(volume).ok())
            .is_none_or(|volume| volume > MAX_CELLS)
        {
            return Err(
                line.error(format!("the box is too large, expected at most {MAX_CELLS} cells"))
            );
        }
        let is_one_sided = match settings.get("oneSide") {
            None | Some(Some("0")) => false,
            Some(None | Some("1")) => true,
            Some(Some(other)) => {
                return Err(line.error(format!("oneSide is {}, expected 0 or 1", quoted(other))));
            }
        };
        if is_one_sided && sides[2] != 1 {
            return Err(line.error(format!(
                "zDim is {} and the puzzle has one side, expected zDim=1",
                sides[2]
            )));
        }
        let (file, offset) = (line.file, line.offset);
        Ok(Self {
            file,
            offset,
            title,
            sides,
            is_one_sided,
            pieces: Vec::new(),
            names: BTreeSet::new(),
        })
    }

    /// Directive C.
    fn add_coordinates(
        &mut self,
        line: &Line<'_>,
        settings: &Settings<'_>,
    ) -> Result<(), FormatError> {
        only(line, settings, "C", &["name", "type", "layout"])?;
        let required = |tag: &str| {
            value(line, settings, tag)?.ok_or_else(|| {
                line.error(format!("directive C has no {tag}, expected name and layout"))
            })
        };
        let name = required("name")?.to_owned();
        let is_stationary = match value(line, settings, "type")? {
            None | Some("M") => false,
            Some("S") => true,
            Some(other) => {
                let reason =
                    format!("type is {}, expected M (mobile) or S (stationary)", quoted(other));
                return Err(line.error(reason));
            }
        };
        let cells = required("layout")?.split(',').map(|cell| {
            let numbers: Option<Vec<i64>> =
                cell.split_whitespace().map(|number| number.parse().ok()).collect();
            let numbers: Option<[i64; 3]> = numbers.and_then(|numbers| numbers.try_into().ok());
            numbers.ok_or_else(|| {
                line.error(format!("bad cell {}, expected numbers x y z", quoted(cell.trim())))
            })
        });
        let cells = cells.collect::<Result<_, _>>()?;
        self.add(Sketched { name, cells, is_stationary, offset: line.offset })
    }

    /// Directive L, with the lines that follow it.
    fn add_map(
        &mut self,
        line: &Line<'t>,
        settings: &Settings<'t>,
        lines: &mut impl Iterator<Item = Line<'t>>,
    ) -> Result<(), FormatError> {
        only(line, settings, "L", &["stationary"])?;
        let fixed: BTreeSet<&str> = value(line, settings, "stationary")?
            .map_or(BTreeSet::new(), |names| names.split_whitespace().collect());
        let mut pieces: Vec<Sketched> = Vec::new();
        let mut position: BTreeMap<&str, usize> = BTreeMap::new();
        let mut y = self.sides[1];
        loop {
            let Some(row) = lines.next() else {
                return Err(line.error("the map that begins here has no end, expected ~L"));
            };
            if row.text.split_whitespace().next() == Some("~L") {
                break;
            }
            y -= 1;
            for (z, layer) in (0..).zip(row.text.split(',')) {
                for (x, name) in
                    (0..).zip(layer.split_whitespace()).filter(|(_, name)| *name != ".")
                {
                    let at = *position.entry(name).or_insert_with(|| {
                        let is_stationary = fixed.contains(name);
                        let (name, offset) = (name.to_owned(), row.offset);
                        pieces.push(Sketched { name, cells: Vec::new(), is_stationary, offset });
                        pieces.len() - 1
                    });
                    pieces[at].cells.push([x, y, z]);
                }
            }
        }
        if let Some(name) = fixed.iter().find(|name| !position.contains_key(*name)) {
            return Err(line.error(format!("stationary piece {} is not on the map", quoted(name))));
        }
        pieces.into_iter().try_for_each(|piece| self.add(piece))
    }

    /// Adds a piece that no earlier directive has given.
    fn add(&mut self, piece: Sketched) -> Result<(), FormatError> {
        let error = |reason: String| {
            Err(FormatError::at_offset(self.file.as_bytes(), piece.offset, reason))
        };
        let name = quoted(&piece.name);
        if self.is_one_sided && piece.cells.iter().any(|[_, _, z]| *z != 0) {
            return error(format!(
                "piece {name} leaves the plane of a puzzle with one side, expected z=0"
            ));
        }
        let mut seen = BTreeSet::new();
        if let Some([x, y, z]) = piece.cells.iter().find(|cell| !seen.insert(**cell)) {
            return error(format!("cell {x} {y} {z} of piece {name} is given twice"));
        }
        if !self.names.insert(piece.name.clone()) {
            return error(format!("piece {name} is given by an earlier directive too"));
        }
        self.pieces.push(piece);
        Ok(())
    }
}
