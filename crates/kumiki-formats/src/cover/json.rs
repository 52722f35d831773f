//! Our own JSON for exact covers; [`crate::cover`] describes it.

use super::CoverFile;
use super::draft::Draft;
use super::words::{Fault, check_name, split_entry};
use crate::error::shortened;
use crate::{FormatError, quoted};
use kumiki_model::{ItemId, ItemKind, OptionId};
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
    let mut draft = Draft::new();
    for (number, item) in (1..).zip(&document.items) {
        read_item(item, &mut draft)
            .map_err(|reason| FormatError::of_file(format!("item {number}: {reason}")))?;
    }
    for (number, choice) in (1..).zip(&document.options) {
        read_option(choice, &mut draft)
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
    let line_start = match line.checked_sub(2) {
        None => 0,
        Some(nth) => text.match_indices('\n').nth(nth).map_or(text.len(), |(end, _)| end + 1),
    };
    FormatError::at_offset(text.as_bytes(), line_start + column.saturating_sub(1), reason)
}

fn read_item<'t>(item: &'t Item<'_>, draft: &mut Draft<'t>) -> Result<(), String> {
    check_name(&item.name).map_err(|fault| fault.reason)?;
    let shown = quoted(&item.name);
    let kind = match (item.secondary, item.least, item.most) {
        (false, None, None) => ItemKind::Primary,
        (true, None, None) => ItemKind::Optional,
        (true, _, _) => {
            return Err(format!(
                "{shown} is secondary and has bounds, expected only one of the two"
            ));
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

fn read_option<'t>(choice: &'t Choice<'_>, draft: &mut Draft<'t>) -> Result<OptionId, String> {
    if choice.items.is_empty() {
        return Err("no items, expected at least one".to_owned());
    }
    draft.begin_option();
    for word in &choice.items {
        let (name, colour) = split_entry(word).map_err(|Fault { reason, .. }| reason)?;
        let item = find(draft, name)?;
        if colour.is_some() && draft.kind(item) != ItemKind::Optional {
            return Err(format!(
                "a colour on item {}, expected colours on secondary items only",
                quoted(name)
            ));
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
    Ok(option)
}

fn find(draft: &Draft<'_>, name: &str) -> Result<ItemId, String> {
    draft
        .find(name)
        .ok_or_else(|| format!("unknown item {}, expected one of the items", quoted(name)))
}

/// Writes a file in this dialect, an item or an option per line.
pub(super) fn write(file: &CoverFile) -> String {
    let problem = file.problem();
    let items = problem.items().enumerate().map(|(item, kind)| {
        let (secondary, bounds) = match kind {
            ItemKind::Primary => (false, None),
            ItemKind::Optional => (true, None),
            ItemKind::Ranged { least, most } => (false, Some((*least, *most))),
        };
        let (least, most) = bounds.unzip();
        Item { name: file.item_name(item).into(), secondary, least, most }
    });
    let mut requirements = problem.requirements().iter().peekable();
    let options = problem.options().ids().map(|option| {
        let words = file.option_text(option).split(' ').filter(|word| !word.starts_with('|'));
        let mut requires = Vec::new();
        while let Some(requirement) =
            requirements.next_if(|requirement| requirement.option == option)
        {
            requires
                .push(requirement.any_of.iter().map(|item| file.item_name(*item).into()).collect());
        }
        Choice { items: words.map(Cow::from).collect(), cost: problem.cost(option), requires }
    });
    let mut text = String::from("{\"items\": [");
    push_lines(&mut text, items);
    text.push_str("],\n\"options\": [");
    push_lines(&mut text, options);
    text.push_str("]}\n");
    text
}

fn push_lines<T: Serialize>(text: &mut String, values: impl Iterator<Item = T>) {
    let mut gap = "\n";
    for value in values {
        text.push_str(gap);
        text.push_str(&serde_json::to_string(&value).expect("plain data has a JSON"));
        gap = ",\n";
    }
}
