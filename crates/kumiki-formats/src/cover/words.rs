//! What may be a name, a colour, an option's word: the rules that all dialects share.
//!
//! Knuth's rule is that a name has neither white space nor `:` nor `|` in it. It holds in every
//! dialect, so that whatever one can say the others can repeat.

use super::lines::is_space;
use crate::quoted;

/// What is wrong with a word, and at which of its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) reason: String,
}

impl Fault {
    fn new(offset: usize, reason: String) -> Self {
        Self { offset, reason }
    }
}

/// Whether a text can be the name of an item.
pub(super) fn check_name(name: &str) -> Result<(), Fault> {
    if name.is_empty() {
        return Err(Fault::new(0, "an empty name, expected at least one character".to_owned()));
    }
    match name.bytes().position(|byte| is_space(byte) || byte == b':' || byte == b'|') {
        None => Ok(()),
        Some(at) => {
            let (found, name) = (quoted(&name[at..=at]), quoted(name));
            let reason =
                format!("{found} in the name {name}, expected a name without blanks, ':' and '|'");
            Err(Fault::new(at, reason))
        }
    }
}

/// Whether a text can be a colour. One character may be any; a longer colour has no `|` in it, so
/// that a cost that sticks to it is noticed.
fn check_colour(colour: &str) -> Result<(), Fault> {
    if colour.is_empty() {
        return Err(Fault::new(0, "nothing after ':', expected a colour".to_owned()));
    }
    let is_single = colour.chars().nth(1).is_none();
    let is_wrong = |byte: u8| is_space(byte) || (byte == b'|' && !is_single);
    match colour.bytes().position(is_wrong) {
        None => Ok(()),
        Some(at) => {
            let (found, colour) = (quoted(&colour[at..=at]), quoted(colour));
            Err(Fault::new(
                at,
                format!("{found} in the colour {colour}, expected a blank before a cost"),
            ))
        }
    }
}

/// An item of an option as it is written: `name` or `name:colour`.
pub(super) fn split_entry(word: &str) -> Result<(&str, Option<&str>), Fault> {
    let Some((name, colour)) = word.split_once(':') else {
        return Ok((word, None));
    };
    if name.is_empty() {
        return Err(Fault::new(0, "nothing before ':', expected an item".to_owned()));
    }
    let colour_start = name.len() + 1;
    check_colour(colour).map_err(|fault| Fault::new(colour_start + fault.offset, fault.reason))?;
    Ok((name, Some(colour)))
}

/// Whether a text is a number in decimal digits.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_anything_without_blanks_colons_and_bars() {
        for good in ["a", "ä", "0", "#x", "{", "a\0b", "\u{a0}", &"n".repeat(1000)] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for (bad, offset) in [("", 0), ("a b", 1), ("ä:b", 2), ("|", 0), ("ab\t", 2), ("a\nb", 1)]
        {
            assert_eq!(check_name(bad).map_err(|fault| fault.offset), Err(offset), "{bad}");
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
            assert_eq!(split_entry(bad).map_err(|fault| fault.offset), Err(offset), "{bad}");
        }
    }
}
