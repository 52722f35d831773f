//! Answers about bricks in words and pictures.

use super::Bricks;
use crate::family::Told;
use crate::sink::Shown;
use crate::words::{
    different, drawn, evidence, packing, packings_and_classes, picture_title, plural, profile,
    stop_reason, symmetry_table, table,
};
use kumiki_draw::{Card, Sheet, packing_sheet};
use kumiki_model::{
    Answer, AntislidePart, AntislideQuestion, ByBricks, Classes, Count, ListRecord, Objective,
    Packing, Part, Solution, SolutionRecord, Start, layers_text,
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
        }
        if answer.question.how.profile {
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
        let is_some = matches!(answer.question.how.list, Some(ListRecord::Most(_)));
        let has_empty = self.question.objective == Objective::Any
            && matches!(&answer.part, Part::Antislide(part) if part.by_bricks.iter().any(|row| row.bricks == 0));
        let left_out = u32::from(is_some && has_empty);
        let all = different(answer, self.question.symmetry).map(|all| Count(&all.0 - left_out));
        packing_sheet(&picture_title(&what, answer, all.as_ref()), &cards)
    }
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
