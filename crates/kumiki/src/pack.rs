//! Packing puzzles.
//!
//! The search always runs under the whole group of the puzzle, because that is fastest. A list
//! under rotations shows, for each class that is not its own mirror image, the mirror image too; a
//! list under no symmetry shows all images.

mod cover_file;
mod words;

use crate::Halt;
use crate::cover::{self, Chosen, Group, Listed, Listing, Stabiliser, Wanted};
use crate::draft::Draft;
use crate::family::Family;
use crate::report::by_symmetry;
use crate::sink::Shown;
use kumiki_draw::Sheet;
use kumiki_drive::Run;
use kumiki_formats::puzzle::{PuzzleFile, read_problem, to_polycube, to_toml, to_xmpuzzle};
use kumiki_group::Perm;
use kumiki_id::Id;
use kumiki_judge::judge_arrangement;
use kumiki_model::{
    Answer, ArrangementRecord, ClassCount, Classes, Kernel, OptionId, PackAsk, PackPart,
    PackQuestion, Part, PlacedPiece, Solution, Symmetry,
};
use kumiki_plan::Plan;
use kumiki_puzzles::gallery::find;
use kumiki_puzzles::{PackPuzzle, pack};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
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
        let refused = |reason: String| Halt::File { name: name.clone(), reason };
        if ask.file.text.is_none() {
            let puzzle = find(&name).ok_or_else(|| {
                let expected = "a puzzle file or a name from the gallery";
                refused(format!("no such puzzle comes with Kumiki, expected {expected}"))
            })?;
            ask.file.text = Some(puzzle.text.to_owned());
        }
        let text = ask.file.text.as_deref().unwrap_or_default();
        let PuzzleFile { mut question, notes, .. } =
            read_problem(text.as_bytes(), ask.format, ask.problem)
                .map_err(|error| refused(error.to_string()))?;
        question.hold = ask.rule.unwrap_or(question.hold);
        Ok(Self { name, question, notes, kernel: ask.kernel, symmetry: ask.symmetry })
    }
}

/// A packing that is shown.
struct Arrangement {
    pieces: Vec<PlacedPiece>,
    /// How many symmetries of the puzzle leave it unchanged.
    symmetries: usize,
    /// Its class among those that are shown together.
    class: usize,
}

impl Family for Pieces {
    fn part(&self) -> Part {
        Part::Pack(PackPart::default())
    }

    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt> {
        if draft.how.sample.is_some() && self.symmetry != Symmetry::All {
            return Err(Halt::contradiction(
                "`sample` draws classes up to all symmetries, not what `symmetry` says, expected \
                 `symmetry` all",
            ));
        }
        let puzzle = pack(&self.question)?;
        let group_order = puzzle.problem().symmetries().group().order();
        draft.answer.group_order = Some(BigUint::from(group_order).into());
        draft.answer.why_none = puzzle.obstruction().map(str::to_owned);
        let elements = puzzle.problem().on_options().to_vec();
        let group = Group::Listed { orbits: orbits(&elements), elements };
        let plan = Plan::new(puzzle.problem());
        let keep = |options: &[OptionId]| !puzzle.must_be_rigid() || puzzle.is_rigid(options);
        let listing = Listing {
            plan: &plan,
            kernel: self.kernel,
            group: &group,
            wanted: Wanted::of(&draft.how),
            keep: &keep,
        };
        let run = draft.run;
        let mut listed = match puzzle.obstruction() {
            Some(reason) => {
                Listed::empty(format!("method: arithmetic, no search was needed: {reason}"))
            }
            None => {
                let show = &mut |batch: Vec<Chosen>| self.show(draft, &puzzle, &batch);
                let mut listed = listing.run(&run, show)?;
                let method = match listed.stopped_by {
                    None => "one packing of each class was visited",
                    Some(_) => "packings were visited one by one until the search was stopped",
                };
                listed.evidence.insert(0, format!("method: {method}"));
                listed
            }
        };
        draft.profile = listed.profile.clone();
        draft.answer.stopped_by = listed.stopped_by;
        draft.answer.evidence.append(&mut listed.evidence);
        if draft.how.verify && listed.stopped_by.is_none() {
            let alone = Listing { group: &Group::Trivial, ..listing };
            draft.note_second(verify(&alone, &listed, &run))?;
        }
        draft.note_judged(["packing", "packings"]);
        let has_reflections = puzzle.rotations().len() < group_order;
        let (mut classes, mut orders) = (Classes::default(), BTreeMap::new());
        for (stabiliser, count) in &listed.classes {
            // A class that no reflection leaves unchanged falls into two that mirror each other.
            let parts = if has_reflections && !is_mirrored(&puzzle, stabiliser) { 2 } else { 1 };
            classes.all.0 += *count;
            classes.rotations.0 += count * parts;
            *orders.entry(stabiliser.order).or_default() += count;
        }
        draft.answer.count = Some(listed.total.into());
        draft.answer.classes = Some(ClassCount::Both(classes));
        draft.answer.by_symmetry = by_symmetry(&orders);
        draft.answer.part = Part::Pack(PackPart {
            kernel: listed.kernel.name().to_owned(),
            kernel_reason: listed.kernel_reason,
        });
        draft.check_shown()
    }

