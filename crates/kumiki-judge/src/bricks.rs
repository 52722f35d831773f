//! A whole answer, judged by itself.
//!
//! A saved answer repeats its question, so everything in it can be held against the rules and
//! against the rest of it. [`judge`] lists what is held against what, J1 to J8; the functions below
//! cite these labels.

mod occupancy;
pub(crate) mod recount;
mod rules;
mod symmetry;

use rules::judge_brick_count;
pub use rules::judge_packing;
pub use symmetry::Symmetries;

use crate::envelope::{
    ListLength, Listing, adds_up, are_possible, class_count, classes_in, contained, how_often,
    judge_different, judge_listed, judge_presence, judge_rows, judge_symmetry_order, symmetry_rows,
};
use crate::fault::{refuse, require};
use crate::recount::{AntislideTally, packing_tally};
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    Answer, AntislideAsk, AntislidePart, AntislideQuestion, ByBricks, BySymmetry, ClassCount,
    Classes, Count, Cuboid, ListRecord, ModelError, Objective, Packing, Part, Solution,
    SolutionRecord, Symmetry,
};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// What an answer about bricks claims.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    question: AntislideQuestion,
    list: Option<ListRecord>,
    bricks: Option<usize>,
    bound: Option<String>,
    packings: Count,
    classes: Classes,
    by_bricks: Vec<ByBricks>,
    by_symmetry: Vec<BySymmetry>,
    solutions: Option<Vec<SolutionRecord>>,
    complete: bool,
}

impl Claims {
    /// Reads what an answer claims.
    pub(crate) fn read(answer: &Answer, ask: &AntislideAsk) -> Result<Self, Fault> {
        let (Part::Antislide(part), Some(packings), Some(ClassCount::Both(classes))) =
            (&answer.part, &answer.count, &answer.classes)
        else {
            return refuse(
                rule::FIELD,
                "there are no counts of packings and classes, expected both",
            );
        };
        let AntislidePart { bricks, bound, by_bricks } = part.clone();
        let record = |solution: &Solution| match solution {
            Solution::Bricks(record) => Some(record.clone()),
            _ => None,
        };
        Ok(Self {
            question: question_of(ask)?,
            list: answer.question.how.list,
            bricks,
            bound,
            packings: packings.clone(),
            classes: classes.clone(),
            by_bricks,
            by_symmetry: answer.by_symmetry.clone(),
            solutions: answer
                .solutions
                .as_ref()
                .map(|solutions| solutions.iter().filter_map(record).collect()),
            complete: answer.is_complete(),
        })
    }
}

