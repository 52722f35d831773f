//! Packing puzzles.
//!
//! The search always runs under the whole group of the puzzle, because that is fastest. A list
//! under rotations shows, for each class that is not its own mirror image, the mirror image too; a
//! list under no symmetry shows all images.

mod cover_file;
mod words;

use crate::Halt;
use crate::cover::{self, Called, Listing, tell_cover, verify};
use crate::draft::{Draft, Found};
use crate::family::Family;
use crate::sink::Shown;
use crate::sources::text_of;
use kumiki_drive::Pick;
use kumiki_formats::puzzle::{PuzzleFile, read_problem, to_polycube, to_toml, to_xmpuzzle};
use kumiki_judge::judge_arrangement;
use kumiki_model::{
    ArrangementRecord, ClassCount, Kernel, OptionId, PackAsk, PackPart, PackQuestion, Part,
    PlacedPiece, Solution, Symmetry,
};
use kumiki_plan::{Chosen, Plan, Symmetries, Tables};
use kumiki_puzzles::gallery::find;
use kumiki_reduce::{PackPuzzle, pack};
use kumiki_search::Profile;
use num_bigint::BigUint;
use std::ops::ControlFlow;

pub(crate) use words::gallery;

/// What a puzzle can be written as; the last three state it as an exact cover.
pub(crate) const FORMATS: &[&str] = &["toml", "xmpuzzle", "polycube", "dlx", "json", "dimacs"];

/// A question about a packing puzzle.
pub(crate) struct Pieces {
    /// What the file is called.
    name: String,
    question: PackQuestion,
    notes: Vec<String>,
    kernel: Kernel,
    symmetry: Symmetry,
}

impl Pieces {
    /// Reads a question. A name from the gallery becomes the file it stands for.
    ///
    /// # Errors
    /// If the file is not there or cannot be understood, or if the kernel cannot do it.
    pub(crate) fn new(ask: &mut PackAsk) -> Result<Self, Halt> {
        if ask.kernel == Kernel::Memo {
            let reason =
                "it cannot tell classes apart, expected `kernel` auto, bits or cells".to_owned();
            return Err(Halt::Kernel { kernel: "memo", reason });
        }
        let name = ask.file.name.clone();
        let built_in = find(&name).map(|puzzle| puzzle.text);
        let expected = "a puzzle file or a name from the gallery";
        let text = text_of(&ask.file, built_in, "puzzle", expected)?;
        let PuzzleFile { mut question, notes, .. } =
            read_problem(text.as_bytes(), ask.format, ask.problem)
                .map_err(|error| Halt::file(&name, &error))?;
        ask.file.text = Some(text.to_owned());
        question.hold = ask.rule.unwrap_or(question.hold);
        Ok(Self { name, question, notes, kernel: ask.kernel, symmetry: ask.symmetry })
    }
}

impl Family for Pieces {
    fn part(&self) -> Part {
        Part::Pack(PackPart::default())
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        draft.check_sample(self.symmetry)?;
        let puzzle = pack(&self.question)?;
        let (problem, run) = (puzzle.problem(), draft.run);
        let group_order = BigUint::from(problem.symmetries().group().order());
        draft.answer.group_order = Some(group_order.into());
        draft.answer.why_none = puzzle.obstruction().map(str::to_owned);
        let plan = Plan::new(problem);
        let group = Symmetries::stated(&plan, problem);
        let is_rigid = |options: &[OptionId]| puzzle.is_rigid(options);
        let listing = Listing {
            plan: &plan,
            kernel: self.kernel,
            group: Some(&group),
            pick: Pick::of(&draft.how, draft.how.is_list_enough()),
            keep: if puzzle.must_be_rigid() { Some(&is_rigid) } else { None },
        };
        let (mut found, method) = match puzzle.obstruction() {
            Some(reason) => {
                let kernel_reason = "no search was needed".to_owned();
                let found = Found { kernel_reason, ..Found::new(Profile::new(&[]), None) };
                (found, format!("arithmetic, no search was needed: {reason}"))
            }
            None => {
                let found = listing.run(&run, &mut |batch| self.show(draft, &puzzle, batch))?;
                let method = match found.stopped_by {
                    None => "one packing of each class was visited",
                    Some(_) => "packings were visited one by one until the search was stopped",
                };
                (found, method.to_owned())
            }
        };
        found.evidence.insert(0, format!("method: {method}"));
        draft.note_found(&found, || verify(&found, &listing, "packings", &run))?;
        draft.note_judged(["packing", "packings"]);
        let classes = found.tables.as_ref().map(Tables::classes).unwrap_or_default();
        draft.answer.classes = Some(ClassCount::Both(classes));
        draft.answer.part = Part::Pack(PackPart {
            kernel: found.kernel.name().to_owned(),
            kernel_reason: found.kernel_reason,
        });
        draft.check_shown()
    }

