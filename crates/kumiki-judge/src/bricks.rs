//! A whole answer, judged by itself.
//!
//! A saved answer repeats its question, so everything in it can be held against the rules and
//! against the rest of it. [`judge_answer`] lists what is held against what, J1 to J8; the
//! functions below cite these labels.

mod occupancy;
pub(crate) mod recount;
mod rules;
mod symmetry;

pub use rules::judge_packing;
pub use symmetry::{Symmetries, canonical, same_class, symmetries_of};

use crate::listing::{
    ListLength, judge_presence, judge_rows as same_rows, judge_symmetry_order, symmetry_rows,
};
use crate::recount::{AntislideTally, packing_tally};
use crate::{Fault, Verdict};
use kumiki_model::{
    AntislideAnswer, AntislideQuestion, ByBricks, BySymmetry, Classes, Count, Cuboid, ListRecord,
    ListWord, Objective, Packing, PlacedBrick, QuestionRecord, SolutionRecord, Symmetry,
};
use num_bigint::BigUint;
use std::collections::BTreeMap;

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
pub fn judge_answer(answer: &AntislideAnswer) -> Result<Verdict, Fault> {
    let question = question_of(&answer.question)?;
    let all = Symmetries::of_question(&question, Symmetry::All);
    judge_tables(answer)?;
    let of_box = Symmetries::of_box(question.container(), Symmetry::All);
    judge_class_sizes(answer, of_box.order(), all.order() == of_box.order())?;
    judge_rows(
        answer,
        all.order(),
        Symmetries::of_question(&question, Symmetry::Rotations).order(),
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
        let chosen = Symmetries::of_question(&question, question.symmetry);
        let packings = judge_solutions(&question, &chosen, &of_box, solutions)?;
        judge_list_length(answer, solutions)?;
        verdict.proved.push(format!(
            "listed solutions that obey the rules, no two the same under the {} symmetries \
             chosen: {}",
            chosen.order(),
            solutions.len()
        ));
        let class_count = counted(question.symmetry, &answer.packings, &answer.classes);
        verdict.solution_count = solutions.len();
        verdict.all_classes_listed =
            answer.complete && class_count.0 == BigUint::from(solutions.len());
        if verdict.all_classes_listed {
            // J6.
            let contained: BigUint = packings
                .iter()
                .map(|packing| BigUint::from(chosen.order() / chosen.fixing(packing)))
                .sum();
            equal(
                "the packings in the classes of the listed solutions",
                contained,
                &answer.packings,
            )?;
            let turned = Symmetries::of_question(&question, Symmetry::Rotations);
            let turned_count: BigUint = packings
                .iter()
                .map(|packing| {
                    BigUint::from(chosen.order() * turned.fixing(packing))
                        / (chosen.fixing(packing) * turned.order())
                })
                .sum();
            if question.symmetry == Symmetry::All {
                equal(
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
    judge_order(&question, answer)?;
    match packing_tally(&question, ARRANGEMENTS) {
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
fn judge_length(answer: &AntislideAnswer) -> Result<(), Fault> {
    let list = answer.question.list;
    let mut available =
        counted(answer.question.symmetry, &answer.packings, &answer.classes).0.clone();
    let has_empty = answer.by_bricks.first().is_some_and(|row| row.bricks == 0);
    if list == Some(ListRecord::Word(ListWord::First)) && has_empty {
        // The empty packing is not what anybody looks for first.
        available -= 1_u32;
    }
    let length = ListLength {
        list,
        sample: None,
        listed: answer.solutions.as_ref().map(Vec::len),
        available: Some(&available),
        is_complete: answer.complete,
    };
    Ok(length.judge()?)
}

/// J8 for a search that was not finished: there are at least as many packings in each row.
fn judge_part(answer: &AntislideAnswer, tally: &AntislideTally) -> Result<(), Fault> {
    for row in &answer.by_bricks {
        let found = tally.by_bricks.iter().find(|found| found.bricks == row.bricks);
        if found.is_none_or(|found| {
            found.packings < row.packings || found.classes.all < row.classes.all
        }) {
            return Err(Fault::ImpossibleClasses { bricks: row.bricks });
        }
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
fn judge_recount(answer: &AntislideAnswer, tally: &AntislideTally) -> Result<(), Fault> {
    same_rows("by_bricks", &brick_rows(&answer.by_bricks), &brick_rows(&tally.by_bricks))?;
    same_rows(
        "by_symmetry",
        &symmetry_rows(&answer.by_symmetry),
        &symmetry_rows(&tally.by_symmetry),
    )?;
    Ok(())
}

/// The question that an answer repeats.
fn question_of(record: &QuestionRecord) -> Result<AntislideQuestion, Fault> {
    if record.command != "antislide" {
        return Err(Fault::OtherCommand { found: record.command.clone() });
    }
    let kinds = record.brick.iter().map(|kind| kind.parse()).collect::<Result<_, _>>()?;
    let mut question = AntislideQuestion::new(record.container.parse()?, kinds);
    question.rule = record.rule;
    question.start = record.start;
    question.max_bricks = record.max_bricks;
    question.symmetry = record.symmetry;
    question.objective = record.objective;
    let written = QuestionRecord { list: record.list, ..(&question).into() };
    if written == *record { Ok(question) } else { Err(Fault::OtherQuestion) }
}

/// J1.
fn judge_tables(answer: &AntislideAnswer) -> Result<(), Fault> {
    let AntislideAnswer { by_bricks, by_symmetry, packings, classes, .. } = answer;
    different("by_bricks", by_bricks.iter().map(|row| row.bricks))?;
    different("by_symmetry", by_symmetry.iter().map(|row| row.order))?;
    let sum = |count: fn(&ByBricks) -> &Count| by_bricks.iter().map(|row| &count(row).0).sum();
    equal("packings by bricks", sum(|row| &row.packings), packings)?;
    equal("classes by bricks", sum(|row| &row.classes.all), &classes.all)?;
    equal(
        "classes up to rotations by bricks",
        sum(|row| &row.classes.rotations),
        &classes.rotations,
    )?;
    let by_order: BigUint = by_symmetry.iter().map(|row| &row.classes.0).sum();
    equal("classes by symmetry", by_order, &classes.all)?;
    let numbers: Vec<usize> = by_bricks.iter().map(|row| row.bricks).collect();
    if let Some(stated) = answer.bricks
        && numbers != [stated]
    {
        return Err(Fault::OtherBrickNumbers { stated, found: numbers });
    }
    match (numbers.iter().max(), answer.question.max_bricks) {
        (Some(found), Some(allowed)) if *found > allowed => {
            Err(Fault::TooManyBricks { allowed, found: *found })
        }
        _ => Ok(()),
    }
}

/// The rest of J1: rows that cannot be there.
fn judge_order(question: &AntislideQuestion, answer: &AntislideAnswer) -> Result<(), Fault> {
    let by_bricks = &answer.by_bricks;
    judge_symmetry_order(&answer.by_symmetry)?;
    let mut sorted: Vec<ByBricks> =
        by_bricks.iter().filter(|row| row.packings.0 > BigUint::ZERO).cloned().collect();
    sorted.sort_by_key(|row| row.bricks);
    same_rows("by_bricks", &brick_rows(by_bricks), &brick_rows(&sorted))?;
    let is_about_one = question.objective != Objective::Any && !by_bricks.is_empty();
    judge_presence("bricks", answer.bricks.is_some(), is_about_one)?;
    judge_presence("bound", answer.bound.is_some(), is_about_one && !answer.complete)?;
    let volume = |kind: &Cuboid| kind.sides().iter().product::<usize>();
    let least = question.bricks().iter().map(volume).min().unwrap_or(1);
    let allowed = question.container().cell_count() / least;
    match by_bricks.last() {
        Some(row) if row.bricks > allowed => {
            Err(Fault::TooManyBricks { allowed, found: row.bricks })
        }
        _ => Ok(()),
    }
}

/// J2.
fn judge_class_sizes(
    answer: &AntislideAnswer,
    group_order: usize,
    are_whole: bool,
) -> Result<(), Fault> {
    let mut contained = BigUint::ZERO;
    for BySymmetry { order, classes } in &answer.by_symmetry {
        if *order == 0 || !group_order.is_multiple_of(*order) {
            return Err(Fault::NotADivisor { order: *order, group_order });
        }
        contained += &classes.0 * (group_order / order);
    }
    if are_whole {
        equal("the packings in the classes by symmetry", contained, &answer.packings)?;
    }
    Ok(())
}

/// J3: a class of packings falls into at most `group_order / rotation_count` classes up to
/// rotations, and one of those contains at most `rotation_count` packings.
fn judge_rows(
    answer: &AntislideAnswer,
    group_order: usize,
    rotation_count: usize,
) -> Result<(), Fault> {
    for ByBricks { bricks, packings: Count(packings), classes } in &answer.by_bricks {
        let (Count(all), Count(rotations)) = (&classes.all, &classes.rotations);
        let possible = all <= rotations
            && rotations <= &(all * (group_order / rotation_count))
            && rotations <= packings
            && packings <= &(rotations * rotation_count);
        if !possible {
            return Err(Fault::ImpossibleClasses { bricks: *bricks });
        }
    }
    Ok(())
}

/// J4 and the first half of J5. Returns how many packings the classes of the solutions contain.
fn judge_solutions(
    question: &AntislideQuestion,
    chosen: &Symmetries,
    of_box: &Symmetries,
    solutions: &[SolutionRecord],
) -> Result<Vec<Packing>, Fault> {
    let mut number_of: BTreeMap<Vec<PlacedBrick>, usize> = BTreeMap::new();
    let mut packings = Vec::with_capacity(solutions.len());
    for (number, record) in (1..).zip(solutions) {
        let packing = judge_solution(question, of_box, record)
            .map_err(|fault| Fault::Solution { number, fault: Box::new(fault) })?;
        if let Some(first) = number_of.insert(chosen.canonical(&packing), number) {
            return Err(Fault::SameClass { first, second: number });
        }
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
    let packing = Packing::from_layers(&record.layers)?;
    judge_labels(&record.layers, &packing)?;
    judge_packing(question, &packing)?;
    let found = packing.bricks().len();
    if record.bricks != found {
        return Err(Fault::WrongBrickCount { stated: record.bricks, found });
    }
    let found = of_box.fixing(&packing);
    if record.symmetry != found {
        return Err(Fault::WrongSymmetryCount { stated: record.symmetry, found });
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
        if !packing.bricks().iter().any(|brick| brick.places().eq(cells())) {
            return Err(Fault::LabelNotABox { label, cell_count: places.len() });
        }
    }
    Ok(())
}

/// The second half of J5.
fn judge_list_length(answer: &AntislideAnswer, solutions: &[SolutionRecord]) -> Result<(), Fault> {
    let symmetry = answer.question.symmetry;
    let at_most = |what: &dyn Fn() -> String, listed: usize, counted: Count| {
        if BigUint::from(listed) > counted.0 {
            Err(Fault::MoreListedThanCounted { what: what(), listed, counted })
        } else {
            Ok(())
        }
    };
    let class_count = counted(symmetry, &answer.packings, &answer.classes).clone();
    at_most(&|| "solutions".to_owned(), solutions.len(), class_count)?;
    for (bricks, listed) in how_often(solutions.iter().map(|solution| solution.bricks)) {
        let row = answer.by_bricks.iter().find(|row| row.bricks == bricks);
        let class_count = row.map(|row| counted(symmetry, &row.packings, &row.classes).clone());
        at_most(
            &|| format!("solutions with {bricks} bricks"),
            listed,
            class_count.unwrap_or_default(),
        )?;
    }
    if symmetry == Symmetry::All {
        for (order, listed) in how_often(solutions.iter().map(|solution| solution.symmetry)) {
            let row = answer.by_symmetry.iter().find(|row| row.order == order);
            let class_count = row.map(|row| row.classes.clone());
            at_most(
                &|| format!("solutions with {order} symmetries"),
                listed,
                class_count.unwrap_or_default(),
            )?;
        }
    }
    Ok(())
}

/// The number of classes for one idea of sameness; if only equal packings are the same, that of
/// packings.
fn counted<'c>(symmetry: Symmetry, packings: &'c Count, classes: &'c Classes) -> &'c Count {
    match symmetry {
        Symmetry::All => &classes.all,
        Symmetry::Rotations => &classes.rotations,
        Symmetry::None => packings,
    }
}

fn equal(what: &'static str, found: BigUint, stated: &Count) -> Result<(), Fault> {
    if found == stated.0 {
        Ok(())
    } else {
        Err(Fault::Sum { what, found: Count(found), stated: stated.clone() })
    }
}

fn different(table: &'static str, keys: impl Iterator<Item = usize>) -> Result<(), Fault> {
    match how_often(keys).into_iter().find(|(_, times)| *times > 1) {
        Some((key, _)) => Err(Fault::RepeatedRow { table, key }),
        None => Ok(()),
    }
}

/// How often each number occurs.
fn how_often(numbers: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut times = BTreeMap::new();
    for number in numbers {
        *times.entry(number).or_insert(0) += 1;
    }
    times
}

#[cfg(test)]
mod tests;
