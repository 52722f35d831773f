//! Where a problem comes from: a name that Kumiki knows, or a file whose contents are inline.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A name, and the contents of the file with that name if it is one.
///
/// Without contents it is written as its name alone.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
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

/// A source as it is written.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected a name such as grid:8x8, or a file as an object with its name and text"
)]
enum Written {
    Name(String),
    Whole { name: String, text: String },
}

impl From<Source> for Written {
    fn from(Source { name, text }: Source) -> Self {
        match text {
            None => Self::Name(name),
            Some(text) => Self::Whole { name, text },
        }
    }
}

impl From<Written> for Source {
    fn from(written: Written) -> Self {
        match written {
            Written::Name(name) => Self { name, text: None },
            Written::Whole { name, text } => Self::file(name, text),
        }
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
