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

use super::draft::{Draft, check_name, is_number, lines_of, split_entry, words_of};
use super::{CoverFile, CoverFormat, cannot_say};
use crate::span::{Span, number};
use crate::{FormatError, quoted};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, ItemId, ItemKind};

/// So many options left out are named one by one; the others are only counted.
const NAMED_WARNINGS: usize = 10;

/// What all options may cost together, and so each of them.
const MAX_COST: u64 = CoverProblem::MAX_TOTAL_COST;

/// Reads a file in this dialect.
pub(super) fn read(text: &str) -> Result<CoverFile, FormatError> {
    let mut lines = lines_of(text)?;
    let mut draft = Draft::default();
    let Some(item_line) = lines.next() else {
        return Err(FormatError::of_file("nothing to read, expected a line of items"));
    };
    let primary_count = read_items(item_line, &mut draft)?;
    let mut warnings = Vec::new();
    let mut left_out_count = 0;
    for line in lines {
        draft.begin_option();
        let (cost, has_primary) = read_option(line, item_line, primary_count, &mut draft)?;
        if has_primary {
            draft.end_option(cost).map_err(|reason| line.line_error(reason))?;
            continue;
        }
        left_out_count += 1;
        if left_out_count <= NAMED_WARNINGS {
            let number = line.line_number();
            warnings.push(format!("line {number}: option left out, it has no primary item"));
        }
    }
    if left_out_count > NAMED_WARNINGS {
        warnings.push(format!("{} more options left out", left_out_count - NAMED_WARNINGS));
    }
    Ok(draft.finish(warnings))
}

/// What follows the bar that a word begins with, if it does.
fn behind_bar(word: Span<'_>) -> Option<Span<'_>> {
    word.text.strip_prefix('|').map(|text| word.part(text))
}

/// Reads the line of items; returns how many of them stand before `|`.
fn read_items<'t>(line: Span<'t>, draft: &mut Draft<'t>) -> Result<usize, FormatError> {
    let mut primary_count = None;
    for mut word in words_of(line) {
        if let Some(behind) = behind_bar(word) {
            word.check(
                primary_count.is_none(),
                || "a second '|', expected at most one in the line of items",
            )?;
            primary_count = Some(draft.item_count());
            if behind.text.is_empty() {
                continue;
            }
            word = behind;
        }
        let (kind, name) = match primary_count {
            Some(_) => (ItemKind::Optional, word),
            None => bounded(word)?,
        };
        check_name(name.text).or_else(|(at, reason)| name.refuse_at(at, reason))?;
        if let Err(owner) = draft.item(name.text, kind) {
            let stands_before = primary_count.is_some_and(|count| owner.index() < count);
            let fault = match stands_before {
                true => "stands before and after '|', expected only one of the two",
                false => "is named twice, expected different names",
            };
            return name.refuse(format!("item {name} {fault}"));
        }
    }
    Ok(primary_count.unwrap_or(draft.item_count()))
}

/// The bounds of an item, and its name: `2:3|c`, `2|c` or `c`.
fn bounded(word: Span<'_>) -> Result<(ItemKind, Span<'_>), FormatError> {
    let Some((bounds, name)) = word.split_once('|') else {
        return match word.text.find(':') {
            None => Ok((ItemKind::Primary, word)),
            Some(at) => {
                word.refuse_at(at, format!("':' in {word}, expected bounds such as 2:3|name"))
            }
        };
    };
    let (least, most) = bounds.split_once(':').unwrap_or((bounds, bounds));
    let (least, most) = (bound(least)?, bound(most)?);
    bounds.check(least <= most, || format!("bounds {least}:{most}, expected lo at most hi"))?;
    bounds.check(most != 0, || "upper bound 0, expected at least 1")?;
    Ok((ItemKind::between(least, most), name))
}

fn bound(word: Span<'_>) -> Result<u32, FormatError> {
    word.check(is_number(word.text), || format!("bound {word}, expected a number"))?;
    let too_large = || word.error(format!("bound {word}, expected at most {}", u32::MAX));
    number(word.text).ok_or_else(too_large)
}

/// Reads an option; returns its cost, and whether it has a primary item.
fn read_option<'t>(
    line: Span<'t>,
    item_line: Span<'_>,
    primary_count: usize,
    draft: &mut Draft<'t>,
) -> Result<(u64, bool), FormatError> {
    let mut total: u64 = 0;
    let mut has_primary = false;
    for word in words_of(line) {
        if let Some(digits) = behind_bar(word) {
            let sum = total.checked_add(cost(word, digits)?).filter(|sum| *sum <= MAX_COST);
            total = sum.ok_or_else(|| {
                word.error(format!("costs add up to more than {MAX_COST}, expected at most that"))
            })?;
            continue;
        }
        let (name, colour) =
            split_entry(word.text).or_else(|(at, reason)| word.refuse_at(at, reason))?;
        let shown = word.part(name);
        let Some(item) = draft.find(name) else {
            if let Some(at) = name.find('|') {
                let reason = format!("'|' in {word}, expected a blank before a cost");
                return word.refuse_at(at, reason);
            }
            let expected = format!("expected one of the items of line {}", item_line.line_number());
            return word.refuse(format!("unknown item {shown}, {expected}"));
        };
        let is_primary = item.index() < primary_count;
        has_primary |= is_primary;
        if is_primary && colour.is_some() {
            let reason = format!("a colour on primary item {shown}, expected none before '|'");
            return word.refuse_at(name.len(), reason);
        }
        word.check(draft.cover(item, colour), || {
            format!("item {shown} twice in an option, expected it once")
        })?;
    }
    Ok((total, has_primary))
}

fn cost(word: Span<'_>, digits: Span<'_>) -> Result<u64, FormatError> {
    word.check(is_number(digits.text), || {
        format!("cost {word}, expected a number right after '|'")
    })?;
    let cost = number(digits.text).filter(|cost| *cost <= MAX_COST);
    cost.ok_or_else(|| word.error(format!("cost {word}, expected at most {MAX_COST}")))
}

impl CoverFile {
    /// The problem in Knuth's text. Items that need not be covered come last, otherwise the order
    /// is kept.
    ///
    /// # Errors
    /// If the problem has requirements, no items at all, or an option that has only items with
    /// colours.
    pub fn to_dlx(&self) -> Result<String, FormatError> {
        let problem = self.problem();
        let (item_count, option_count) = (problem.items().len(), problem.options().len());
        if item_count == 0 {
            return Err(cannot_say(CoverFormat::Dlx, "a problem without items"));
        }
        self.refuse_requirements(CoverFormat::Dlx)?;
        let stands_first = first_items(self)?;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (item, kind) in problem.items().enumerate() {
            let (name, least, most) = (self.item_name(item), kind.least(), kind.most());
            match kind {
                _ if !stands_first[item.index()] => second.push(name),
                ItemKind::Primary => first.push(name.to_owned()),
                _ if least == most => first.push(format!("{most}|{name}")),
                _ => first.push(format!("{least}:{most}|{name}")),
            }
        }
        if !second.is_empty() {
            second.insert(0, " |");
        }
        let (first, second) = (first.join(" "), second.join(" "));
        let lines = self.option_lines();
        Ok(format!("| {item_count} items, {option_count} options\n{first}{second}\n{lines}"))
    }
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
            let what = format!("option {text} has only items with colours");
            return Err(cannot_say(CoverFormat::Dlx, &what));
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
