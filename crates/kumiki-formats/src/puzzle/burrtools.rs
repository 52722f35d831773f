//! The files of BurrTools, read; [`written`] writes them. [The module above](super) says what is
//! understood.
//!
//! # The format
//! ```xml
//! <puzzle version="2">
//!   <gridType type="0"/>
//!   <shapes>
//!     <voxel x="2" y="2" z="1" type="0" name="corner">###_</voxel>
//!     <voxel x="3" y="2" z="1" type="0">######</voxel>
//!   </shapes>
//!   <problems>
//!     <problem name="rectangle" state="0">
//!       <shapes><shape id="0" count="2"/></shapes>
//!       <result id="1"/>
//!       <bitmap/>
//!     </problem>
//!   </problems>
//! </puzzle>
//! ```
//! A voxel lists its cells, `x` fastest, then `y`, then `z`: `_` is empty, `#` filled, `+`
//! variable; digits after a cell are its colour, counted from 1 in the list `<colors>` of elements
//! `<color red="255" green="0" blue="0"/>`. A problem names its pieces and its result by their
//! position in the list of shapes. A shape without a name is called `S1`, `S2` and so on, as
//! BurrTools shows it.
//!
//! # Reading
//! A file can be long and nested deeply, whatever it contains. So it is pulled, one element after
//! the other, and nothing is kept of it but the path of open elements and what puzzles need: a
//! small file that unpacks to a large one does no harm.
//!
//! What leaves the number of packings as it is:
//! * Colours. A coloured cell of a piece may lie on an uncoloured cell of the result, and on one
//!   with a colour that a `pair` of the `bitmap` allows; an uncoloured cell may lie anywhere. If no
//!   colour of a piece meets a forbidden colour of the result, colours do not matter.
//! * Groups. They say which pieces need not be separated when the puzzle is taken apart.
//!
//! # Sources
//! The documentation "The xmpuzzle format" and the source of BurrTools by A. Röver: `puzzle.cpp`
//! and `voxel.cpp` for the format, `problem.cpp` for colours, `assembler_1.cpp` for the meaning of
//! `maxHoles`.

mod written;

pub use written::to_xmpuzzle;

use super::draft::{Draft, StatedPiece, volume};
use super::{MAX_COPIES, numbered};
use crate::plain_text::{unpacked, utf8};
use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_model::{Hold, PackQuestion, Place, Rgb, Turns};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The grids of BurrTools, by their numbers.
const GRIDS: [&str; 5] =
    ["bricks", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"];

/// The most colours that BurrTools has.
const MAX_COLOURS: usize = 63;

/// Where shapes and problems stand in a file, as paths of elements.
const VOXEL: &str = "/puzzle/shapes/voxel";
const PROBLEM: &str = "/puzzle/problems/problem";

/// The question that a problem of a file asks, and what the file says beyond it.
pub(super) fn read(
    bytes: &[u8],
    number: usize,
) -> Result<(PackQuestion, Vec<String>), FormatError> {
    let bytes = unpacked(bytes)?;
    let file = File::read(Span::of(utf8(&bytes)?))?;
    let none = "the file has no problems, expected at least one";
    file.question(numbered(&file.problems, number, |problem| &problem.name, none)?)
}

/// A shape of the file.
///
/// * **V1** `cells` has the product of `sides` entries, column fastest, then row, then layer, as
///   soon as the shape has been read to its end.
struct Voxel<'t> {
    /// Its start tag.
    span: Span<'t>,
    /// What it is called.
    name: String,
    /// Layers, rows and columns.
    sides: [usize; 3],
    /// What its cells are, `_`, `#` or `+`, and their colours; 0 is none.
    cells: Vec<(char, u8)>,
}

/// A piece of a problem: how often which shape is used.
struct Part<'t> {
    /// Its start tag.
    span: Span<'t>,
    /// The position of the shape in the file.
    shape: usize,
    /// At least and at most so often.
    range: [usize; 2],
}

/// A problem of the file.
#[derive(Default)]
struct Problem<'t> {
    /// Its start tag.
    span: Span<'t>,
    /// What it is called, if anything.
    name: String,
    /// How many variable cells may stay empty.
    max_holes: Option<usize>,
    /// Its pieces.
    parts: Vec<Part<'t>>,
    /// The shape to be made, and where it is named.
    result: Option<(usize, Span<'t>)>,
    /// Which colour of a piece may lie on which colour of the result; both counted from 1.
    allowed: BTreeSet<(usize, usize)>,
    /// Whether pieces belong to groups.
    has_groups: bool,
}

