//! Graphs written and read back, graphs as other programs write them, and bad files with the exact
//! place of the fault.

use crate::puzzle_samples::Random;
use kumiki_formats::edges::{read, to_text};
use kumiki_model::Graph;

fn graph(names: &[&str], edges: &[[usize; 2]]) -> Graph {
    Graph::new(names.iter().map(ToString::to_string).collect(), edges.to_vec()).expect("a graph")
}

#[test]
fn lines_are_edges_and_all_else_is_skipped() {
    let expected = graph(&["a", "0,0", "ü", "d"], &[[0, 1], [1, 2]]);
    for text in [
        "a 0,0\n0,0 ü\nd:\n",
        "a 0,0\n0,0 ü\nd",
        "\r\na\t0,0\r\n  ü \t 0,0 \r\nd\r\na:\r\n0,0:\r\n",
        "\u{feff}# a path\n\na 0,0#first\n 0,0 ü # second\n#\nd: #",
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
    assert_eq!(
        read(b"c p\np edge\ne c"),
        Ok(graph(&["c", "p", "edge", "e"], &[[0, 1], [1, 2], [0, 3]]))
    );
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
    let alone = "alone, expected two names, a name and a colon for a vertex without edges, or one \
        graph in graph6";
    // What is no edge and no graph is not a vertex: numbers of vertices, and two names with a sign
    // between.
    check(b"5\n0 1\n", &format!("line 1, column 1: '5' {alone}"));
    for name in ["a-b", "a->b", "a;b", "a|b", "{a,b}", "b,c", "\"b\"", "3"] {
        check(format!("a b\n{name}\n").as_bytes(), &format!("line 2, column 1: '{name}' {alone}"));
    }
    check(
        b"source,target,weight\na,b,1\n",
        &format!("line 1, column 1: 'source,target,weight' {alone}"),
    );
    check(b"a\nb\nc\n", &format!("line 1, column 1: 'a' {alone}"));
    let sign = |place: &str| format!("at the {place} of a name, expected two names on a line");
    check(b"a b\nb: c\n", &format!("line 2, column 2: ':' {}", sign("end")));
    check(b"0,0 1\nb, c\n", &format!("line 2, column 2: ',' {}", sign("end")));
    check(b"0,0 1\nb ;c\n", &format!("line 2, column 3: ';' {}", sign("start")));
    check(b"a b\n:\n", "line 2, column 1: an empty name, expected at least one character");
    check(b"a b\nc \xff", "line 2, column 3: a byte that is not text, expected UTF-8");
    let hidden = |shown: &str| {
        format!("the character '{shown}' in a name, expected none that is blank, hidden or '#'")
    };
    check(b"a b\nc d\x00", &format!("line 2, column 4: {}", hidden("\\u{0}")));
    check(b"a b\rc d\n", &format!("line 1, column 4: {}", hidden("\\r")));
    check("a\u{a0}b c".as_bytes(), &format!("line 1, column 2: {}", hidden("\\u{a0}")));

    check(b"p edge 3", "line 1, column 1: a heading of 3 words, expected 'p edge VERTICES EDGES'");
    check(
        b"c\np edge 3 2 1",
        "line 2, column 1: a heading of 5 words, expected 'p edge VERTICES EDGES'",
    );
    check(b"p cnf 3 2", "line 1, column 3: a problem of kind 'cnf', expected 'edge' or 'col'");
    check(b"p edge x 2", "line 1, column 8: 'x' for the number of vertices, expected digits");
    check(b"p edge 3 +2", "line 1, column 10: '+2' for the number of edges, expected digits");
    check(b"p edge 4097 0", "line 1, column 8: 4097 vertices, expected at most 4096");
    check(b"p edge 2 1\ne 1 3", "line 2, column 5: vertex '3', expected a number from 1 to 2");
    check(b"p edge 2 1\ne 0 2", "line 2, column 3: vertex '0', expected a number from 1 to 2");
    check(
        b"p edge 2 1\ne 1",
        "line 2, column 1: an edge with 1 ends, expected 'e' and two numbers",
    );
    check(
        b"p edge 2 1\nn 1 2",
        "line 2, column 1: a line that begins with 'n', expected 'e' or 'c'",
    );
    check(
        b"p edge 2 1\ne 1 1",
        "line 2, column 5: a loop at vertex '1', expected two different ends",
    );
    check(
        b"p edge 2 2\ne 1 2\n",
        "line 1, column 10: 2 edges announced, but 1 follow, expected as many",
    );
    check(
        b"p edge 2 1\ne 1 2\ne 2 1",
        &format!("line 3, column 3: the edge from '2' to '1' {twice}"),
    );
}

#[test]
fn too_much_is_refused() {
    let vertices =
        |count: usize| (0..count).map(|vertex| format!("{vertex}:\n")).collect::<String>();
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
            let edges: Vec<[usize; 2]> =
                (0..pairs.len()).filter(is_chosen).map(|at| pairs[at]).collect();
            check(&graph(&["a", "b", "c", "d"][..vertex_count], &edges));
        }
    }
    (0..300).for_each(|seed| check(&random_graph(&mut Random(seed))));
    let board: Graph = "knight:5x6".parse().expect("a board");
    let without_board =
        Graph::new(board.names().to_vec(), board.edges().to_vec()).expect("a graph");
    assert_eq!(read(to_text(&board).expect("good names").as_bytes()), Ok(without_board));
}

