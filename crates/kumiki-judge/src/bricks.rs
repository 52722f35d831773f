//! A whole answer, judged by itself.
//!
//! A saved answer repeats its question, so everything in it can be held against the rules and
//! against the rest of it. [`judge`] lists what is held against what, J1 to J10; the functions
//! below cite these labels. Bricks are pieces in the shape of boxes: how they lie, slide and look
//! from the other side is known in `kumiki-recount`.

mod pictures;
mod rules;

pub use pictures::{PictureVerdict, SameAs, SlidingBrick, judge_pictures};
pub use rules::judge_packing;

use crate::envelope::{
    ListLength, are_possible, class_count, drawn_cells, equal, is_stated, judge_claim,
    judge_class_table, judge_different, judge_listed, judge_listed_each, judge_presence,
    judge_rows, judge_symmetry_rows, listed,
};
use crate::fault::{refuse, require};
use crate::pieces::claims::PackingClaims;
use crate::{Fault, Verdict, rule};
use kumiki_model::{
    Answer, AntislideAsk, AntislidePart, AntislideQuestion, ByBricks, Classes, Count, Cuboid,
    ListRecord, ModelError, Objective, Packing, Part, PlacedPiece, PuzzleSize, Solution,
    SolutionRecord, Symmetry,
};
use kumiki_recount::{
    AntislideTally, Motions, brick_board, brick_puzzle_size, packing_tally, prescribed_brick,
};
use num_bigint::BigUint;
use rules::{PackingJudge, judge_brick_count};

/// What an answer about bricks claims.
struct Claims<'a> {
    counts: PackingClaims<'a>,
    part: &'a AntislidePart,
    question: AntislideQuestion,
}

/// Judges an answer from first principles.
///
/// * **J1** The tables add up: packings and classes by bricks to the totals, classes by symmetry to
///   the classes, and classes by bricks and symmetry to both. Their rows are in order and not
///   empty. No row has more bricks than the cap or the box allows, and an answer about the fewest
///   or the most bricks has one row only.
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
/// * **J9** The puzzle is as large as is said.
/// * **J10** Listed solutions have as many symmetries as were asked for. If the most symmetric ones
///   come first, their numbers of symmetries fall, and none is left out that has more than the last
///   one; if only every K-th is listed, they are those of the K-th, the 2K-th, and so on.
///
/// Where J8 does not apply, whether something is missing from the list and from the counts alike
/// cannot be seen, and the verdict says so.
///
/// # Errors
/// With the first of these that does not hold, and where.
pub(crate) fn judge(answer: &Answer, ask: &AntislideAsk) -> Result<Verdict, Fault> {
    let missing = "there are no counts of packings and classes, expected both";
    let counts = PackingClaims::read(answer, ask.symmetry, missing)?;
    let Part::Antislide(part) = &answer.part else { return refuse(rule::FIELD, missing) };
    let claims = Claims { counts, part, question: question_of(ask)? };
    let Claims { counts, question, .. } = &claims;
    let (packings, classes) = (counts.packings, &counts.classes.all);
    let board = brick_board(question);
    let (of_box, kept) = (board.motions(None), board.motions(prescribed_brick(question, &board)));
    let order = kept.up_to(Symmetry::All).order();
    judge_tables(&claims)?;
    // The rest of J1, and J2.
    let box_order = of_box.up_to(Symmetry::All).order();
    let whole = Some(packings).filter(|_| order == box_order);
    judge_class_table(&answer.by_symmetry, &box_order.into(), classes, "packings", whole)?;
    judge_cross_table(&claims, box_order, whole.is_some())?;
    judge_possible(&claims, &kept)?;
    let mut verdict = Verdict::of(answer);
    let line = format!("the tables add up to {packings} packings in {classes} classes");
    verdict.proved.push(line);
    if whole.is_some() {
        verdict.proved.push(format!(
            "the identity holds: under {order} symmetries these classes contain {packings} packings"
        ));
    }
    let records = listed(answer, |solution| match solution {
        Solution::Bricks(record) => Some(record),
        _ => None,
    });
    if let Some(records) = records {
        let judge = PackingJudge::new(question);
        let in_this_way = " under the symmetries of the question";
        let sums = counts.judge_list(&kept, &records, in_this_way, |record| {
            let pieces = judge_drawing(&judge, record)?;
            let numbers = board.numbers(&pieces);
            judge_claim("number of bricks", record.bricks, pieces.len())?;
            let fixing = of_box.up_to(Symmetry::All).fixing(&numbers);
            judge_claim("number of symmetries", record.symmetry, fixing)?;
            Ok(numbers)
        })?;
        judge_listed_rows(&claims, &records)?;
        verdict.proved.push(format!(
            "listed solutions that obey the rules, no two the same under the {} symmetries \
             chosen: {}",
            kept.up_to(question.symmetry).order(),
            records.len()
        ));
        counts.judge_contents(&sums, &mut verdict)?;
    } else {
        verdict.proved.push("no solutions are listed".to_owned());
    }
    judge_length(&claims, ask, box_order)?;
    judge_order(&claims)?;
    judge_size(part.size, brick_puzzle_size(question, &board))?;
    match packing_tally(question, ARRANGEMENTS) {
        Some(tally) if answer.is_complete() => {
            // The totals are the sums of the rows, by J1.
            judge_brick_rows(rule::RECOUNT, &part.by_bricks, &tally.by_bricks)?;
            judge_symmetry_rows(rule::RECOUNT, &answer.by_symmetry, &tally.by_symmetry)?;
            verdict.proved.push(format!(
                "every way to lay bricks was tried: {packings} packings in {classes} classes, and \
                 every table is right"
            ));
        }
        Some(tally) => judge_part(part, &tally)?,
        None => verdict.trusted.push(format!(
            "{packings} packings in {classes} classes: there are too many ways to lay bricks to \
             try them here"
        )),
    }
    Ok(verdict)
}