/// A file.
#[derive(Default)]
struct File<'t> {
    colours: Vec<Rgb>,
    voxels: Vec<Voxel<'t>>,
    problems: Vec<Problem<'t>>,
}

/// The start tag of an element.
struct Tag<'t> {
    start: BytesStart<'t>,
    span: Span<'t>,
}

impl Tag<'_> {
    /// What the element is called.
    fn name(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.start.name().into_inner())
    }

    /// An attribute, if it is there.
    fn attribute(&self, name: &str) -> Result<Option<String>, FormatError> {
        let wrong =
            |cause: String| self.span.error(format!("bad attribute in <{}>: {cause}", self.name()));
        let found = self.start.try_get_attribute(name).map_err(|cause| wrong(cause.to_string()))?;
        let value = found.map(|found| found.unescape_value().map(Cow::into_owned));
        value.transpose().map_err(|cause| wrong(cause.to_string()))
    }

    /// An attribute that is a number, if it is there.
    fn number(&self, name: &str) -> Result<Option<usize>, FormatError> {
        let Some(value) = self.attribute(name)? else { return Ok(None) };
        value.trim().parse().map(Some).or_else(|_| {
            let (element, value) = (self.name(), quoted(&value));
            let reason = format!("attribute {name} of <{element}> is {value}, expected a number");
            self.span.refuse(reason)
        })
    }

    /// An attribute that is a number and has to be there.
    fn required(&self, name: &str) -> Result<usize, FormatError> {
        self.number(name)?.ok_or_else(|| {
            let element = self.name();
            self.span.error(format!("<{element}> has no attribute {name}, expected a number"))
        })
    }
}

impl<'t> File<'t> {
    /// Reads a whole file.
    fn read(text: Span<'t>) -> Result<Self, FormatError> {
        let mut reader = Reader::from_str(text.text);
        reader.config_mut().expand_empty_elements = true;
        let byte = |position: u64| usize::try_from(position).unwrap_or(usize::MAX);
        let mut file = Self::default();
        // The open elements, each with a slash before its name.
        let mut path = String::new();
        loop {
            let start = byte(reader.buffer_position());
            let event = reader.read_event();
            let span = text.range(start..byte(reader.buffer_position()));
            let open = file.voxels.last_mut().filter(|_| path == VOXEL);
            match (event, open) {
                (Err(error), _) => {
                    // The reader knows the place of most errors better than we do.
                    let place = byte(reader.error_position()).max(start);
                    let cause: String =
                        error.to_string().replace(['\n', '\r'], " ").chars().take(100).collect();
                    return text.at(place).refuse(format!("bad XML: {cause}"));
                }
                (Ok(Event::Eof), _) => {
                    return span.refuse(match path.rsplit('/').next() {
                        Some("") | None => "no element, expected <puzzle>".to_owned(),
                        Some(name) => format!("the file ends inside <{name}>, expected </{name}>"),
                    });
                }
                (Ok(Event::End(end)), open) => {
                    open.map_or(Ok(()), |voxel| voxel.check_volume())?;
                    path.truncate(path.len() - 1 - end.name().into_inner().len());
                    if path.is_empty() {
                        return Ok(file);
                    }
                }
                (Ok(Event::Text(_)), Some(voxel)) => voxel.add_cells(span)?,
                (Ok(Event::CData(_)), Some(voxel)) => {
                    let inside = span.text.trim_start_matches("<![CDATA[").trim_end_matches("]]>");
                    voxel.add_cells(span.part(inside))?;
                }
                (Ok(Event::Comment(_) | Event::PI(_)), _) => {}
                (Ok(_), Some(_)) => {
                    return span.refuse("more than text in <voxel>, expected cells only");
                }
                (Ok(Event::Start(start)), None) => {
                    let tag = Tag { start, span };
                    path = path + "/" + &tag.name();
                    file.begin(&path, &tag)?;
                }
                (Ok(_), None) => {}
            }
        }
    }