    fn solution_text(&self, shown: &Shown) -> String {
        words::solution(shown)
    }

    fn text(&self, answer: &Answer) -> String {
        words::answer(self.title(), answer)
    }

    fn picture(&self, answer: &Answer) -> Sheet {
        words::picture(self.title(), &self.question, self.symmetry, answer)
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
        written.map_err(|reason| Halt::File { name: self.name.clone(), reason })
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
        let (room, before) = (draft.room(), draft.shown_count());
        let images = (0..).zip(classes).flat_map(|(class, chosen)| {
            images(puzzle, self.symmetry, &chosen.options)
                .into_iter()
                .map(move |pieces| Arrangement { pieces, symmetries: chosen.symmetries, class })
        });
        let batch: Vec<Arrangement> = images.take(room).collect();
        let class_of: Vec<usize> = batch.iter().map(|image| image.class).collect();
        let judge =
            |_: usize, image: &Arrangement| judge_arrangement(&self.question, &image.pieces);
        let shown = |image: &Arrangement| Shown::new(Solution::Pieces(self.record(image)));
        let flow = draft.show(batch, judge, shown);
        let last = (draft.shown_count() - before).checked_sub(1);
        (last.map_or(0, |last| class_of[last] + 1), flow)
    }

    fn record(&self, Arrangement { pieces, symmetries, .. }: &Arrangement) -> ArrangementRecord {
        let names = pieces.iter().map(|placed| self.question.pieces()[placed.kind].name.clone());
        ArrangementRecord {
            pieces: pieces.len(),
            symmetry: *symmetries,
            layers: self.question.layers(pieces),
            kinds: self.question.labels(pieces).into_iter().zip(names).collect(),
        }
    }
}

/// The orbits of the options, each sorted.
fn orbits(elements: &[Perm]) -> Vec<Vec<OptionId>> {
    let degree = elements.first().map_or(0, Perm::degree);
    let images =
        |option: usize| elements.iter().map(move |element| OptionId::new(element.apply(option)));
    let orbit = |option: usize| images(option).collect::<BTreeSet<OptionId>>();
    let is_first = |(option, orbit): &(usize, BTreeSet<OptionId>)| {
        orbit.first() == Some(&OptionId::new(*option))
    };
    let orbits = (0..degree).map(|option| (option, orbit(option))).filter(is_first);
    orbits.map(|(_, orbit)| orbit.into_iter().collect()).collect()
}

/// Counts again without symmetry, with the other kernel if there is one.
fn verify(listing: &Listing<'_>, first: &Listed, run: &Run<'_>) -> Result<String, Halt> {
    let kernel = if first.kernel == Kernel::Bits { Kernel::Cells } else { Kernel::Auto };
    let second = Listing { kernel, ..*listing }.count(run)?;
    if let Some(stopped_by) = second.stopped_by {
        return Err(stopped_by.into());
    }
    let how = format!("the kernel {} without symmetry", second.kernel.name());
    if second.total == first.total {
        return Ok(format!("verified: {how} counts {} too", second.total));
    }
    Err(Halt::Disagreement {
        first: format!("{} packings", first.total),
        second: format!("{} by {how}", second.total),
    })
}

fn is_mirrored(puzzle: &PackPuzzle, stabiliser: &Stabiliser) -> bool {
    stabiliser.elements.iter().any(|element| !puzzle.is_rotation(*element as usize))
}

/// The packings that a class is shown as.
fn images(puzzle: &PackPuzzle, symmetry: Symmetry, options: &[OptionId]) -> Vec<Vec<PlacedPiece>> {
    let image = |element: usize| -> Vec<OptionId> {
        let on_options = &puzzle.problem().on_options()[element];
        let mut image: Vec<OptionId> =
            options.iter().map(|option| OptionId::new(on_options.apply(option.index()))).collect();
        image.sort_unstable();
        image
    };
    let elements = || 0..puzzle.problem().on_options().len();
    let shown: Vec<Vec<OptionId>> = match symmetry {
        Symmetry::All => vec![options.to_vec()],
        Symmetry::Rotations => {
            let rotations = elements().filter(|element| puzzle.is_rotation(*element));
            let images: Vec<Vec<OptionId>> = rotations.map(image).collect();
            let mirror = elements().find(|element| !puzzle.is_rotation(*element)).map(image);
            let other = mirror.filter(|mirror| !images.contains(mirror));
            std::iter::once(options.to_vec()).chain(other).collect()
        }
        Symmetry::None => elements().map(image).collect::<BTreeSet<_>>().into_iter().collect(),
    };
    shown.iter().map(|options| puzzle.arrangement(options)).collect()
}
