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

use super::draft::Draft;
use crate::FormatError;
use crate::span::Span;
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
    word: Span<'t>,
}

impl Token<'_> {
    fn is_name(&self) -> bool {
        matches!(self.kind, Kind::Name | Kind::Quoted)
    }

    fn is_sign(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.word.text == sign
    }

    /// Whether it is one of some keywords, which have letters of any size, and no quotes.
    fn is_keyword(&self, keywords: &[&str]) -> bool {
        let is_it = |keyword: &&str| self.word.text.eq_ignore_ascii_case(keyword);
        self.kind == Kind::Name && keywords.iter().any(is_it)
    }

    /// Refuses it unless it is what is expected.
    fn expect(&self, is_right: bool, expected: &str) -> Result<(), FormatError> {
        let found = || match self.kind {
            Kind::End => "the end of the file".to_owned(),
            _ => self.word.to_string(),
        };
        match is_right {
            true => Ok(()),
            false => self.word.refuse(format!("{}, expected {expected}", found())),
        }
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
    let file = Span::of(text);
    let Some(start) = skip_blanks(text, at) else {
        return file.at(text.len()).refuse("a comment without an end, expected '*/'");
    };
    let rest = file.part(&text[start..]);
    let made = |kind, from: usize, to: usize, end: usize| {
        Ok((Token { kind, word: file.part(&rest.text[from..to]) }, start + end))
    };
    let is_of_names = |c: char| c.is_alphanumeric() || c == '_';
    let Some(first) = rest.text.chars().next() else { return made(Kind::End, 0, 0, 0) };
    if first == '"' {
        let mut is_escaped = false;
        let is_end = |character: char| {
            let ends = character == '"' && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            ends
        };
        return match rest.text[1..].find(is_end) {
            Some(end) => made(Kind::Quoted, 1, 1 + end, 2 + end),
            None => rest.refuse("a quote without an end, expected another '\"'"),
        };
    }
    if ["--", "->"].iter().any(|sign| rest.text.starts_with(sign)) {
        return made(Kind::Sign, 0, 2, 2);
    }
    if "{}[];,=:".contains(first) {
        return made(Kind::Sign, 0, 1, 1);
    }
    let is_number = first.is_ascii_digit() || first == '-' || first == '.';
    rest.check(is_number || is_of_names(first), || {
        let first = rest.part(&rest.text[..first.len_utf8()]);
        format!("the character {first}, expected a name or a sign of DOT")
    })?;
    let is_more = |c: char| is_of_names(c) || (is_number && c == '.');
    let behind = rest.text[first.len_utf8()..].trim_start_matches(is_more);
    let name = rest.part(&rest.text[..rest.text.len() - behind.len()]);
    let digits = name.text.strip_prefix('-').unwrap_or(name.text);
    let is_good = digits.contains(|c: char| c.is_ascii_digit())
        && digits.matches('.').count() <= 1
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    name.check(is_good || !is_number, || {
        format!("{name}, expected a number, or quotes around the name")
    })?;
    made(Kind::Name, 0, name.text.len(), name.text.len())
}

/// Reads a text of Graphviz.
pub(super) fn read(text: &str) -> Result<Graph, FormatError> {
    let mut reader = Reader { text, at: 0, draft: Draft::default() };
    let mut next = reader.next()?;
    if next.is_keyword(&["strict"]) {
        next = reader.next()?;
    }
    next.expect(next.is_keyword(&["graph"]), "an undirected graph, 'graph {'")?;
    next = reader.next()?;
    if next.is_name() {
        next = reader.next()?;
    }
    next.expect(next.is_sign("{"), "'{'")?;
    while !reader.takes("}")? {
        if !reader.takes(";")? {
            reader.statement()?;
        }
    }
    next = reader.next()?;
    next.expect(next.kind == Kind::End, "nothing behind the graph")?;
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

    /// Takes the next token if it is a sign, and says so.
    fn takes(&mut self, sign: &str) -> Result<bool, FormatError> {
        let is_it = self.peek()?.is_sign(sign);
        if is_it {
            self.next()?;
        }
        Ok(is_it)
    }

    fn statement(&mut self) -> Result<(), FormatError> {
        let first = self.next()?;
        let next = self.peek()?;
        if first.is_keyword(&["graph", "node", "edge"]) {
            next.expect(next.is_sign("["), "attributes in brackets")?;
            return self.attributes();
        }
        if first.is_name() && self.takes("=")? {
            return self.name("the value of the attribute");
        }
        let mut last = self.vertex(first)?;
        while self.takes("--")? {
            let next = self.next()?;
            let vertex = self.vertex(next)?;
            self.draft.join_names([last, vertex])?;
            last = vertex;
        }
        let next = self.peek()?;
        next.expect(!next.is_sign("->"), "'--', an edge without direction")?;
        self.attributes()
    }

    /// The name of a vertex.
    fn vertex(&mut self, token: Token<'t>) -> Result<Span<'t>, FormatError> {
        let is_subgraph = token.is_sign("{") || token.is_keyword(&["subgraph"]);
        token.expect(!is_subgraph, "a vertex; subgraphs are not read")?;
        let is_reserved = token.is_keyword(&["graph", "digraph", "strict", "node", "edge"]);
        token.expect(token.is_name() && !is_reserved, "a vertex")?;
        token.expect(!token.word.text.contains('\\'), "a name without '\\'")?;
        let next = self.peek()?;
        next.expect(!next.is_sign(":"), "a vertex without ports")?;
        self.draft.vertex(token.word)?;
        Ok(token.word)
    }

    /// Skips lists of attributes, if there are any.
    fn attributes(&mut self) -> Result<(), FormatError> {
        while self.takes("[")? {
            while !self.takes("]")? {
                self.name("the name of an attribute, or ']'")?;
                let equals = self.next()?;
                equals.expect(equals.is_sign("="), "'=' and the value of the attribute")?;
                self.name("the value of the attribute")?;
                if !self.takes(",")? {
                    self.takes(";")?;
                }
            }
        }
        Ok(())
    }

    /// Skips a name.
    fn name(&mut self, expected: &str) -> Result<(), FormatError> {
        let name = self.next()?;
        name.expect(name.is_name(), expected)
    }
}