/// Judges an answer from first principles.
///
/// * **J1** The tables add up: packings and classes by bricks to the totals, classes by symmetry to
///   the classes. Their rows are in order and not empty. No row has more bricks than the cap or the
///   box allows, and an answer about the fewest or the most bricks has one row only.
/// * **J2** A class whose packings have `s` of the `|G|` symmetries contains `|G| / s` packings.
///   Over all classes this gives the number of packings, which an engine may well count in another
///   way than the classes. If a first brick is given, classes are those under the symmetries that
///   keep it, and this says nothing.
/// * **J3** In each row there are as many classes as so many packings can form.
/// * **J4** Every listed solution is a drawing of bricks that obeys the rules, and has the numbers
///   of bricks and of symmetries that it claims.
/// * **J5** No two listed solutions are in the same class, and no more are listed than counted: in
///   all, with each number of bricks and, if reflections count as the same, with each number of
///   symmetries.
/// * **J6** If a complete answer lists as many solutions as it counts classes, the classes of the
///   listed ones contain exactly the packings counted, and if these are classes up to reflections
///   they fall into so many up to rotations. (Then J5 holds with equality, because the totals are
///   equal.)
///
/// * **J7** As many are listed as were asked for, or all there are.
/// * **J8** If there are few ways to lay bricks at all, every number and every table is that of the
///   judge's own search.
///
/// Where J8 does not apply, whether something is missing from the list and from the counts alike
/// cannot be seen, and the verdict says so.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Claims) -> Result<Verdict, Fault> {
    let question = &answer.question;
    let all = Symmetries::of_question(question, Symmetry::All);
    judge_tables(answer)?;
    let of_box = Symmetries::of_box(question.container(), Symmetry::All);
    judge_class_sizes(answer, of_box.order(), all.order() == of_box.order())?;
    judge_possible(
        answer,
        all.order(),
        Symmetries::of_question(question, Symmetry::Rotations).order(),
    )?;
    let mut verdict = Verdict::default();
    verdict.note_end(answer.complete);
    verdict.proved.push(format!(
        "the tables add up to {} packings in {} classes",
        answer.packings, answer.classes.all
    ));
    if all.order() == of_box.order() {
        verdict.proved.push(format!(
            "the identity holds: under {} symmetries these classes contain {} packings",
            all.order(),
            answer.packings
        ));
    }
    if let Some(solutions) = &answer.solutions {
        let chosen = Symmetries::of_question(question, question.symmetry);
        let packings = judge_solutions(question, &chosen, &of_box, solutions)?;
        judge_list_length(answer, solutions)?;
        verdict.proved.push(format!(
            "listed solutions that obey the rules, no two the same under the {} symmetries \
             chosen: {}",
            chosen.order(),
            solutions.len()
        ));
        let class_count = class_count(question.symmetry, &answer.packings, &answer.classes);
        verdict.solution_count = solutions.len();
        verdict.all_classes_listed =
            answer.complete && class_count.0 == BigUint::from(solutions.len());
        if verdict.all_classes_listed {
            // J6.
            let contained: BigUint = packings
                .iter()
                .map(|packing| BigUint::from(chosen.order() / chosen.fixing(packing)))
                .sum();
            adds_up(
                rule::SUM,
                "the packings in the classes of the listed solutions",
                contained,
                &answer.packings,
            )?;
            let turned = Symmetries::of_question(question, Symmetry::Rotations);
            let turned_count: BigUint = packings
                .iter()
                .map(|packing| {
                    BigUint::from(chosen.order() * turned.fixing(packing))
                        / (chosen.fixing(packing) * turned.order())
                })
                .sum();
            if question.symmetry == Symmetry::All {
                adds_up(
                    rule::SUM,
                    "the classes up to rotations of those listed",
                    turned_count,
                    &answer.classes.rotations,
                )?;
            }
            verdict.proved.push(format!(
                "the list has as many as are counted, {class_count}, with {} packings",
                answer.packings
            ));
        }
    } else {
        verdict.proved.push("no solutions are listed".to_owned());
    }
    judge_length(answer)?;
    judge_order(question, answer)?;
    match packing_tally(question, ARRANGEMENTS) {
        Some(tally) if answer.complete => {
            judge_recount(answer, &tally)?;
            verdict.proved.push(format!(
                "every way to lay bricks was tried: {} packings in {} classes, and every table is \
                 right",
                tally.packings, tally.classes.all
            ));
        }
        Some(tally) => judge_part(answer, &tally)?,
        None => verdict.trusted.push(format!(
            "{} packings in {} classes: there are too many ways to lay bricks to try them here",
            answer.packings, answer.classes.all
        )),
    }
    Ok(verdict)
}

/// So many ways to lay bricks are tried: about half a second.
const ARRANGEMENTS: u64 = 300_000;

/// J7.
fn judge_length(answer: &Claims) -> Result<(), Fault> {
    let list = answer.list;
    let mut available =
        class_count(answer.question.symmetry, &answer.packings, &answer.classes).0.clone();
    let has_empty = answer.by_bricks.first().is_some_and(|row| row.bricks == 0);
    let is_any = answer.question.objective == Objective::Any;
    if matches!(list, Some(ListRecord::Most(_))) && has_empty && is_any {
        // The empty packing is listed only where all are, or where it is the best.
        available -= 1_u32;
    }
    let length = ListLength {
        list,
        sample: None,
        listed: answer.solutions.as_ref().map(Vec::len),
        available: Some(&available),
        is_complete: answer.complete,
    };
    length.judge()
}

/// J8 for a search that was not finished: there are at least as many packings in each row.
fn judge_part(answer: &Claims, tally: &AntislideTally) -> Result<(), Fault> {
    for row in &answer.by_bricks {
        let found = tally.by_bricks.iter().find(|found| found.bricks == row.bricks);
        let are_there = found.is_some_and(|found| {
            found.packings >= row.packings && found.classes.all >= row.classes.all
        });
        require(are_there, rule::RECOUNT, || impossible(row.bricks))?;
    }
    Ok(())
}

/// The rows of a table by numbers of bricks, in words.
fn brick_rows(rows: &[ByBricks]) -> Vec<String> {
    let row = |ByBricks { bricks, packings, classes: Classes { all, rotations } }: &ByBricks| {
        format!(
            "{packings} packings with {bricks} bricks in {all} classes, {rotations} up to rotations"
        )
    };
    rows.iter().map(row).collect()
}

