//! Ctrl-C and SIGTERM: a clean end with exit code 3 and what was found so far.
#![cfg(unix)]

use crate::program::{Folder, kumiki};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The longest a program may take to stop, on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(20);

/// A search that would take hours, begun, with a first line of progress on its stderr.
struct Begun {
    child: Child,
    stderr: BufReader<std::process::ChildStderr>,
    first_line: String,
}

impl Begun {
    /// Waits for a line of progress that starts with one of some words.
    fn wait_for(&mut self, words: &[&str]) {
        while !words.iter().any(|word| self.first_line.starts_with(word)) {
            self.first_line.clear();
            let bytes = self.stderr.read_line(&mut self.first_line).expect("a line of progress");
            assert_ne!(bytes, 0, "it ended before it said {words:?}");
        }
    }
}

fn begin(line: &str, folder: &Path) -> Begun {
    let mut child = kumiki()
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut first_line = String::new();
    stderr.read_line(&mut first_line).expect("a line of progress");
    Begun { child, stderr, first_line }
}

/// Sends a signal; the shell has `kill` everywhere.
pub(crate) fn signal(child: &Child, name: &str) {
    let status = Command::new("sh")
        .args(["-c", "kill -s \"$0\" \"$1\"", name, &child.id().to_string()])
        .status()
        .expect("a shell");
    assert!(status.success(), "kill -s {name}");
}

/// Waits until the program has ended, but not for ever. Returns its exit code and its answer.
pub(crate) fn end(child: &mut Child) -> (Option<i32>, String) {
    let asked = Instant::now();
    let mut stdout = child.stdout.take().expect("a pipe");
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            break status;
        }
        if asked.elapsed() > PATIENCE {
            child.kill().expect("a child of ours");
            panic!("it did not stop within {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut text = String::new();
    stdout.read_to_string(&mut text).expect("an answer");
    (status.code(), text)
}

#[test]
fn a_signal_ends_a_search_with_what_was_found() {
    let folder = Folder::new("signals");
    for name in ["INT", "TERM"] {
        let line = "antislide 5x5x6 --method direct --threads 1 --json --progress always";
        let Begun { mut child, mut stderr, first_line } = begin(line, folder.path());
        assert!(
            first_line.starts_with("searching: ") && first_line.contains("nodes/s"),
            "{first_line}"
        );
        // How much of a tree is left nobody knows, so nobody says.
        assert!(!first_line.contains('%') && !first_line.contains(" left"), "{first_line}");
        signal(&child, name);
        let (code, text) = end(&mut child);
        assert_eq!(code, Some(3), "SIG{name}");
        let answer: Value = serde_json::from_str(&text).expect("one JSON object");
        assert_eq!(answer["complete"], false);
        assert!(
            answer["packings"].as_str().is_some_and(|packings| packings.len() > 3),
            "{}",
            answer["packings"]
        );
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).expect("readable");
        assert!(!rest.contains("error"), "{rest}");
        folder.write("answer.json", &text);
        assert_eq!(
            crate::program::run_in(folder.path(), "check answer.json").code,
            Some(0),
            "SIG{name}"
        );
    }
}

#[test]
fn a_signal_ends_the_building_of_halves_too() {
    let folder = Folder::new("halves");
    let line = "antislide 5x5x6 --method layers --threads 1 --progress always";
    let Begun { mut child, mut stderr, first_line } = begin(line, folder.path());
    assert!(first_line.contains(" so far"), "{first_line}");
    signal(&child, "INT");
    let (code, text) = end(&mut child);
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("readable");
    assert_eq!(code, Some(3), "{rest}");
    assert!(text.contains("nothing counted yet"), "{text}{rest}");
    assert!(text.contains("interrupted before anything was counted"), "{text}{rest}");
}

#[test]
fn an_interrupted_picture_is_whole_or_absent() {
    let folder = Folder::new("interrupted-picture");
    let line = "antislide 5x5x6 --list 2 --count --threads 1 --progress always --svg a.svg";
    let Begun { mut child, .. } = begin(line, folder.path());
    signal(&child, "INT");
    assert_eq!(end(&mut child).0, Some(3));
    assert_eq!(folder.names(), ["a.svg"], "no half-written file beside it");
    assert!(folder.read("a.svg").trim_end().ends_with("</svg>"));
}

