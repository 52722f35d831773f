//! An answer as a document: one envelope for all families, and in it the family's own part.
//!
//! # The document
//! One object with the fields of [`Answer`], those of its [`Part`] and, for scripts that know them,
//! older names of the count: `packings` (antislide), `solutions_total` (pack), `tours` (tours) and
//! `optimal_solutions` (slide). Counts are decimal text, since they outgrow the numbers of JSON.

use super::reading::read_fields;
use super::{Ask, DocumentError, Question, TraceStep};
use crate::{
    ArrangementRecord, ByBricks, ByComposition, ByDistance, BySymmetry, Classes, Count,
    DiagramRecord, ForecastRecord, PairingRecord, PathLevel, PieceRecord, Pushes, PuzzleSize,
    RunReport, SlidingRecord, SolutionRecord, StoppedBy, Subgraph, TilingRecord,
};
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// Everything that is known in the end.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The version of Kumiki that gave the answer.
    pub version: String,
    /// What was asked. A long file of which nothing is listed is left out.
    pub question: Question,
    /// The [digest](Question::digest) of the whole question.
    pub digest: String,
    /// How many solutions there are; while a search is not complete, those found so far. Absent if
    /// they are not counted.
    pub count: Option<Count>,
    /// How many classes they form, if that is counted.
    pub classes: Option<ClassCount>,
    /// How many symmetries the classes are up to, if that is known.
    pub group_order: Option<Count>,
    /// The classes by number of symmetries.
    pub by_symmetry: Vec<BySymmetry>,
    /// The solutions that were asked for; absent if none were, or if they have been handed over.
    pub solutions: Option<Vec<Solution>>,
    /// How many symmetries leave each of these unchanged, if they do not say so themselves.
    pub symmetries: Option<Vec<usize>>,
    /// What each of them costs, if options have costs.
    pub costs: Option<Vec<u64>>,
    /// The first steps of the search, if they were asked for and not handed over.
    pub trace: Vec<TraceStep>,
    /// Why there is no solution, if that is known without a search.
    pub why_none: Option<String>,
    /// What only this family has.
    pub part: Part,
    /// What ended the search before all was searched, if something did.
    pub stopped_by: Option<StoppedBy>,
    /// What backs the answer: the method, the identity checked, the second method.
    pub evidence: Vec<String>,
    /// What it took.
    pub profile: RunReport,
}

/// How many classes there are: a number, or two if rotations are told from reflections.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ClassCount {
    /// Up to all symmetries.
    Number(Count),
    /// Up to all symmetries, and up to rotations alone.
    Both(Classes),
}

impl ClassCount {
    /// Up to all symmetries.
    #[must_use]
    pub fn all(&self) -> &Count {
        match self {
            Self::Number(all) | Self::Both(Classes { all, .. }) => all,
        }
    }

    /// Up to rotations, if these are told from reflections.
    #[must_use]
    pub fn rotations(&self) -> Option<&Count> {
        match self {
            Self::Number(_) => None,
            Self::Both(Classes { rotations, .. }) => Some(rotations),
        }
    }
}

/// A solution as it is listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Solution {
    /// Of `antislide`: bricks in a box.
    Bricks(SolutionRecord),
    /// Of `cover`: the texts of its options.
    Options(Vec<String>),
    /// Of `pack`: pieces in a box.
    Pieces(ArrangementRecord),
    /// Of `tile`: tiles in a polygon.
    Tiles(TilingRecord),
    /// Of `slide`: the tiles that are pushed.
    Pushes(Pushes),
    /// Of `tours`: the names of the cells, from `0,0` around.
    Tour(Vec<String>),
    /// Of `graph`: vertices or edges.
    Subgraph(Subgraph),
}

impl Solution {
    /// Reads a solution of a family from its document.
    ///
    /// # Errors
    /// If it is none of that family.
    pub fn read(ask: &Ask, document: Value) -> Result<Self, DocumentError> {
        let mut read = solutions(ask, Value::Array(vec![document]))?;
        Ok(read.pop().expect("one was given"))
    }
}

