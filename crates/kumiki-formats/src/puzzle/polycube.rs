//! The text of the solver `polycube`, read and written.
//! [`PuzzleFormat::Polycube`](super::PuzzleFormat::Polycube) describes it.
//!
//! # Reading
//! A text becomes [`Sketch`]es, one per puzzle; there coordinates are `x y z`, as they are written.
//! Then stationary pieces become walls, and mobile pieces that are the same but for a turn become
//! copies of one.
//!
//! # Writing
//! Pieces are written by coordinates, one directive per copy. Walls are drawn on a map as one
//! stationary piece.
//!
//! # Sources
//! M. T. Busche, Solving polyomino and polycube puzzles (2011), and his program `polycube`: file
//! `PuzzleParser.cpp` for the text, `Puzzle.cpp` for what it does with equal pieces.

use super::draft::{Draft, StatedPiece, brick, shape_of, volume};
use super::{MAX_CELLS, numbered};
use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_group::Group;
use kumiki_model::{Cuboid, Hold, PackQuestion, Piece, Place, Shape, Turns};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The directives.
const DIRECTIVES: [&str; 5] = ["D", "C", "L", "~L", "~D"];

/// Whether the first line that is neither blank nor a comment is a directive.
pub(super) fn begins_with_directive(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    let word = first.and_then(|line| line.split(|byte| *byte == b':').next());
    word.is_some_and(|word| {
        DIRECTIVES.iter().any(|directive| directive.as_bytes() == word.trim_ascii())
    })
}

/// The question that a puzzle of a file asks, and what the file says beyond it.
pub(super) fn read(text: &str, number: usize) -> Result<(PackQuestion, Vec<String>), FormatError> {
    let none = "there is no puzzle in the file, expected a directive D";
    numbered(&sketches(text)?, number, |sketch| sketch.title, none)?.question()
}

/// A line that begins with the name of a directive.
struct Directive<'t> {
    line: Span<'t>,
    name: &'t str,
    /// What follows: tags with or without a value.
    settings: BTreeMap<&'t str, Option<Span<'t>>>,
}

impl<'t> Directive<'t> {
    /// The directive of a line without its comment.
    fn read(line: Span<'t>) -> Result<Self, FormatError> {
        let mut fields = line.text.split(':').map(|field| line.part(field.trim()));
        let name = fields.next().map_or("", |name| name.text);
        let mut settings = BTreeMap::new();
        for field in fields {
            let (tag, value) = match field.split_once('=') {
                Some((tag, value)) => (tag.part(tag.text.trim()), Some(value)),
                None => (field, None),
            };
            line.check(value.is_none_or(|value| !value.text.contains('=')), || {
                format!("two equals signs in {field}, expected one")
            })?;
            let value = value.map(|value| value.part(value.text.trim()));
            line.check(settings.insert(tag.text, value).is_none(), || {
                format!("setting {tag} is given twice")
            })?;
        }
        Ok(Self { line, name, settings })
    }

    /// Refuses settings that the directive does not have.
    fn only(&self, known: &[&str]) -> Result<(), FormatError> {
        let unknown = self.settings.keys().find(|tag| !known.contains(tag));
        self.line.check(unknown.is_none(), || {
            let (tag, known) = (quoted(unknown.unwrap_or(&"")), known.join(", "));
            format!("unknown setting {tag} of directive {}, expected {known}", self.name)
        })
    }

    /// The value of a setting, if the setting is there.
    fn value(&self, tag: &str) -> Result<Option<Span<'t>>, FormatError> {
        let value = self.settings.get(tag);
        self.line
            .check(value.is_none_or(|value| value.is_some_and(|v| !v.text.is_empty())), || {
                format!("setting {tag} has no value, expected {tag}=...")
            })?;
        Ok(value.copied().flatten())
    }

    /// The value of a setting that has to be there, like some others.
    fn required(&self, tag: &str, expected: &str) -> Result<Span<'t>, FormatError> {
        let reason = || format!("directive {} has no {tag}, expected {expected}", self.name);
        self.value(tag)?.ok_or_else(|| self.line.error(reason()))
    }
}

