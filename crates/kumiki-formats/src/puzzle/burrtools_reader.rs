//! The files of BurrTools, read. [The module above](super) says what is understood.
//!
//! The module `burrtools_file` knows how a file is written; here is what it means.
//!
//! # What leaves the number of packings as it is
//! * Colours. A coloured cell of a piece may lie on an uncoloured cell of the result, and on one
//!   with a colour that a `pair` of the `bitmap` allows; an uncoloured cell may lie anywhere. If no
//!   colour of a piece meets a forbidden colour of the result, colours do not matter.
//! * Groups. They say which pieces need not be separated when the puzzle is taken apart.
//!
//! # Sources
//! The source of BurrTools by A. Röver: `problem.cpp` for colours, `assembler_1.cpp` for the
//! meaning of `maxHoles`.

use super::burrtools_file::{File, Part, Problem, State, Voxel};
use super::draft::{Draft, StatedPiece};
use super::xml::Xml;
use super::{MAX_CELLS, no_such_problem};
use crate::plain_text::{unpacked, utf8};
use crate::{FormatError, quoted};
use kumiki_model::{Hold, PackQuestion, Place, Turns};
use std::collections::{BTreeMap, BTreeSet};

/// The question that a problem of a file asks, and what the file says beyond it.
pub(super) fn read(
    bytes: &[u8],
    number: usize,
) -> Result<(PackQuestion, Vec<String>), FormatError> {
    let bytes = unpacked(bytes)?;
    let mut xml = Xml::new(utf8(&bytes)?);
    let file = File::read(&mut xml)?;
    let Some(problem) = file.problems.get(number) else {
        let titles: Vec<&str> = file.problems.iter().map(|problem| problem.name.as_str()).collect();
        return Err(match titles.is_empty() {
            true => FormatError::of_file("the file has no problems, expected at least one"),
            false => no_such_problem(number, &titles),
        });
    };
    file.question(problem, utf8(&bytes)?, &xml)
}

impl File {
    /// A shape by its position, which stands at a byte of the text.
    fn voxel(&self, shape: usize, offset: usize, xml: &Xml<'_>) -> Result<&Voxel, FormatError> {
        self.voxels.get(shape).ok_or_else(|| {
            let expected = match self.voxels.len() {
                0 => "but there are no shapes".to_owned(),
                count => format!("expected 0 to {}", count - 1),
            };
            xml.error(offset, format!("there is no shape with id {shape}, {expected}"))
        })
    }

    /// The question of a problem.
    fn question(
        &self,
        problem: &Problem,
        text: &str,
        xml: &Xml<'_>,
    ) -> Result<(PackQuestion, Vec<String>), FormatError> {
        let Some((result, offset)) = problem.result else {
            return Err(xml.error(
                problem.offset,
                "the problem has no <result>, expected the shape to be made",
            ));
        };
        let goal = self.voxel(result, offset, xml)?;
        let pieces: Vec<(&Part, &Voxel)> = problem
            .parts
            .iter()
            .map(|part| Ok((part, self.voxel(part.shape, part.offset, xml)?)))
            .collect::<Result<_, FormatError>>()?;
        let mut notes = Vec::new();
        if problem.has_groups {
            notes.push(
                "groups of pieces are ignored: they say what need not be taken apart".to_owned(),
            );
        }
        if colours_are_there_and_harmless(problem, goal, &pieces, xml)? {
            notes.push("colours are ignored: they forbid nothing here".to_owned());
        }
        let (mut must, mut may): (BTreeSet<Place>, BTreeSet<Place>) =
            (goal.places(State::Filled).collect(), goal.places(State::Variable).collect());
        let leftover = apply_max_holes(problem, &pieces, &mut must, &mut may, xml)?;
        let mut draft = Draft::new(text, must, may, goal.offset)?;
        let names = distinct_names(&pieces);
        let mut seen = BTreeSet::new();
        for (part, voxel) in pieces {
            if !seen.insert(part.shape) {
                let reason =
                    format!("shape {} is listed twice, expected each shape once", part.shape);
                return Err(xml.error(part.offset, reason));
            }
            if part.most > 0 {
                draft.add(stated_piece(part, voxel, names[&part.shape].clone(), xml)?)?;
            }
        }
        Ok((draft.finish(problem.name.clone(), leftover, Hold::Free)?, notes))
    }
}

