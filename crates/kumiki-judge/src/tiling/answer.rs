//! A whole answer about tilings, held against its question and against itself.
//!
//! [`judge`] lists what is held against what, V1 to V9; the functions below cite
//! these labels.

use super::listing::{Listed, judge_solutions};
use super::plane::Real;
use super::{Judge, TilingCounts, TilingRecount, TilingSymmetries};
use crate::envelope::{
    ListLength, adds_up, are_possible, classes_in, contained, how_often, judge_counted,
    judge_different, judge_listed, judge_presence, judge_rows, judge_symmetry_order, symmetry_rows,
};
use crate::fault::{refuse, require};
use crate::recount::{TilingTally, tiling_tally};
use crate::saved::unreadable;
use crate::{Fault, Verdict, rule};
use kumiki_formats::tiling;
use kumiki_model::{
    Answer, ByComposition, BySymmetry, ClassCount, Classes, Count, ListRecord, Part, Solution,
    Symmetry, TileAsk, TilePart, TilingQuestion, TilingRecord,
};
use num_bigint::BigUint;

/// What an answer about tilings claims.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    question: TilingQuestion,
    /// Which listed tilings count as the same: those that are equal under all symmetries or under
    /// rotations, if one of each class is listed, or only equal ones.
    symmetry: Symmetry,
    list: Option<ListRecord>,
    sample: Option<usize>,
    /// Whether no more than the list was asked for.
    is_list_enough: bool,
    tilings: Option<Count>,
    colourings: Option<Count>,
    labelled: Option<Count>,
    group_order: Option<Count>,
    classes: Option<Classes>,
    by_symmetry: Vec<BySymmetry>,
    by_composition: Vec<ByComposition>,
    solutions: Option<Vec<TilingRecord>>,
    /// Why there can be no tiling.
    obstruction: Option<String>,
    complete: bool,
}

impl Claims {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &Answer, ask: &TileAsk) -> Result<Self, Fault> {
        let Part::Tile(part) = &answer.part else {
            return refuse(rule::FIELD, "the answer is of another family, expected tile");
        };
        let Some(text) = &ask.file.text else {
            return refuse(rule::ASKED, "the question has no problem, expected its text");
        };
        let question = tiling::read(text.as_bytes()).map_err(|error| unreadable(&error))?;
        let TilePart { tilings, colourings, labelled, by_composition } = part.clone();
        let counted = colourings.as_ref().or(tilings.as_ref());
        require(counted == answer.count.as_ref(), rule::COUNT, || {
            "`count` is another number than that of the tilings, or of the colourings if there \
             are colours, expected the same"
                .to_owned()
        })?;
        let classes = match &answer.classes {
            None => None,
            Some(ClassCount::Both(classes)) => Some(classes.clone()),
            Some(ClassCount::Number(_)) => {
                return refuse(rule::FIELD, "there is one number of classes, expected two");
            }
        };
        let record = |solution: &Solution| match solution {
            Solution::Tiles(record) => Some(record.clone()),
            _ => None,
        };
        let how = &answer.question.how;
        // A sample is drawn from the classes up to all symmetries.
        let own = ask.symmetry.filter(|_| how.sample.is_none());
        Ok(Self {
            question,
            symmetry: own.unwrap_or(Symmetry::All),
            list: how.list,
            sample: how.sample,
            is_list_enough: how.is_list_enough(),
            tilings,
            colourings,
            labelled,
            group_order: answer.group_order.clone(),
            classes,
            by_symmetry: answer.by_symmetry.clone(),
            by_composition,
            solutions: answer
                .solutions
                .as_ref()
                .map(|solutions| solutions.iter().filter_map(record).collect()),
            obstruction: answer.why_none.clone(),
            complete: answer.is_complete(),
        })
    }

    /// Whether the list has as many as were asked for, and no more was asked for.
    fn ended_with_the_list(&self) -> bool {
        let listed = self.solutions.as_ref().map(Vec::len);
        self.is_list_enough && listed == self.list.map(ListRecord::most)
    }
}