/// A piece as a directive gives it.
struct Sketched<'t> {
    /// What it is called.
    name: &'t str,
    /// Cells as `x y z`.
    cells: Vec<[i64; 3]>,
    /// Whether it stays where it is.
    is_stationary: bool,
    /// Its line.
    line: Span<'t>,
}

/// A puzzle as its directives give it.
///
/// * **S1** The sides are at least 1 and span at most [`MAX_CELLS`] cells.
/// * **S2** `names` are the names of `pieces`, all different.
struct Sketch<'t> {
    /// The line where it starts.
    line: Span<'t>,
    /// The first comment before it.
    title: &'t str,
    /// Layers, rows and columns.
    sides: [usize; 3],
    /// How its pieces may be turned; if only in the plane, there is one layer.
    turns: Turns,
    /// The pieces, in the order of the file.
    pieces: Vec<Sketched<'t>>,
    names: BTreeSet<&'t str>,
}

/// The puzzles of a file.
fn sketches(text: &str) -> Result<Vec<Sketch<'_>>, FormatError> {
    let mut done = Vec::new();
    let mut open: Option<Sketch<'_>> = None;
    let mut title = "";
    let mut lines = Span::of(text).lines().map(|line| match line.split_once('#') {
        Some((before, comment)) => (before, Some(comment.text.trim())),
        None => (line, None),
    });
    while let Some((line, comment)) = lines.next() {
        if let Some(comment) = comment.filter(|_| open.is_none() && title.is_empty()) {
            title = comment;
        }
        if line.text.trim().is_empty() {
            continue;
        }
        let directive = Directive::read(line)?;
        match (directive.name, &mut open) {
            ("D", None) => open = Some(Sketch::begin(&directive, std::mem::take(&mut title))?),
            ("D", Some(_)) => return line.refuse("a second D in a puzzle, expected ~D before it"),
            ("C", Some(sketch)) => sketch.add_coordinates(&directive)?,
            ("L", Some(sketch)) => {
                sketch.add_map(&directive, &mut lines.by_ref().map(|(line, _)| line))?;
            }
            ("~D", Some(_)) => done.extend(open.take()),
            (known, None) if DIRECTIVES.contains(&known) => {
                let reason = format!("directive {known} outside of a puzzle, expected D before it");
                return line.refuse(reason);
            }
            ("~L", _) => return line.refuse("directive ~L without a map, expected L before it"),
            (other, _) => {
                let (shown, expected) = (quoted(other), DIRECTIVES.join(", "));
                let reason = format!("unknown directive {shown}, expected one of {expected}");
                return line.refuse(reason);
            }
        }
    }
    match open {
        Some(open) => open.line.refuse("the puzzle that begins here has no end, expected ~D"),
        None => Ok(done),
    }
}

impl<'t> Sketch<'t> {
    /// Directive D.
    fn begin(directive: &Directive<'t>, title: &'t str) -> Result<Self, FormatError> {
        let line = directive.line;
        directive.only(&["xDim", "yDim", "zDim", "oneSide"])?;
        let side =
            |tag: &str| {
                let given = directive.required(tag, "xDim, yDim and zDim")?;
                given.text.parse().ok().filter(|side: &usize| *side >= 1).ok_or_else(|| {
                    line.error(format!("{tag} is {given}, expected a number from 1"))
                })
            };
        let [columns, rows, layers] = [side("xDim")?, side("yDim")?, side("zDim")?];
        let sides = [layers, rows, columns];
        line.check(volume(sides) <= MAX_CELLS, || {
            format!("the box is too large, expected at most {MAX_CELLS} cells")
        })?;
        let turns = match directive.settings.get("oneSide") {
            None | Some(Some(Span { text: "0", .. })) => Turns::Rotations,
            Some(None | Some(Span { text: "1", .. })) => Turns::InPlane,
            Some(Some(other)) => {
                return line.refuse(format!("oneSide is {other}, expected 0 or 1"));
            }
        };
        line.check(turns == Turns::Rotations || layers == 1, || {
            format!("zDim is {layers} and the puzzle has one side, expected zDim=1")
        })?;
        Ok(Self { line, title, sides, turns, pieces: Vec::new(), names: BTreeSet::new() })
    }

