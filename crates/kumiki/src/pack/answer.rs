//! From a puzzle to the answer that is printed, saved and judged.

use super::{Arrangement, Request, Show, Solved, solve};
use crate::Halt;
use crate::report::{by_symmetry, run_report};
use kumiki_drive::Run;
use kumiki_formats::puzzle::to_toml;
use kumiki_model::{
    ArrangementRecord, Classes, PackAnswer, PackQuestion, PackQuestionRecord, StoppedBy,
};
use num_bigint::BigUint;

/// An answer, the packings ready to be drawn, and how the search ended.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Everything that is known.
    pub answer: PackAnswer,
    /// The packings listed in the answer.
    pub arrangements: Vec<Arrangement>,
    /// Whether all was searched, or why not.
    pub stopped_by: Option<StoppedBy>,
}

/// Answers a question. `name` is what its file is called; `with_levels` records the search tree
/// level by level.
///
/// # Errors
/// As for [`solve`].
pub fn answer(
    request: &Request<'_>,
    name: &str,
    with_levels: bool,
    run: &Run<'_>,
) -> Result<Answered, Halt> {
    let began = run.elapsed();
    let solved = solve(request, run)?;
    let Solved { total, classes, rotation_classes, group_order, arrangements, stopped_by, .. } =
        solved;
    let question = request.question;
    let records = || arrangements.iter().map(|arrangement| record(question, arrangement)).collect();
    let answer = PackAnswer {
        question: PackQuestionRecord {
            command: "pack".to_owned(),
            file: name.to_owned(),
            symmetry: request.symmetry,
            list: request.show.list(),
            sample: request.show.sample(),
            puzzle: to_toml(question),
        },
        solutions_total: total.into(),
        classes: Classes { all: classes.into(), rotations: rotation_classes.into() },
        group_order: BigUint::from(group_order).into(),
        by_symmetry: by_symmetry(&solved.by_symmetry),
        solutions: (request.show != Show::Nothing).then(records),
        obstruction: solved.obstruction,
        kernel: solved.kernel.name().to_owned(),
        kernel_reason: solved.kernel_reason,
        complete: stopped_by.is_none(),
        stopped_by,
        evidence: solved.evidence,
        profile: run_report(&solved.profile, began, run, with_levels),
    };
    Ok(Answered { answer, arrangements, stopped_by })
}

fn record(
    question: &PackQuestion,
    Arrangement { pieces, symmetries }: &Arrangement,
) -> ArrangementRecord {
    let name = |kind: usize| question.pieces()[kind].name.clone();
    ArrangementRecord {
        pieces: pieces.len(),
        symmetry: *symmetries,
        layers: question.layers(pieces),
        kinds: question
            .labels(pieces)
            .into_iter()
            .zip(pieces.iter().map(|placed| name(placed.kind)))
            .collect(),
    }
}
