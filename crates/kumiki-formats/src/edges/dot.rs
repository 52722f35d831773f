//! Graphs in the language of Graphviz, as far as it is about vertices and edges.
//!
//! ```text
//! graph "a triangle with a tail" {
//!   node [shape=circle];   // attributes are skipped
//!   a -- b -- c -- a;
//!   c -- "0,0" [label="tail"]
//!   alone
//! }
//! ```
//! Directions, subgraphs and ports are refused: they are no part of a graph of ours.

use super::draft::{Draft, error_at};
use crate::row::Word;
use crate::{FormatError, quoted};
use kumiki_model::Graph;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A name, as it is or in quotes.
    Name,
    Quoted,
    /// `--`, `->` or a single character.
    Sign,
    /// Behind the last character.
    End,
}

#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    kind: Kind,
    /// The characters; of a name in quotes, what is between them.
    word: Word<'t>,
}

impl Token<'_> {
    fn is_sign(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.word.text == sign
    }

    /// Keywords have letters of any size, and no quotes.
    fn is_keyword(&self, keyword: &str) -> bool {
        self.kind == Kind::Name && self.word.text.eq_ignore_ascii_case(keyword)
    }
}

/// Whether a text begins as one of Graphviz does, and has the brace that all of them have. A vertex
/// may be called `graph`, too.
pub(super) fn is_likely(text: &str) -> bool {
    let start = skip_blanks(text, 0).unwrap_or(text.len());
    let first = text[start..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_keyword =
        ["graph", "digraph", "strict"].iter().any(|word| first.eq_ignore_ascii_case(word));
    is_keyword && text.contains('{')
}

/// The first byte from `at` on that is neither blank nor in a comment; `None` if a comment has no
/// end.
fn skip_blanks(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        let is_start_of_line = at == 0 || text.as_bytes()[at - 1] == b'\n';
        let length = if rest.starts_with("//") || (rest.starts_with('#') && is_start_of_line) {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            2 + comment.find("*/")? + 2
        } else {
            return Some(at);
        };
        at += length;
    }
}

/// The token at or behind a byte, and the byte behind the token.
fn token(text: &str, at: usize) -> Result<(Token<'_>, usize), FormatError> {
    let Some(start) = skip_blanks(text, at) else {
        return Err(error_at(text, text.len(), "a comment without an end, expected '*/'"));
    };
    let rest = &text[start..];
    let made = |kind, from: usize, to: usize, end: usize| {
        let word = Word { text: &rest[from..to], offset: start + from };
        Ok((Token { kind, word }, start + end))
    };
    let is_of_names = |c: char| c.is_alphanumeric() || c == '_';
    let Some(first) = rest.chars().next() else { return made(Kind::End, 0, 0, 0) };
    if first == '"' {
        let mut is_escaped = false;
        let is_end = |character: char| {
            let ends = character == '"' && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            ends
        };
        let Some(end) = rest[1..].find(is_end) else {
            return Err(error_at(text, start, "a quote without an end, expected another '\"'"));
        };
        return made(Kind::Quoted, 1, 1 + end, 2 + end);
    }
    if ["--", "->"].iter().any(|sign| rest.starts_with(sign)) {
        return made(Kind::Sign, 0, 2, 2);
    }
    if "{}[];,=:".contains(first) {
        return made(Kind::Sign, 0, 1, 1);
    }
    let is_number = first.is_ascii_digit() || first == '-' || first == '.';
    if !is_number && !is_of_names(first) {
        let shown = quoted(&first.to_string());
        return Err(error_at(
            text,
            start,
            format!("the character {shown}, expected a name or a sign of DOT"),
        ));
    }
    let is_more = |c: char| is_of_names(c) || (is_number && c == '.');
    let end = rest[first.len_utf8()..]
        .find(|c| !is_more(c))
        .map_or(rest.len(), |end| first.len_utf8() + end);
    let digits = rest[..end].strip_prefix('-').unwrap_or(&rest[..end]);
    let is_good = digits.contains(|c: char| c.is_ascii_digit())
        && digits.matches('.').count() <= 1
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_number && !is_good {
        let reason =
            format!("{}, expected a number, or quotes around the name", quoted(&rest[..end]));
        return Err(error_at(text, start, reason));
    }
    made(Kind::Name, 0, end, end)
}