/// Judges an answer from first principles.
///
/// In questions with colours, everything is about tilings with colours but without their names;
/// `tilings` are those that can be painted. Counts that are not there are not judged.
///
/// * **V1** The question has as many symmetries as the answer says. Where there is a reason to have
///   no tiling, there is none. Numbers of colourings with and without names go together, and there
///   are none without colours.
/// * **V2** The tables add up: classes by symmetry to the classes, tilings and classes by
///   composition to the totals. Each composition obeys the bounds of the question, and its tiles
///   have the area of the region.
/// * **V3** A class whose tilings have `s` of the `|G|` symmetries contains `|G| / s` tilings; over
///   all classes this gives all tilings. A class falls into one or two classes up to rotations.
/// * **V4** Every listed tiling obeys the rules, and has the number of symmetries that it claims.
/// * **V5** No two listed tilings are the same.
/// * **V6** No more are listed than a complete answer counts: in all, by composition, and by
///   symmetry.
/// * **V7** If a complete answer lists as many as it counts, then what is listed, with all its
///   images, makes up all the numbers of the answer: tilings, colourings with and without names,
///   and those of each composition.
/// * **V8** As many are listed as were asked for, or all there are. Classes may be missing if the
///   list was enough.
/// * **V9** If region and tiles are made of few squares, triangles or quarters of squares, every
///   number and every table is that of the judge's own search. A complete answer has all of them.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Claims) -> Result<Verdict, Fault> {
    let (question, symmetry) = (&answer.question, answer.symmetry);
    let judge = Judge::new(question);
    let all = TilingSymmetries::of_question(question, Symmetry::All);
    let rotations = TilingSymmetries::of_question(question, Symmetry::Rotations);
    let rotation_count = rotations.order();
    let counted = Counted::of(question, answer);
    let mut verdict = Verdict::default();
    verdict.note_end(answer.complete);
    judge_frame(answer, &counted, all.order())?;
    if answer.complete {
        judge_compositions(&judge, answer, &counted)?;
        judge_classes(answer, &counted, all.order(), rotation_count, &mut verdict)?;
    }
    let class_count = counted.classes(answer, symmetry).filter(|_| answer.complete);
    if let Some(solutions) = &answer.solutions {
        let chosen = TilingSymmetries::of_question(question, symmetry);
        let listed = judge_solutions(&judge, [&all, &rotations], &chosen, solutions)?;
        let how = match chosen.order() {
            1 => String::new(),
            order => format!(" under the {order} symmetries chosen"),
        };
        verdict.solution_count = listed.len();
        verdict.proved.push(format!(
            "listed tilings that obey the rules, no two the same{how}: {}",
            listed.len()
        ));
        verdict.all_classes_listed =
            class_count.is_some_and(|count| count.0 == BigUint::from(listed.len()));
        if let Some(class_count) = class_count {
            judge_list_length(answer, &counted, symmetry, class_count, &listed)?;
            if verdict.all_classes_listed {
                judge_contents(answer, &counted, symmetry, &listed)?;
                if let (Symmetry::All, Some(classes)) = (symmetry, &answer.classes) {
                    let parts = |tiling: &Listed| {
                        all.order() * tiling.turned / (tiling.fixing * rotation_count)
                    };
                    let found: usize = listed.iter().map(parts).sum();
                    let what = "the classes up to rotations of those listed";
                    adds_up(rule::SUM, what, found, &classes.rotations)?;
                }
                verdict.proved.push(format!(
                    "the list has as many as are counted, {class_count}, and the totals follow \
                     from it"
                ));
            }
        }
    } else {
        verdict.proved.push("no tilings are listed".to_owned());
    }
    // A list without classes has ended when it was full.
    let most = answer.list.map(|list| BigUint::from(list.most()));
    let available = class_count.map(|count| count.0.clone()).or(most);
    let length = ListLength {
        list: answer.list,
        sample: answer.sample,
        listed: answer.solutions.as_ref().map(Vec::len),
        available: available.as_ref(),
        is_complete: answer.complete,
    };
    length.judge()?;
    if answer.complete {
        judge_presence("group_order", answer.group_order.is_some(), true)?;
        judge_total(question, answer, &counted, &mut verdict)?;
    }
    Ok(verdict)
}

/// So many tiles are laid in counting: about half a second.
const LIMIT_STEPS: u64 = 30_000;

/// So many are laid off the grids: about a second.
const LIMIT_TILES: u64 = 20_000;

