//! Exact counts: big integers that travel through JSON as decimal text.

use crate::ModelError;
use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How many there are, exactly. Counts outgrow 64 bits, so they are big integers, and decimal
/// strings in JSON, where numbers lose digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Count(pub BigUint);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl FromStr for Count {
    type Err = ModelError;
    fn from_str(text: &str) -> Result<Self, ModelError> {
        let digits_only = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse() {
            Ok(number) if digits_only => Ok(Self(number)),
            _ => Err(ModelError::Count { text: text.to_owned() }),
        }
    }
}

impl TryFrom<String> for Count {
    type Error = ModelError;
    fn try_from(text: String) -> Result<Self, ModelError> {
        text.parse()
    }
}

impl From<Count> for String {
    fn from(count: Count) -> Self {
        count.to_string()
    }
}

impl JsonSchema for Count {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number of any size, in decimal digits.",
            "type": "string",
            "pattern": "^[0-9]+$"
        })
    }
}
