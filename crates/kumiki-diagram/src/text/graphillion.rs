//! Graphillion's form, written and read; the [parent module](super) says what it is.

use super::error::ReadError;
use super::knuth::shortened;
use super::listing::Listed;
use super::rows::{Row, Rows, Target};
use crate::store::{NodeId, ZddStore};
use std::fmt::Write;

/// The form of a line, as errors show it.
const FORM: &str = "a line like '4 2 B T'";

impl ZddStore {
    /// A family in Graphillion's form; see [`crate::text`].
    ///
    /// ```
    /// use kumiki_diagram::ZddStore;
    ///
    /// let mut store = ZddStore::new(3, 1 << 20)?;
    /// let family = store.singletons(&[0, 2])?;
    /// assert_eq!(store.to_graphillion(family), "2 3 B T\n3 1 2 T\n.\n");
    /// assert_eq!(store.from_graphillion("2 3 B T\n3 1 2 T\n.\n"), Ok(family));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_graphillion(&self, root: NodeId) -> String {
        let mut text = match root {
            NodeId::BOTTOM => "B\n".to_owned(),
            NodeId::TOP => "T\n".to_owned(),
            _ => String::new(),
        };
        let show = |number: usize| match number {
            0 => "B".to_owned(),
            1 => "T".to_owned(),
            _ => number.to_string(),
        };
        for Listed { number, variable, links } in self.listing(root).into_iter().rev() {
            let [low, high] = links.map(show);
            writeln!(text, "{number} {} {low} {high}", variable + 1)
                .expect("strings can be written to");
        }
        text.push_str(".\n");
        text
    }

    /// Reads a family in Graphillion's form.
    ///
    /// # Errors
    /// If a line is bad or the store is full.
    pub fn from_graphillion(&mut self, text: &str) -> Result<NodeId, ReadError> {
        let (mut rows, mut sink, mut stop) = (Rows::default(), None, None);
        let mut end = 1;
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.trim();
            end = line;
            if content.is_empty() {
                continue;
            }
            if let Some(stop) = stop {
                let what = format!("'{}' after the end", shortened(content));
                return Err(ReadError::at(
                    line,
                    what,
                    format!("nothing after the full stop on line {stop}"),
                ));
            }
            match (content, sink) {
                (".", _) => stop = Some(line),
                (_, Some(_)) => {
                    return Err(ReadError::at(line, "a node after a sink", "a full stop"));
                }
                ("B", None) if rows.last().is_none() => sink = Some(NodeId::BOTTOM),
                ("T", None) if rows.last().is_none() => sink = Some(NodeId::TOP),
                _ => {
                    let row = row(line, content).ok_or_else(|| {
                        ReadError::at(line, format!("bad node '{}'", shortened(content)), FORM)
                    })?;
                    rows.push(row, |number| number.to_string())?;
                }
            }
        }
        if stop.is_none() {
            return Err(ReadError::at(end, "the end of the text", "a line with a full stop"));
        }
        match (sink, rows.last()) {
            (Some(node), _) => Ok(node),
            (None, Some(root)) => rows.build(self, root.number, |number| number.to_string()),
            (None, None) => Err(ReadError::at(end, "no nodes", FORM)),
        }
    }
}

/// The row on a line.
fn row(line: usize, content: &str) -> Option<Row> {
    let mut words = content.split_whitespace();
    let mut next = || words.next();
    let number = |word: &str| {
        let is_decimal = word.bytes().all(|byte| byte.is_ascii_digit());
        is_decimal.then(|| word.parse::<u64>().ok()).flatten()
    };
    let target = |word: &str| match word {
        "B" => Some(Target::Sink(NodeId::BOTTOM)),
        "T" => Some(Target::Sink(NodeId::TOP)),
        _ => number(word).map(Target::Branch),
    };
    let name = number(next()?)?;
    let variable = u32::try_from(number(next()?)?.checked_sub(1)?).ok()?;
    let (low, high) = (target(next()?)?, target(next()?)?);
    next().is_none().then_some(Row { line, number: name, variable, low, high })
}