    fn trace(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        let puzzle = pack(&self.question)?;
        if puzzle.must_be_rigid() {
            return Err(Halt::contradiction(
                "`trace` cannot tell why groups of pieces slide, expected `rule` piece or free",
            ));
        }
        if puzzle.obstruction().is_some() {
            return Ok(());
        }
        let plan = Plan::new(puzzle.problem());
        let group = Symmetries::stated(&plan, puzzle.problem());
        let names = cover_file::names(&self.question, &puzzle);
        let piece = |option| {
            let placed = puzzle.arrangement(&[option]);
            let cells = placed[0].cells.iter().map(|at| cover_file::cell_name(&self.question, *at));
            let cells: Vec<String> = cells.collect();
            format!("{} at {}", self.question.pieces()[placed[0].kind].name, cells.join(" "))
        };
        let called = Called { item: &|item| names[item].clone(), option: &piece };
        tell_cover(&plan, self.kernel, Some(&group), &called, draft)
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        self.notes.iter().map(|line| ("note", format!("{}: {line}", self.name))).collect()
    }

    fn write_as(&self, format: &str) -> Result<String, Halt> {
        let written = match format {
            "toml" => Ok(to_toml(&self.question)),
            "xmpuzzle" => to_xmpuzzle(&self.question, false)
                .map(|xml| String::from_utf8(xml).expect("XML that is not packed is text"))
                .map_err(|error| error.to_string()),
            "polycube" => to_polycube(&self.question).map_err(|error| error.to_string()),
            _ => cover_file::cover_file(&self.question)
                .map_err(|halt| halt.to_string())
                .and_then(|file| cover::write_as(&file, format).map_err(|error| error.to_string())),
        };
        written.map_err(|reason| Halt::file(&self.name, &reason))
    }
}

impl Pieces {
    /// What the puzzle is called.
    fn title(&self) -> &str {
        if self.question.title().is_empty() { &self.name } else { self.question.title() }
    }

    /// Judges the packings that classes are shown as, and shows them. Says of how many classes.
    fn show(
        &self,
        draft: &mut Draft<'_>,
        puzzle: &PackPuzzle,
        classes: &[Chosen],
    ) -> (usize, ControlFlow<()>) {
        let images = |class: &Chosen| {
            let images = class.images(puzzle.problem(), self.symmetry).into_iter();
            images.map(|image| (puzzle.arrangement(&image), class.symmetries())).collect()
        };
        draft.show_classes(
            classes,
            images,
            |(pieces, _): &(Vec<PlacedPiece>, usize)| judge_arrangement(&self.question, pieces),
            |(pieces, symmetry)| Shown::new(Solution::Pieces(self.record(pieces, *symmetry))),
        )
    }

    fn record(&self, pieces: &[PlacedPiece], symmetry: usize) -> ArrangementRecord {
        let names = pieces.iter().map(|placed| self.question.pieces()[placed.kind].name.clone());
        ArrangementRecord {
            pieces: pieces.len(),
            symmetry,
            layers: self.question.layers(pieces),
            kinds: self.question.labels(pieces).into_iter().zip(names).collect(),
        }
    }
}