/// So many ways to lay bricks are tried: about half a second.
const ARRANGEMENTS: u64 = 300_000;

/// The question that an answer repeats.
pub(crate) fn question_of(ask: &AntislideAsk) -> Result<AntislideQuestion, Fault> {
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
    })?;
    Ok(question)
}

/// J1 for tables by bricks.
fn judge_tables(claims: &Claims<'_>) -> Result<(), Fault> {
    let PackingClaims { packings, classes: Classes { all, rotations }, .. } = claims.counts;
    let AntislidePart { bricks, by_bricks, .. } = claims.part;
    let numbers: Vec<usize> = by_bricks.iter().map(|row| row.bricks).collect();
    judge_different("by_bricks", numbers.iter())?;
    let sum = |of: fn(&ByBricks) -> &Count| by_bricks.iter().map(|row| &of(row).0).sum::<BigUint>();
    is_stated(rule::SUM, "packings by bricks", sum(|row| &row.packings), packings)?;
    is_stated(rule::SUM, "classes by bricks", sum(|row| &row.classes.all), all)?;
    let what = "classes up to rotations by bricks";
    is_stated(rule::SUM, what, sum(|row| &row.classes.rotations), rotations)?;
    if let Some(stated) = *bricks
        && numbers != [stated]
    {
        let what =
            format!("the answer is about {stated} bricks, but by_bricks has rows for {numbers:?}");
        return refuse(rule::ROW, what);
    }
    judge_brick_count(numbers.into_iter().max().unwrap_or(0), claims.question.max_bricks)
}

/// The rest of J1: rows that cannot be there.
fn judge_order(claims: &Claims<'_>) -> Result<(), Fault> {
    let Claims { counts: PackingClaims { answer, .. }, part, question } = claims;
    let by_bricks = &part.by_bricks;
    let mut sorted: Vec<ByBricks> =
        by_bricks.iter().filter(|row| row.packings.0 > BigUint::ZERO).cloned().collect();
    sorted.sort_by_key(|row| row.bricks);
    judge_brick_rows(rule::ROW, by_bricks, &sorted)?;
    let is_about_one = question.objective != Objective::Any && !by_bricks.is_empty();
    judge_presence("bricks", part.bricks.is_some(), is_about_one)?;
    judge_presence("bound", part.bound.is_some(), is_about_one && !answer.is_complete())?;
    let least = question.bricks().iter().map(Cuboid::cell_count).min().unwrap_or(1);
    let allowed = question.container().cell_count() / least;
    judge_brick_count(by_bricks.last().map_or(0, |row| row.bricks), Some(allowed))
}

/// J3.
fn judge_possible(claims: &Claims<'_>, kept: &Motions) -> Result<(), Fault> {
    let [order, rotation_count] =
        [Symmetry::All, Symmetry::Rotations].map(|symmetry| kept.up_to(symmetry).order());
    for ByBricks { bricks, packings, classes: Classes { all, rotations }, .. } in
        &claims.part.by_bricks
    {
        let is_possible = are_possible(packings, [all, rotations], order, rotation_count);
        require(is_possible, rule::CLASSES, || impossible(*bricks))?;
    }
    Ok(())
}

fn impossible(bricks: usize) -> String {
    format!("the packings with {bricks} bricks cannot form that many classes")
}

