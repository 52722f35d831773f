//! The page as one file: modules one after another in a script, and everything else inline.
//!
//! A page that is opened from a disk may load neither modules nor workers nor anything else. So
//! each module becomes a function that gives what it exports, in the order in which they need each
//! other. That takes no parser: our modules import and export in lines of two forms each, and
//! anything else is refused.

use std::collections::{BTreeMap, BTreeSet};

/// Modules by name, such as `main.js`.
pub(super) type Modules = BTreeMap<String, String>;

/// The script that a module and all that it needs make up.
///
/// `instead` names modules that stand in for others.
pub(super) fn bundle(
    modules: &Modules,
    entry: &str,
    instead: &[(&str, &str)],
) -> Result<String, String> {
    let mut bundle = Bundle::new(modules, instead);
    bundle.add(entry)?;
    if bundle.script.contains("</script") {
        return Err(String::from("web: a module says '</script', expected none in one file"));
    }
    Ok(bundle.script)
}

/// The modules that make up this script.
pub(super) fn needed(modules: &Modules, entry: &str) -> Result<BTreeSet<String>, String> {
    let mut bundle = Bundle::new(modules, &[]);
    bundle.add(entry)?;
    Ok(bundle.done)
}

struct Bundle<'m> {
    modules: &'m Modules,
    instead: &'m [(&'m str, &'m str)],
    done: BTreeSet<String>,
    /// Modules that wait for what they need.
    open: Vec<String>,
    script: String,
}

impl<'m> Bundle<'m> {
    fn new(modules: &'m Modules, instead: &'m [(&'m str, &'m str)]) -> Self {
        Self { modules, instead, done: BTreeSet::new(), open: Vec::new(), script: String::new() }
    }

    /// The module that is used under a name.
    fn used<'n>(&'n self, name: &'n str) -> &'n str {
        self.instead.iter().find(|(other, _)| *other == name).map_or(name, |(_, used)| used)
    }

    fn add(&mut self, name: &str) -> Result<(), String> {
        if self.done.contains(name) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == name) {
            return Err(format!("web: {name} needs itself, expected no circles of imports"));
        }
        let modules = self.modules;
        let text = modules.get(name).ok_or_else(|| format!("web: there is no module {name}"))?;
        self.open.push(name.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in text.lines() {
            let again = line.strip_prefix("export ").filter(|rest| rest.starts_with('{'));
            if let Some(import) = again.or_else(|| line.strip_prefix("import ")) {
                let (what, from) = imported(import)
                    .ok_or_else(|| format!("web: {name}: an import of another form: {line}"))?;
                let from = self.used(from).to_owned();
                self.add(&from)?;
                if again.is_some() {
                    exports.push(what.trim_matches(|c| "{} ".contains(c)).to_owned());
                }
                body += &format!("const {what} = {};\n", variable(&from));
            } else if let Some(rest) = line.strip_prefix("export ") {
                let exported = exported(rest)
                    .ok_or_else(|| format!("web: {name}: an export of another form: {line}"))?;
                exports.push(exported.to_owned());
                body += rest;
                body.push('\n');
            } else {
                body += line;
                body.push('\n');
            }
        }
        let (variable, exports) = (variable(name), exports.join(", "));
        self.script +=
            &format!("const {variable} = (() => {{\n{body}return {{ {exports} }};\n}})();\n");
        self.open.pop();
        self.done.insert(name.to_owned());
        Ok(())
    }
}

/// What an import declares, and the module that it comes from: `{ a, b as c } from "./x.js";` or
/// `* as x from "./x.js";`.
fn imported(import: &str) -> Option<(String, &str)> {
    if let Some(from) = import.strip_prefix("\"./") {
        return Some((String::from("{}"), from.strip_suffix("\";")?));
    }
    let (what, from) = import.split_once(" from \"./")?;
    let from = from.strip_suffix("\";")?;
    let what = match what.strip_prefix("* as ") {
        Some(name) => name.to_owned(),
        None if what.starts_with('{') && what.ends_with('}') => what.replace(" as ", ": "),
        None => return None,
    };
    Some((what, from))
}

/// The name that an export declares.
fn exported(rest: &str) -> Option<&str> {
    let kinds =
        ["async function* ", "async function ", "function* ", "function ", "class ", "const "];
    let declared = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = declared.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    Some(&declared[..end]).filter(|name| !name.is_empty())
}

/// What a module is called in the script.
fn variable(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    format!("module_{}", letters.collect::<String>())
}

/// Bytes in letters, as `data:` addresses have them.
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = (group >> (18 - 6 * at) & 63) as usize;
            text.push(if at <= chunk.len() { char::from(LETTERS[letter]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(texts: &[(&str, &str)]) -> Modules {
        texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn modules_come_after_what_they_need() {
        let all = modules(&[
            (
                "main.js",
                "import { one as two } from \"./a.js\";\nimport * as b from \"./b.js\";\nuse(two, b);\n",
            ),
            ("a.js", "import * as b from \"./b.js\";\nexport const one = b.x;\n"),
            ("b.js", "export function x() {}\n"),
            ("c.js", "export class x {}\nexport { y } from \"./d.js\";\n"),
            ("d.js", "export const y = 1;\n"),
        ]);
        let script = bundle(&all, "main.js", &[("b.js", "c.js")]).expect("modules");
        let expected = "const module_d_js = (() => {\nconst y = 1;\nreturn { y };\n})();\n\
            const module_c_js = (() => {\nclass x {}\nconst { y } = module_d_js;\nreturn { x, y };\n})();\n\
            const module_a_js = (() => {\nconst b = module_c_js;\nconst one = b.x;\nreturn { one };\n})();\n\
            const module_main_js = (() => {\nconst { one: two } = module_a_js;\nconst b = module_c_js;\n\
            use(two, b);\nreturn {  };\n})();\n";
        assert_eq!(script, expected);
    }

    #[test]
    fn what_cannot_be_put_into_one_script_is_refused() {
        let refused = |texts: &[(&str, &str)]| bundle(&modules(texts), "main.js", &[]).is_err();
        assert!(refused(&[("main.js", "import x from \"./x.js\";\n"), ("x.js", "")]));
        assert!(refused(&[("main.js", "import { x } from \"./x.js\";\n")]));
        assert!(refused(&[("main.js", "export default 1;\n")]));
        assert!(refused(&[("main.js", "import { x } from \"./main.js\";\n")]));
        assert!(refused(&[("main.js", "const x = \"</script>\";\n")]));
    }

    #[test]
    fn bytes_are_written_in_letters() {
        let written = |text: &str| base64(text.as_bytes());
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(written),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }
}