/// What only one family has.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Part {
    /// About bricks.
    Antislide(AntislidePart),
    /// About an exact cover.
    Cover(CoverPart),
    /// About a packing puzzle.
    Pack(PackPart),
    /// About tilings.
    Tile(TilePart),
    /// About sliding tiles, from one start.
    Slide(Box<SlidingRecord>),
    /// About sliding tiles, from many starts.
    SlideMany(SlideManyPart),
    /// About all positions of a board of sliding tiles.
    SlideTable(SlideTablePart),
    /// About the moves below a start of sliding tiles.
    SlideTree(SlideTreePart),
    /// About tours.
    Tours(ToursPart),
    /// About subgraphs.
    Graph(GraphPart),
}

/// What only answers about bricks have.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AntislidePart {
    /// If the fewest or the most bricks were asked for: their number, if any packing qualifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bricks: Option<usize>,
    /// The same stopped early: what is proved about the number of bricks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// The counts by number of bricks.
    pub by_bricks: Vec<ByBricks>,
    /// How large the puzzle is. Answers of earlier versions do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<PuzzleSize>,
}

/// What only answers about exact covers have.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverPart {
    /// Items that must be covered and that no option covers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncoverable: Vec<String>,
    /// Which kernel did the work.
    pub kernel: String,
    /// Why that one.
    pub kernel_reason: String,
}

/// What only answers about packing puzzles have.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackPart {
    /// The kinds of piece in the order of the puzzle, and how each is shown. Answers of earlier
    /// versions do not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceRecord>,
    /// Which kernel did the work.
    pub kernel: String,
    /// Why that one.
    pub kernel_reason: String,
}

/// What only answers about tilings have.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TilePart {
    /// All tilings, colours aside; without colours, the `count`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tilings: Option<Count>,
    /// Coloured tilings up to the names of colours: with colours, the `count`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colourings: Option<Count>,
    /// Coloured tilings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labelled: Option<Count>,
    /// The counts by numbers of tiles, if these can vary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_composition: Vec<ByComposition>,
}

/// What only answers about many starts have.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlideManyPart {
    /// What is known about each start, in the order of the file or of the dice.
    pub instances: Vec<SlidingRecord>,
    /// How many starts there are.
    pub starts: usize,
}

/// What only answers about all positions of a board have.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlideTablePart {
    /// All positions, by their distances from the goal.
    pub positions: Vec<ByDistance>,
    /// The positions that are farthest from the goal, if they are few or were to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub antipodes: Option<Vec<String>>,
}

/// What only answers about the moves below a start have.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlideTreePart {
    /// The start.
    pub start: String,
    /// The paths by their lengths, from 0 on.
    pub levels: Vec<PathLevel>,
}

/// What only answers about tours have.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToursPart {
    /// For the half-turn: perfect matchings of the folded board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matchings: Option<Count>,
    /// For the half-turn: cycles through the folded board that lift to a pair of cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pseudo: Option<Count>,
    /// The diagram of the matchings, if it was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<DiagramRecord>,
    /// With `profile`: how matchings were put together and paired, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairing: Option<Box<PairingRecord>>,
    /// How many nodes the reduced diagram of all tours has, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram_nodes: Option<usize>,
    /// The diagram of all tours or of all matchings, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram_text: Option<String>,
    /// What the count was expected to need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<ForecastRecord>,
}

/// What only answers about subgraphs have.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphPart {
    /// How many nodes the reduced diagram of all solutions has, if it was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram_nodes: Option<usize>,
    /// That diagram as text, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<String>,
    /// What the count was expected to need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<ForecastRecord>,
}