/// V9, in words.
fn judge_total(
    question: &TilingQuestion,
    answer: &Claims,
    counted: &Counted<'_>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Some(tally) = tiling_tally(question, LIMIT_STEPS) else {
        return judge_number(question, answer, counted, verdict);
    };
    let TilingTally { tilings, colourings, labelled, classes, by_symmetry, by_composition, .. } =
        &tally;
    let stated_classes = answer.classes.as_ref();
    let has_classes = stated_classes.is_some() || counts_classes(answer);
    for (field, stated, found) in [
        ("tilings", answer.tilings.as_ref(), Some(tilings)),
        ("colourings", answer.colourings.as_ref(), colourings.as_ref()),
        ("labelled", answer.labelled.as_ref(), labelled.as_ref()),
        ("classes.all", stated_classes.map(|classes| &classes.all), Some(&classes.all)),
        (
            "classes.rotations",
            stated_classes.map(|classes| &classes.rotations),
            Some(&classes.rotations),
        ),
    ] {
        let may_lack = field.starts_with("classes") && !has_classes;
        judge_presence(field, stated.is_some(), found.is_some() && !may_lack)?;
        if let (Some(stated), Some(found)) = (stated, found) {
            adds_up(rule::RECOUNT, field, found.0.clone(), stated)?;
        }
    }
    let (symmetries, compositions) = if has_classes {
        (symmetry_rows(by_symmetry), composition_rows(by_composition))
    } else {
        (Vec::new(), Vec::new())
    };
    let stated = symmetry_rows(&answer.by_symmetry);
    judge_rows(rule::RECOUNT, "by_symmetry", &stated, &symmetries)?;
    if has_compositions(question) {
        let stated = composition_rows(&answer.by_composition);
        judge_rows(rule::RECOUNT, COMPOSITIONS, &stated, &compositions)?;
    }
    verdict.proved.push(format!(
        "every way to lay tiles was tried: {tilings} tilings in {} classes",
        classes.all
    ));
    Ok(())
}

/// V9 for problems off the grids, or too large to be listed: the number of tilings, if it can be
/// counted here.
fn judge_number(
    question: &TilingQuestion,
    answer: &Claims,
    counted: &Counted<'_>,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Some(total) = counted.total else { return Ok(()) };
    let classes = answer.classes.as_ref().map(|found| format!("{} classes", found.all));
    let recount = TilingRecount::new(question, true);
    let Some(recount) =
        recount.and_then(|mut recount| recount.advance(LIMIT_TILES).then_some(recount))
    else {
        let classes = classes.map_or_else(String::new, |classes| format!(" in {classes}"));
        verdict
            .trusted
            .push(format!("{total} tilings{classes}: there is no way to count them here"));
        return Ok(());
    };
    let TilingCounts { tilings, colourings, labelled } = recount.count();
    let found =
        [("tilings", &answer.tilings, tilings), ("colourings", &answer.colourings, colourings)];
    for (field, stated, found) in
        found.into_iter().chain([("labelled", &answer.labelled, labelled)])
    {
        if let Some(stated) = stated {
            adds_up(rule::RECOUNT, field, found, stated)?;
        }
    }
    verdict.proved.push(format!("tiles were laid once more in all ways: {total} tilings"));
    if let Some(classes) = classes {
        verdict.trusted.push(format!("{classes}: there is no way to count them here"));
    }
    Ok(())
}

/// Whether an answer must say how many classes there are: not if the list was enough, or if they
/// are all told apart and none is shown.
fn counts_classes(answer: &Claims) -> bool {
    let shows = answer.list.is_some() || answer.sample.is_some();
    !answer.ended_with_the_list() && (shows || answer.symmetry != Symmetry::None)
}

const COMPOSITIONS: &str = "by_composition";

/// Whether the numbers of tiles of each kind can vary.
fn has_compositions(question: &TilingQuestion) -> bool {
    let tiles = question.tiles();
    tiles.len() > 1 && tiles.iter().any(|tile| tile.most != Some(tile.least))
}

/// The rows of a table of compositions, in words.
fn composition_rows(rows: &[ByComposition]) -> Vec<String> {
    let row = |ByComposition { tiles, tilings, classes }: &ByComposition| {
        let classes = classes.as_ref().map_or_else(|| "unknown".to_owned(), ToString::to_string);
        format!("{tilings} tilings with {tiles:?} tiles in {classes} classes")
    };
    rows.iter().map(row).collect()
}

/// What an answer counts.
struct Counted<'a> {
    /// The tilings that are told apart: with colours but without their names, if there are colours.
    total: Option<&'a Count>,
    /// How many colours there are.
    colour_count: Option<usize>,
}

impl<'a> Counted<'a> {
    fn of(question: &TilingQuestion, answer: &'a Claims) -> Self {
        let colour_count = question.colours().map(|colours| colours.names.len());
        let total = if colour_count.is_some() { &answer.colourings } else { &answer.tilings };
        Self { total: total.as_ref(), colour_count }
    }

