//! A question that has been read and found right: ready to be answered, told and drawn.
//!
//! Families differ in what the traits [`Family`] and [`Told`] ask of them, and in nothing else.

use crate::draft::Draft;
use crate::rows::ReadRows;
use crate::sink::{Shown, Sink, put_back};
use crate::sources::formats_of;
use crate::words::alternatives;
use crate::{Halt, antislide, cover, graph, pack, slide, tile, tours};
use kumiki_draw::Sheet;
use kumiki_drive::{Host, Run};
use kumiki_formats::FormatError;
use kumiki_model::{Answer, Ask, How, Part, Question, StoppedBy};

/// How a family tells its answers.
pub(crate) trait Told {
    /// A solution in words.
    fn solution_text(&self, shown: &Shown) -> String;

    /// The answer in words, without its solutions.
    fn text(&self, answer: &Answer) -> String;

    /// The solutions of an answer as a picture. The first has this number in the list.
    fn picture(&self, answer: &Answer, first: usize) -> Sheet;
}

/// What a family knows about its questions.
pub(crate) trait Family: Told + Send + Sync {
    /// An empty part of an answer.
    fn part(&self) -> Part;

    /// Whether what is wanted beside the count makes sense, before anything is told or searched.
    ///
    /// # Errors
    /// If it does not.
    fn check(&self, _how: &How) -> Result<(), Halt> {
        Ok(())
    }

    /// Finds the answer. What is in the draft when it halts, stays.
    fn solve(&self, draft: &mut Draft<'_>) -> Result<(), Halt>;

    /// Tells the first steps of the search, until there are enough.
    ///
    /// # Errors
    /// If that cannot be told for this question, or the run was stopped.
    fn trace(&self, _draft: &mut Draft<'_>) -> Result<(), Halt> {
        Err(Halt::contradiction("`trace` cannot be told for this question, expected none"))
    }

    /// What it makes of rows that were written down.
    ///
    /// # Errors
    /// If the question is too large.
    fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt>;

    /// What the reader of a file has noticed, each with a word such as `note`.
    fn notes(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Its file in one of the formats that [`formats_of`] lists.
    fn write_as(&self, format: &str) -> Result<String, Halt> {
        unreachable!("there is no format {format}")
    }

    /// Why the answer is not to all that was asked, if a part was left out that makes no sense.
    fn complaint(&self) -> Option<String> {
        None
    }

    /// Whether a search that takes most of the time can be divided among shards.
    ///
    /// # Errors
    /// Why not, and what can be.
    fn check_divisible(&self, _how: &How) -> Result<(), Halt> {
        Ok(())
    }

    /// Whether the solutions that are asked for are listed in the envelope of the answer.
    fn lists(&self) -> bool {
        true
    }
}

/// A question that has been read: its files are in order, and what it asks makes sense.
pub struct Prepared {
    question: Question,
    family: Box<dyn Family>,
}

impl Prepared {
    /// Reads a question. Names that come with Kumiki become the files they stand for.
    ///
    /// # Errors
    /// If a file cannot be understood, or the question makes no sense.
    pub fn new(question: &Question) -> Result<Self, Halt> {
        let mut question = question.clone();
        let seed = question.how.seed;
        let family: Box<dyn Family> = match &mut question.ask {
            Ask::Antislide(ask) => Box::new(antislide::Bricks::new(ask)?),
            Ask::Cover(ask) => Box::new(cover::Covers::new(ask)?),
            Ask::Pack(ask) => Box::new(pack::Pieces::new(ask)?),
            Ask::Tours(ask) => Box::new(tours::Tours::new(ask)?),
            Ask::Graph(ask) => Box::new(graph::Subgraphs::new(ask)?),
            Ask::Slide(ask) => Box::new(slide::Sliding::new(ask, seed)?),
            Ask::Tile(ask) => Box::new(tile::Tilings::new(ask)?),
            other => unreachable!("no family answers {}", other.command()),
        };
        Ok(Self { question, family })
    }

    /// The question, with its files.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What the readers of files have noticed, each with a word such as `note`.
    #[must_use]
    pub fn notes(&self) -> Vec<(&'static str, String)> {
        self.family.notes()
    }

    /// Why the answer is not to all that was asked, if a part was left out that makes no sense:
    /// lines of a file, for example.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        self.family.complaint()
    }

    /// Whether solutions are handed over. (Those of many starts of sliding tiles are in the
    /// answer's own part.)
    #[must_use]
    pub fn shows(&self) -> bool {
        self.question.shows() && self.family.lists()
    }

    /// Whether what is wanted beside the count makes sense. Whoever answers the question finds that
    /// out, too, but later.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self) -> Result<(), Halt> {
        self.family.check(&self.question.how)
    }

