//! Knuth's form, written and read; the [parent module](super) says what it is.

use super::error::ReadError;
use super::listing::Listed;
use super::rows::{Row, Rows, Target};
use crate::store::{NodeId, Rule, Store};
use kumiki_id::Id;
use std::fmt::Write;

/// The form of a line, as errors show it.
const FORM: &str = "a line like '2: (~1?0:1)'";

impl<R: Rule> Store<R> {
    /// A diagram in Knuth's form; see [`crate::text`].
    ///
    /// ```
    /// use kumiki_diagram::{NodeId, ZddStore};
    ///
    /// let mut store = ZddStore::new(3, 1 << 20)?;
    /// let family = store.singletons(&[0, 2])?;
    /// assert_eq!(store.to_knuth(family), "3: (~0?2:1)\n2: (~2?0:1)\n");
    /// assert_eq!(store.from_knuth("3: (~0?2:1)\n2: (~2?0:1)\n"), Ok(family));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_knuth(&self, root: NodeId) -> String {
        if root.is_sink() {
            return format!("{}\n", root.index());
        }
        let mut text = String::new();
        for Listed { number, variable, links: [low, high] } in self.listing(root) {
            writeln!(text, "{number:x}: (~{variable}?{low:x}:{high:x})")
                .expect("strings can be written to");
        }
        text
    }

    /// Reads a diagram in Knuth's form.
    ///
    /// # Errors
    /// If a line is bad or the store is full.
    pub fn from_knuth(&mut self, text: &str) -> Result<NodeId, ReadError> {
        let show = |number: u64| format!("{number:x}");
        let (mut rows, mut sink) = (Rows::default(), None);
        let mut end = 1;
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.trim();
            end = line;
            if content.is_empty() {
                continue;
            }
            if let Some((_, first)) = sink {
                return Err(ReadError::at(
                    line,
                    "a second line",
                    format!("none after the sink on line {first}"),
                ));
            }
            match content {
                "0" | "1" if rows.last().is_none() => {
                    sink = Some((if content == "1" { NodeId::TOP } else { NodeId::BOTTOM }, line));
                }
                _ => {
                    let row = row(line, content).ok_or_else(|| {
                        ReadError::at(line, format!("bad node '{}'", shortened(content)), FORM)
                    })?;
                    if row.number < 2 {
                        return Err(ReadError::at(
                            line,
                            "a line for a sink",
                            "a node with another number than 0 and 1",
                        ));
                    }
                    rows.push(row, show)?;
                }
            }
        }
        if let Some((node, _)) = sink {
            return Ok(node);
        }
        if rows.last().is_none() {
            return Err(ReadError::at(end, "no nodes", FORM));
        }
        // A diagram without a root goes in circles, which `build` finds.
        let root = match rows.roots()[..] {
            [] => rows.last().map_or(0, |row| row.number),
            [root] => root.number,
            [first, second, ..] => {
                let what = format!("node {} without a parent", show(second.number));
                let expected = format!("one root, and node {} is one", show(first.number));
                return Err(ReadError::at(second.line, what, expected));
            }
        };
        rows.build(self, root, show)
    }
}

/// The row on a line.
fn row(line: usize, content: &str) -> Option<Row> {
    let (number, rest) = content.split_once(':')?;
    let (variable, links) =
        rest.trim_start().strip_prefix("(~")?.strip_suffix(')')?.split_once('?')?;
    let (low, high) = links.split_once(':')?;
    let hexadecimal = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_plain.then(|| u64::from_str_radix(text, 16).ok()).flatten()
    };
    let target = |text: &str| {
        hexadecimal(text).map(|number| match number {
            0 => Target::Sink(NodeId::BOTTOM),
            1 => Target::Sink(NodeId::TOP),
            _ => Target::Branch(number),
        })
    };
    let is_decimal = variable.bytes().all(|byte| byte.is_ascii_digit());
    let variable = is_decimal.then(|| variable.parse().ok()).flatten()?;
    Some(Row {
        line,
        number: hexadecimal(number)?,
        variable,
        low: target(low)?,
        high: target(high)?,
    })
}

/// The beginning of a line, for an error.
pub(super) fn shortened(content: &str) -> String {
    const LONGEST: usize = 40;
    match content.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &content[..end]),
        None => content.to_owned(),
    }
}
