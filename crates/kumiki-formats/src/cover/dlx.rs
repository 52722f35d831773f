//! Knuth's text for exact covers, as his programs DLX1, DLX2, DLX3, DLX5 and their relatives read
//! it.
//!
//! ```text
//! | two of three cells, and the corner in one colour
//! a b 2:3|c | x y
//! a b x:red y |4
//! a c x:red
//! b c |1 |2
//! ```
//! The first line that is neither blank nor a comment names the items: primary ones, then `|`, then
//! secondary ones. A primary item may have bounds: `2:3|c` is covered two or three times, `2|c`
//! twice. Every other line is an option. Secondary items may have a colour there. Words such as
//! `|4` are costs, and add up.
//!
//! # Options that nobody needs
//! Knuth's programs branch on primary items only, so they never choose an option that has none. The
//! reader leaves such options out and warns. The writer gives them a primary item where that
//! changes nothing: an optional item that never has a colour is the same as `0:1|item`.

use super::draft::Draft;
use super::lines::{Line, Word, lines_of};
use super::words::{Fault, check_name, is_number, split_entry};
use super::{CoverFile, CoverFormat};
use crate::{FormatError, quoted};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, ItemId, ItemKind};
use std::fmt::Write as _;

/// So many options left out are named one by one; the others are only counted.
const NAMED_WARNINGS: usize = 10;

/// What all options may cost together, and so each of them.
const MAX_COST: u64 = CoverProblem::MAX_TOTAL_COST;

/// Reads a file in this dialect.
pub(super) fn read(text: &str) -> Result<CoverFile, FormatError> {
    let mut lines = lines_of(text)?;
    let mut draft = Draft::new();
    let Some(item_line) = lines.next() else {
        return Err(FormatError::of_file("nothing to read, expected a line of items"));
    };
    let item_names =
        ItemLine { number: item_line.number, primary_count: read_items(item_line, &mut draft)? };
    let mut warnings = Vec::new();
    let mut left_out_count = 0;
    for line in lines {
        draft.begin_option();
        let (cost, has_primary) = read_option(line, &item_names, &mut draft)?;
        if has_primary {
            draft.end_option(cost).map_err(|reason| FormatError::in_line(line.number, reason))?;
            continue;
        }
        left_out_count += 1;
        if left_out_count <= NAMED_WARNINGS {
            warnings.push(format!("line {}: option left out, it has no primary item", line.number));
        }
    }
    if left_out_count > NAMED_WARNINGS {
        warnings.push(format!("{} more options left out", left_out_count - NAMED_WARNINGS));
    }
    Ok(draft.finish(warnings))
}

/// What the options need to know about the line of items.
struct ItemLine {
    number: usize,
    /// So many items stand before `|`.
    primary_count: usize,
}

/// Reads the line of items; returns how many of them stand before `|`.
fn read_items<'t>(line: Line<'t>, draft: &mut Draft<'t>) -> Result<usize, FormatError> {
    let mut primary_count = None;
    for word in line.words() {
        let mut word = word;
        if let Some((_, after)) = word.split_once('|').filter(|(before, _)| before.text.is_empty())
        {
            if primary_count.is_some() {
                return Err(word.error("a second '|', expected at most one in the line of items"));
            }
            primary_count = Some(draft.item_count());
            if after.text.is_empty() {
                continue;
            }
            word = after;
        }
        let (kind, name) = match primary_count {
            Some(_) => (ItemKind::Optional, word),
            None => bounded(word)?,
        };
        check_name(name.text).map_err(|Fault { offset, reason }| name.error_at(offset, reason))?;
        if let Err(owner) = draft.item(name.text, kind) {
            let stands_before = primary_count.is_some_and(|count| owner.index() < count);
            let shown = quoted(name.text);
            return Err(name.error(if stands_before {
                format!("item {shown} stands before and after '|', expected only one of the two")
            } else {
                format!("item {shown} is named twice, expected different names")
            }));
        }
    }
    Ok(primary_count.unwrap_or(draft.item_count()))
}

/// The bounds of an item, and its name: `2:3|c`, `2|c` or `c`.
fn bounded(word: Word<'_>) -> Result<(ItemKind, Word<'_>), FormatError> {
    let Some((bounds, name)) = word.split_once('|') else {
        return match word.text.find(':') {
            None => Ok((ItemKind::Primary, word)),
            Some(at) => {
                let reason =
                    format!("':' in {}, expected bounds such as 2:3|name", quoted(word.text));
                Err(word.error_at(at, reason))
            }
        };
    };
    let (least, most) = match bounds.split_once(':') {
        Some((least, most)) => (bound(least)?, bound(most)?),
        None => (bound(bounds)?, bound(bounds)?),
    };
    if least > most {
        return Err(bounds.error(format!("bounds {least}:{most}, expected lo at most hi")));
    }
    if most == 0 {
        return Err(bounds.error("upper bound 0, expected at least 1"));
    }
    Ok((ItemKind::between(least, most), name))
}