#[test]
fn vertices_are_named_alone_only_where_they_would_come_too_late() {
    let written =
        |edges: &[[usize; 2]]| to_text(&graph(&["a", "b", "c", "d"], edges)).expect("good names");
    assert_eq!(written(&[[0, 1], [0, 2], [2, 3]]), "a b\na c\nc d\n");
    assert_eq!(written(&[[0, 1], [2, 3]]), "a b\nc d\n");
    assert_eq!(written(&[[0, 2]]), "a:\nb:\nc:\na c\nd:\n");
    assert_eq!(written(&[]), "a:\nb:\nc:\nd:\n");
}

#[test]
fn what_cannot_be_read_back_is_not_written() {
    for name in ["", "a b", "#a", "a\tb", "\u{7f}", "a\u{a0}b", "a:", ",a", "a,", ";", "a;"] {
        let error = to_text(&graph(&["x", name], &[])).expect_err("a bad name").to_string();
        assert!(error.starts_with("the name ") && error.contains(", expected "), "{error}");
    }
    let error = to_text(&graph(&[], &[])).expect_err("nothing").to_string();
    assert_eq!(error, "a graph without vertices, expected at least one");
}

/// So many vertices with the numbers from 0 on, and some edges.
fn random_numbered(random: &mut Random, vertex_count: usize) -> Graph {
    let density = random.below(11);
    let pairs = (0..vertex_count).flat_map(|to| (0..to).map(move |from| [from, to]));
    let edges = pairs.filter(|_| random.below(10) < density).collect();
    Graph::new((0..vertex_count).map(|vertex| vertex.to_string()).collect(), edges)
        .expect("a graph")
}

/// Bits as characters, after B. D. McKay's formats.txt.
fn characters(bits: &[u8], fill: u8) -> String {
    let value =
        |chunk: &[u8]| (0..6).fold(0, |sum, at| 2 * sum + chunk.get(at).copied().unwrap_or(fill));
    bits.chunks(6).map(|chunk| char::from(63 + value(chunk))).collect()
}

fn binary(number: usize, width: usize) -> Vec<u8> {
    (0..width).rev().map(|bit| u8::from(number >> bit & 1 == 1)).collect()
}

fn encoded_count(count: usize) -> String {
    if count < 63 {
        characters(&binary(count, 6), 0)
    } else {
        format!("~{}", characters(&binary(count, 18), 0))
    }
}