impl Answer {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(question: Question, part: Part) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            digest: question.digest(),
            question,
            count: None,
            classes: None,
            group_order: None,
            by_symmetry: Vec::new(),
            solutions: None,
            symmetries: None,
            costs: None,
            trace: Vec::new(),
            why_none: None,
            part,
            stopped_by: None,
            evidence: Vec::new(),
            profile: RunReport::default(),
        }
    }

    /// Whether the whole space was searched.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped_by.is_none()
    }

    /// Reads JSON.
    ///
    /// # Errors
    /// If it is no answer.
    pub fn from_json(text: &str) -> Result<Self, DocumentError> {
        let fields =
            serde_json::from_str(text).map_err(|error| DocumentError::new(error.to_string()))?;
        Self::from_fields(fields)
    }

    fn from_fields(fields: Map<String, Value>) -> Result<Self, DocumentError> {
        let mut fields = Fields(fields);
        let question: Question = fields.must("question")?;
        let command = question.ask.command();
        let complete: bool = fields.must("complete")?;
        let stopped_by: Option<StoppedBy> = fields.may("stopped_by")?;
        if complete != stopped_by.is_none() {
            return Err(DocumentError::new(match complete {
                true => {
                    "the answer is complete, but something stopped the search, expected nothing"
                }
                false => "the answer is not complete, expected what stopped the search",
            }));
        }
        let mut answer = Self {
            version: fields.must("version")?,
            digest: fields.must("digest")?,
            count: fields.may("count")?,
            classes: fields.may("classes")?,
            group_order: fields.may("group_order")?,
            by_symmetry: fields.may("by_symmetry")?.unwrap_or_default(),
            solutions: fields
                .take("solutions")
                .map(|list| solutions(&question.ask, list))
                .transpose()?,
            symmetries: fields.may("symmetries")?,
            costs: fields.may("costs")?,
            trace: fields.may("trace")?.unwrap_or_default(),
            why_none: fields.may("why_none")?,
            stopped_by,
            evidence: fields.must("evidence")?,
            profile: fields.must("profile")?,
            // Known when the rest of the fields is.
            part: Part::Cover(CoverPart::default()),
            question,
        };
        if let Some(alias) = alias_of_count(command) {
            let again: Option<Count> = fields.may(alias)?;
            if again.is_some() && again != answer.count {
                return Err(DocumentError::new(format!(
                    "`{alias}` differs from `count`, expected the same"
                )));
            }
        }
        answer.part = fields.part(&answer.question.ask)?;
        Ok(answer)
    }
}

/// The older names of the count.
pub(super) const ALIASES: [&str; 4] = ["packings", "solutions_total", "tours", "optimal_solutions"];

/// The older name of the count that a family has.
pub(super) fn alias_of_count(command: &str) -> Option<&'static str> {
    match command {
        "antislide" => Some("packings"),
        "pack" => Some("solutions_total"),
        "tours" => Some("tours"),
        "slide" => Some("optimal_solutions"),
        _ => None,
    }
}

/// The solutions of a family.
fn solutions(ask: &Ask, list: Value) -> Result<Vec<Solution>, DocumentError> {
    fn all<T: DeserializeOwned>(
        list: Value,
        kind: impl Fn(T) -> Solution,
    ) -> Result<Vec<Solution>, DocumentError> {
        let read: Vec<T> = read("solutions", list)?;
        Ok(read.into_iter().map(kind).collect())
    }
    match ask {
        Ask::Antislide(_) => all(list, Solution::Bricks),
        Ask::Cover(_) => all(list, Solution::Options),
        Ask::Pack(_) => all(list, Solution::Pieces),
        Ask::Tile(_) => all(list, Solution::Tiles),
        Ask::Slide(_) => all(list, Solution::Pushes),
        Ask::Tours(_) => all(list, Solution::Tour),
        Ask::Graph(_) => all(list, Solution::Subgraph),
    }
}

fn read<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, DocumentError> {
    serde_json::from_value(value).map_err(|error| DocumentError::new(format!("`{name}`: {error}")))
}

/// Fields that have not been read yet.
struct Fields(Map<String, Value>);

