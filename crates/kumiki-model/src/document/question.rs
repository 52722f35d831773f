//! A question as a document: everything that is asked, and nothing about where it is answered.
//!
//! ```
//! use kumiki_model::{AntislideAsk, Method, Question};
//! let question = Question::new(AntislideAsk::new("4x4x4").method(Method::Direct)).list(5).verify();
//! let text = question.to_json();
//! assert!(text.contains(r#""command": "antislide""#));
//! assert_eq!(Question::from_json(&text)?, question);
//! assert_eq!(question.command_line().join(" "), "antislide 4x4x4 --method direct --list 5 --verify");
//! # Ok::<(), kumiki_model::DocumentError>(())
//! ```
//!
//! # The document
//! One object: `kumiki`, the version of the format; `command`, the family; the fields of that
//! family, such as those of [`AntislideAsk`](crate::AntislideAsk); and the fields of [`How`]. The
//! same keys make a TOML file. Time, memory, threads and files to be written are no part of it, so
//! that the same question has the same [digest](Question::digest) everywhere.

use super::ask::is_default;
use super::reading::read_fields;
use super::{
    AntislideAsk, CoverAsk, DocumentError, GraphAsk, PackAsk, SlideAsk, Source, TileAsk, ToursAsk,
};
use crate::ListRecord;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The version of questions that this library writes. It reads this one and all earlier ones.
pub const FORMAT: u64 = 1;

/// Something to be found out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Question {
    /// What is asked, by family.
    pub ask: Ask,
    /// What is wanted beside the count, in all families alike.
    pub how: How,
}

/// Defines the families: the variant, the structure, and the command.
macro_rules! families {
    ($($variant:ident($ask:ident) = $command:literal,)*) => {
        /// What is asked, by family.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Ask {
            $(
                #[doc = concat!("See [`", stringify!($ask), "`].")]
                $variant($ask),
            )*
        }

        impl Ask {
            /// The commands of all families.
            pub const COMMANDS: &'static [&'static str] = &[$($command,)*];

            /// The command of the family.
            #[must_use]
            pub fn command(&self) -> &'static str {
                match self { $(Self::$variant(_) => $command,)* }
            }

            /// Its fields.
            fn fields(&self) -> Map<String, Value> {
                match self { $(Self::$variant(ask) => fields_of(ask),)* }
            }

            fn read(command: &str, fields: Map<String, Value>) -> Result<Self, DocumentError> {
                match command {
                    $($command => Ok(Self::$variant(read_fields(fields)?)),)*
                    other => Err(DocumentError::command(other, Self::COMMANDS)),
                }
            }
        }

        $(
            impl From<$ask> for Ask {
                fn from(ask: $ask) -> Self {
                    Self::$variant(ask)
                }
            }
        )*

        /// The schema of what the family with this command can be asked, if there is one.
        #[must_use]
        pub fn ask_schema(command: &str) -> Option<schemars::Schema> {
            match command {
                $($command => Some(schemars::schema_for!($ask)),)*
                _ => None,
            }
        }
    };
}

families! {
    Antislide(AntislideAsk) = "antislide",
    Cover(CoverAsk) = "cover",
    Pack(PackAsk) = "pack",
    Tile(TileAsk) = "tile",
    Slide(SlideAsk) = "slide",
    Tours(ToursAsk) = "tours",
    Graph(GraphAsk) = "graph",
}

/// What is wanted beside the count.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct How {
    /// List the solutions as they are found, at most N of them, or all. The search ends when there
    /// are N, unless `count` is given.
    #[schemars(extend("x-value" = "N", "x-bare" = "all"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRecord>,
    /// With `list` N: count all solutions nevertheless.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub count: bool,
    /// With `list`: show only every K-th solution, with its number: the K-th, the 2K-th, and so on.
    #[schemars(range(min = 1), extend("x-value" = "K", "x-needs" = ["list"]))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<usize>,
    /// Show N solutions drawn by lot, each set of N equally likely.
    #[schemars(range(min = 1), extend("x-value" = "N", "x-excludes" = ["list", "first"]))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<usize>,
    /// Where the dice start; the same seed draws the same by lot [default: 0].
    #[schemars(extend("x-value" = "S", "x-needs" = ["sample"]))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub seed: u64,
    /// Confirm the counts by a second method; if that cannot be done, the exit code is 3.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
    /// Tell the first N steps of the search in words, before the answer.
    #[schemars(range(min = 1), extend("x-value" = "N", "x-bare" = 100))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<usize>,
    /// Show the search tree level by level, and what it cost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub profile: bool,
}

impl How {
    /// The most solutions that are listed; 0 if none are.
    #[must_use]
    pub fn most_listed(&self) -> usize {
        self.list.map_or(0, ListRecord::most)
    }