fn graph6(graph: &Graph) -> String {
    let count = graph.vertex_count();
    let mut bits = Vec::new();
    for to in 1..count {
        bits.extend((0..to).map(|from| u8::from(graph.edges().contains(&[from, to]))));
    }
    encoded_count(count) + &characters(&bits, 0)
}

fn sparse6(graph: &Graph) -> String {
    let count = graph.vertex_count();
    let mut width = 0;
    while 1 << width < count {
        width += 1;
    }
    let mut edges: Vec<[usize; 2]> = graph.edges().iter().map(|[from, to]| [*to, *from]).collect();
    edges.sort_unstable();
    let (mut bits, mut current) = (Vec::new(), 0);
    for [to, from] in &edges {
        if *to == current {
            bits.push(0);
        } else if *to == current + 1 {
            bits.push(1);
        } else {
            bits.push(1);
            bits.extend(binary(*to, width));
            bits.push(0);
        }
        current = *to;
        bits.extend(binary(*from, width));
    }
    let missing = (6 - bits.len() % 6) % 6;
    let has_edge = |vertex: usize| edges.iter().any(|edge| edge.contains(&vertex));
    let is_special = [(2, 1), (4, 2), (8, 3), (16, 4)].contains(&(count, width));
    if is_special && has_edge(count - 2) && !has_edge(count - 1) && missing > width {
        bits.push(0);
    }
    format!(":{}{}", encoded_count(count), characters(&bits, 1))
}

#[test]
fn examples_of_the_formats_themselves_are_read() {
    // From formats.txt: five vertices with the edges 0-2, 0-4, 1-3, 3-4; seven with 0-1, 0-2, 1-2,
    // 5-6.
    let five = [[0, 2], [0, 4], [1, 3], [3, 4]];
    let seven = [[0, 1], [0, 2], [1, 2], [5, 6]];
    for text in ["DQc", "DQc\n", ">>graph6<<DQc\n", ">>graph6<<\nDQc"] {
        assert_eq!(
            read(text.as_bytes()).map(|graph| graph.edges().to_vec()),
            Ok(five.to_vec()),
            "{text}"
        );
    }
    for text in [":Fa@x^", ":Fa@x^\n", ">>sparse6<<:Fa@x^\n"] {
        assert_eq!(
            read(text.as_bytes()).map(|graph| graph.edges().to_vec()),
            Ok(seven.to_vec()),
            "{text}"
        );
    }
    let petersen = read(b"IheA@GUAo").expect("Petersen's graph");
    assert_eq!((petersen.vertex_count(), petersen.edges().len()), (10, 15));
    assert!(petersen.neighbours().iter().all(|neighbours| neighbours.len() == 3));
    assert_eq!(read(b"@"), Ok(graph(&["0"], &[])));
    assert_eq!(read(b":@"), Ok(graph(&["0"], &[])));
    assert_eq!(read(b"A_"), Ok(graph(&["0", "1"], &[[0, 1]])));
}

#[test]
fn compact_graphs_are_read_whatever_their_size() {
    let mut random = Random(17);
    for round in 0..600 {
        let count = if round < 400 { 1 + random.below(18) } else { 55 + random.below(20) };
        let graph = random_numbered(&mut random, count);
        for text in [graph6(&graph), sparse6(&graph)] {
            assert_eq!(read(text.as_bytes()).as_ref(), Ok(&graph), "{text}");
        }
    }
}

#[test]
fn tables_with_commas_are_read() {
    let expected = graph(&["a", "b", "c"], &[[0, 1], [1, 2]]);
    for text in [
        "a,b\nb,c\n",
        "a, b\r\n# more\n b\t,c",
        "Source,Target\na,b\nc,b\n".replace("c,b", "b,c").as_str(),
        "from, to\na,b\nb,c",
    ] {
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&expected), "{text:?}");
    }
    assert_eq!(read(b"u,v\n"), Ok(graph(&["u", "v"], &[[0, 1]])), "no heading");
    assert_eq!(read(b"0,1 exit\n"), Ok(graph(&["0,1", "exit"], &[[0, 1]])), "two names of a board");
}

