//! Files spoilt by lot.

use fastrand::Rng;

/// What may come in place of a word.
pub(crate) const WORDS: [&str; 24] = [
    "",
    "0",
    "-1",
    "1",
    "2",
    "99999999999999999999999999",
    "18446744073709551615",
    "4294967296",
    "2147483648",
    "1e999",
    "-0.5",
    "NaN",
    "é",
    "日本語",
    "\u{202e}",
    "\0",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{9b}2J",
    "[[",
    "\"",
    "'''",
    "|",
    ":",
];

/// Longer lines are not repeated, in bytes.
const LONG_LINE: usize = 1 << 12;

/// Spoils a file in one way.
pub(crate) fn spoil(bytes: &mut Vec<u8>, lot: &mut Rng) {
    match lot.u8(..11) {
        0 | 1 => flip(bytes, lot),
        2..=4 => change_lines(bytes, lot),
        5..=7 => change_word(bytes, lot),
        8 => bytes.truncate(lot.usize(0..=bytes.len())),
        9 => change_digit(bytes, lot),
        _ => {
            let at = lot.usize(0..=bytes.len());
            let word = lot.choice(WORDS).unwrap_or("");
            bytes.splice(at..at, word.bytes());
        }
    }
}

/// One bit, or one byte.
fn flip(bytes: &mut [u8], lot: &mut Rng) {
    if !bytes.is_empty() {
        let at = lot.usize(..bytes.len());
        bytes[at] = if lot.bool() { bytes[at] ^ (1 << lot.u8(..8)) } else { lot.u8(..) };
    }
}

/// A line deleted, doubled or exchanged with another.
fn change_lines(bytes: &mut Vec<u8>, lot: &mut Rng) {
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let (one, other) = (lot.usize(..lines.len()), lot.usize(..lines.len()));
    match lot.u8(..4) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(other, lines[one].clone()),
        2 => lines.swap(one, other),
        // A file of one line may be spoiled again and again.
        _ if lines[one].len() > LONG_LINE => {}
        _ => lines[one] = lines[one].repeat(lot.usize(2..=300)),
    }
    *bytes = lines.concat();
}

/// A word replaced by another.
fn change_word(bytes: &mut Vec<u8>, lot: &mut Rng) {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 128 || byte == b'_';
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])))
        .collect();
    let Some(start) = lot.choice(&starts).copied() else { return };
    let length = bytes[start..].iter().take_while(|byte| is_word(**byte)).count();
    let word = lot.choice(WORDS).unwrap_or("").to_owned();
    let word = if lot.u8(..12) == 0 { word.repeat(600) } else { word };
    bytes.splice(start..start + length, word.bytes());
}

/// A digit replaced by another.
fn change_digit(bytes: &mut [u8], lot: &mut Rng) {
    let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
    if let Some(at) = lot.choice(&digits) {
        bytes[*at] = b'0' + lot.u8(..10);
    }
}