/// Whether there are colours; it is an error if one is forbidden somewhere.
fn colours_are_there_and_harmless(
    problem: &Problem,
    goal: &Voxel,
    pieces: &[(&Part, &Voxel)],
    xml: &Xml<'_>,
) -> Result<bool, FormatError> {
    let below = goal.colours();
    let mut are_there = !below.is_empty();
    for (part, voxel) in pieces.iter().filter(|(part, _)| part.most > 0) {
        for above in voxel.colours() {
            are_there = true;
            let forbidden = below
                .iter()
                .find(|below| !problem.allowed.contains(&(above.into(), (**below).into())));
            if let Some(below) = forbidden {
                let name = quoted(&voxel.name);
                let reason = format!(
                    "unsupported colours: colour {above} of {name} may not lie on colour {below}"
                );
                return Err(xml.error(part.offset, reason));
            }
        }
    }
    Ok(are_there)
}

/// How many of the cells that must be filled may stay empty after all, as `maxHoles` has it.
///
/// It limits how many variable cells stay empty. We can say that if it is no limit, if it is 0, or
/// if there are only variable cells: then these are the cells that must be filled, up to so many.
/// If the pieces' volume is fixed, so is the number of holes, and BurrTools does not consult the
/// limit.
fn apply_max_holes(
    problem: &Problem,
    pieces: &[(&Part, &Voxel)],
    must: &mut BTreeSet<Place>,
    may: &mut BTreeSet<Place>,
    xml: &Xml<'_>,
) -> Result<u32, FormatError> {
    let Some(limit) = problem.max_holes.filter(|limit| *limit < may.len()) else {
        return Ok(0);
    };
    let volume = |count: fn(&Part) -> usize| {
        pieces.iter().fold(0_usize, |sum, (part, voxel)| {
            sum.saturating_add(count(part).saturating_mul(voxel.places(State::Filled).count()))
        })
    };
    let (least, most) = (volume(|part| part.least), volume(|part| part.most));
    let holes = (must.len() + may.len()).saturating_sub(least);
    if least == most && (holes > limit || !must.is_empty()) {
        return Ok(0);
    }
    if must.is_empty() || limit == 0 {
        must.append(may);
        return Ok(u32::try_from(limit).unwrap_or(u32::MAX));
    }
    let (fixed, variable) = (must.len(), may.len());
    let reason = format!(
        "unsupported limit: maxHoles is {limit} for {variable} variable cells beside {fixed} \
         fixed ones"
    );
    Err(xml.error(problem.offset, reason))
}

/// Names of the pieces by their shapes: a name that several shapes have is put behind their
/// numbers.
fn distinct_names(pieces: &[(&Part, &Voxel)]) -> BTreeMap<usize, String> {
    let mut uses: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (part, voxel) in pieces {
        uses.entry(&voxel.name).or_default().insert(part.shape);
    }
    let name = |(part, voxel): &(&Part, &Voxel)| match uses[voxel.name.as_str()].len() {
        1 => (part.shape, voxel.name.clone()),
        _ => (part.shape, format!("S{} {}", part.shape + 1, voxel.name)),
    };
    pieces.iter().map(name).collect()
}

fn stated_piece(
    part: &Part,
    voxel: &Voxel,
    name: String,
    xml: &Xml<'_>,
) -> Result<StatedPiece, FormatError> {
    let offset = voxel.offset;
    if voxel.places(State::Variable).next().is_some() {
        let reason = format!(
            "unsupported piece {}: it has variable cells ('+'), expected '#' and '_'",
            quoted(&name)
        );
        return Err(xml.error(offset, reason));
    }
    let count = |count: usize| match u32::try_from(count) {
        Ok(narrow) if count <= MAX_CELLS => Ok(narrow),
        _ => {
            let reason =
                format!("{count} times piece {}, expected at most {MAX_CELLS}", quoted(&name));
            Err(xml.error(part.offset, reason))
        }
    };
    let (least, most) = (count(part.least)?, Some(count(part.most)?));
    let signed = |place: Place| place.map(|at| i64::try_from(at).unwrap_or(i64::MAX));
    let cells = voxel.places(State::Filled).map(signed).collect();
    Ok(StatedPiece { name, cells, least, most, turns: Turns::Rotations, offset })
}
