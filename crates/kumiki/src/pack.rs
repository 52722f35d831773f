//! Packing puzzles.
//!
//! The search always runs under the whole group of the puzzle, because that is fastest. A list
//! under rotations shows, for each class that is not its own mirror image, the mirror image too; a
//! list under no symmetry shows all images.

mod cover_file;
mod words;

use crate::Halt;
use crate::cover::{self, Called, Listing, tell_cover, verify};
use crate::draft::{Draft, Found, check_sample};
use crate::family::Family;
use crate::rows::{ReadRows, all_options, meaning_of, options_of, put_options};
use crate::sink::{Row, Shown};
use crate::sources::text_of;
use kumiki_drive::Pick;
use kumiki_formats::puzzle::{PuzzleFile, read_problem, to_polycube, to_toml, to_xmpuzzle};
use kumiki_judge::{Fault, judge_arrangement};
use kumiki_model::{
    ArrangementRecord, ClassCount, How, Kernel, OptionId, PackAsk, PackPart, PackQuestion, Part,
    PieceRecord, PlacedPiece, Solution, Symmetry,
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

/// Reads packings from their options.
struct PieceRows<'a> {
    asked: &'a Pieces,
    puzzle: PackPuzzle,
}

impl PieceRows<'_> {
    fn pieces(&self, row: &Row) -> Option<Vec<PlacedPiece>> {
        let options = options_of(row, self.puzzle.problem().options().len())?;
        Some(self.puzzle.arrangement(&options))
    }
}

impl ReadRows for PieceRows<'_> {
    fn meaning(&self) -> Option<String> {
        let options = all_options(self.puzzle.problem().options().len());
        Some(meaning_of(options.map(|option| self.puzzle.arrangement(&[option]))))
    }

    fn shown(&self, row: &Row) -> Option<Shown> {
        Some(self.asked.shown(&self.pieces(row)?, row.symmetries))
    }

    fn judge(&self, _: &Shown, row: Option<&Row>) -> Result<(), Fault> {
        let pieces = row.and_then(|row| self.pieces(row)).unwrap_or_default();
        judge_arrangement(&self.asked.question, &pieces)
    }
}

impl Family for Pieces {
    fn part(&self) -> Part {
        Part::Pack(self.pack_part(String::new(), String::new()))
    }

    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        Ok(Box::new(PieceRows { asked: self, puzzle: pack(&self.question)? }))
    }

    fn check(&self, how: &How) -> Result<(), Halt> {
        check_sample(how, self.symmetry)
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
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
            None if self.is_merged() => {
                self.check_merging(&puzzle, draft)?;
                let mut found = cover::count_merged(&plan, &run)?;
                let method = found.evidence.pop().unwrap_or_default();
                (found, method.trim_start_matches("method: ").to_owned())
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
        draft.note_found(&found, || verify(&found, problem, &listing, "packings", &run))?;
        draft.note_judged(["packing", "packings"]);
        let classes = found.tables.as_ref().map(Tables::classes).unwrap_or_default();
        draft.answer.classes = (!self.is_merged()).then_some(ClassCount::Both(classes));
        let kernel = found.kernel.name().to_owned();
        draft.answer.part = Part::Pack(self.pack_part(kernel, found.kernel_reason));
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
        if self.is_merged() {
            self.check_merging(&puzzle, draft)?;
            return cover::tell_memo(&cover_file::cover_file(&self.question)?, &plan, draft);
        }
        let group = Symmetries::stated(&plan, puzzle.problem());
        let names = cover_file::names(&self.question, &puzzle);
        let cell = |at: &kumiki_model::Place| cover_file::cell_name(&self.question, *at);
        let piece = |option| match puzzle.arrangement(&[option]).first() {
            Some(placed) => {
                let cells: Vec<String> = placed.cells.iter().map(cell).collect();
                format!("{} at {}", self.question.pieces()[placed.kind].name, cells.join(" "))
            }
            None => {
                let items: Vec<_> =
                    puzzle.problem().entries(option).map(|(item, _)| Some(item)).collect();
                let mut places = self.question.must().iter().chain(self.question.may());
                let empty = places.find(|place| items.contains(&puzzle.cell_item(**place)));
                format!("{} empty", empty.map(cell).unwrap_or_default())
            }
        };
        let called = Called { item: &|item| names[item].clone(), option: &piece };
        tell_cover(&plan, self.kernel, Some(&group), &called, draft)
    }

    fn check_divisible(&self, _: &How) -> Result<(), Halt> {
        cover::check_kernel(self.kernel)
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
    /// Whether equal states are merged: then packings are counted, and no classes.
    fn is_merged(&self) -> bool {
        self.kernel == Kernel::Memo
    }

    /// Only packings that fill all cells can be counted by merging, and none be listed.
    fn check_merging(&self, puzzle: &PackPuzzle, draft: &Draft<'_>) -> Result<(), Halt> {
        let reason = if draft.how.shows() {
            "it only counts"
        } else if puzzle.must_be_rigid() {
            "it cannot see whether groups of pieces slide"
        } else if self.question.leftover > 0 {
            "it cannot leave cells empty"
        } else {
            return Ok(());
        };
        let reason = format!("{reason}, expected `kernel` auto, bits or cells");
        Err(Halt::Kernel { kernel: "memo", reason })
    }

    /// What only an answer about a puzzle has, if this kernel did the work.
    fn pack_part(&self, kernel: String, kernel_reason: String) -> PackPart {
        let kinds = self.question.pieces().iter().zip(self.question.looks());
        let pieces = kinds.map(|(piece, look)| PieceRecord::new(piece, look)).collect();
        PackPart { pieces, kernel, kernel_reason }
    }

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
            let symmetries = class.symmetries();
            images.map(move |image| (image, symmetries))
        };
        draft.show_classes(
            classes,
            images,
            |(options, _): &(Vec<OptionId>, usize)| {
                judge_arrangement(&self.question, &puzzle.arrangement(options))
            },
            |(options, symmetry)| self.shown(&puzzle.arrangement(options), *symmetry),
            |(options, symmetry), row| {
                put_options(options, row);
                row.symmetries = *symmetry;
            },
        )
    }

    /// A packing as it is shown.
    fn shown(&self, pieces: &[PlacedPiece], symmetry: usize) -> Shown {
        Shown::new(Solution::Pieces(self.record(pieces, symmetry)))
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