    /// Takes what the start tag of an element says, if it is one of those that matter.
    fn begin(&mut self, path: &str, tag: &Tag<'t>) -> Result<(), FormatError> {
        let span = tag.span;
        match path {
            "/puzzle" => {
                let version = tag.number("version")?.unwrap_or(2);
                span.check((1..=2).contains(&version), || {
                    format!("version {version} of <puzzle>, expected 1 or 2")
                })?;
            }
            "/puzzle/gridType" => {
                let other = tag.number("type")?.unwrap_or(0);
                span.check(other == 0, || {
                    let name = GRIDS.get(other).map_or(String::new(), |name| format!(" ({name})"));
                    let expected = format!("expected 0 ({})", GRIDS[0]);
                    format!("unsupported grid type {other}{name}, {expected}")
                })?;
            }
            VOXEL => {
                let sides = [tag.required("z")?, tag.required("y")?, tag.required("x")?];
                let given = tag.attribute("name")?.filter(|name| !name.is_empty());
                let name = given.unwrap_or_else(|| format!("S{}", self.voxels.len() + 1));
                if let Some(kind) = tag.number("type")?.filter(|kind| *kind != 0) {
                    let reason = format!("unsupported type {kind} of <voxel>, expected 0");
                    return span.refuse(reason);
                }
                self.voxels.push(Voxel { span, name, sides, cells: Vec::new() });
            }
            "/puzzle/colors/color" => {
                let part = |name: &str| {
                    let part = tag.required(name)?;
                    u8::try_from(part).or_else(|_| {
                        let reason = format!("attribute {name} of <color> is {part}");
                        span.refuse(format!("{reason}, expected 0 to 255"))
                    })
                };
                self.colours.push(Rgb::new(part("red")?, part("green")?, part("blue")?));
            }
            PROBLEM => self.problems.push(Problem {
                span,
                name: tag.attribute("name")?.unwrap_or_default(),
                max_holes: tag.number("maxHoles")?,
                ..Problem::default()
            }),
            _ if path.rfind('/') == Some(0) => {
                let shown = quoted(&tag.name());
                return span.refuse(format!("the file is an element {shown}, expected <puzzle>"));
            }
            _ => {
                if let Some((problem, inner)) =
                    self.problems.last_mut().zip(path.strip_prefix(PROBLEM))
                {
                    problem.begin(inner, tag)?;
                }
            }
        }
        Ok(())
    }

    /// A shape by its position, which stands somewhere in the file.
    fn voxel(&self, shape: usize, span: Span<'_>) -> Result<&Voxel<'t>, FormatError> {
        self.voxels.get(shape).ok_or_else(|| {
            let expected = match self.voxels.len() {
                0 => "but there are no shapes".to_owned(),
                count => format!("expected 0 to {}", count - 1),
            };
            span.error(format!("there is no shape with id {shape}, {expected}"))
        })
    }

    /// The question of a problem.
    fn question(&self, problem: &Problem<'t>) -> Result<(PackQuestion, Vec<String>), FormatError> {
        let Some((result, span)) = problem.result else {
            let reason = "the problem has no <result>, expected the shape to be made";
            return problem.span.refuse(reason);
        };
        let goal = self.voxel(result, span)?;
        let pieces: Vec<(&Part<'_>, &Voxel<'_>)> = problem
            .parts
            .iter()
            .map(|part| Ok((part, self.voxel(part.shape, part.span)?)))
            .collect::<Result<_, FormatError>>()?;
        let mut notes = Vec::new();
        if problem.has_groups {
            let note = "groups of pieces are ignored: they say what need not be taken apart";
            notes.push(note.to_owned());
        }
        if problem.has_harmless_colours(goal, &pieces)? {
            notes.push("colours are no rules here: they forbid nothing".to_owned());
        }
        let (mut must, mut may): (BTreeSet<Place>, BTreeSet<Place>) =
            (goal.places('#').collect(), goal.places('+').collect());
        let leftover = problem.apply_max_holes(&pieces, &mut must, &mut may)?;
        let mut draft = Draft::new(must, may, goal.span)?;
        let mut uses: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for (part, voxel) in &pieces {
            uses.entry(&voxel.name).or_default().insert(part.shape);
        }
        let mut seen = BTreeSet::new();
        for (part, voxel) in pieces {
            let shape = part.shape;
            part.span.check(seen.insert(shape), || {
                format!("shape {shape} is listed twice, expected each shape once")
            })?;
            // A name that several shapes have is put behind their numbers.
            let name = match uses[voxel.name.as_str()].len() {
                1 => voxel.name.clone(),
                _ => format!("S{} {}", shape + 1, voxel.name),
            };
            if part.range[1] > 0 {
                draft.add(voxel.stated_piece(part, name, &self.colours)?)?;
            }
        }
        Ok((draft.finish(problem.name.clone(), leftover, Hold::Free)?, notes))
    }
}

impl<'t> Voxel<'t> {
    /// Reads cells and their colours.
    fn add_cells(&mut self, text: Span<'t>) -> Result<(), FormatError> {
        for (at, character) in text.text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            if ['_', '#', '+'].contains(&character) {
                self.cells.push((character, 0));
                continue;
            }
            let digit = character.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
            let colour = self.cells.last_mut().zip(digit).and_then(|((_, colour), digit)| {
                *colour = colour.checked_mul(10)?.checked_add(digit)?;
                Some(usize::from(*colour))
            });
            if colour.is_none_or(|colour| colour > MAX_COLOURS) {
                let expected = "expected '_', '#' or '+', perhaps with a colour up to";
                let reason = format!("unknown character {character:?} in a voxel");
                return text.refuse_at(at, format!("{reason}, {expected} {MAX_COLOURS}"));
            }
        }
        Ok(())
    }