/// J4, apart from the numbers that a solution claims. Gives its bricks as pieces.
fn judge_drawing(
    judge: &PackingJudge<'_>,
    record: &SolutionRecord,
) -> Result<Vec<PlacedPiece>, Fault> {
    let packing = Packing::from_layers(&record.layers)
        .map_err(|error| Fault::new(rule::TEXT, error.to_string()))?;
    for (label, places) in drawn_cells(&record.layers) {
        let is_brick =
            packing.bricks().iter().any(|brick| brick.places().eq(places.iter().copied()));
        require(label == '.' || is_brick, rule::TEXT, || {
            format!("label '{label}' marks {} cells that do not fill a box", places.len())
        })?;
    }
    judge.judge(&packing)
}

/// The second half of J5.
fn judge_listed_rows(claims: &Claims<'_>, records: &[&SolutionRecord]) -> Result<(), Fault> {
    let PackingClaims { answer, symmetry, .. } = claims.counts;
    judge_listed("solutions", records.len(), claims.counts.class_count())?;
    judge_listed_each(
        records.iter().map(|record| record.bricks),
        |bricks| format!("solutions with {bricks} bricks"),
        |bricks| {
            let row = claims.part.by_bricks.iter().find(|row| row.bricks == *bricks)?;
            Some(class_count(symmetry, &row.packings, &row.classes).clone())
        },
    )?;
    let orders = records.iter().map(|record| record.symmetry);
    judge_listed_each(
        orders.filter(|_| symmetry == Symmetry::All),
        |order| format!("solutions with {order} symmetries"),
        |order| Some(answer.by_symmetry.iter().find(|row| row.order == *order)?.classes.clone()),
    )
}

/// J7. The empty packing, which all symmetries of the box leave unchanged, is listed only where all
/// are, or where it is the best.
fn judge_length(claims: &Claims<'_>, ask: &AntislideAsk, box_order: usize) -> Result<(), Fault> {
    let answer = claims.counts.answer;
    let how = &answer.question.how;
    let has_empty = claims.part.by_bricks.first().is_some_and(|row| row.bricks == 0);
    let is_some = how.sample.is_some() || matches!(how.list, Some(ListRecord::Most(_)));
    let leaves_out = is_some && has_empty && claims.question.objective == Objective::Any;
    let mut solutions = answer.solutions.iter().flatten();
    let is_empty =
        |solution: &Solution| matches!(solution, Solution::Bricks(record) if record.bricks == 0);
    require(
        !leaves_out || !solutions.any(is_empty),
        rule::LIST,
        || "the empty packing is listed, expected it only where all are",
    )?;
    if ask.min_symmetries.is_none() && !ask.most_symmetric {
        let available = &claims.counts.class_count().0 - u32::from(leaves_out);
        return ListLength::of(answer, Some(&available)).judge();
    }
    let is_asked = ask.min_symmetries != Some(0)
        && how.shows()
        && ask.symmetry == Symmetry::All
        && !(ask.most_symmetric && how.sample.is_some());
    require(is_asked, rule::ASKED, || {
        "packings are listed by their symmetries, but there is no such list of classes up to all \
         symmetries, expected one"
    })?;
    let least = ask.min_symmetries.unwrap_or(1);
    // How many there are to be listed, by falling number of symmetries.
    let rows = answer.by_symmetry.iter().rev().filter(|row| row.order >= least);
    let to_list = rows.map(|row| {
        let is_row_of_empty = leaves_out && row.order == box_order;
        (row.order, &row.classes.0 - u32::from(is_row_of_empty))
    });
    let to_list: Vec<(usize, BigUint)> = to_list.collect();
    let available = to_list.iter().map(|(_, classes)| classes).sum();
    ListLength::of(answer, Some(&available)).judge()?;
    judge_symmetric(answer, ask, least, &to_list)
}