    /// Directive C.
    fn add_coordinates(&mut self, directive: &Directive<'t>) -> Result<(), FormatError> {
        let line = directive.line;
        directive.only(&["name", "type", "layout"])?;
        let name = directive.required("name", "name and layout")?.text;
        let is_stationary = match directive.value("type")? {
            None | Some(Span { text: "M", .. }) => false,
            Some(Span { text: "S", .. }) => true,
            Some(other) => {
                let reason = format!("type is {other}, expected M (mobile) or S (stationary)");
                return line.refuse(reason);
            }
        };
        let cell = |cell: &str| {
            let numbers: Option<Vec<i64>> =
                cell.split_whitespace().map(|number| number.parse().ok()).collect();
            let numbers: Option<[i64; 3]> = numbers.and_then(|numbers| numbers.try_into().ok());
            numbers.ok_or_else(|| {
                line.error(format!("bad cell {}, expected numbers x y z", quoted(cell.trim())))
            })
        };
        let layout = directive.required("layout", "name and layout")?;
        let cells = layout.text.split(',').map(cell).collect::<Result<_, _>>()?;
        self.add(Sketched { name, cells, is_stationary, line })
    }

    /// Directive L, with the lines that follow it.
    fn add_map(
        &mut self,
        directive: &Directive<'t>,
        lines: &mut dyn Iterator<Item = Span<'t>>,
    ) -> Result<(), FormatError> {
        directive.only(&["stationary"])?;
        let fixed = directive.value("stationary")?.unwrap_or_default();
        let fixed: BTreeSet<&str> = fixed.text.split_whitespace().collect();
        let mut pieces: Vec<Sketched<'_>> = Vec::new();
        let mut position: BTreeMap<&str, usize> = BTreeMap::new();
        let mut y = i64::try_from(self.sides[1]).expect("a box is small");
        loop {
            let Some(line) = lines.next() else {
                let reason = "the map that begins here has no end, expected ~L";
                return directive.line.refuse(reason);
            };
            if line.text.split_whitespace().next() == Some("~L") {
                break;
            }
            y -= 1;
            for (z, layer) in (0..).zip(line.text.split(',')) {
                let names = (0..).zip(layer.split_whitespace());
                for (x, name) in names.filter(|(_, name)| *name != ".") {
                    let at = *position.entry(name).or_insert(pieces.len());
                    if at == pieces.len() {
                        let is_stationary = fixed.contains(name);
                        pieces.push(Sketched { name, cells: Vec::new(), is_stationary, line });
                    }
                    pieces[at].cells.push([x, y, z]);
                }
            }
        }
        if let Some(name) = fixed.iter().find(|name| !position.contains_key(*name)) {
            let reason = format!("stationary piece {} is not on the map", quoted(name));
            return directive.line.refuse(reason);
        }
        pieces.into_iter().try_for_each(|piece| self.add(piece))
    }

    /// Adds a piece that no earlier directive has given.
    fn add(&mut self, piece: Sketched<'t>) -> Result<(), FormatError> {
        let (line, name) = (piece.line, quoted(piece.name));
        if self.turns == Turns::InPlane && piece.cells.iter().any(|[_, _, z]| *z != 0) {
            let reason = "leaves the plane of a puzzle with one side, expected z=0";
            return line.refuse(format!("piece {name} {reason}"));
        }
        let mut seen = BTreeSet::new();
        if let Some([x, y, z]) = piece.cells.iter().find(|cell| !seen.insert(**cell)) {
            return line.refuse(format!("cell {x} {y} {z} of piece {name} is given twice"));
        }
        line.check(self.names.insert(piece.name), || {
            format!("piece {name} is given by an earlier directive too")
        })?;
        self.pieces.push(piece);
        Ok(())
    }

