//! From text to a problem: what every reader of covers needs on the way.
//!
//! White space is what C's `isspace` says of ASCII: blank, tab, carriage return, vertical tab, form
//! feed. So both kinds of line ending are read alike, and a character of another script never ends
//! a word.
//!
//! Knuth's rule is that a name has neither white space nor `:` nor `|` in it. It holds in every
//! dialect, so that whatever one can say the others can repeat.

use super::CoverFile;
use crate::span::Span;
use crate::{FormatError, quoted};
use kumiki_group::Action;
use kumiki_id::{Id, IdVec, narrow};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use std::collections::HashMap;

/// A longer line is refused before anything is made of it. A million items with names of ten
/// letters fit.
const LINE_LIMIT_BYTES: usize = 1 << 24;

/// What is wrong with a word, and at which of its bytes.
type Fault = (usize, String);

/// Whether a character is white space.
pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r')
}

/// What stands between white space.
pub(super) fn words_of(line: Span<'_>) -> impl Iterator<Item = Span<'_>> + Clone {
    line.words(is_space)
}

/// The lines that say something: not blank, and not a comment, whose first word begins with `|`.
pub(super) fn lines_of(text: &str) -> Result<impl Iterator<Item = Span<'_>> + Clone, FormatError> {
    let all = Span::of(text).lines();
    if let Some(long) = all.clone().find(|line| line.text.len() > LINE_LIMIT_BYTES) {
        let length = long.text.len();
        let reason = format!("line of {length} bytes, expected at most {LINE_LIMIT_BYTES}");
        return Err(long.line_error(reason));
    }
    Ok(all.filter(|line| words_of(*line).next().is_some_and(|word| !word.text.starts_with('|'))))
}

/// Whether a text can be the name of an item.
pub(super) fn check_name(name: &str) -> Result<(), Fault> {
    if name.is_empty() {
        return Err((0, "an empty name, expected at least one character".to_owned()));
    }
    match name.find(|c| is_space(c) || c == ':' || c == '|') {
        None => Ok(()),
        Some(at) => {
            let (found, name) = (quoted(&name[at..=at]), quoted(name));
            let expected = "expected a name without blanks, ':' and '|'";
            Err((at, format!("{found} in the name {name}, {expected}")))
        }
    }
}

/// An item of an option as it is written: `name` or `name:colour`. One character may be any colour;
/// a longer one has no `|` in it, so that a cost that sticks to it is noticed.
pub(super) fn split_entry(word: &str) -> Result<(&str, Option<&str>), Fault> {
    let Some((name, colour)) = word.split_once(':') else {
        return Ok((word, None));
    };
    let start = name.len() + 1;
    if name.is_empty() {
        return Err((0, "nothing before ':', expected an item".to_owned()));
    }
    if colour.is_empty() {
        return Err((start, "nothing after ':', expected a colour".to_owned()));
    }
    let is_single = colour.chars().nth(1).is_none();
    match colour.find(|c| is_space(c) || (c == '|' && !is_single)) {
        None => Ok((name, Some(colour))),
        Some(at) => {
            let (found, colour) = (quoted(&colour[at..=at]), quoted(colour));
            let expected = "expected a blank before a cost";
            Err((start + at, format!("{found} in the colour {colour}, {expected}")))
        }
    }
}

/// Whether a text is a number in decimal digits.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// An option as it is written: its items, each with its colour, then its cost if it has one.
pub(super) fn option_text<'w>(
    entries: impl Iterator<Item = (&'w str, Option<&'w str>)>,
    cost: u64,
) -> String {
    let mut text = String::new();
    for (name, colour) in entries {
        let gap = if text.is_empty() { "" } else { " " };
        let (colon, colour) = colour.map_or(("", ""), |colour| (":", colour));
        text.extend([gap, name, colon, colour]);
    }
    if cost > 0 {
        text += &format!(" |{cost}");
    }
    text.shrink_to_fit();
    text
}

/// The part of a file that has been read.
///
/// * **D1** `names` has one entry per item, and `item_of` finds an item by its name.
/// * **D2** Colours are numbered by first occurrence in the file, whatever their items.
/// * **D3** `entries` is the option being read; `last_cover[i]` is the number of the last option,
///   from 1, that covers item `i`, or 0. Options that were begun and left out count.
#[derive(Default)]
pub(super) struct Draft<'t> {
    builder: CoverProblemBuilder,
    names: IdVec<ItemId, String>,
    item_of: HashMap<&'t str, ItemId>,
    colour_of: HashMap<&'t str, Colour>,
    texts: IdVec<OptionId, String>,
    entries: Vec<(ItemId, Option<&'t str>)>,
    begun_count: usize,
    last_cover: Vec<usize>,
    /// What all options so far cost.
    total_cost: u64,
}

impl<'t> Draft<'t> {
    /// Adds an item, unless its name is taken: then returns the item that has it.
    pub(super) fn item(&mut self, name: &'t str, kind: ItemKind) -> Result<ItemId, ItemId> {
        if let Some(owner) = self.item_of.get(name) {
            return Err(*owner);
        }
        let item = self.builder.item(kind);
        self.names.push(name.to_owned());
        self.item_of.insert(name, item);
        self.last_cover.push(0);
        Ok(item)
    }

    /// How many items there are so far.
    pub(super) fn item_count(&self) -> usize {
        self.names.len()
    }