#[test]
fn graphs_of_graphviz_are_read() {
    let expected = graph(&["a", "b", "c", "0,0", "-1.5"], &[[0, 1], [0, 2], [1, 2], [2, 3]]);
    for text in [
        "graph { a -- b -- c -- a; c -- \"0,0\"; -1.5 }",
        "strict graph \"g\" {\n node [shape=circle] edge[len=2,w=\"x\\\"]\"][a=b;c=d]\n \
         rankdir=LR;\n a\nb a--b [label=\"a -- z\"]\n\
         // a -- x\n/* x -- y\n */ c--a b -- \"c\"\n# line\nc--\"0,0\" -1.5;}\n// the end",
        "GRAPH g{a--b;b--c;a--c;c--\"0,0\"\"-1.5\"}",
    ] {
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&expected), "{text}");
    }
    assert_eq!(
        read(b"graph a\nb graph"),
        Ok(graph(&["graph", "a", "b"], &[[0, 1], [0, 2]])),
        "only a name"
    );
}

#[test]
fn random_graphs_are_read_as_others_write_them() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let count = 2 + random.below(8);
        let graph = random_numbered(&mut random, count);
        if graph.edges().is_empty() {
            continue;
        }
        let (mut table, mut dot) =
            (random.pick(&["", "from,to\n", "SOURCE,TARGET\r\n"]).to_owned(), String::new());
        for [from, to] in graph.edges() {
            table += &format!(
                "{from}{}{to}{}",
                random.pick(&[",", ", ", "\t,"]),
                random.pick(&["\n", "\r\n", "\n\n"])
            );
            let quote = random.pick(&["", "\""]);
            let between = random.pick(&["--", " -- ", "\n--/* x -- y */"]);
            let end =
                random.pick(&[";", "\n", " [label=\"{\"];", "[a=1][b=c d=e]\n", " // -- z\n"]);
            dot += &format!("{quote}{from}{quote}{between}{quote}{to}{quote}{end}");
        }
        // The vertices of a table are those of its edges, in their order.
        let names = |graph: &Graph| -> Vec<[String; 2]> {
            let mut names: Vec<[String; 2]> = graph
                .edges()
                .iter()
                .map(|ends| ends.map(|end| graph.names()[end].clone()))
                .collect();
            names.iter_mut().for_each(|ends| ends.sort());
            names.sort();
            names
        };
        assert_eq!(read(table.as_bytes()).map(|graph| names(&graph)), Ok(names(&graph)), "{table}");
        let vertices = graph.names().join("; ");
        let dot = format!(
            "{} {{ {vertices}\n{dot} }}",
            random.pick(&["graph", "strict graph g", "// x {\ngraph \"{\""])
        );
        assert_eq!(read(dot.as_bytes()).as_ref(), Ok(&graph), "{dot}");
    }
}