/// J10.
fn judge_symmetric(
    answer: &Answer,
    ask: &AntislideAsk,
    least: usize,
    to_list: &[(usize, BigUint)],
) -> Result<(), Fault> {
    let records = listed(answer, |solution| match solution {
        Solution::Bricks(record) => Some(record),
        _ => None,
    });
    let orders: Vec<usize> = records.iter().flatten().map(|record| record.symmetry).collect();
    for (number, order) in (1..).zip(&orders) {
        require(*order >= least, rule::SYMMETRIC, || {
            format!("solution {number} has {order} symmetries, expected at least {least}")
        })?;
    }
    if !ask.most_symmetric {
        return Ok(());
    }
    if let Some(at) = (1..orders.len()).find(|at| orders[*at] > orders[at - 1]) {
        let [before, after] = [orders[at - 1], orders[at]];
        let what = format!(
            "solution {} has {after} symmetries, the one before it {before}, expected no more",
            at + 1
        );
        return refuse(rule::SYMMETRIC, what);
    }
    if !answer.is_complete() {
        return Ok(());
    }
    // Of all that there are, sorted, the K-th is listed first, then the 2K-th, and so on.
    let mut ranks = to_list.iter().scan(BigUint::ZERO, |sum, (order, classes)| {
        *sum += classes;
        Some((*order, sum.clone()))
    });
    let mut row = ranks.next();
    for (number, order) in (1_usize..).zip(&orders) {
        let rank = BigUint::from(number) * answer.question.how.spacing();
        while row.as_ref().is_some_and(|(_, last)| *last < rank) {
            row = ranks.next();
        }
        let expected = row.as_ref().map_or(0, |(order, _)| *order);
        require(*order == expected, rule::SYMMETRIC, || {
            format!("solution {number} has {order} symmetries, expected {expected}, most first")
        })?;
    }
    Ok(())
}

/// J8 for a search that was not finished: there are at least as many packings in each row.
fn judge_part(part: &AntislidePart, tally: &AntislideTally) -> Result<(), Fault> {
    for row in &part.by_bricks {
        let found = tally.by_bricks.iter().find(|found| found.bricks == row.bricks);
        let are_there = found.is_some_and(|found| {
            found.packings >= row.packings && found.classes.all >= row.classes.all
        });
        require(are_there, rule::RECOUNT, || impossible(row.bricks))?;
    }
    Ok(())
}

/// The rows of a table by numbers of bricks are those that should be there.
fn judge_brick_rows(
    rule: &'static str,
    table: &[ByBricks],
    expected: &[ByBricks],
) -> Result<(), Fault> {
    let row = |row: &ByBricks| {
        let ByBricks { bricks, packings, classes: Classes { all, rotations }, .. } = row;
        format!(
            "{packings} packings with {bricks} bricks in {all} classes, {rotations} up to rotations"
        )
    };
    let rows = |table: &[ByBricks]| -> Vec<String> { table.iter().map(row).collect() };
    judge_rows(rule, "by_bricks", &rows(table), &rows(expected))?;
    for (row, expected) in table.iter().zip(expected).filter(|(row, _)| !row.by_symmetry.is_empty())
    {
        judge_symmetry_rows(rule, &row.by_symmetry, &expected.by_symmetry)
            .map_err(of_bricks(row.bricks))?;
    }
    Ok(())
}

/// A fault in what is said about one number of bricks.
fn of_bricks(bricks: usize) -> impl Fn(Fault) -> Fault {
    move |fault| Fault { what: format!("with {bricks} bricks, {}", fault.what), ..fault }
}

/// J1 for the classes by bricks and symmetries, and J2 for each number of bricks. Answers of
/// earlier versions do not have them.
fn judge_cross_table(
    claims: &Claims<'_>,
    box_order: usize,
    is_identity: bool,
) -> Result<(), Fault> {
    let by_bricks = &claims.part.by_bricks;
    let is_there = by_bricks.iter().any(|row| !row.by_symmetry.is_empty());
    for row in by_bricks.iter().filter(|_| is_there) {
        let packings = Some(&row.packings).filter(|_| is_identity);
        let order = BigUint::from(box_order);
        judge_class_table(&row.by_symmetry, &order, &row.classes.all, "packings", packings)
            .map_err(of_bricks(row.bricks))?;
    }
    for row in claims.counts.answer.by_symmetry.iter().filter(|_| is_there) {
        let cells = by_bricks.iter().flat_map(|row| &row.by_symmetry);
        let sum: BigUint =
            cells.filter(|cell| cell.order == row.order).map(|cell| &cell.classes.0).sum();
        let what = format!("classes with {} symmetries by bricks", row.order);
        is_stated(rule::SUM, &what, sum, &row.classes)?;
    }
    Ok(())
}

/// J9.
fn judge_size(stated: Option<PuzzleSize>, counted: PuzzleSize) -> Result<(), Fault> {
    let Some(stated) = stated else { return Ok(()) };
    let numbers = |size: PuzzleSize| {
        let PuzzleSize { cells, placements, covered, requirements, required } = size;
        [cells, placements, covered, requirements, required]
    };
    let names = ["cells", "placements", "covered", "requirements", "required"];
    for ((name, stated), counted) in names.iter().zip(numbers(stated)).zip(numbers(counted)) {
        equal(rule::RECOUNT, &format!("{name} of size"), stated, counted)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