    /// What becomes of rows.
    pub(crate) fn rows(&self) -> Result<Box<dyn ReadRows + '_>, Halt> {
        self.family.rows()
    }

    /// Whether the question can be divided among shards.
    ///
    /// # Errors
    /// Why not, and what can be.
    pub fn check_divisible(&self) -> Result<(), Halt> {
        self.family.check_divisible(&self.question.how)
    }

    /// Answers the question. Solutions are handed over as they are found.
    ///
    /// # Errors
    /// If it is too large for the engines or the limits, or if two methods disagree. That a run was
    /// stopped is no error: the answer says so, and has what was found.
    pub fn visit(&self, run: &Run<'_>, sink: &mut dyn Sink) -> Result<Answer, Halt> {
        self.family.check(&self.question.how)?;
        if run.is_divided() {
            self.check_divisible()?;
        }
        let mut draft = Draft::new(self.question.clone(), self.family.part(), *run, sink);
        let told = match draft.how.trace {
            Some(_) => self.family.trace(&mut draft).and_then(|()| draft.follow_trace()),
            None => Ok(()),
        };
        let done = told.and_then(|()| self.family.solve(&mut draft));
        let done = done.and_then(|()| draft.check_told());
        let answer = draft.finish(done)?;
        let is_at_its_end =
            matches!(answer.stopped_by, None | Some(StoppedBy::Enough | StoppedBy::MoveLimit));
        if run.is_shard() && is_at_its_end {
            // Everything was done without a search.
            let what = "a question that is answered without a long search".to_owned();
            return Err(Halt::Indivisible { what, expected: "no shards" });
        }
        Ok(answer)
    }

    /// Answers the question. The solutions are in the answer.
    ///
    /// # Errors
    /// As for [`Prepared::visit`].
    pub fn solve(&self, run: &Run<'_>) -> Result<Answer, Halt> {
        let mut list: Vec<Shown> = Vec::new();
        let mut answer = self.visit(run, &mut list)?;
        if self.shows() {
            put_back(&mut answer, list);
        }
        Ok(answer)
    }

    /// The file of the question in another format.
    ///
    /// # Errors
    /// If there is no such format, or if it cannot say what the file says.
    pub fn write_as(&self, format: &str) -> Result<String, Halt> {
        let known = formats_of(self.question.ask.command());
        if known.contains(&format) {
            return self.family.write_as(format);
        }
        let names: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
        let expected = match names.as_slice() {
            [] => "a question about another kind of file".to_owned(),
            names => alternatives(names),
        };
        let reason = format!("bad format '{format}' for '`write`', expected {expected}");
        Err(Halt::Format(FormatError::of_file(reason)))
    }

    /// A solution in words.
    #[must_use]
    pub fn solution_text(&self, shown: &Shown) -> String {
        self.family.solution_text(shown)
    }

    /// An answer in words, without its solutions.
    #[must_use]
    pub fn text(&self, answer: &Answer) -> String {
        self.family.text(answer)
    }

    /// The solutions of an answer as a picture.
    #[must_use]
    pub fn picture(&self, answer: &Answer) -> Sheet {
        self.family.picture(answer, answer.question.how.spacing())
    }

    /// Some solutions of a list as a picture, each with its number.
    #[must_use]
    pub fn picture_of_some(&self, some: Vec<Shown>) -> Sheet {
        let first = some.first().map_or(1, |shown| shown.number);
        let mut answer = Answer::new(self.question.clone(), self.family.part());
        put_back(&mut answer, some);
        self.family.picture(&answer, first)
    }

    /// One solution as a picture of its own.
    #[must_use]
    pub fn picture_of(&self, shown: &Shown) -> Sheet {
        self.picture_of_some(vec![shown.clone()])
    }
}

/// Answers a question: one call from question to answer.
///
/// # Errors
/// If the question makes no sense, if it is too large for the engines or the limits, or if two
/// methods disagree. That a run was stopped is no error: the answer says so, and has what was
/// found.
pub fn solve(question: &Question, host: &dyn Host) -> Result<Answer, Halt> {
    Prepared::new(question)?.solve(&Run::new(host))
}

/// The same, with the solutions handed over as they are found, in the order of the list. They are
/// not in the answer.
///
/// # Errors
/// As for [`solve`].
pub fn visit(question: &Question, host: &dyn Host, sink: &mut dyn Sink) -> Result<Answer, Halt> {
    Prepared::new(question)?.visit(&Run::new(host), sink)
}