#[test]
fn bad_files_of_other_programs_are_refused_with_the_place() {
    let check = |text: &str, message: &str| {
        assert_eq!(read(text.as_bytes()).expect_err(text).to_string(), message);
    };
    check("Bw\nA_\n", "line 2, column 1: graph 2 of 2, expected one graph in a file");
    check(":An\n:An\n:An", "line 2, column 1: graph 2 of 3, expected one graph in a file");
    let without = "expected a graph without directions, in graph6 or sparse6";
    check("&AO", &format!("line 1, column 1: '&AO', {without}"));
    check(">>digraph6<<&AO", &format!("line 1, column 13: '&AO', {without}"));
    check(">>graph6<<\n", "line 1, column 1: a heading without a graph, expected one behind it");
    check(
        ">>graph6<<Bw x",
        "line 1, column 14: 'x' behind a graph, expected nothing else on its line",
    );
    check(
        ">>graph6<<Bww",
        "line 1, column 11: 2 characters behind the number of vertices, expected 1 for 3 vertices",
    );
    check(
        ">>graph6<<Bx",
        "line 1, column 12: a bit behind the last pair of vertices, expected zeros",
    );
    check(">>graph6<<B1", "line 1, column 12: the character '1', expected one from '?' to '~'");
    check(
        ">>graph6<<~~",
        "line 1, column 11: the number of vertices is cut short, expected 1, 4 or 8 characters of \
         it",
    );
    check(">>graph6<<~~~~~~~~", "line 1, column 11: 68719476735 vertices, expected at most 4096");
    check(">>graph6<<?", "a file without vertices, expected lines of two names");
    check(":@?", "line 1, column 1: a loop at vertex '0', expected two different ends");
    let filled = "expected ones that fill up a character";
    check(":Fa@x^~", &format!("line 1, column 1: data behind the edges of 7 vertices, {filled}"));

    check("a,b\nc\n", "line 2, column 1: 1 columns, expected two names with a comma between");
    check("a,b\nc d\n", "line 2, column 1: 1 columns, expected two names with a comma between");
    check("a,b\nc,d,1\n", "line 2, column 1: 3 columns, expected two names with a comma between");
    check("a,b\nc,\n", "line 2, column 3: an empty name, expected at least one character");
    check("\"a\",\"b\"", "line 1, column 1: the quote in '\"a\"', expected names without quotes");
    check(
        "a,b\nb,a",
        "line 2, column 1: the edge from 'b' to 'a' comes twice, first in line 1, expected once",
    );
    check(
        "a,b\nb c,d",
        "line 2, column 2: the character ' ' in a name, expected none that is blank, hidden or '#'",
    );
    check("source,target\n", "a file without vertices, expected lines of two names");

    check(
        "digraph { a -> b }",
        "line 1, column 1: 'digraph', expected an undirected graph, 'graph {'",
    );
    check("graph { a -> b }", "line 1, column 11: '->', expected '--', an edge without direction");
    check(
        "graph {\n subgraph s { a } }",
        "line 2, column 2: 'subgraph', expected a vertex; subgraphs are not read",
    );
    check(
        "graph { a -- { b c } }",
        "line 1, column 14: '{', expected a vertex; subgraphs are not read",
    );
    check("graph { a:n -- b }", "line 1, column 10: ':', expected a vertex without ports");
    check("graph { a -- }", "line 1, column 14: '}', expected a vertex");
    check("graph { a -- b", "line 1, column 15: the end of the file, expected a vertex");
    check(
        "graph { a } graph { b }",
        "line 1, column 13: 'graph', expected nothing behind the graph",
    );
    check("graph { a [b] }", "line 1, column 13: ']', expected '=' and the value of the attribute");
    check(
        "graph { 1a -- b }",
        "line 1, column 9: '1a', expected a number, or quotes around the name",
    );
    check(
        "graph { a -- <b> }",
        "line 1, column 14: the character '<', expected a name or a sign of DOT",
    );
    check(
        "graph { \"a\n\" }",
        "line 1, column 11: the character '\\n' in a name, expected none that is blank, hidden or \
         '#'",
    );
    check("graph { \"a }", "line 1, column 9: a quote without an end, expected another '\"'");
    check("graph { /* }", "line 1, column 13: a comment without an end, expected '*/'");
    check(
        "graph { a -- a }",
        "line 1, column 14: a loop at vertex 'a', expected two different ends",
    );
    check(
        "graph { a -- b\nb -- a }",
        "line 2, column 1: the edge from 'b' to 'a' comes twice, first in line 1, expected once",
    );
    check("graph { node -- a }", "line 1, column 14: '--', expected attributes in brackets");
}