    /// The number of classes for one idea of sameness.
    fn classes(&self, answer: &'a Claims, symmetry: Symmetry) -> Option<&'a Count> {
        let classes = answer.classes.as_ref();
        match symmetry {
            Symmetry::All => classes.map(|classes| &classes.all),
            Symmetry::Rotations => classes.map(|classes| &classes.rotations),
            Symmetry::None => self.total,
        }
    }
}

/// V1.
fn judge_frame(answer: &Claims, counted: &Counted<'_>, group_order: usize) -> Result<(), Fault> {
    judge_counted(answer.complete, counted.total.is_some())?;
    if let Some(stated) = &answer.group_order {
        adds_up(rule::RECOUNT, "the symmetries of the region", group_order, stated)?;
    }
    let is_some =
        |count: &Option<Count>| count.as_ref().is_some_and(|count| count.0 > BigUint::ZERO);
    if let Some(reason) = &answer.obstruction
        && [&answer.tilings, &answer.colourings, &answer.labelled].into_iter().any(is_some)
    {
        let what = format!("there are tilings, although there can be none: {reason}");
        return refuse(rule::REASON, what);
    }
    let Claims { tilings, colourings, labelled, .. } = answer;
    let Some(colour_count) = counted.colour_count else {
        let is_absent = colourings.is_none() && labelled.is_none();
        return require(is_absent, rule::FIELD, || {
            "colourings are counted, but the question has no colours".to_owned()
        });
    };
    let at_most = |less: &Option<Count>, more: &Option<Count>, factor: BigUint| match (less, more) {
        (Some(less), Some(more)) if less.0 > &more.0 * factor => refuse(
            rule::COLOURINGS,
            "the numbers of tilings, colourings and labelled ones do not go together",
        ),
        _ => Ok(()),
    };
    if answer.complete {
        at_most(tilings, colourings, 1_u32.into())?;
        at_most(colourings, labelled, 1_u32.into())?;
        at_most(labelled, colourings, names(colour_count, colour_count))?;
    }
    Ok(())
}

/// In how many ways so many colours that are used get names.
fn names(colour_count: usize, used: usize) -> BigUint {
    (0..used).map(|taken| BigUint::from(colour_count - taken)).product()
}

/// V2, for compositions.
fn judge_compositions(
    judge: &Judge<'_>,
    answer: &Claims,
    counted: &Counted<'_>,
) -> Result<(), Fault> {
    let rows = &answer.by_composition;
    if rows.is_empty() {
        return Ok(());
    }
    judge_different(COMPOSITIONS, rows.iter().map(|row| format!("{:?}", row.tiles)))?;
    if let Some(row) = rows.iter().find(|row| !is_possible(judge, &row.tiles)) {
        let tiles = &row.tiles;
        let what = format!("by_composition has a row for {tiles:?}, which cannot fill the region");
        return refuse(rule::COMPOSITION, what);
    }
    let sum = |counts: &mut dyn Iterator<Item = &Count>| counts.map(|count| &count.0).sum();
    if let Some(total) = counted.total {
        let found: BigUint = sum(&mut rows.iter().map(|row| &row.tilings));
        adds_up(rule::SUM, "tilings by composition", found, total)?;
    }
    let by_class: Option<Vec<&Count>> = rows.iter().map(|row| row.classes.as_ref()).collect();
    if let (Some(by_class), Some(classes)) = (by_class, &answer.classes) {
        let found: BigUint = sum(&mut by_class.into_iter());
        adds_up(rule::SUM, "classes by composition", found, &classes.all)?;
    }
    let mut sorted: Vec<ByComposition> =
        rows.iter().filter(|row| row.tilings.0 > BigUint::ZERO).cloned().collect();
    sorted.sort_by(|one, other| one.tiles.cmp(&other.tiles));
    judge_rows(rule::ROW, COMPOSITIONS, &composition_rows(rows), &composition_rows(&sorted))?;
    judge_presence("classes of a composition", rows.iter().all(|row| row.classes.is_some()), true)
}

/// Whether so many tiles of each kind are within the bounds and have the area of the region.
fn is_possible(judge: &Judge<'_>, numbers: &[usize]) -> bool {
    let tiles = judge.question.tiles();
    let fits = |(tile, number): (&kumiki_model::Tile, &usize)| {
        u32::try_from(*number)
            .is_ok_and(|number| number >= tile.least && tile.most.is_none_or(|most| number <= most))
    };
    let area = |tile: &kumiki_model::Tile| {
        let corners =
            tile.shape.corners().iter().map(|corner| judge.plane.spot(corner.coordinates()));
        judge.plane.area(&corners.collect::<Vec<_>>())
    };
    if numbers.len() != tiles.len() || !tiles.iter().zip(numbers).all(fits) {
        return false;
    }
    let terms = tiles.iter().zip(numbers).map(|(tile, number)| area(tile).times(*number));
    terms.fold(Real::default(), |sum, term| sum + term) == judge.plane.area(judge.region.corners())
}

/// V2, for classes, and V3.
fn judge_classes(
    answer: &Claims,
    counted: &Counted<'_>,
    group_order: usize,
    rotation_count: usize,
    verdict: &mut Verdict,
) -> Result<(), Fault> {
    let Some(classes) = &answer.classes else {
        return judge_presence("by_symmetry", !answer.by_symmetry.is_empty(), false);
    };
    if !answer.by_symmetry.is_empty() {
        let contained = contained(&answer.by_symmetry, &group_order.into())?;
        let found = classes_in(&answer.by_symmetry);
        adds_up(rule::SUM, "classes by symmetry", found, &classes.all)?;
        if let Some(total) = counted.total {
            adds_up(rule::SUM, "the tilings in the classes by symmetry", contained, total)?;
            verdict.proved.push(format!(
                "the identity holds: under {group_order} symmetries these {} classes contain \
                 {total} tilings",
                classes.all
            ));
        }
    }
    let total = counted.total.unwrap_or(&classes.rotations);
    let both = [&classes.all, &classes.rotations];
    require(are_possible(total, both, group_order, rotation_count), rule::CLASSES, || {
        "so many tilings cannot form so many classes".to_owned()
    })?;
    let is_counted = counted.total.is_some_and(|total| total.0 > BigUint::ZERO);
    judge_presence("by_symmetry", !answer.by_symmetry.is_empty(), is_counted)?;
    judge_symmetry_order(&answer.by_symmetry)
}

/// V6.
fn judge_list_length(
    answer: &Claims,
    counted: &Counted<'_>,
    symmetry: Symmetry,
    class_count: &Count,
    listed: &[Listed],
) -> Result<(), Fault> {
    judge_listed("tilings", listed.len(), class_count)?;
    if !answer.by_composition.is_empty() {
        for (tiles, number) in how_often(listed.iter().map(|tiling| &tiling.composition)) {
            let row = answer.by_composition.iter().find(|row| row.tiles == *tiles);
            let counted = row.map_or_else(Count::default, |row| match (symmetry, &row.classes) {
                (Symmetry::All, Some(classes)) => classes.clone(),
                _ => row.tilings.clone(),
            });
            judge_listed(&format!("tilings with {tiles:?} tiles"), number, &counted)?;
        }
    }
    if !answer.by_symmetry.is_empty() && counted.total.is_some() {
        for (order, number) in how_often(listed.iter().map(|tiling| tiling.fixing)) {
            let row = answer.by_symmetry.iter().find(|row| row.order == order);
            let classes = row.map(|row| row.classes.0.clone()).unwrap_or_default();
            // A class listed in full has as many tilings as it has different images.
            let most = match (symmetry, &answer.group_order) {
                (Symmetry::All, _) => classes,
                (_, Some(group_order)) => classes * (&group_order.0 / order),
                _ => continue,
            };
            judge_listed(&format!("tilings with {order} symmetries"), number, &Count(most))?;
        }
    }
    Ok(())
}

/// V7.
fn judge_contents(
    answer: &Claims,
    counted: &Counted<'_>,
    symmetry: Symmetry,
    listed: &[Listed],
) -> Result<(), Fault> {
    let sum = |value: &dyn Fn(&Listed) -> BigUint| listed.iter().map(value).sum::<BigUint>();
    if let Some(total) = counted.total {
        let found = sum(&|tiling| tiling.class_size.into());
        adds_up(rule::SUM, "the tilings in the classes of those listed", found, total)?;
    }
    if let Some(tilings) = &answer.tilings {
        let found = sum(&|tiling| tiling.plain_size.into());
        adds_up(rule::SUM, "the listed tilings without colours", found, tilings)?;
    }
    if let (Some(labelled), Some(colour_count)) = (&answer.labelled, counted.colour_count) {
        let named = |tiling: &Listed| names(colour_count, tiling.colour_count) * tiling.class_size;
        let what = "the listed tilings with names of colours";
        adds_up(rule::SUM, what, sum(&named), labelled)?;
    }
    for ByComposition { tiles, tilings, .. } in &answer.by_composition {
        let of_row = |tiling: &Listed| {
            BigUint::from(if tiling.composition == *tiles { tiling.class_size } else { 0 })
        };
        let what = format!("the listed tilings with {tiles:?} tiles");
        adds_up(rule::SUM, &what, sum(&of_row), tilings)?;
    }
    if symmetry == Symmetry::All {
        for BySymmetry { order, classes } in &answer.by_symmetry {
            let of_row = listed.iter().filter(|tiling| tiling.fixing == *order);
            let what = format!("the listed tilings with {order} symmetries");
            adds_up(rule::SUM, &what, of_row.count(), classes)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