/// J8. The totals are the sums of the rows, by J1.
fn judge_recount(answer: &Claims, tally: &AntislideTally) -> Result<(), Fault> {
    judge_rows(
        rule::RECOUNT,
        "by_bricks",
        &brick_rows(&answer.by_bricks),
        &brick_rows(&tally.by_bricks),
    )?;
    judge_rows(
        rule::RECOUNT,
        "by_symmetry",
        &symmetry_rows(&answer.by_symmetry),
        &symmetry_rows(&tally.by_symmetry),
    )
}

/// The question that an answer repeats.
fn question_of(ask: &AntislideAsk) -> Result<AntislideQuestion, Fault> {
    let size = |text: &String| {
        text.parse().map_err(|error: ModelError| Fault::new(rule::ASKED, error.to_string()))
    };
    let kinds = ask.brick.iter().map(size).collect::<Result<_, _>>()?;
    let mut question = AntislideQuestion::new(size(&ask.container)?, kinds);
    question.rule = ask.rule;
    question.start = ask.start;
    question.max_bricks = ask.max_bricks;
    question.symmetry = ask.symmetry;
    question.objective = match (ask.fewest, ask.most) {
        (false, false) => Objective::Any,
        (true, false) => Objective::Fewest,
        (false, true) => Objective::Most,
        (true, true) => {
            return refuse(rule::ASKED, "the fewest and the most are asked for, expected one");
        }
    };
    let bricks: Vec<String> = question.bricks().iter().map(ToString::to_string).collect();
    let is_usual = question.container().to_string() == ask.container && bricks == ask.brick;
    require(is_usual, rule::ASKED, || {
        "the question is written in another way than answers write it, expected sorted sides and \
         bricks"
            .to_owned()
    })?;
    Ok(question)
}

/// J1.
fn judge_tables(answer: &Claims) -> Result<(), Fault> {
    let Claims { by_bricks, by_symmetry, packings, classes, .. } = answer;
    judge_different("by_bricks", by_bricks.iter().map(|row| row.bricks))?;
    judge_different("by_symmetry", by_symmetry.iter().map(|row| row.order))?;
    let judge_sum = |what: &str, count: fn(&ByBricks) -> &Count, stated: &Count| {
        let found: BigUint = by_bricks.iter().map(|row| &count(row).0).sum();
        adds_up(rule::SUM, what, found, stated)
    };
    judge_sum("packings by bricks", |row| &row.packings, packings)?;
    judge_sum("classes by bricks", |row| &row.classes.all, &classes.all)?;
    let what = "classes up to rotations by bricks";
    judge_sum(what, |row| &row.classes.rotations, &classes.rotations)?;
    adds_up(rule::SUM, "classes by symmetry", classes_in(by_symmetry), &classes.all)?;
    let numbers: Vec<usize> = by_bricks.iter().map(|row| row.bricks).collect();
    if let Some(stated) = answer.bricks
        && numbers != [stated]
    {
        let what =
            format!("the answer is about {stated} bricks, but by_bricks has rows for {numbers:?}");
        return refuse(rule::ROW, what);
    }
    judge_brick_count(numbers.into_iter().max().unwrap_or(0), answer.question.max_bricks)
}

/// The rest of J1: rows that cannot be there.
fn judge_order(question: &AntislideQuestion, answer: &Claims) -> Result<(), Fault> {
    let by_bricks = &answer.by_bricks;
    judge_symmetry_order(&answer.by_symmetry)?;
    let mut sorted: Vec<ByBricks> =
        by_bricks.iter().filter(|row| row.packings.0 > BigUint::ZERO).cloned().collect();
    sorted.sort_by_key(|row| row.bricks);
    judge_rows(rule::ROW, "by_bricks", &brick_rows(by_bricks), &brick_rows(&sorted))?;
    let is_about_one = question.objective != Objective::Any && !by_bricks.is_empty();
    judge_presence("bricks", answer.bricks.is_some(), is_about_one)?;
    judge_presence("bound", answer.bound.is_some(), is_about_one && !answer.complete)?;
    let volume = |kind: &Cuboid| kind.sides().iter().product::<usize>();
    let least = question.bricks().iter().map(volume).min().unwrap_or(1);
    let allowed = question.container().cell_count() / least;
    judge_brick_count(by_bricks.last().map_or(0, |row| row.bricks), Some(allowed))
}

