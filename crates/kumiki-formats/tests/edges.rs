//! Graphs written and read back, bad files with the exact place of the fault, and files with a few bytes changed.

#[path = "puzzle_samples/random.rs"]
mod random;

use kumiki_formats::edges::{read, to_text};
use kumiki_model::Graph;
use random::Random;

fn graph(names: &[&str], edges: &[[usize; 2]]) -> Graph {
    Graph::new(names.iter().map(ToString::to_string).collect(), edges.to_vec()).expect("a graph")
}

#[test]
fn lines_are_edges_and_all_else_is_skipped() {
    let expected = graph(&["a", "0,0", "ü", "d"], &[[0, 1], [1, 2]]);
    for text in [
        "a 0,0\n0,0 ü\nd\n",
        "a 0,0\n0,0 ü\nd",
        "\r\na\t0,0\r\n  ü \t 0,0 \r\nd\r\na\r\n",
        "\u{feff}# a path\n\na 0,0#first\n 0,0 ü # second\n#\nd #",
    ] {
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&expected), "{text:?}");
    }
}

#[test]
fn the_other_format_is_known_by_its_heading() {
    let expected = graph(&["1", "2", "3"], &[[0, 2], [1, 2]]);
    for text in [
        "c a path\nc\np edge 3 2\ne 1 3\nc between\ne 3 2\n",
        "p col 3 2\r\ne 3 1\r\n\r\ne 2 3",
        "c p edge 9 9\n# neither\n p\tedge\t3\t02\ne 01 3\ne 2 3",
    ] {
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&expected), "{text:?}");
    }
    // With two words it is an edge of a vertex that happens to have this name.
    assert_eq!(read(b"c p\np edge\ne c"), Ok(graph(&["c", "p", "edge", "e"], &[[0, 1], [1, 2], [0, 3]])));
    assert_eq!(read(b"p edge 2 0"), Ok(graph(&["1", "2"], &[])));
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let check = |text: &[u8], message: &str| {
        assert_eq!(read(text).expect_err("refused").to_string(), message);
    };
    check(b"", "a file without vertices, expected lines of two names");
    check(b" # nothing\n\n", "a file without vertices, expected lines of two names");
    check(b"p edge 0 0", "a file without vertices, expected lines of two names");
    check(b"a b\n\nb  b", "line 3, column 4: a loop at vertex 'b', expected two different ends");
    let twice = "comes twice, first in line 2, expected once";
    check(b"\na b\nb c\n a b", &format!("line 4, column 2: the edge from 'a' to 'b' {twice}"));
    check(b"\na b\nb a", &format!("line 3, column 1: the edge from 'b' to 'a' {twice}"));
    check("ä b c".as_bytes(), "line 1, column 5: a third name 'c', expected one or two on a line");
    check(b"a b\nc \xff", "line 2, column 3: a byte that is not text, expected UTF-8");
    let hidden =
        |shown: &str| format!("the character '{shown}' in a name, expected blanks or tabs between names");
    check(b"a b\nc d\x00", &format!("line 2, column 4: {}", hidden("\\u{0}")));
    check(b"a b\rc d\n", &format!("line 1, column 4: {}", hidden("\\r")));
    check("a\u{a0}b".as_bytes(), &format!("line 1, column 2: {}", hidden("\\u{a0}")));

    check(b"p edge 3", "line 1, column 1: a heading of 3 words, expected 'p edge VERTICES EDGES'");
    check(b"c\np edge 3 2 1", "line 2, column 1: a heading of 5 words, expected 'p edge VERTICES EDGES'");
    check(b"p cnf 3 2", "line 1, column 3: a problem of kind 'cnf', expected 'edge' or 'col'");
    check(b"p edge x 2", "line 1, column 8: 'x' for the number of vertices, expected digits");
    check(b"p edge 3 +2", "line 1, column 10: '+2' for the number of edges, expected digits");
    check(b"p edge 4097 0", "line 1, column 8: 4097 vertices, expected at most 4096");
    check(b"p edge 2 1\ne 1 3", "line 2, column 5: vertex '3', expected a number from 1 to 2");
    check(b"p edge 2 1\ne 0 2", "line 2, column 3: vertex '0', expected a number from 1 to 2");
    check(b"p edge 2 1\ne 1", "line 2, column 1: an edge with 1 ends, expected 'e' and two numbers");
    check(b"p edge 2 1\nn 1 2", "line 2, column 1: a line that begins with 'n', expected 'e' or 'c'");
    check(b"p edge 2 1\ne 1 1", "line 2, column 5: a loop at vertex '1', expected two different ends");
    check(b"p edge 2 2\ne 1 2\n", "line 1, column 10: 2 edges announced, but 1 follow, expected as many");
    check(b"p edge 2 1\ne 1 2\ne 2 1", &format!("line 3, column 3: the edge from '2' to '1' {twice}"));
}

#[test]
fn too_much_is_refused() {
    let vertices = |count: usize| (0..count).map(|vertex| format!("{vertex}\n")).collect::<String>();
    assert_eq!(read(vertices(4096).as_bytes()).map(|graph| graph.vertex_count()), Ok(4096));
    let error = read(vertices(4097).as_bytes()).expect_err("too many").to_string();
    assert_eq!(error, "line 4097, column 1: 4097 vertices, expected at most 4096");
    let error = read(&vec![b'#'; (4 << 20) + 1]).expect_err("too long").to_string();
    assert_eq!(error, "the file has 4194305 bytes, expected at most 4194304");
}