/// Interrupts a command that was begun with `--json`. Its answer must be incomplete, and must
/// stand.
fn interrupt(child: &mut Child, folder: &Folder, line: &str) -> Value {
    signal(child, "INT");
    let (code, text) = end(child);
    assert_eq!(code, Some(3), "{line}");
    folder.write("answer.json", &text);
    let answer: Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(answer["complete"], false, "{line}");
    let verdict = crate::program::run_in(folder.path(), "check answer.json");
    assert_eq!((verdict.code, verdict.stderr.as_str()), (Some(0), ""), "{line}");
    answer
}

#[test]
fn a_signal_ends_exact_covers_and_puzzles_too() {
    let folder = Folder::new("interrupted-covers");
    let dominoes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/domino16.dlx");
    for (line, first_word) in [
        (format!("cover {dominoes} --kernel bits"), "counting: "),
        (format!("cover {dominoes} --kernel cells --list 3 --count"), "searching: "),
        (format!("cover {dominoes} --symmetry auto"), "searching: "),
        ("pack big.toml --list 3 --count".to_owned(), "searching: "),
    ] {
        let puzzle = "kumiki = 1\n[box]\nsize = \"6x6x6\"\n[[piece]]\nname = \"L\"\nlayers = \
            \"##\\n#\"\ncount = \"any\"\n";
        folder.write("big.toml", puzzle);
        let line = format!("{line} --threads 1 --json --progress always");
        let mut begun = begin(&line, folder.path());
        begun.wait_for(&[first_word]);
        interrupt(&mut begun.child, &folder, &line);
    }
}

#[test]
fn a_signal_ends_counts_of_tours_and_graphs_too() {
    let folder = Folder::new("interrupted-tours");
    for (line, words) in [
        ("tours 7x8", &["forecast: about "][..]),
        ("tours 8x10 --symmetry half-turn --method diagram", &["matching: ", "pairing: "]),
        ("graph hamiltonian-cycles grid:18x18", &["forecast: about "]),
    ] {
        let line = format!("{line} --threads 1 --json --progress always");
        let mut begun = begin(&line, folder.path());
        begun.wait_for(words);
        interrupt(&mut begun.child, &folder, &line);
    }
}

/// A graph of 1300 vertices in which it takes long to find an order: each has edges to those 1, 37
/// and 411 further on in a ring.
fn ring() -> String {
    let edges = (0..1300).flat_map(|from| [1, 37, 411].map(|steps| (from, (from + steps) % 1300)));
    edges.map(|(from, to)| format!("{from} {to}\n")).collect()
}

#[test]
fn a_signal_ends_the_search_for_an_order_and_the_making_of_a_diagram() {
    let folder = Folder::new("interrupted-diagrams");
    folder.write("ring.txt", &ring());
    for (line, word, is_counted) in [
        ("graph matchings ring.txt", "planning: ", false),
        ("graph hamiltonian-cycles grid:16x16 --first", "compiling: ", true),
    ] {
        let line = format!("{line} --json --progress always");
        let mut begun = begin(&line, folder.path());
        begun.wait_for(&[word]);
        assert!(begun.first_line.contains(" %, "), "{line}: {}", begun.first_line);
        let answer = interrupt(&mut begun.child, &folder, &line);
        let mut rest = String::new();
        begun.stderr.read_to_string(&mut rest).expect("readable");
        assert!(!rest.contains("error"), "{line}: {rest}");
        assert_eq!(answer["count"].is_string(), is_counted, "{line}: {answer}");
        let listed = answer["solutions"].as_array();
        assert!(listed.is_none_or(Vec::is_empty), "{line}");
    }
}

#[test]
fn a_memory_limit_ends_the_making_of_a_diagram_and_keeps_the_count() {
    for (line, count) in [
        (
            "graph paths grid:12x12 --from 0,0 --to 11,11 --first --memory-limit 60M",
            "182413291514248049241470885236 paths",
        ),
        ("tours 6x8 --list 3 --memory-limit 80M", "on 6x8: 55488142, "),
    ] {
        let stopped = crate::program::run(line);
        assert_eq!((stopped.code, stopped.stderr.as_str()), (Some(3), ""), "{line}");
        assert!(stopped.stdout.contains(count), "{line}: {}", stopped.stdout);
        let reason = "stopped by the memory limit: the answer is not complete";
        assert!(stopped.stdout.contains(reason), "{line}: {}", stopped.stdout);
    }
}
