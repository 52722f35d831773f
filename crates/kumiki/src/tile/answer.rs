//! From a problem to the answer that is printed, saved and judged.

use super::{Classes, Composition, Request, Show, Tiling, solve};
use crate::Halt;
use crate::report::{by_symmetry, run_report};
use kumiki_drive::Run;
use kumiki_formats::tiling::to_toml;
use kumiki_model::{
    ByComposition, PlacedTile, StoppedBy, TileRecord, TilingAnswer, TilingClasses, TilingQuestion,
    TilingQuestionRecord, TilingRecord,
};

/// An answer, the tilings ready to be drawn, and how the search ended.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Everything that is known.
    pub answer: TilingAnswer,
    /// The tilings listed in the answer.
    pub tilings: Vec<Tiling>,
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
    let question = request.question;
    let composition = |(tiles, row): (&Vec<usize>, &Composition)| ByComposition {
        tiles: tiles.clone(),
        tilings: row.tilings.into(),
        classes: Some(row.classes.into()),
    };
    let classes =
        |Classes { all, rotations }| TilingClasses { all: all.into(), rotations: rotations.into() };
    let answer = TilingAnswer {
        question: TilingQuestionRecord {
            command: "tile".to_owned(),
            file: name.to_owned(),
            symmetry: request.told_apart_by(),
            list: request.show.list(),
            sample: request.show.sample(),
            problem: to_toml(question),
        },
        tilings: solved.tilings.map(Into::into),
        colourings: solved.colourings.map(Into::into),
        labelled: solved.labelled.map(Into::into),
        group_order: Some(solved.group_order),
        classes: solved.classes.map(classes),
        by_symmetry: by_symmetry(&solved.by_symmetry),
        by_composition: solved.by_composition.iter().map(composition).collect(),
        solutions: (request.show != Show::Nothing)
            .then(|| solved.shown.iter().map(|tiling| record(question, tiling)).collect()),
        obstruction: solved.obstruction,
        complete: solved.stopped_by.is_none(),
        stopped_by: solved.stopped_by,
        evidence: solved.evidence,
        profile: run_report(&solved.profile, began, run, with_levels),
    };
    Ok(Answered { answer, tilings: solved.shown, stopped_by: solved.stopped_by })
}

/// How a tiling is written down.
pub(super) fn record(
    question: &TilingQuestion,
    Tiling { tiles, symmetries }: &Tiling,
) -> TilingRecord {
    let colour = |at: usize| question.colours().map(|colours| colours.names[at].clone());
    let tile = |placed: &PlacedTile| TileRecord {
        tile: question.tiles()[placed.tile].name.clone(),
        flipped: placed.is_flipped,
        turns: placed.turns,
        at: placed.shift.coordinates()[..question.ring().degree()].to_vec(),
        colour: placed.colour.and_then(colour),
    };
    TilingRecord { symmetry: Some(*symmetries), tiles: tiles.iter().map(tile).collect() }
}