/// Reads a text of Graphviz.
pub(super) fn read(text: &str) -> Result<Graph, FormatError> {
    let mut reader = Reader { text, at: 0, draft: Draft::new(text) };
    let mut next = reader.next()?;
    if next.is_keyword("strict") {
        next = reader.next()?;
    }
    if !next.is_keyword("graph") {
        return Err(reader.refuse(next, "an undirected graph, 'graph {'"));
    }
    next = reader.next()?;
    if matches!(next.kind, Kind::Name | Kind::Quoted) {
        next = reader.next()?;
    }
    if !next.is_sign("{") {
        return Err(reader.refuse(next, "'{'"));
    }
    loop {
        next = reader.next()?;
        if next.is_sign("}") {
            break;
        }
        if !next.is_sign(";") {
            reader.statement(next)?;
        }
    }
    next = reader.next()?;
    if next.kind != Kind::End {
        return Err(reader.refuse(next, "nothing behind the graph"));
    }
    reader.draft.graph()
}

struct Reader<'t> {
    text: &'t str,
    /// The byte behind the last token.
    at: usize,
    draft: Draft<'t>,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<Token<'t>, FormatError> {
        let (token, at) = token(self.text, self.at)?;
        self.at = at;
        Ok(token)
    }

    fn peek(&self) -> Result<Token<'t>, FormatError> {
        token(self.text, self.at).map(|(token, _)| token)
    }

    fn refuse(&self, token: Token<'_>, expected: &str) -> FormatError {
        let found = match token.kind {
            Kind::End => "the end of the file".to_owned(),
            _ => quoted(token.word.text),
        };
        self.draft.error(token.word, format!("{found}, expected {expected}"))
    }

    /// Reads the statement that begins with a token.
    fn statement(&mut self, first: Token<'t>) -> Result<(), FormatError> {
        if ["graph", "node", "edge"].iter().any(|keyword| first.is_keyword(keyword)) {
            let next = self.peek()?;
            if !next.is_sign("[") {
                return Err(self.refuse(next, "attributes in brackets"));
            }
            return self.attributes();
        }
        if matches!(first.kind, Kind::Name | Kind::Quoted) && self.peek()?.is_sign("=") {
            self.next()?;
            return self.value();
        }
        let mut last = self.vertex(first)?;
        while self.peek()?.is_sign("--") {
            self.next()?;
            let next = self.next()?;
            let vertex = self.vertex(next)?;
            self.draft.join_names([last, vertex])?;
            last = vertex;
        }
        let next = self.peek()?;
        if next.is_sign("->") {
            return Err(self.refuse(next, "'--', an edge without direction"));
        }
        self.attributes()
    }

    /// The name of a vertex.
    fn vertex(&mut self, token: Token<'t>) -> Result<Word<'t>, FormatError> {
        if token.is_sign("{") || token.is_keyword("subgraph") {
            return Err(self.refuse(token, "a vertex; subgraphs are not read"));
        }
        let is_name = matches!(token.kind, Kind::Name | Kind::Quoted);
        if !is_name
            || ["graph", "digraph", "strict", "node", "edge"]
                .iter()
                .any(|word| token.is_keyword(word))
        {
            return Err(self.refuse(token, "a vertex"));
        }
        if token.word.text.contains('\\') {
            return Err(self.refuse(token, "a name without '\\'"));
        }
        let next = self.peek()?;
        if next.is_sign(":") {
            return Err(self.refuse(next, "a vertex without ports"));
        }
        self.draft.vertex(token.word)?;
        Ok(token.word)
    }

    /// Skips lists of attributes, if there are any.
    fn attributes(&mut self) -> Result<(), FormatError> {
        while self.peek()?.is_sign("[") {
            self.next()?;
            loop {
                let name = self.next()?;
                if name.is_sign("]") {
                    break;
                }
                if !matches!(name.kind, Kind::Name | Kind::Quoted) {
                    return Err(self.refuse(name, "the name of an attribute, or ']'"));
                }
                let equals = self.next()?;
                if !equals.is_sign("=") {
                    return Err(self.refuse(equals, "'=' and the value of the attribute"));
                }
                self.value()?;
                let next = self.peek()?;
                if next.is_sign(",") || next.is_sign(";") {
                    self.next()?;
                }
            }
        }
        Ok(())
    }

    /// Skips the value of an attribute.
    fn value(&mut self) -> Result<(), FormatError> {
        let value = self.next()?;
        match value.kind {
            Kind::Name | Kind::Quoted => Ok(()),
            _ => Err(self.refuse(value, "the value of the attribute")),
        }
    }
}
