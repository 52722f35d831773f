//! Answers about bricks in words and pictures.

use super::Bricks;
use crate::family::Told;
use crate::sink::Shown;
use crate::words::{
    different, drawn, evidence, or_dash, packing, packings_and_classes, picture_title, plural,
    profile, stop_reason, symmetry_table, table,
};
use kumiki_draw::{Card, Sheet, packing_sheet};
use kumiki_model::{
    Answer, AntislidePart, AntislideQuestion, ByBricks, BySymmetry, Classes, Count, ListRecord,
    Objective, Packing, Part, PuzzleSize, Solution, SolutionRecord, Start, layers_text,
};

impl Told for Bricks {
    /// A packing, layer by layer.
    fn solution_text(&self, shown: &Shown) -> String {
        let Solution::Bricks(record) = &shown.solution else { return String::new() };
        format!("{}: {}\n{}\n", shown.number, caption(record), layers_text(&record.layers))
    }

    /// The answer without its packings.
    fn text(&self, answer: &Answer) -> String {
        let Part::Antislide(part) = &answer.part else { return String::new() };
        let subject = format!("{} in a {} box", bricks(&self.question), self.question.container());
        let mut text = format!("{subject}: {}\n\n", headline(&self.question, answer, part));
        if !part.by_bricks.is_empty() {
            let head = ["bricks", "packings", "classes up to rotations", "up to all symmetries"];
            let rows = part.by_bricks.iter().map(|row| {
                let ByBricks { packings, classes: Classes { all, rotations }, .. } = row;
                let counts = [packings, rotations, all].map(ToString::to_string);
                std::iter::once(row.bricks.to_string()).chain(counts).collect()
            });
            text += &(table(&head, &[], rows.collect()) + "\n");
            text += &symmetry_table(&answer.by_symmetry);
            text += &cross_table(part, &answer.by_symmetry);
        }
        if answer.question.how.profile {
            text += &part.size.as_ref().map(size).unwrap_or_default();
            text += &(profile(&answer.profile) + "\n");
        }
        text += &evidence(answer);
        match stop_reason(answer, ["packing", "packings"]) {
            None => text,
            Some(reason) if part.by_bricks.is_empty() => {
                text + &reason
                    + " before anything was counted; the direct method counts as it goes\n"
            }
            Some(reason) => text + &reason + ": the counts above are not complete\n",
        }
    }

    /// The listed packings, each with its caption.
    fn picture(&self, answer: &Answer, _: usize) -> Sheet {
        let cards = drawn(answer, 1, |_, solution| {
            let Solution::Bricks(record) = solution else { return None };
            let solution = Packing::from_layers(&record.layers).ok()?;
            Some(Card { solution, caption: caption(record) })
        });
        let what = format!(
            "{} that cannot slide in a {} box",
            bricks(&self.question),
            self.question.container()
        );
        // A list of some leaves the empty packing out.
        let how = &answer.question.how;
        let is_some = how.sample.is_some() || matches!(how.list, Some(ListRecord::Most(_)));
        let has_empty = self.question.objective == Objective::Any
            && matches!(&answer.part, Part::Antislide(part) if part.by_bricks.iter().any(|row| row.bricks == 0));
        let left_out = u32::from(is_some && has_empty);
        let all = different(answer, self.question.symmetry).map(|all| Count(&all.0 - left_out));
        packing_sheet(&picture_title(&what, answer, all.as_ref()), &cards)
    }
}

/// The classes by number of bricks and of symmetries; nothing if one of these is the same for all.
fn cross_table(part: &AntislidePart, orders: &[BySymmetry]) -> String {
    if part.by_bricks.len() < 2 || orders.len() < 2 {
        return String::new();
    }
    let heads: Vec<String> = orders.iter().map(|row| row.order.to_string()).collect();
    let head: Vec<&str> =
        std::iter::once("bricks").chain(heads.iter().map(String::as_str)).collect();
    let rows = part.by_bricks.iter().map(|row| {
        let classes = orders.iter().map(|column| {
            let found = row.by_symmetry.iter().find(|cell| cell.order == column.order);
            or_dash(found.map(|cell| &cell.classes))
        });
        std::iter::once(row.bricks.to_string()).chain(classes).collect()
    });
    let title = "classes by number of bricks (down) and of symmetries (across)";
    format!("{title}\n{}\n", table(&head, &[], rows.collect()))
}

/// How large the puzzle is. ANTISLIDE's own numbers are larger: its lists have an end each.
fn size(size: &PuzzleSize) -> String {
    let PuzzleSize { cells, placements, covered, requirements, required } = *size;
    format!(
        "puzzle: {cells} cells; {placements} placements, which cover {covered} cells; \
         {requirements} requirements, which name {required} cells\n\
         in the words of ANTISLIDE: {cells} namechars, {placements} moves, {covered} nodes, \
         {} constraint elements, {} clist elements\n\n",
        required + requirements,
        requirements + placements
    )
}

fn caption(record: &SolutionRecord) -> String {
    packing(record.bricks, ["brick", "bricks"], record.symmetry)
}

/// The kinds of bricks.
fn bricks(question: &AntislideQuestion) -> String {
    let kinds: Vec<String> = question.bricks().iter().map(ToString::to_string).collect();
    format!("{} bricks", kinds.join(" and "))
}

/// What is the answer, in a line.
fn headline(question: &AntislideQuestion, answer: &Answer, part: &AntislidePart) -> String {
    let which = if question.start == Start::Corner { " that keep the first brick" } else { "" };
    let counts = packings_and_classes(answer) + which;
    let (is_complete, is_empty) = (answer.is_complete(), part.by_bricks.is_empty());
    match (part.bricks, &part.bound) {
        (Some(bricks), None) => format!("{}, proved; {counts}", plural(bricks, "brick", "bricks")),
        (Some(_), Some(bound)) => format!("{bound}; {counts} so far"),
        (None, _) if !is_complete && is_empty => "nothing counted yet".to_owned(),
        (None, _) if !is_complete => format!("{counts} so far"),
        // The empty packing does not qualify as the fewest, nor where a brick in the corner is
        // asked for.
        (None, _) if question.objective == Objective::Fewest && question.start != Start::Corner => {
            "no packing but the empty one".to_owned()
        }
        (None, _) if is_empty => "no packing".to_owned(),
        (None, _) => counts,
    }
}