fn bound(word: Word<'_>) -> Result<u32, FormatError> {
    let shown = quoted(word.text);
    if !is_number(word.text) {
        return Err(word.error(format!("bound {shown}, expected a number")));
    }
    let too_large = |_| word.error(format!("bound {shown}, expected at most {}", u32::MAX));
    word.text.parse().map_err(too_large)
}

/// Reads an option; returns its cost, and whether it has a primary item.
fn read_option<'t>(
    line: Line<'t>,
    items: &ItemLine,
    draft: &mut Draft<'t>,
) -> Result<(u64, bool), FormatError> {
    let mut total: u64 = 0;
    let mut has_primary = false;
    for word in line.words() {
        if let Some((_, digits)) = word.split_once('|').filter(|(before, _)| before.text.is_empty())
        {
            let sum = total.checked_add(cost(word, digits)?).filter(|sum| *sum <= MAX_COST);
            total = sum.ok_or_else(|| {
                word.error(format!("costs add up to more than {MAX_COST}, expected at most that"))
            })?;
            continue;
        }
        let (name, colour) = split_entry(word.text)
            .map_err(|Fault { offset, reason }| word.error_at(offset, reason))?;
        let Some(item) = draft.find(name) else {
            return Err(unknown(word, name, items.number));
        };
        let is_primary = item.index() < items.primary_count;
        has_primary |= is_primary;
        if is_primary && colour.is_some() {
            let reason =
                format!("a colour on primary item {}, expected none before '|'", quoted(name));
            return Err(word.error_at(name.len(), reason));
        }
        if !draft.cover(item, colour) {
            return Err(
                word.error(format!("item {} twice in an option, expected it once", quoted(name)))
            );
        }
    }
    Ok((total, has_primary))
}

fn cost(word: Word<'_>, digits: Word<'_>) -> Result<u64, FormatError> {
    let shown = quoted(word.text);
    if !is_number(digits.text) {
        return Err(word.error(format!("cost {shown}, expected a number right after '|'")));
    }
    let cost = digits.text.parse().ok().filter(|cost| *cost <= MAX_COST);
    cost.ok_or_else(|| word.error(format!("cost {shown}, expected at most {MAX_COST}")))
}

fn unknown(word: Word<'_>, name: &str, item_line: usize) -> FormatError {
    if let Some(at) = name.find('|') {
        let reason = format!("'|' in {}, expected a blank before a cost", quoted(word.text));
        return word.error_at(at, reason);
    }
    word.error(format!(
        "unknown item {}, expected one of the items of line {item_line}",
        quoted(name)
    ))
}

/// Writes a file in this dialect.
pub(super) fn write(file: &CoverFile) -> Result<String, FormatError> {
    let problem = file.problem();
    if problem.items().is_empty() {
        return Err(FormatError::of_file("a problem without items, which dlx cannot say"));
    }
    file.refuse_requirements(CoverFormat::Dlx)?;
    let stands_first = first_items(file)?;
    let mut text =
        format!("| {} items, {} options\n", problem.items().len(), problem.options().len());
    let mut gap = "";
    for (item, kind) in problem.items().enumerate().filter(|(item, _)| stands_first[item.index()]) {
        text.push_str(gap);
        let (least, most) = (kind.least(), kind.most());
        match kind {
            ItemKind::Primary => {}
            _ if least == most => write!(text, "{most}|").expect("a string takes everything"),
            _ => write!(text, "{least}:{most}|").expect("a string takes everything"),
        }
        text.push_str(file.item_name(item));
        gap = " ";
    }
    if stands_first.contains(&false) {
        text.push_str(" |");
    }
    for item in problem.items().ids().filter(|item| !stands_first[item.index()]) {
        text.push(' ');
        text.push_str(file.item_name(item));
    }
    text.push('\n');
    for option in problem.options().ids() {
        text.push_str(file.option_text(option));
        text.push('\n');
    }
    Ok(text)
}

/// Which items are written before `|`: those that are not optional, and optional ones without
/// colours that are needed to give an option, or the line, something before `|`.
fn first_items(file: &CoverFile) -> Result<Vec<bool>, FormatError> {
    let problem = file.problem();
    let mut has_colour = vec![false; problem.items().len()];
    for option in problem.options().ids() {
        for (item, colour) in problem.entries(option) {
            has_colour[item.index()] |= colour.is_some();
        }
    }
    let must = |item: &ItemId| problem.items()[*item] != ItemKind::Optional;
    let may = |item: &&ItemId| !has_colour[item.index()];
    let mut stands_first: Vec<bool> = problem.items().ids().map(|item| must(&item)).collect();
    for (option, items) in problem.options().enumerate() {
        if items.iter().any(must) {
            continue;
        }
        if !items.iter().any(|item| may(&item)) {
            let text = quoted(file.option_text(option));
            let reason = format!("option {text} has only items with colours, which dlx cannot say");
            return Err(FormatError::of_file(reason));
        }
        for item in items.iter().filter(may) {
            stands_first[item.index()] = true;
        }
    }
    // With no item before the bar there are no options either, hence no colours.
    if !stands_first.contains(&true) {
        stands_first.fill(true);
    }
    Ok(stands_first)
}