/// A graph whose names can be written.
fn random_graph(random: &mut Random) -> Graph {
    let vertex_count = 1 + random.below(9);
    let density = random.below(10);
    let name = |vertex: usize| format!("{}{vertex}", ["", "p", "c", "0,", "\u{1F642}"][vertex % 5]);
    let names = (0..vertex_count).map(name).collect();
    let pairs = (0..vertex_count).flat_map(|to| (0..to).map(move |from| [to, from]));
    let edges = pairs.filter(|_| random.below(10) < density).collect();
    Graph::new(names, edges).expect("a graph")
}

#[test]
fn what_is_written_reads_back_as_the_same_graph() {
    let check = |graph: &Graph| {
        let text = to_text(graph).expect("good names");
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(graph), "{text}");
    };
    // All graphs of up to four vertices, whatever comes late in them.
    for vertex_count in 1..=4 {
        let pairs: Vec<[usize; 2]> =
            (0..vertex_count).flat_map(|to| (0..to).map(move |from| [from, to])).collect();
        for chosen in 0..1_usize << pairs.len() {
            let is_chosen = |at: &usize| chosen >> at & 1 == 1;
            let edges: Vec<[usize; 2]> = (0..pairs.len()).filter(is_chosen).map(|at| pairs[at]).collect();
            check(&graph(&["a", "b", "c", "d"][..vertex_count], &edges));
        }
    }
    (0..300).for_each(|seed| check(&random_graph(&mut Random(seed))));
    let board: Graph = "knight:5x6".parse().expect("a board");
    let without_board = Graph::new(board.names().to_vec(), board.edges().to_vec()).expect("a graph");
    assert_eq!(read(to_text(&board).expect("good names").as_bytes()), Ok(without_board));
}

#[test]
fn vertices_are_named_alone_only_where_they_would_come_too_late() {
    let written = |edges: &[[usize; 2]]| to_text(&graph(&["a", "b", "c", "d"], edges)).expect("good names");
    assert_eq!(written(&[[0, 1], [0, 2], [2, 3]]), "a b\na c\nc d\n");
    assert_eq!(written(&[[0, 1], [2, 3]]), "a b\nc d\n");
    assert_eq!(written(&[[0, 2]]), "a\nb\nc\na c\nd\n");
    assert_eq!(written(&[]), "a\nb\nc\nd\n");
}

#[test]
fn what_cannot_be_read_back_is_not_written() {
    for name in ["", "a b", "#a", "a\tb", "\u{7f}", "a\u{a0}b"] {
        let error = to_text(&graph(&["x", name], &[])).expect_err("a bad name").to_string();
        assert!(error.ends_with(", expected one without blanks and '#'"), "{error}");
    }
    let error = to_text(&graph(&[], &[])).expect_err("nothing").to_string();
    assert_eq!(error, "a graph without vertices, expected at least one");
}

/// What is put into files: characters that mean something there, and bytes that never do.
const BYTES: &[u8] = b"#pce 0123456789,ab\n\n\r\t\x00\x80\xff";

/// Reads changed files and returns how many are graphs.
fn survivors(random: &mut Random, file: &[u8]) -> usize {
    let mut graphs = 0;
    for _ in 0..4000 {
        let mut bytes = file.to_vec();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len() + 1);
            match random.below(4) {
                0 => drop(bytes.drain(at..(at + random.below(6)).min(bytes.len()))),
                1 => bytes.insert(at, random.pick(BYTES)),
                2 if at > 0 => bytes[at - 1] = random.pick(BYTES),
                _ => bytes.truncate(at.max(file.len() / 2)),
            }
        }
        match read(&bytes) {
            Ok(graph) => {
                let text = to_text(&graph).expect("its names were read");
                assert_eq!(read(text.as_bytes()), Ok(graph));
                graphs += 1;
            }
            Err(error) => {
                let shown = error.to_string();
                assert!(!shown.contains(['\n', '\r']) && shown.contains("expected"), "{shown}");
                let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count();
                assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)), "{shown}");
            }
        }
    }
    graphs
}

#[test]
fn changed_files_are_refused_in_one_line_or_are_graphs() {
    let mut random = Random(3);
    let names = survivors(&mut random, b"# a graph\na b\nb c # and back\nc a\n0,0 0,1\n0,1 a\nalone\n");
    let numbers = survivors(&mut random, b"c a graph\np edge 5 4\ne 1 2\ne 2 3\nc more\ne 3 1\ne 4 5\n");
    assert!((200..3800).contains(&names) && (200..3800).contains(&numbers), "{names} and {numbers} of 4000");
}

#[test]
fn bytes_without_any_sense_do_no_harm() {
    let mut random = Random(11);
    for length in 0..1500 {
        let bytes: Vec<u8> = (0..length % 60).map(|_| random.pick(BYTES)).collect();
        if let Err(error) = read(&bytes) {
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}