    /// The item with a name.
    pub(super) fn find(&self, name: &str) -> Option<ItemId> {
        self.item_of.get(name).copied()
    }

    /// Begins the next option. An option that was begun before and not ended is left out.
    pub(super) fn begin_option(&mut self) {
        self.begun_count += 1;
        self.entries.clear();
    }

    /// Adds an item to the option; says whether that was possible, the option not having had it
    /// yet.
    pub(super) fn cover(&mut self, item: ItemId, colour: Option<&'t str>) -> bool {
        let is_new = self.last_cover[item.index()] < self.begun_count;
        self.last_cover[item.index()] = self.begun_count;
        if is_new {
            self.entries.push((item, colour));
        }
        is_new
    }

    /// Ends the option, which has at least one item, or says why its cost cannot be added to those
    /// of the others.
    pub(super) fn end_option(&mut self, cost: u64) -> Result<OptionId, String> {
        let most = CoverProblem::MAX_TOTAL_COST;
        let total = self.total_cost.checked_add(cost).filter(|total| *total <= most);
        self.total_cost = total.ok_or_else(|| {
            format!(
                "cost {cost}, with which all options add up to more than {most}, expected at \
                most that"
            )
        })?;
        let Self { builder, names, colour_of, texts, entries, .. } = self;
        let numbered = entries.iter().map(|(item, colour)| {
            let number = colour.map(|colour| {
                let next = Colour(narrow(colour_of.len()));
                *colour_of.entry(colour).or_insert(next)
            });
            (*item, number)
        });
        let option = builder.coloured_option(numbered);
        builder.cost(option, cost);
        let words = entries.iter().map(|(item, colour)| (names[*item].as_str(), *colour));
        texts.push(option_text(words, cost));
        Ok(option)
    }

    /// Taking `option` will demand one of the items.
    pub(super) fn require(&mut self, option: OptionId, any_of: Vec<ItemId>) {
        self.builder.require(option, any_of);
    }

    /// The finished file.
    pub(super) fn finish(self, warnings: Vec<String>) -> CoverFile {
        let nothing_moves = Action::trivial(self.item_count());
        let problem =
            self.builder.build(nothing_moves).expect("readers check bounds, names and options");
        CoverFile { problem, item_names: self.names, option_texts: self.texts, warnings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_by_line(text: &str) -> Vec<(usize, Vec<&str>)> {
        let lines = lines_of(text).expect("short lines");
        let words = |line| words_of(line).map(|word| word.text).collect();
        lines.map(|line| (line.line_number(), words(line))).collect()
    }

    #[test]
    fn comments_and_blank_lines_count_but_are_not_seen() {
        let expected = [(3, vec!["a", "b"]), (6, vec!["ä\u{a0}b", "c|d"])];
        assert_eq!(words_by_line("| x\n\n a\tb \r\n\x0b\x0c\r\n  |a b\nä\u{a0}b c|d"), expected);
        assert_eq!(words_by_line(""), []);
    }

    #[test]
    fn a_place_is_a_line_and_a_character() {
        let line = lines_of("\n  äö x:red").expect("short").next().expect("one");
        let word = words_of(line).nth(1).expect("two words");
        let place = |error: FormatError| (error.line, error.column);
        assert_eq!(place(word.error("")), (Some(2), Some(6)));
        let (_, colour) = word.split_once(':').expect("a colour");
        let error = colour.refuse_at::<()>(1, "").expect_err("refused");
        assert_eq!((colour.text, place(error)), ("red", (Some(2), Some(9))));
        assert_eq!(place(line.line_error("")), (Some(2), None));
    }

    #[test]
    fn a_line_of_more_than_16_mebibytes_is_refused() {
        let longest = " ".repeat(LINE_LIMIT_BYTES);
        assert!(lines_of(&longest).is_ok());
        let error = lines_of(&format!("a\n{longest} ")).err().expect("too long").to_string();
        assert_eq!(error, "line 2: line of 16777217 bytes, expected at most 16777216");
    }

    #[test]
    fn names_are_anything_without_blanks_colons_and_bars() {
        for good in ["a", "ä", "0", "#x", "{", "a\0b", "\u{a0}", &"n".repeat(1000)] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for (bad, offset) in [("", 0), ("a b", 1), ("ä:b", 2), ("|", 0), ("ab\t", 2), ("a\nb", 1)]
        {
            assert_eq!(check_name(bad).map_err(|(at, _)| at), Err(offset), "{bad}");
        }
    }

    #[test]
    fn an_entry_is_cut_at_its_first_colon() {
        for (word, entry) in [
            ("x", ("x", None)),
            ("x:c", ("x", Some("c"))),
            ("x:a:b", ("x", Some("a:b"))),
            ("x:|", ("x", Some("|"))),
        ] {
            assert_eq!(split_entry(word), Ok(entry));
        }
        for (bad, offset) in [(":c", 0), ("x:", 2), ("x:red|3", 5), ("x:a b", 3), ("x: ", 2)] {
            assert_eq!(split_entry(bad).map_err(|(at, _)| at), Err(offset), "{bad}");
        }
    }

    #[test]
    fn the_text_of_an_option_has_its_colours_and_its_cost() {
        let entries = [("x", Some("red")), ("ä", None)];
        assert_eq!(option_text(entries.into_iter(), 0), "x:red ä");
        assert_eq!(option_text(entries.into_iter(), 3), "x:red ä |3");
    }
}
