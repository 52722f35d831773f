//! Exact covers: files of items and options, in the dialects that people use.
//!
//! | dialect | says | read by [`CoverFormat::Auto`] |
//! |---|---|---|
//! | `dlx`: Knuth's text | everything but requirements | unless it looks like one of the next two |
//! | `json`: ours | everything but symmetries | if it begins with `{` |
//! | `matrix`: zeros and ones | primary items | if all lines are rows of equally many digits 0 and 1 |
//! | `rows`: lists of items | primary items | never: the first row could as well be the line of items |
//!
//! [`CoverFile`] reads and writes them all. DIMACS, the text of satisfiability solvers, is only
//! written.
//!
//! # The JSON
//! ```json
//! {"items": [{"name": "a"}, {"name": "x", "secondary": true}, {"name": "m", "least": 2, "most": 3}],
//!  "options": [{"items": ["a", "x:red"], "cost": 3}, {"items": ["m"], "requires": [["a", "x"]]}]}
//! ```
//! An item is covered once; if it is secondary, at most once or any number of times in one colour;
//! with bounds, between `least` and `most` times. An option lists items, with a colour after a
//! colon; `cost` is 0 unless it is given; of each list in `requires` one item must be covered if
//! the option is taken. Other members are refused. Unlike Knuth's text, an option of secondary
//! items only stays, and may be taken or not.
//!
//! # Names
//! A name has at least one character, and no white space, `:` or `|`. That is Knuth's rule, without
//! his limit of eight characters, and it holds in all dialects, so that each can repeat what
//! another says.

mod dimacs;
mod dlx;
mod draft;
mod json;
mod plain;

pub use kumiki_model::CoverFormat;

use crate::plain_text::utf8;
use crate::{FormatError, quoted};
use kumiki_id::IdVec;
use kumiki_model::{CoverProblem, ItemId, ItemKind, OptionId};
use std::collections::HashSet;

/// An exact-cover problem with the words that its file uses.
///
/// * **F1** Every item of the problem has a name, different from the others, that obeys the rule
///   for names.
/// * **F2** Every option has a text: its items with their colours, then `|` and its cost unless
///   that is 0, with single blanks between.
#[derive(Clone, Debug)]
pub struct CoverFile {
    problem: CoverProblem,
    item_names: IdVec<ItemId, String>,
    option_texts: IdVec<OptionId, String>,
    warnings: Vec<String>,
}

impl CoverFile {
    /// Reads a file.
    ///
    /// ```
    /// use kumiki_formats::cover::{CoverFile, CoverFormat};
    /// let file = CoverFile::read(b"a b | x\na  x:red |3\nb x:red\nx:blue\n", CoverFormat::Auto)?;
    /// let texts: Vec<&str> = file.problem().options().ids().map(|option| file.option_text(option)).collect();
    /// assert_eq!(texts, ["a x:red |3", "b x:red"]);
    /// assert_eq!(file.warnings(), ["line 4: option left out, it has no primary item"]);
    ///
    /// let error = CoverFile::read(b"a b | x\na y\n", CoverFormat::Dlx).expect_err("there is no y");
    /// let expected = "line 2, column 3: unknown item 'y', expected one of the items of line 1";
    /// assert_eq!(error.to_string(), expected);
    /// # Ok::<(), kumiki_formats::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// If the file is not in the dialect; the error says where and why.
    pub fn read(file: &[u8], format: CoverFormat) -> Result<Self, FormatError> {
        let text = utf8(file)?;
        match format {
            CoverFormat::Auto => Self::read_recognised(text),
            CoverFormat::Dlx => dlx::read(text),
            CoverFormat::Rows => plain::read_rows(text),
            CoverFormat::Matrix => plain::read_matrix(text),
            CoverFormat::Json => json::read(text),
        }
    }

    fn read_recognised(text: &str) -> Result<Self, FormatError> {
        if text.trim_start().starts_with('{') {
            return json::read(text);
        }
        if !plain::is_matrix(text)? {
            return dlx::read(text);
        }
        let mut file = plain::read_matrix(text)?;
        // A matrix is hardly ever Knuth's text too, and then that shows in one of its first rows.
        if dlx::read(text).is_ok() {
            file.warnings
                .push("read as a matrix, though it could be DLX text; name the format".to_owned());
        }
        Ok(file)
    }

