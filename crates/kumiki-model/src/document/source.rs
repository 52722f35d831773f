//! Where a problem comes from: a name that Kumiki knows, or a file whose contents are inline.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// A name, and the contents of the file with that name if it is one.
///
/// Without contents it is written as its name alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Source {
    /// What it is called: `soma`, `grid:8x8`, `my-puzzle.toml`.
    pub name: String,
    /// What the file says; absent if the name says it all.
    pub text: Option<String>,
}

impl Source {
    /// A file with its contents.
    #[must_use]
    pub fn file(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: Some(text.into()) }
    }
}

impl From<&str> for Source {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), text: None }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    name: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Name(String),
    Whole(Whole),
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, text } = self.clone();
        match text {
            None => Written::Name(name),
            Some(text) => Written::Whole(Whole { name, text }),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Name(name) => Self { name, text: None },
            Written::Whole(Whole { name, text }) => Self { name, text: Some(text) },
        })
    }
}

impl JsonSchema for Source {
    fn schema_name() -> Cow<'static, str> {
        "Source".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A name that Kumiki knows, or a file by its name and its contents.",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "object",
                    "properties": { "name": { "type": "string" }, "text": { "type": "string" } },
                    "required": ["name", "text"],
                    "additionalProperties": false
                }
            ]
        })
    }
}