    /// The question of the puzzle.
    fn question(&self) -> Result<(PackQuestion, Vec<String>), FormatError> {
        let mut notes = Vec::new();
        let (walls, mobile): (Vec<&Sketched<'_>>, Vec<&Sketched<'_>>) =
            self.pieces.iter().partition(|piece| piece.is_stationary);
        let mut must: BTreeSet<Place> = brick(self.sides).collect();
        for wall in &walls {
            for cell in &wall.cells {
                wall.line.check(
                    self.place(*cell).is_some_and(|place| must.remove(&place)),
                    || {
                        let (name, [x, y, z]) = (quoted(wall.name), cell);
                        let reason = format!("cell {x} {y} {z} of stationary piece {name}");
                        format!("{reason} is outside of the box or taken")
                    },
                )?;
            }
        }
        if !walls.is_empty() {
            notes.push(format!("stationary pieces are walls: {}", listed(&walls)));
        }
        let volume: usize = mobile.iter().map(|piece| piece.cells.len()).sum();
        let room = must.len();
        self.line.check(volume == room, || {
            let reason = format!("mobile pieces of {volume} cells for a box with room for {room}");
            format!("{reason}, expected as many")
        })?;
        let mut draft = Draft::new(must, BTreeSet::new(), self.line)?;
        for copies in self.same_pieces(&mobile)? {
            let (first, others) = (copies[0], &copies[1..]);
            if !others.is_empty() {
                let first = quoted(first.name);
                notes.push(format!("copies of piece {first}: {}", listed(others)));
            }
            let count = u32::try_from(copies.len()).unwrap_or(u32::MAX);
            draft.add(StatedPiece {
                name: first.name.to_owned(),
                cells: first.cells.iter().copied().map(turned_over).collect(),
                least: count,
                most: Some(count),
                turns: self.turns,
                colour: None,
                span: first.line,
            })?;
        }
        Ok((draft.finish(self.title.to_owned(), 0, Hold::Free)?, notes))
    }

    /// The pieces, those together that are the same but for an allowed turn; in the order in which
    /// they first appear.
    fn same_pieces<'s>(
        &self,
        pieces: &[&'s Sketched<'t>],
    ) -> Result<Vec<Vec<&'s Sketched<'t>>>, FormatError> {
        let mut kinds: Vec<Vec<&Sketched<'_>>> = Vec::new();
        let mut kind_of: BTreeMap<Shape, usize> = BTreeMap::new();
        let grid = Cuboid::grid_symmetries(None);
        for piece in pieces {
            let cells = piece.cells.iter().copied().map(turned_over);
            let shape = shape_of(piece.name, cells, piece.line)?;
            let kind =
                *kind_of.entry(least_image(&shape, self.turns, &grid)).or_insert(kinds.len());
            kinds.resize_with(kinds.len().max(kind + 1), Vec::new);
            kinds[kind].push(piece);
        }
        Ok(kinds)
    }

    /// A cell `x y z` of the box as layer, row and column, if it is inside.
    fn place(&self, [x, y, z]: [i64; 3]) -> Option<Place> {
        let row = i64::try_from(self.sides[1] - 1).ok()?.checked_sub(y)?;
        let [layer, row, column] = [z, row, x].map(|at| usize::try_from(at).ok());
        Some([layer?, row?, column?])
    }
}

/// The least of the shapes that a piece can be turned to. Two shapes are the same piece if theirs
/// are equal.
fn least_image(shape: &Shape, turns: Turns, grid: &Group) -> Shape {
    let allowed = grid.elements().iter().filter(|turn| turns.include(turn));
    allowed.map(|turn| shape.turned(turn)).min().expect("every piece may stay as it is")
}