    /// The most solutions that are gone through for the list, in the order of the search: more than
    /// are listed if only every K-th is.
    #[must_use]
    pub fn room(&self) -> usize {
        self.most_listed().saturating_mul(self.spacing())
    }

    /// Of so many solutions, one is listed.
    #[must_use]
    pub fn spacing(&self) -> usize {
        self.every.unwrap_or(1).max(1)
    }

    /// Whether the search may end when the list is full.
    #[must_use]
    pub fn is_list_enough(&self) -> bool {
        self.list.is_some() && !self.count
    }

    /// Whether solutions are shown.
    #[must_use]
    pub fn shows(&self) -> bool {
        self.list.is_some() || self.sample.is_some()
    }
}

impl Question {
    /// What is asked, and nothing beside the count.
    #[must_use]
    pub fn new(ask: impl Into<Ask>) -> Self {
        Self { ask: ask.into(), how: How::default() }
    }

    /// Lists at most so many solutions, and then the search ends; [`usize::MAX`] lists all.
    #[must_use]
    pub fn list(mut self, most: usize) -> Self {
        self.how.list = Some(ListRecord::at_most(most));
        self
    }

    /// Ends at the first solution. (A shortest solution of sliding tiles is in the answer anyway.)
    #[must_use]
    pub fn first(mut self) -> Self {
        let is_listed = !matches!(self.ask, Ask::Slide(_));
        (self.how.list, self.how.count) = (is_listed.then_some(ListRecord::Most(1)), false);
        self
    }

    /// Lists what a picture shows if nobody says how many: a few, of all that are counted. (A
    /// picture of sliding tiles shows the solution that was found.)
    #[must_use]
    pub fn drawn(self) -> Self {
        match self.ask {
            Ask::Slide(_) => self,
            _ if self.shows() => self,
            _ => self.list(DRAWN).count(),
        }
    }

    /// Counts all solutions, even if the list is full before.
    #[must_use]
    pub fn count(mut self) -> Self {
        self.how.count = true;
        self
    }

    /// Of a list, shows only every so many-th solution.
    #[must_use]
    pub fn every(mut self, spacing: usize) -> Self {
        self.how.every = Some(spacing);
        self
    }

    /// Shows so many solutions drawn by lot.
    #[must_use]
    pub fn sample(mut self, size: usize, seed: u64) -> Self {
        (self.how.sample, self.how.seed) = (Some(size), seed);
        self
    }

    /// Confirms the counts by a second method.
    #[must_use]
    pub fn verify(mut self) -> Self {
        self.how.verify = true;
        self
    }

    /// Tells the first so many steps of the search.
    #[must_use]
    pub fn trace(mut self, steps: usize) -> Self {
        self.how.trace = Some(steps);
        self
    }

    /// Tells what the search took, level by level.
    #[must_use]
    pub fn profile(mut self) -> Self {
        self.how.profile = true;
        self
    }

    /// Whether solutions are shown.
    #[must_use]
    pub fn shows(&self) -> bool {
        self.how.shows() || matches!(&self.ask, Ask::Cover(ask) if ask.cheapest.is_some())
    }

    /// The document.
    fn fields(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("kumiki".to_owned(), FORMAT.into());
        fields.insert("command".to_owned(), self.ask.command().into());
        fields.extend(self.ask.fields());
        fields.extend(fields_of(&self.how));
        fields
    }

    /// Reads a document, field by field.
    ///
    /// # Errors
    /// If a field is missing, unknown or wrong.
    pub fn from_fields(mut fields: Map<String, Value>) -> Result<Self, DocumentError> {
        match fields.remove("kumiki") {
            None => {}
            Some(Value::Number(version))
                if version.as_u64().is_some_and(|v| (1..=FORMAT).contains(&v)) => {}
            Some(version) => return Err(DocumentError::version(&version)),
        }
        let command = match fields.remove("command") {
            Some(Value::String(command)) => command,
            _ => return Err(DocumentError::command("", Ask::COMMANDS)),
        };
        let (how, ask): (Map<String, Value>, Map<String, Value>) =
            fields.into_iter().partition(|(name, _)| HOW.contains(&name.as_str()));
        let question = Self { ask: Ask::read(&command, ask)?, how: read_fields(how)? };
        question.check_how()?;
        Ok(question)
    }