    /// Refuses other numbers of cells than the sides say (V1).
    fn check_volume(&self) -> Result<(), FormatError> {
        let expected = match volume(self.sides) {
            volume if volume == self.cells.len() => return Ok(()),
            usize::MAX => "too many".to_owned(),
            volume => volume.to_string(),
        };
        let ([z, y, x], found) = (self.sides, self.cells.len());
        let reason = format!("a voxel of {x}x{y}x{z} with {found} cells, expected {expected}");
        self.span.refuse(reason)
    }

    /// Its cells that are in a state.
    fn places(&self, state: char) -> impl Iterator<Item = Place> {
        let place = |at: usize| place_in(self.sides, at);
        let cells = self.cells.iter().enumerate().filter(move |(_, cell)| cell.0 == state);
        cells.map(move |(at, _)| place(at))
    }

    /// The colours of its cells.
    fn colours(&self) -> BTreeSet<u8> {
        let cells = self.cells.iter();
        let coloured = cells.filter(|(state, colour)| *state != '_' && *colour > 0);
        coloured.map(|(_, colour)| *colour).collect()
    }

    /// The colour of more than half of its cells, in a list.
    fn main_colour(&self, colours: &[Rgb]) -> Option<Rgb> {
        let filled = || self.cells.iter().filter(|(state, _)| *state == '#');
        let has = |colour: &u8| filled().filter(|(_, other)| other == colour).count();
        let main = self.colours().into_iter().find(|colour| 2 * has(colour) > filled().count())?;
        colours.get(usize::from(main).checked_sub(1)?).copied()
    }

    /// It as a piece of a file with these colours.
    fn stated_piece(
        &self,
        part: &Part<'_>,
        name: String,
        colours: &[Rgb],
    ) -> Result<StatedPiece<'t>, FormatError> {
        let shown = quoted(&name);
        self.span.check(self.places('+').next().is_none(), || {
            let expected = "expected '#' and '_'";
            let reason = format!("it has variable cells ('+'), {expected}");
            format!("unsupported piece {shown}: {reason}")
        })?;
        let count = |count: usize| match u32::try_from(count) {
            Ok(count) if count <= MAX_COPIES => Ok(count),
            _ => {
                let expected = format!("expected at most {MAX_COPIES}");
                part.span.refuse(format!("{count} times piece {shown}, {expected}"))
            }
        };
        let [least, most] = part.range;
        let (least, most) = (count(least)?, Some(count(most)?));
        let signed = |place: Place| place.map(|at| i64::try_from(at).unwrap_or(i64::MAX));
        let cells = self.places('#').map(signed).collect();
        let (turns, colour) = (Turns::Rotations, self.main_colour(colours));
        Ok(StatedPiece { name, cells, least, most, turns, colour, span: self.span })
    }
}

