//! Rust read line by line: which lines are documentation, and which are code that ships.

/// The text of a documentation line, without its marker.
pub(super) fn doc_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("//!").or_else(|| line.strip_prefix("///")).map(str::trim_start)
}

/// The code on a line: nothing if the line is a comment, and no trailing remark.
pub(super) fn code(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with("//") {
        return "";
    }
    line.split_once(" //").map_or(line, |(code, _)| code)
}

/// The lines that ship, with their numbers from 1: comments are blank, and test modules are left
/// out.
///
/// A test module is expected to be the end of its file, as everywhere in this workspace, so reading
/// stops there. Anything else marked `#[cfg(test)]` loses only its first line.
pub(super) fn shipped_lines(text: &str) -> Vec<(usize, &str)> {
    let mut shipped = Vec::new();
    let mut marked = false;
    for (number, line) in (1..).zip(text.lines()) {
        let code = code(line);
        match code {
            "#[cfg(test)]" => marked = true,
            // More attributes may follow the mark.
            _ if marked && (code.starts_with("#[") || code.is_empty()) => {}
            _ if marked && code.starts_with("mod ") && code.ends_with('{') => break,
            _ if marked => marked = false,
            _ => shipped.push((number, code)),
        }
    }
    shipped
}

/// Whether `word` stands in `text` on its own, not as a part of a longer identifier or kebab-case
/// name.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_is_told_from_code() {
        assert_eq!(doc_text("    /// Text."), Some("Text."));
        assert_eq!(doc_text("//! # Idea"), Some("# Idea"));
        assert_eq!(doc_text("// Remark."), None);
        assert_eq!(doc_text("let a = 1; /// no"), None);
        assert_eq!(code("    let a = 1; // one"), "let a = 1;");
        assert_eq!(code("  // let a = 1;"), "");
        assert_eq!(code("let a = \"http://b\";"), "let a = \"http://b\";");
    }

    #[test]
    fn a_test_module_ends_what_ships() {
        let text = "a();\n// b\n#[cfg(test)]\n#[allow(x)]\nmod tests {\nc();\n}\n";
        assert_eq!(shipped_lines(text), [(1, "a();"), (2, "")]);
    }

    #[test]
    fn another_test_item_loses_its_first_line_only() {
        let text = "#[cfg(test)]\nmod tests;\na();\n#[cfg(test)]\nuse b;\nc();\n";
        assert_eq!(shipped_lines(text), [(3, "a();"), (6, "c();")]);
    }

    #[test]
    fn a_word_ends_where_its_name_ends() {
        assert!(has_word("`kumiki`, then", "kumiki"));
        assert!(!has_word("kumiki-id", "kumiki"));
        assert!(has_word("kumiki-id and kumiki", "kumiki"));
        assert!(has_word("use std::fs;", "std::fs"));
        assert!(!has_word("std::fsx", "std::fs"));
        assert!(!has_word("", "a"));
    }
}