/// J2.
fn judge_class_sizes(answer: &Claims, group_order: usize, are_whole: bool) -> Result<(), Fault> {
    let contained = contained(&answer.by_symmetry, &group_order.into())?;
    if are_whole {
        let what = "the packings in the classes by symmetry";
        adds_up(rule::SUM, what, contained, &answer.packings)?;
    }
    Ok(())
}

/// J3.
fn judge_possible(answer: &Claims, group_order: usize, rotation_count: usize) -> Result<(), Fault> {
    for ByBricks { bricks, packings, classes: Classes { all, rotations } } in &answer.by_bricks {
        let is_possible = are_possible(packings, [all, rotations], group_order, rotation_count);
        require(is_possible, rule::CLASSES, || impossible(*bricks))?;
    }
    Ok(())
}

fn impossible(bricks: usize) -> String {
    format!("the packings with {bricks} bricks cannot form that many classes")
}

/// J4 and the first half of J5. Returns how many packings the classes of the solutions contain.
fn judge_solutions(
    question: &AntislideQuestion,
    chosen: &Symmetries,
    of_box: &Symmetries,
    solutions: &[SolutionRecord],
) -> Result<Vec<Packing>, Fault> {
    let mut listing = Listing::new("solutions", None);
    let mut packings = Vec::with_capacity(solutions.len());
    for (number, record) in (1..).zip(solutions) {
        let packing = judge_solution(question, of_box, record)
            .map_err(|fault| fault.within("solution", number))?;
        listing.add(chosen.canonical(&packing)).map_err(|fault| Fault {
            what: format!("{fault} under the symmetries of the question"),
            ..fault
        })?;
        packings.push(packing);
    }
    Ok(packings)
}

/// J4.
fn judge_solution(
    question: &AntislideQuestion,
    of_box: &Symmetries,
    record: &SolutionRecord,
) -> Result<Packing, Fault> {
    let packing = Packing::from_layers(&record.layers)
        .map_err(|error| Fault::new(rule::TEXT, error.to_string()))?;
    judge_labels(&record.layers, &packing)?;
    judge_packing(question, &packing)?;
    for (what, stated, found) in [
        ("bricks", record.bricks, packing.bricks().len()),
        ("symmetries", record.symmetry, of_box.fixing(&packing)),
    ] {
        require(stated == found, rule::CLAIM, || {
            format!("it is said to have {stated} {what}, but has {found}")
        })?;
    }
    Ok(packing)
}

/// Whether the cells with one label are those of one brick, for every label.
fn judge_labels(layers: &[Vec<String>], packing: &Packing) -> Result<(), Fault> {
    let mut places_of: BTreeMap<char, Vec<[usize; 3]>> = BTreeMap::new();
    for (layer, rows) in layers.iter().enumerate() {
        for (row, cells) in rows.iter().enumerate() {
            for (column, label) in cells.chars().enumerate() {
                places_of.entry(label).or_default().push([layer, row, column]);
            }
        }
    }
    places_of.remove(&'.');
    for (label, places) in places_of {
        let cells = || places.iter().copied();
        let is_brick = packing.bricks().iter().any(|brick| brick.places().eq(cells()));
        require(is_brick, rule::TEXT, || {
            format!("label '{label}' marks {} cells that do not fill a box", places.len())
        })?;
    }
    Ok(())
}

/// The second half of J5.
fn judge_list_length(answer: &Claims, solutions: &[SolutionRecord]) -> Result<(), Fault> {
    let symmetry = answer.question.symmetry;
    let all = class_count(symmetry, &answer.packings, &answer.classes);
    judge_listed("solutions", solutions.len(), all)?;
    let none = Count::default();
    for (bricks, listed) in how_often(solutions.iter().map(|solution| solution.bricks)) {
        let row = answer.by_bricks.iter().find(|row| row.bricks == bricks);
        let counted = row.map_or(&none, |row| class_count(symmetry, &row.packings, &row.classes));
        judge_listed(&format!("solutions with {bricks} bricks"), listed, counted)?;
    }
    if symmetry == Symmetry::All {
        for (order, listed) in how_often(solutions.iter().map(|solution| solution.symmetry)) {
            let row = answer.by_symmetry.iter().find(|row| row.order == order);
            let counted = row.map_or(&none, |row| &row.classes);
            judge_listed(&format!("solutions with {order} symmetries"), listed, counted)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