impl<'t> Problem<'t> {
    /// Takes what the start tag of an element of the problem says.
    fn begin(&mut self, path: &str, tag: &Tag<'t>) -> Result<(), FormatError> {
        match path {
            "/shapes/shape" => {
                let shape = tag.required("id")?;
                let given = (tag.number("count")?, tag.number("min")?, tag.number("max")?);
                let range = match given {
                    (Some(count), ..) => [count, count],
                    (None, Some(least), Some(most)) => [least, most],
                    _ => [1, 1],
                };
                let [least, most] = range;
                tag.span.check(least <= most, || {
                    let reason = format!("min is {least} and max is {most}");
                    format!("{reason}, expected at least as many")
                })?;
                self.has_groups |= tag.number("group")?.is_some_and(|group| group > 0);
                self.parts.push(Part { span: tag.span, shape, range });
            }
            "/shapes/shape/group" => self.has_groups = true,
            "/result" => self.result = Some((tag.required("id")?, tag.span)),
            "/bitmap/pair" => {
                let colours = [tag.required("piece")?, tag.required("result")?];
                tag.span.check(colours.iter().all(|colour| *colour < MAX_COLOURS), || {
                    let expected = format!("expected numbers below {MAX_COLOURS}");
                    format!("colours {colours:?} of a <pair>, {expected}")
                })?;
                // Here colours are counted from 0; at the cells they are counted from 1.
                self.allowed.insert((colours[0] + 1, colours[1] + 1));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether there are colours; it is an error if one is forbidden somewhere.
    fn has_harmless_colours(
        &self,
        goal: &Voxel<'_>,
        pieces: &[(&Part<'_>, &Voxel<'_>)],
    ) -> Result<bool, FormatError> {
        let below = goal.colours();
        let mut are_there = !below.is_empty();
        for (part, voxel) in pieces.iter().filter(|(part, _)| part.range[1] > 0) {
            for above in voxel.colours() {
                are_there = true;
                let is_allowed = |below: u8| self.allowed.contains(&(above.into(), below.into()));
                if let Some(below) = below.iter().find(|below| !is_allowed(**below)) {
                    let name = quoted(&voxel.name);
                    return part.span.refuse(format!(
                        "unsupported colours: colour {above} of {name} may not lie on colour \
                         {below}"
                    ));
                }
            }
        }
        Ok(are_there)
    }

    /// How many of the cells that must be filled may stay empty after all, as `maxHoles` has it.
    ///
    /// It limits how many variable cells stay empty. We can say that if it is no limit, if it is 0,
    /// or if there are only variable cells: then these are the cells that must be filled, up to so
    /// many. If the pieces' volume is fixed, so is the number of holes, and BurrTools does not
    /// consult the limit.
    fn apply_max_holes(
        &self,
        pieces: &[(&Part<'_>, &Voxel<'_>)],
        must: &mut BTreeSet<Place>,
        may: &mut BTreeSet<Place>,
    ) -> Result<u32, FormatError> {
        let Some(limit) = self.max_holes.filter(|limit| *limit < may.len()) else {
            return Ok(0);
        };
        let sizes = pieces.iter().map(|(_, voxel)| voxel.places('#').count());
        let [least, most] = volumes(sizes.zip(pieces.iter().map(|(part, _)| part.range)));
        let holes = (must.len() + may.len()).saturating_sub(least);
        if least == most && (holes > limit || !must.is_empty()) {
            return Ok(0);
        }
        if must.is_empty() || limit == 0 {
            must.append(may);
            return Ok(u32::try_from(limit).unwrap_or(u32::MAX));
        }
        let (fixed, variable) = (must.len(), may.len());
        self.span.refuse(format!(
            "unsupported limit: maxHoles is {limit} for {variable} variable cells beside {fixed} \
             fixed ones"
        ))
    }
}

/// The place of a cell in the list of all cells of a brick, column fastest.
fn place_in([_, rows, columns]: [usize; 3], at: usize) -> Place {
    [at / (rows * columns), at / columns % rows, at % columns]
}

/// How many cells all pieces have at least and at most, given the size of each and how often it is
/// used.
fn volumes(pieces: impl Iterator<Item = (usize, [usize; 2])>) -> [usize; 2] {
    pieces.fold([0, 0], |sums, (size, range)| {
        [0, 1].map(|at| sums[at].saturating_add(range[at].saturating_mul(size)))
    })
}
