//! What a job has told so far: lines, and whether the last one was its end.

use axum::body::Bytes;

/// How the lines begin that end a job.
const ENDS: [&[u8]; 2] = [b"{\"answer\":", b"{\"error\":"];

/// Watches lines go by, in pieces of any size, and remembers no more of them than how the last one
/// begins.
#[derive(Default, Debug)]
pub(crate) struct Told {
    /// All bytes so far.
    pub(crate) bytes: u64,
    /// The first bytes of the last line, as many as tell whether it is an end.
    head: Vec<u8>,
    /// Whether the last line is not whole.
    is_within: bool,
}

impl Told {
    pub(crate) fn hear(&mut self, piece: &[u8]) {
        self.bytes += piece.len() as u64;
        for line in piece.split_inclusive(|byte| *byte == b'\n') {
            if !self.is_within {
                self.head.clear();
            }
            let room = ENDS[0].len().saturating_sub(self.head.len());
            self.head.extend(line.iter().take(room));
            self.is_within = !line.ends_with(b"\n");
        }
    }

    /// Whether the job has told its end.
    pub(crate) fn has_ended(&self) -> bool {
        !self.is_within && ENDS.iter().any(|end| self.head.starts_with(end))
    }

    /// A line that tells the end in the place of the job, on a line of its own.
    pub(crate) fn last_words(&self, error: &str, code: u8) -> Bytes {
        let line = serde_json::json!({ "error": error, "code": code });
        let start = if self.is_within { "\n" } else { "" };
        Bytes::from(format!("{start}{line}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_recognised_however_it_is_cut() {
        let cases: [(&str, bool); 7] = [
            ("", false),
            ("{\"progress\":1}\n", false),
            ("{\"progress\":1}\n{\"answer\":{\"a\":1}}\n", true),
            ("{\"error\":\"x\",\"code\":2}\n", true),
            ("{\"answer\":{}}", false),
            ("{\"answer\":{}}\n{\"number\":1}\n", false),
            ("{\"solution\":\"{\\\"answer\\\":\"}\n", false),
        ];
        for (text, has_ended) in cases {
            for size in 1..=text.len().max(1) {
                let mut told = Told::default();
                text.as_bytes().chunks(size).for_each(|piece| told.hear(piece));
                assert_eq!(told.has_ended(), has_ended, "{text} in pieces of {size}");
                assert_eq!(told.bytes, text.len() as u64);
                let starts_anew = told.last_words("x", 1).starts_with(b"\n");
                assert_eq!(starts_anew, !text.is_empty() && !text.ends_with('\n'), "{text}");
            }
        }
    }

    #[test]
    fn last_words_are_one_line() {
        let words = Told::default().last_words("a\n\"b\"", 3);
        assert_eq!(words, &b"{\"error\":\"a\\n\\\"b\\\"\",\"code\":3}\n"[..]);
    }
}