impl Fields {
    /// A field; null is as good as absent.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    fn may<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, DocumentError> {
        self.take(name).map(|value| read(name, value)).transpose()
    }

    fn must<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, DocumentError> {
        self.may(name)?
            .ok_or_else(|| DocumentError::new(format!("no field `{name}`, expected one")))
    }

    /// All that is left.
    fn part(self, ask: &Ask) -> Result<Part, DocumentError> {
        fn part<T: DeserializeOwned>(
            fields: Map<String, Value>,
            kind: impl Fn(T) -> Part,
        ) -> Result<Part, DocumentError> {
            read_fields(fields).map(kind)
        }
        match ask {
            Ask::Antislide(_) => part(self.0, Part::Antislide),
            Ask::Cover(_) => part(self.0, Part::Cover),
            Ask::Pack(_) => part(self.0, Part::Pack),
            Ask::Tile(_) => part(self.0, Part::Tile),
            Ask::Slide(ask) if ask.table.is_some() => part(self.0, Part::SlideTable),
            Ask::Slide(ask) if ask.tree.is_some() => part(self.0, Part::SlideTree),
            Ask::Slide(ask) if ask.file.is_some() || ask.random.is_some() => {
                part(self.0, Part::SlideMany)
            }
            Ask::Slide(_) => part(self.0, Part::Slide),
            Ask::Tours(_) => part(self.0, Part::Tours),
            Ask::Graph(_) => part(self.0, Part::Graph),
        }
    }
}

/// An answer as it is written, of any family or of one.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Answer")]
pub(super) struct Written<'a, Q, S, P> {
    /// The version of Kumiki that gave the answer.
    version: &'a str,
    /// What was asked. A long file of which nothing is listed is left out.
    question: &'a Q,
    /// The SHA-256 of the whole question: its document without blanks, its keys in order.
    digest: &'a str,
    /// How many solutions there are; while a search is not complete, those found so far. Absent if
    /// they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<&'a Count>,
    /// An alias of `count` for `antislide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    packings: Option<&'a Count>,
    /// An alias of `count` for `pack`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions_total: Option<&'a Count>,
    /// An alias of `count` for `tours`.
    #[serde(skip_serializing_if = "Option::is_none")]
    tours: Option<&'a Count>,
    /// An alias of `count` for `slide` from one start.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<&'a Count>,
    /// How many classes they form, if that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'a ClassCount>,
    /// How many symmetries the classes are up to, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_order: Option<&'a Count>,
    #[serde(flatten)]
    part: &'a P,
    /// The classes by number of symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_symmetry: Option<&'a [BySymmetry]>,
    /// The solutions that were asked for; absent if none were, or if they have been handed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<&'a [S]>,
    /// How many symmetries leave each of these unchanged, if they do not say so themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<&'a [usize]>,
    /// What each of them costs, if options have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<&'a [u64]>,
    /// The first steps of the search, if they were asked for.
    #[serde(skip_serializing_if = "<[TraceStep]>::is_empty")]
    #[schemars(default)]
    trace: &'a [TraceStep],
    /// Why there is no solution, if that is known without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_none: Option<&'a str>,
    /// Whether the whole space was searched.
    complete: bool,
    /// What ended the search before all was searched, if something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<StoppedBy>,
    /// What backs the answer: the method, the identity checked, the second method.
    evidence: &'a [String],
    /// What it took.
    profile: &'a RunReport,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.count.as_ref();
        let alias = alias_of_count(self.question.ask.command());
        let called = |name: &str| count.filter(|_| alias == Some(name));
        let is_about_one = matches!(self.part, Part::Slide(_));
        // Scripts look for this table in answers about bricks, even if it is empty.
        let has_table = !self.by_symmetry.is_empty() || matches!(self.part, Part::Antislide(_));
        let written = Written {
            version: &self.version,
            question: &self.question,
            digest: &self.digest,
            count,
            packings: called("packings"),
            solutions_total: called("solutions_total"),
            tours: called("tours"),
            optimal_solutions: called("optimal_solutions").filter(|_| is_about_one),
            classes: self.classes.as_ref(),
            group_order: self.group_order.as_ref(),
            part: &self.part,
            by_symmetry: has_table.then_some(&self.by_symmetry),
            solutions: self.solutions.as_deref(),
            symmetries: self.symmetries.as_deref(),
            costs: self.costs.as_deref(),
            trace: &self.trace,
            why_none: self.why_none.as_deref(),
            complete: self.is_complete(),
            stopped_by: self.stopped_by,
            evidence: &self.evidence,
            profile: &self.profile,
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_fields(Map::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