    fn check_how(&self) -> Result<(), DocumentError> {
        let How { list, sample, .. } = self.how;
        if list.is_some() && sample.is_some() {
            return Err(DocumentError::new(
                "`list` and `sample` are both given, expected one of them",
            ));
        }
        if let Some(name) =
            self.ask.without().into_iter().find(|name| fields_of(&self.how).contains_key(name))
        {
            let command = self.ask.command();
            return Err(DocumentError::new(format!(
                "`{name}` is given, expected none with {command}"
            )));
        }
        if self.how.every.is_some() && list.is_none() {
            return Err(DocumentError::new("`every` is given without `list`, expected both"));
        }
        for (name, number) in [("every", self.how.every), ("trace", self.how.trace)] {
            if number == Some(0) {
                return Err(DocumentError::new(format!("`{name}` is 0, expected at least 1")));
            }
        }
        if list.is_some_and(|list| list.most() == 0) || sample == Some(0) {
            return Err(DocumentError::new("a list of 0 solutions, expected at least one"));
        }
        Ok(())
    }

    /// Reads JSON.
    ///
    /// # Errors
    /// If it is no question.
    pub fn from_json(text: &str) -> Result<Self, DocumentError> {
        let fields =
            serde_json::from_str(text).map_err(|error| DocumentError::new(error.to_string()))?;
        Self::from_fields(fields)
    }

    /// As JSON, over several lines.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(&self.fields()).expect("a map of plain values is JSON")
    }

    /// Names the question: the SHA-256 of its document without blanks, its keys in order, as 64
    /// hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let sorted: std::collections::BTreeMap<String, Value> = self.fields().into_iter().collect();
        let text = serde_json::to_string(&sorted).expect("a map of plain values is JSON");
        Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The arguments of the command `kumiki` that asks the same. Files are called by their names.
    #[must_use]
    pub fn command_line(&self) -> Vec<String> {
        let mut places: Vec<(u64, String)> = Vec::new();
        let mut flags = Vec::new();
        let schema = self.ask.schema();
        let properties = schema.get("properties");
        for (name, value) in self.ask.fields().into_iter().chain(fields_of(&self.how)) {
            let property = properties.and_then(|properties| properties.get(&name));
            let place = property.and_then(|property| property.get("x-position")?.as_u64());
            match place {
                Some(place) => places.push((place, in_a_word(&value))),
                // What is written even if nobody has set it.
                None if property.and_then(|property| property.get("default")) == Some(&value) => {}
                None => flags.extend(as_flag(&name, &value)),
            }
        }
        places.sort();
        let places = places.into_iter().map(|(_, word)| word);
        std::iter::once(self.ask.command().to_owned()).chain(places).chain(flags).collect()
    }
}

/// How many solutions a picture shows if nobody says.
const DRAWN: usize = 24;

/// The fields of [`How`].
const HOW: [&str; 8] = ["list", "count", "every", "sample", "seed", "verify", "trace", "profile"];

/// A field as arguments.
fn as_flag(name: &str, value: &Value) -> Vec<String> {
    let flag = format!("--{}", name.replace('_', "-"));
    match value {
        Value::Bool(true) => vec![flag],
        Value::Bool(false) | Value::Null => Vec::new(),
        Value::String(all) if name == "list" && all == "all" => vec![flag],
        Value::Array(words) if words.iter().all(Value::is_number) => {
            let numbers: Vec<String> = words.iter().map(in_a_word).collect();
            vec![flag, numbers.join(",")]
        }
        Value::Array(words) => {
            words.iter().flat_map(|word| [flag.clone(), in_a_word(word)]).collect()
        }
        value => vec![flag, in_a_word(value)],
    }
}

/// A value as one argument: a source by its name.
fn in_a_word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(source) => source.get("name").map(in_a_word).unwrap_or_default(),
        value => value.to_string(),
    }
}

fn fields_of(part: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(part) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a structure is an object"),
    }
}

impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_fields(Map::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Ask {
    /// The schema of what the family can be asked.
    #[must_use]
    pub fn schema(&self) -> schemars::Schema {
        ask_schema(self.command()).expect("every family has one")
    }

    /// The fields of [`How`] that the family does not have.
    fn without(&self) -> Vec<String> {
        let schema = self.schema();
        let names = schema.get("x-without").and_then(Value::as_array).cloned().unwrap_or_default();
        names.iter().map(in_a_word).collect()
    }

    /// The files and built-in things that it is about, by the names of the fields.
    #[must_use]
    pub fn sources(&mut self) -> Vec<(&'static str, &mut Source)> {
        match self {
            Self::Cover(ask) => vec![("file", &mut ask.file)],
            Self::Pack(ask) => vec![("file", &mut ask.file)],
            Self::Tile(ask) => vec![("file", &mut ask.file)],
            Self::Slide(ask) => ask.file.iter_mut().map(|file| ("file", file)).collect(),
            Self::Graph(ask) => vec![("graph", &mut ask.graph)],
            Self::Antislide(_) | Self::Tours(_) => Vec::new(),
        }
    }
}