/// The names of some pieces.
fn listed(pieces: &[&Sketched<'_>]) -> String {
    pieces.iter().map(|piece| quoted(piece.name)).collect::<Vec<_>>().join(", ")
}

/// A cell `x y z` of a piece as layer, row and column. Rows count downwards and `y` upwards.
fn turned_over([x, y, z]: [i64; 3]) -> [i64; 3] {
    [z, y.saturating_neg(), x]
}

/// A puzzle as the solver `polycube` reads it.
///
/// The title becomes a comment, on one line, and the box is pushed into the corner of the grid.
///
/// # Errors
/// If Polycube has no words for it: cells that may stay empty, ranges of pieces, pieces that are
/// held, other turns than it knows, pieces that do not fill the box exactly, two pieces of the same
/// shape with different names, and names with characters that mean something else there.
///
/// # Panics
/// Never: writing to a string does not fail.
pub fn to_polycube(question: &PackQuestion) -> Result<String, FormatError> {
    if !question.may().is_empty() || question.leftover > 0 {
        return refused("cells that may stay empty");
    }
    if question.hold != Hold::Free {
        return refused("pieces that are held in place");
    }
    let pieces = question.pieces();
    let all = |turns: Turns| pieces.iter().all(|piece| piece.turns == turns);
    let side = match (all(Turns::Rotations), all(Turns::InPlane)) {
        (true, _) => "",
        (_, true) if question.sides()[0] == 1 => ":oneSide",
        (_, true) => return refused("turns in a plane only, in a box with several layers"),
        _ => {
            return refused(
                "other turns than rotations of all pieces, in space or all in the plane",
            );
        }
    };
    let counts: Vec<u32> = pieces.iter().map(checked_count).collect::<Result<_, _>>()?;
    let volumes = pieces
        .iter()
        .zip(&counts)
        .map(|(piece, count)| piece.shape.cells().len().saturating_mul(*count as usize));
    let (volume, room) = (volumes.fold(0, usize::saturating_add), question.must().len());
    if volume != room {
        return refused(&format!("pieces of {volume} cells for a box with room for {room}"));
    }
    // Polycube would take two kinds of the same shape for copies of one.
    let (mut seen, grid) = (BTreeMap::new(), Cuboid::grid_symmetries(None));
    for piece in pieces {
        let image = least_image(&piece.shape, piece.turns, &grid);
        if let Some(other) = seen.insert(image, &piece.name) {
            let (first, second) = (quoted(other), quoted(&piece.name));
            return refused(&format!("pieces {first} and {second} have the same shape"));
        }
    }
    let mut text = String::new();
    write(&mut text, question, side, &counts).expect("writing to a string does not fail");
    Ok(text)
}

/// Why a question cannot be written.
fn refused<T>(what: &str) -> Result<T, FormatError> {
    Err(FormatError::of_file(format!("Polycube files cannot say this: {what}")))
}

/// How many there are of a piece, if its name can be written.
fn checked_count(piece: &Piece) -> Result<u32, FormatError> {
    let shown = quoted(&piece.name);
    let is_odd = |character: char| character.is_control() || [':', '=', '#'].contains(&character);
    if piece.name.is_empty() || piece.name.trim() != piece.name || piece.name.contains(is_odd) {
        let odd = "with spaces at an end or with ':', '=' or '#'";
        return refused(&format!("the name {shown}, {odd}"));
    }
    match piece.most {
        Some(most) if most == piece.least => Ok(most),
        _ => refused(&format!("a range of how often piece {shown} is used")),
    }
}

/// Writes a question with so many copies of each piece, which may be turned over or not.
fn write(
    text: &mut String,
    question: &PackQuestion,
    side: &str,
    counts: &[u32],
) -> std::fmt::Result {
    let title: Vec<&str> = question.title().split(char::is_control).collect();
    let title = title.join(" ");
    if !title.trim().is_empty() {
        writeln!(text, "# {}", title.trim())?;
    }
    let [layers, rows, columns] = question.sides();
    writeln!(text, "D:xDim={columns}:yDim={rows}:zDim={layers}{side}")?;
    let mut names: BTreeSet<String> =
        question.pieces().iter().map(|piece| piece.name.clone()).collect();
    for (piece, count) in question.pieces().iter().zip(counts) {
        let rows = piece.shape.sides()[1];
        let cell = |[layer, row, column]: &Place| format!("{column} {} {layer}", rows - 1 - row);
        let cells = piece.shape.cells().iter().map(cell).collect::<Vec<_>>().join(", ");
        for copy in 1..=*count {
            let name = match copy {
                1 => piece.name.clone(),
                _ => fresh(&mut names, &format!("{}.{copy}", piece.name)),
            };
            writeln!(text, "C:name={name}:type=M:layout={cells}")?;
        }
    }
    if question.must().len() < layers * rows * columns {
        write_walls(text, question, &fresh(&mut names, "*"))?;
    }
    writeln!(text, "~D")
}

/// The cells of the brick around the box that are not in the box, as one stationary piece.
fn write_walls(text: &mut String, question: &PackQuestion, wall: &str) -> std::fmt::Result {
    let ([layers, rows, columns], low) = (question.sides(), question.low());
    writeln!(text, "L:stationary={wall}")?;
    for row in 0..rows {
        let layer = |layer: usize| {
            let cell = |column: usize| {
                let place = [low[0] + layer, low[1] + row, low[2] + column];
                if question.must().binary_search(&place).is_ok() { "." } else { wall }
            };
            (0..columns).map(cell).collect::<Vec<_>>().join(" ")
        };
        writeln!(text, "{}", (0..layers).map(layer).collect::<Vec<_>>().join(", "))?;
    }
    writeln!(text, "~L")
}

/// A name that is not taken yet, and is now: the wanted one, with as many stars as it takes.
fn fresh(names: &mut BTreeSet<String>, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    while !names.insert(name.clone()) {
        name.push('*');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(cells: &[[i64; 3]]) -> Shape {
        Shape::new(cells.iter().copied()).expect("cells")
    }

    fn least(shape: &Shape, turns: Turns) -> Shape {
        least_image(shape, turns, &Cuboid::grid_symmetries(None))
    }

    #[test]
    fn a_shape_without_symmetry_has_as_many_images_as_there_are_turns() {
        let odd = shape(&[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 2], [1, 1, 2], [1, 1, 3]]);
        let mut images = BTreeSet::new();
        for turn in Cuboid::grid_symmetries(None).elements() {
            images.insert(odd.turned(turn));
        }
        assert_eq!(images.len(), 48);
        for (turns, order) in
            [(Turns::Fixed, 1), (Turns::InPlane, 4), (Turns::Rotations, 24), (Turns::All, 48)]
        {
            let classes: BTreeSet<Shape> = images.iter().map(|image| least(image, turns)).collect();
            assert_eq!(classes.len(), 48 / order, "{turns:?}");
        }
    }

    #[test]
    fn turning_over_is_a_rotation_in_space_but_not_in_the_plane() {
        let left = shape(&[[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 2, 1]]);
        let right = shape(&[[0, 0, 1], [0, 1, 1], [0, 2, 1], [0, 2, 0]]);
        for (turns, same) in [(Turns::InPlane, false), (Turns::Rotations, true)] {
            assert_eq!(least(&left, turns) == least(&right, turns), same, "{turns:?}");
        }
        let screw = shape(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]]);
        let mirrored = shape(&[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]]);
        for (turns, same) in [(Turns::Rotations, false), (Turns::All, true)] {
            assert_eq!(least(&screw, turns) == least(&mirrored, turns), same, "{turns:?}");
        }
    }
}