    /// A problem from elsewhere with the names of its items, in order. Colours become numbers.
    ///
    /// # Errors
    /// If there are not as many names as items, or they do not obey the rule for names, or two are
    /// equal.
    pub fn from_problem(
        problem: CoverProblem,
        item_names: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, FormatError> {
        let names: IdVec<ItemId, String> =
            item_names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        for name in names.iter() {
            draft::check_name(name).map_err(|(_, reason)| FormatError::of_file(reason))?;
        }
        let (name_count, item_count) = (names.len(), problem.items().len());
        if name_count != item_count {
            let reason = format!("{name_count} names, expected one for each of {item_count} items");
            return Err(FormatError::of_file(reason));
        }
        let mut known = HashSet::new();
        if let Some(name) = names.iter().find(|name| !known.insert(*name)) {
            let reason = format!("item {} is named twice, expected different names", quoted(name));
            return Err(FormatError::of_file(reason));
        }
        let text = |option: OptionId| {
            let coloured: Vec<(&str, Option<String>)> = problem
                .entries(option)
                .map(|(item, colour)| (&*names[item], colour.map(|colour| colour.0.to_string())))
                .collect();
            let entries = coloured.iter().map(|(name, colour)| (*name, colour.as_deref()));
            draft::option_text(entries, problem.cost(option))
        };
        let option_texts = problem.options().ids().map(text).collect();
        Ok(Self { problem, item_names: names, option_texts, warnings: Vec::new() })
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &CoverProblem {
        &self.problem
    }

    /// The name of an item.
    #[must_use]
    pub fn item_name(&self, item: ItemId) -> &str {
        &self.item_names[item]
    }

    /// An option as the file has it: the items in the file's order with their colours, then the
    /// cost if there is one.
    #[must_use]
    pub fn option_text(&self, option: OptionId) -> &str {
        &self.option_texts[option]
    }

    /// What the reader noticed, one line each, for the user to know.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A line for each option.
    fn option_lines(&self) -> String {
        self.option_texts.iter().flat_map(|text| [text.as_str(), "\n"]).collect()
    }

    /// Refuses requirements in a dialect that has none.
    fn refuse_requirements(&self, format: CoverFormat) -> Result<(), FormatError> {
        let Some(requirement) = self.problem.requirements().first() else {
            return Ok(());
        };
        let option = quoted(self.option_text(requirement.option));
        Err(cannot_say(format, &format!("option {option} has requirements")))
    }

    /// Refuses whatever is more, or less, than options of primary items.
    fn refuse_all_but_primary(&self, format: CoverFormat) -> Result<(), FormatError> {
        self.refuse_requirements(format)?;
        let problem = &self.problem;
        let mut others =
            problem.items().enumerate().filter(|(_, kind)| **kind != ItemKind::Primary);
        let mut costly = problem.options().ids().filter(|option| problem.cost(*option) > 0);
        let what = if let Some((item, _)) = others.next() {
            format!("item {} is not covered exactly once", quoted(self.item_name(item)))
        } else if let Some(option) = costly.next() {
            format!("option {} has a cost", quoted(self.option_text(option)))
        } else if problem.options().is_empty() {
            "a problem without options".to_owned()
        } else {
            return Ok(());
        };
        Err(cannot_say(format, &what))
    }
}

/// Why a problem cannot be written in a dialect.
fn cannot_say(format: CoverFormat, what: &str) -> FormatError {
    FormatError::of_file(format!("{what}, which {} cannot say", format.name()))
}

/// The items that must be covered and are in no option: each of them alone is a reason why there is
/// no solution.
///
/// ```
/// use kumiki_formats::cover::{CoverFile, CoverFormat, items_without_options};
/// let file = CoverFile::read(b"a b c | x\na b", CoverFormat::Auto)?;
/// let names: Vec<&str> = items_without_options(file.problem()).iter().map(|item| file.item_name(*item)).collect();
/// assert_eq!(names, ["c"]);
/// # Ok::<(), kumiki_formats::FormatError>(())
/// ```
#[must_use]
pub fn items_without_options(problem: &CoverProblem) -> Vec<ItemId> {
    let mut is_missing: IdVec<ItemId, bool> =
        problem.items().iter().map(|kind| kind.least() > 0).collect();
    for item in problem.options().iter().flatten() {
        is_missing[*item] = false;
    }
    is_missing.ids().filter(|item| is_missing[*item]).collect()
}
