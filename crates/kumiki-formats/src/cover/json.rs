//! Our own JSON for exact covers; [`crate::cover`] describes it.

use super::CoverFile;
use super::draft::{Draft, check_name, split_entry};
use crate::error::shortened;
use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_id::Id;
use kumiki_model::{ItemId, ItemKind};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How much of a complaint of the JSON parser is shown; it may quote a whole string of the file.
const SHOWN_COMPLAINT: usize = 160;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'t> {
    #[serde(borrow)]
    items: Vec<Item<'t>>,
    #[serde(borrow)]
    options: Vec<Choice<'t>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item<'t> {
    #[serde(borrow)]
    name: Cow<'t, str>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    secondary: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u32>,
}

/// An option, whose own name Rust has taken.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice<'t> {
    #[serde(borrow)]
    items: Vec<Cow<'t, str>>,
    #[serde(default, skip_serializing_if = "is_nothing")]
    cost: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    requires: Vec<Vec<Cow<'t, str>>>,
}

fn is_nothing(cost: &u64) -> bool {
    *cost == 0
}

/// Reads a file in this dialect.
pub(super) fn read(text: &str) -> Result<CoverFile, FormatError> {
    let document: Document<'_> =
        serde_json::from_str(text).map_err(|error| complaint(text, &error))?;
    let mut draft = Draft::default();
    for (number, item) in (1..).zip(&document.items) {
        read_item(item, &mut draft)
            .map_err(|reason| FormatError::of_file(format!("item {number}: {reason}")))?;
    }
    for (number, choice) in (1..).zip(&document.options) {
        read_option(choice, &document.items, &mut draft)
            .map_err(|reason| FormatError::of_file(format!("option {number}: {reason}")))?;
    }
    Ok(draft.finish(Vec::new()))
}

/// What the parser says, with its place in front instead of behind, and in characters instead of
/// bytes.
fn complaint(text: &str, error: &serde_json::Error) -> FormatError {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    let what = said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said);
    let reason = format!("bad JSON: {}", shortened(what, SHOWN_COMPLAINT));
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    Span::of(text).at(before + column.saturating_sub(1)).error(reason)
}

fn read_item<'t>(item: &'t Item<'_>, draft: &mut Draft<'t>) -> Result<(), String> {
    check_name(&item.name).map_err(|(_, reason)| reason)?;
    let shown = quoted(&item.name);
    let kind = match (item.secondary, item.least, item.most) {
        (false, None, None) => ItemKind::Primary,
        (true, None, None) => ItemKind::Optional,
        (true, _, _) => {
            let reason = "is secondary and has bounds, expected only one of the two";
            return Err(format!("{shown} {reason}"));
        }
        (false, Some(least), Some(most)) if least <= most && most > 0 => {
            ItemKind::between(least, most)
        }
        (false, Some(least), Some(most)) => {
            let reason = "expected 'least' at most 'most', and 'most' at least 1";
            return Err(format!("{shown} has 'least' {least} and 'most' {most}, {reason}"));
        }
        (false, _, _) => {
            return Err(format!("{shown} has one bound, expected both 'least' and 'most'"));
        }
    };
    match draft.item(&item.name, kind) {
        Ok(_) => Ok(()),
        Err(_) => Err(format!("{shown} is named twice, expected different names")),
    }
}

fn read_option<'t>(
    choice: &'t Choice<'_>,
    items: &[Item<'_>],
    draft: &mut Draft<'t>,
) -> Result<(), String> {
    if choice.items.is_empty() {
        return Err("no items, expected at least one".to_owned());
    }
    draft.begin_option();
    for word in &choice.items {
        let (name, colour) = split_entry(word).map_err(|(_, reason)| reason)?;
        let item = find(draft, name)?;
        if colour.is_some() && !items[item.index()].secondary {
            let expected = "expected colours on secondary items only";
            return Err(format!("a colour on item {}, {expected}", quoted(name)));
        }
        if !draft.cover(item, colour) {
            return Err(format!("item {} twice, expected it once", quoted(name)));
        }
    }
    let option = draft.end_option(choice.cost)?;
    for names in &choice.requires {
        if names.is_empty() {
            return Err("an empty list in 'requires', expected at least one item".to_owned());
        }
        let any_of: Vec<ItemId> =
            names.iter().map(|name| find(draft, name)).collect::<Result<_, _>>()?;
        draft.require(option, any_of);
    }
    Ok(())
}

fn find(draft: &Draft<'_>, name: &str) -> Result<ItemId, String> {
    draft
        .find(name)
        .ok_or_else(|| format!("unknown item {}, expected one of the items", quoted(name)))
}

impl CoverFile {
    /// The problem as JSON, without its symmetries.
    #[must_use]
    pub fn to_json(&self) -> String {
        let problem = self.problem();
        let items = problem.items().enumerate().map(|(item, kind)| {
            let (secondary, bounds) = match kind {
                ItemKind::Primary => (false, None),
                ItemKind::Optional => (true, None),
                ItemKind::Ranged { least, most } => (false, Some((*least, *most))),
            };
            let (least, most) = bounds.unzip();
            Item { name: self.item_name(item).into(), secondary, least, most }
        });
        let mut requirements = problem.requirements().iter().peekable();
        let options = problem.options().ids().map(|option| {
            let words = self.option_text(option).split(' ').filter(|word| !word.starts_with('|'));
            let mut requires = Vec::new();
            while let Some(requirement) =
                requirements.next_if(|requirement| requirement.option == option)
            {
                requires.push(
                    requirement.any_of.iter().map(|item| self.item_name(*item).into()).collect(),
                );
            }
            Choice { items: words.map(Cow::from).collect(), cost: problem.cost(option), requires }
        });
        let (items, options) = (lines(items), lines(options));
        format!("{{\"items\": [{items}],\n\"options\": [{options}]}}\n")
    }
}

fn lines<T: Serialize>(values: impl Iterator<Item = T>) -> String {
    let line = |value| serde_json::to_string(&value).expect("plain data has a JSON");
    let lines: Vec<String> = values.map(|value| format!("\n{}", line(value))).collect();
    lines.join(",")
}
