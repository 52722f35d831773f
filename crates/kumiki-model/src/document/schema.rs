//! The JSON Schema of questions and answers.

use super::answer::{ALIASES, Written, alias_of_count};
use super::{
    AntislideAsk, AntislidePart, CoverAsk, CoverPart, FORMAT, GraphAsk, GraphPart, How, PackAsk,
    PackPart, SlideAsk, SlideManyPart, SlideTablePart, SlideTreePart, TileAsk, TilePart, ToursAsk,
    ToursPart,
};
use crate::{ArrangementRecord, Pushes, SlidingRecord, SolutionRecord, Subgraph, TilingRecord};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// The schema of a question or an answer: draft 2020-12, made from the types.
#[must_use]
pub fn schema() -> Value {
    let mut generator = SchemaGenerator::default();
    let mut questions = Vec::new();
    let mut answers = Vec::new();
    macro_rules! family {
        ($command:literal, $ask:ty, $solution:ty, $($part:ty),*) => {
            questions.push(json!({ "$ref": concat!("#/$defs/question-", $command) }));
            let question = question(&mut generator, $command, <$ask>::json_schema);
            $(
                let mut written: Value =
                    <Written<'_, (), $solution, $part>>::json_schema(&mut generator).into();
                written["properties"]["question"] =
                    json!({ "$ref": concat!("#/$defs/question-", $command) });
                written["additionalProperties"] = json!(false);
                keep_alias(&mut written, $command);
                answers.push(written);
            )*
            generator.definitions_mut().insert(concat!("question-", $command).to_owned(), question);
        };
    }
    family!("antislide", AntislideAsk, SolutionRecord, AntislidePart);
    family!("cover", CoverAsk, Vec<String>, CoverPart);
    family!("pack", PackAsk, ArrangementRecord, PackPart);
    family!("tile", TileAsk, TilingRecord, TilePart);
    family!("slide", SlideAsk, Pushes, SlidingRecord, SlideManyPart, SlideTablePart, SlideTreePart);
    family!("tours", ToursAsk, Vec<String>, ToursPart);
    family!("graph", GraphAsk, Subgraph, GraphPart);
    let mut definitions = generator.take_definitions(true);
    definitions.insert("question".to_owned(), json!({ "anyOf": questions }));
    definitions.insert("answer".to_owned(), json!({ "anyOf": answers }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kumiki: a question or an answer",
        "anyOf": [{ "$ref": "#/$defs/question" }, { "$ref": "#/$defs/answer" }],
        "$defs": Value::Object(definitions),
    })
}

/// Leaves out the older names of the count that other families have.
fn keep_alias(written: &mut Value, command: &str) {
    let own = alias_of_count(command);
    if let Some(properties) = written["properties"].as_object_mut() {
        properties.retain(|name, _| !ALIASES.contains(&name.as_str()) || own == Some(name));
    }
}

/// The schema of one family's question: its own fields, those of [`How`], and the head.
fn question(
    generator: &mut SchemaGenerator,
    command: &str,
    ask: fn(&mut SchemaGenerator) -> schemars::Schema,
) -> Value {
    let mut schema: Value = ask(generator).into();
    let how: Value = How::json_schema(generator).into();
    let mut properties = Map::new();
    properties.insert(
        "kumiki".to_owned(),
        json!({ "const": FORMAT, "description": "The version of the format." }),
    );
    properties
        .insert("command".to_owned(), json!({ "const": command, "description": "The family." }));
    let without = schema["x-without"].as_array().cloned().unwrap_or_default();
    for part in [&schema, &how] {
        let own = part["properties"].as_object().cloned().unwrap_or_default();
        properties.extend(own.into_iter().filter(|(name, _)| !without.contains(&json!(name))));
    }
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    schema["properties"] = Value::Object(properties);
    schema["required"] = std::iter::once(json!("command")).chain(required).collect();
    schema
}
