//! No path of anybody's machine in the tree: what names one works there and nowhere else.

use super::Complaint;
use super::tree::Page;

/// First directories of machine paths, kept without their slashes so that this file passes its own
/// rule.
const MACHINE_ROOTS: [&str; 5] = ["work", "root", "home", "tmp", "Users"];

/// The lines that contain an absolute path into one of the roots.
pub(super) fn paths(page: &Page) -> Vec<Complaint> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(page.text.lines()) {
        for root in MACHINE_ROOTS.into_iter().filter(|root| names_root(line, root)) {
            found.push(Complaint::at(
                page,
                number,
                format!("a path of one machine, under its {root} directory"),
            ));
        }
    }
    found
}

/// Whether a line has `root` between slashes with nothing before it that would make it the inside
/// of a longer path, a variable or an address.
fn names_root(line: &str, root: &str) -> bool {
    let continues =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '}' | ')' | '*');
    line.match_indices(&format!("/{root}/")).any(|(start, _)| !line[..start].ends_with(continues))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_and_addresses_pass() {
        let text = "src/work/a\nhttps://a.org/home/b\n$HOME/work/c\n${DIR}/tmp/d\n./tmp/e\na / \
            work / b\n/homely/\n";
        assert_eq!(paths(&Page::new("README.md", text)), []);
    }

    #[test]
    fn every_machine_root_is_found() {
        for root in MACHINE_ROOTS {
            for before in ["", "see ", "\"", "(", "=", "file://"] {
                let page = Page::new("README.md", &format!("\n{before}/{root}/x\n"));
                let what = format!("a path of one machine, under its {root} directory");
                assert_eq!(paths(&page), [Complaint::at(&page, 2, what)]);
            }
        }
    }
}
