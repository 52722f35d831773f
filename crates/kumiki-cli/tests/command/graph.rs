//! `graph`: the known figures, files of edges, lists, diagrams, and everything that is refused.

use crate::program::{
    Folder, answer, assert_all_refused, assert_common_fields, assert_refuted, assert_told,
    assert_too_large, json, run_in, run_with_stdin, without_profile,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Counts that others have published or that formulas give.
const FIGURES: &[(&str, &str)] = &[
    ("matchings grid:8x8", "12988816"),
    ("matchings grid:10x10", "258584046368"),
    ("matchings knight:8x8", "2849759680"),
    ("hamiltonian-cycles grid:8x8", "4638576"),
    ("hamiltonian-cycles grid:12x12", "1076226888605605706"),
    ("hamiltonian-cycles grid:14x14", "56126499620491437281263608"),
    ("hamiltonian-cycles king:5x5", "2462064"),
    ("hamiltonian-cycles knight:6x6", "9862"),
    ("hamiltonian-paths knight:5x5", "864"),
    ("hamiltonian-paths knight:5x5 --from 0,0 --to 4,4", "56"),
    ("hamiltonian-paths grid:13x13 --from 0,0 --to 12,12", "17337631013706758184626"),
    ("paths grid:8x8 --from 0,0 --to 7,7", "789360053252"),
    ("paths grid:9x9 --from 0,0 --to 8,8", "3266598486981642"),
    ("cycles grid:3x3", "13"),
    ("cycles king:2x2", "7"),
    ("spanning-trees grid:4x4", "100352"),
    ("spanning-trees king:2x2", "16"),
    ("forests king:2x2", "38"),
    ("forests grid:1x1", "1"),
    ("factors grid:4x4 --degrees 2", "18"),
    ("factors grid:6x6 --degrees 2", "13903"),
    ("factors grid:8x8 --degrees 1", "12988816"),
    ("factors king:2x2 --degrees 0,2", "8"),
    ("matchings leaper:0,1:2x10", "89"),
];

#[test]
fn counts_are_those_that_are_known() {
    for (line, count) in FIGURES {
        let found = json(&format!("graph {line}"));
        assert_common_fields(line, &found);
        assert_eq!((&found["count"], &found["complete"]), (&json!(count), &json!(true)), "{line}");
    }
}

/// Command lines, and parts of the answer in text.
const TOLD: &[(&str, &[&str])] = &[
    (
        "graph matchings grid:10x10",
        &[
            "grid:10x10: 258584046368 perfect matchings\n",
            "the graph has 100 vertices and 180 edges\n",
        ],
    ),
    (
        "graph spanning-trees king:4x5 --verify",
        &["verified: Kirchhoff's determinant says ", "king:4x5: "],
    ),
    (
        "graph paths grid:5x5 --from 0,0 --to 4,4 --verify",
        &[
            "grid:5x5: 8512 paths from 0,0 to 4,4\n",
            "method: words of brackets, vertex by vertex, ",
            "verified: counting by states of a frontier, which shares no code with it, says 8512 \
             too\n",
        ],
    ),
    (
        "graph paths grid:5x5 --from 0,0 --to 4,4 --order columns --verify",
        &["verified in part: counting in another order of vertices says 8512 too; "],
    ),
    (
        "graph cycles grid:3x3 --trace 500",
        &[
            "trace: the steps told are those of states in tables\n",
            "trace: it is told to the end, and the count is the same\n",
        ],
    ),
    (
        "graph hamiltonian-cycles grid:2x3 --list",
        &["1: 0,0 0,1 0,2 1,2 1,1 1,0\ngrid:2x3: 1 Hamiltonian cycle\n"],
    ),
    ("graph hamiltonian-paths grid:1x3 --list", &["1: 0,0 0,1 0,2\n"]),
    ("graph paths grid:1x3 --from 0,2 --to 0,0 --list", &["1: 0,2 0,1 0,0\n"]),
    ("graph matchings grid:2x2 --list", &["1: 0,0-1,0 0,1-1,1\n", "2: 0,0-0,1 1,0-1,1\n"]),
    ("graph cycles grid:4x4 --profile", &["level"]),
    ("graph factors grid:2x3 --degrees 0,2", &["grid:2x3: 4 factors of degree 0 or 2\n"]),
    (
        "graph factors grid:2x2 --degrees 2 --list",
        &["1: 0,0-0,1 0,0-1,0 0,1-1,1 1,0-1,1\ngrid:2x2: 1 factor of degree 2\n"],
    ),
];

#[test]
fn the_text_tells_the_figures() {
    assert_told(TOLD);
}

/// Questions with the answer none, and a part of the reason.
const NONE: &[(&str, &str)] = &[
    ("graph matchings grid:3x3", "an odd number"),
    ("graph matchings knight:3x3", "an odd number"),
    ("graph matchings knight:2x2", "vertex '0,0' has no edge"),
    ("graph hamiltonian-cycles grid:3x3 --list", "one of 5 vertices to one of 4 others"),
    ("graph hamiltonian-cycles knight:3x3", "not connected"),
    ("graph hamiltonian-cycles grid:1x2", "at least 3 vertices"),
    ("graph hamiltonian-paths knight:3x3", "not connected"),
    ("graph hamiltonian-paths grid:10x10 --from 0,0 --to 9,9", "'0,0' and '9,9' are on the same"),
    ("graph hamiltonian-paths grid:3x3 --from 0,0 --to 0,1", "'0,1' is on the smaller"),
    ("graph spanning-trees knight:3x3", "no walk leads from '0,0' to '1,1'"),
    ("graph paths knight:3x3 --from 0,0 --to 1,1", "no walk leads from '0,0' to '1,1'"),
    ("graph cycles grid:1x9", "a forest"),
    ("graph factors grid:3x3 --degrees 1,3 --list", "an odd sum"),
    ("graph factors grid:3x4 --degrees 3", "vertex '0,0' has 2 edges"),
];

#[test]
fn that_there_is_none_is_an_answer_with_a_reason() {
    for (line, reason) in NONE {
        let found = json(line);
        assert_common_fields(line, &found);
        assert_eq!((&found["count"], &found["complete"]), (&json!("0"), &json!(true)), "{line}");
        let said = found["why_none"].as_str().unwrap_or_default();
        assert!(said.contains(reason), "{line}: {said}");
        assert!(answer(line).contains(&format!(": {said}\n")), "{line}");
    }
}

#[test]
fn graphs_are_read_from_files_and_from_stdin() {
    let folder = Folder::new("graph-files");
    folder.write("square.txt", "# a square with a tail\na b\nb c\nc d\nd a\nd tail\n");
    folder.write("apart.txt", "a b\nalone\n");
    for (line, count) in [
        ("graph spanning-trees square.txt", "4"),
        ("graph cycles square.txt", "1"),
        ("graph paths square.txt --from tail --to b", "2"),
        ("graph hamiltonian-paths square.txt", "2"),
        ("graph forests square.txt", "30"),
        ("graph matchings square.txt", "0"),
        ("graph spanning-trees apart.txt", "0"),
        ("graph forests apart.txt", "2"),
    ] {
        let finished = run_in(folder.path(), &format!("{line} --json"));
        assert_eq!(finished.code, Some(0), "{line}: {}", finished.stderr);
        let found: Value = serde_json::from_str(&finished.stdout).expect("an answer");
        assert_eq!(found["count"], count, "{line}");
    }
    let finished = run_with_stdin("graph cycles -", b"a b\nb c\nc a\n");
    assert_eq!(finished.code, Some(0));
    assert!(finished.stdout.starts_with("stdin: 1 cycle\n"), "{}", finished.stdout);
}

/// The solutions of an answer, each once.
fn solutions(line: &str) -> BTreeSet<String> {
    let found = json(line);
    let listed = found["solutions"].as_array().expect("solutions");
    let set: BTreeSet<String> = listed.iter().map(ToString::to_string).collect();
    assert_eq!(set.len(), listed.len(), "{line}: nothing twice");
    set
}

#[test]
fn lists_and_samples_are_parts_of_the_whole() {
    for (whole, count) in [
        ("graph matchings grid:4x4", 36),
        ("graph hamiltonian-cycles king:3x3", 16),
        ("graph hamiltonian-paths grid:3x3", 20),
        ("graph paths grid:4x4 --from 0,0 --to 3,3", 184),
        ("graph cycles grid:4x4", 213),
        ("graph spanning-trees grid:3x3", 192),
        ("graph forests king:2x2", 38),
        ("graph factors grid:4x4 --degrees 2,4,0", 512),
    ] {
        let all = solutions(&format!("{whole} --list"));
        assert_eq!(all.len(), count, "{whole}");
        let sample = solutions(&format!("{whole} --sample 9 --seed 3"));
        assert!(sample.len() == 9 && sample.is_subset(&all), "{whole}");
        assert_ne!(solutions(&format!("{whole} --sample 9 --seed 4")), sample, "{whole}");
        assert!(solutions(&format!("{whole} --list 5")).is_subset(&all), "{whole}");
    }
}

#[test]
fn the_answer_does_not_depend_on_threads() {
    for line in ["graph hamiltonian-cycles knight:6x7", "graph cycles king:5x6"] {
        let [one, three] = [1, 3].map(|threads| {
            let mut found = without_profile(&format!("{line} --threads {threads}"));
            // Several threads are expected to be faster.
            found.as_object_mut().expect("an object").remove("forecast");
            found
        });
        assert_eq!(one, three, "{line}");
    }
}

#[test]
fn diagrams_are_written_in_every_form() {
    let folder = Folder::new("graph-diagrams");
    for (name, beginning) in [
        ("a.dot", "digraph diagram {"),
        ("a.gv", "digraph"),
        ("a.zdd", "2 4 B T\n"),
        ("a.knuth", ""),
        ("a.txt", "2: if "),
        ("a.svg", "<svg "),
    ] {
        let line = format!("graph spanning-trees grid:2x2 --diagram {name} --json");
        let finished = run_in(folder.path(), &line);
        assert_eq!(finished.code, Some(0), "{line}: {}", finished.stderr);
        let found: Value = serde_json::from_str(&finished.stdout).expect("an answer");
        let nodes = found["diagram_nodes"].as_u64().expect("a number of nodes");
        let text = folder.read(name);
        assert!(text.starts_with(beginning), "{name}: {text}");
        let lines = match name {
            "a.zdd" => text.lines().count() - 1,
            "a.knuth" | "a.txt" => text.lines().count(),
            "a.svg" => text.matches(": if ").count(),
            _ => text.matches("shape=circle").count(),
        };
        assert_eq!(u64::try_from(lines), Ok(nodes), "{name}: a line for each node in {text}");
    }
    assert!(folder.read("a.dot").contains("label=\"0,0-0,1\""));
    let line = "graph matchings grid:3x3 --diagram none.zdd";
    assert_eq!(run_in(folder.path(), line).code, Some(0), "none is a diagram too");
    assert_eq!(folder.read("none.zdd"), "B\n.\n");
}

#[test]
fn every_form_can_be_had_on_stdout_and_in_a_file_of_any_name() {
    let folder = Folder::new("graph-diagram-forms");
    for (form, ending) in
        [("dot", "dot"), ("zdd", "zdd"), ("knuth", "knuth"), ("text", "txt"), ("svg", "svg")]
    {
        for family in ["graph forests grid:2x2", "tours 3x4 --piece 0,1"] {
            let name = format!("{}.{ending}", &family[..5]);
            let said = |diagram: &str| run_in(folder.path(), &format!("{family} {diagram}"));
            assert_eq!(said(&format!("--diagram {name}")).code, Some(0), "{family} {form}");
            let text = std::fs::read_to_string(folder.path().join(&name)).expect("written");
            let ran = said(&format!("--diagram - --diagram-form {form}"));
            assert_eq!((ran.code, ran.stdout), (Some(0), text.clone()), "{family} {form}");
            let other = format!("--diagram {form}.dot --diagram-form {form} --force");
            assert_eq!(said(&other).code, Some(0), "{family} {form}");
            let same = std::fs::read_to_string(folder.path().join(format!("{form}.dot")));
            assert_eq!(same.expect("written"), text, "{family} {form}");
        }
    }
}

#[test]
fn the_order_of_vertices_decides_how_large_a_diagram_is() {
    let nodes = |order: &str| {
        let line = format!("graph matchings grid:6x6 --diagram - --order {order}");
        answer(&line).matches("shape=circle").count()
    };
    let [rows, columns, diagonals, best] = ["rows", "columns", "diagonals", "best"].map(nodes);
    assert_eq!(rows, columns, "a square");
    assert!(diagonals < rows && best < rows, "{rows}, {diagonals}, {best}");
    for order in ["rows", "columns", "diagonals"] {
        let found = json(&format!("graph paths grid:4x5 --from 0,0 --to 3,4 --order {order}"));
        assert_eq!(found["count"], "976", "{order}");
    }
    let folder = Folder::new("graph-orders");
    folder.write("edges.txt", "a b\nb c\nc a\n");
    let found = run_in(folder.path(), "graph cycles edges.txt --order rows");
    assert!(found.stdout.contains("1 cycle"), "{}", found.stdout);
    let refused = run_in(folder.path(), "graph cycles edges.txt --order columns");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("no board, expected rows or best"), "{}", refused.stderr);
}

#[test]
fn answers_stand_before_the_judge_and_forged_ones_fall() {
    let folder = Folder::new("graph-judged");
    folder.write("square.txt", "a b\nb c\nc d\nd a\nd tail\n");
    let judge = |text: &str| {
        folder.write("answer.json", text);
        run_in(folder.path(), "check answer.json")
    };
    for line in [
        "graph matchings grid:4x4 --list",
        "graph hamiltonian-cycles king:3x3 --list 5",
        "graph hamiltonian-paths grid:3x3 --list --from 0,0 --to 2,2",
        "graph paths square.txt --from tail --to b --list",
        "graph cycles king:3x3 --sample 5 --seed 2",
        "graph spanning-trees square.txt --list",
        "graph forests grid:2x3 --list",
        "graph factors square.txt --degrees 0,1 --list",
        "graph factors grid:5x5 --degrees 1,2 --sample 5 --seed 2",
        "graph matchings grid:3x3 --list",
        "graph hamiltonian-cycles grid:12x12",
        "graph paths grid:12x12 --from 3,5 --to 8,8",
        "graph matchings grid:4x4 --list --one-per-class",
        "graph spanning-trees square.txt --list --one-per-class",
        "graph paths grid:3x3 --from 0,0 --to 2,2 --list --one-per-class",
        "graph forests grid:2x3 --list 3 --one-per-class",
    ] {
        let saved = run_in(folder.path(), &format!("{line} --json")).stdout;
        let verdict = judge(&saved);
        assert_eq!((verdict.code, verdict.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(verdict.stdout.contains("\nverdict: "), "{line}: {}", verdict.stdout);
    }
    // One of each class: forged symmetries, classes and groups fall.
    let saved =
        run_in(folder.path(), "graph matchings grid:4x4 --list --one-per-class --json").stdout;
    for (right, wrong) in [
        ("\"classes\": \"9\"", "\"classes\": \"8\""),
        ("\"group_order\": \"8\"", "\"group_order\": \"4\""),
        ("\"symmetries\": [\n    2", "\"symmetries\": [\n    1"),
    ] {
        assert!(saved.contains(right), "{right} in {saved}");
        assert_refuted(wrong, &judge(&saved.replacen(right, wrong, 1)), &["'answer.json' is "]);
    }
    let saved = run_in(folder.path(), "graph spanning-trees square.txt --list --json").stdout;
    for (right, wrong) in [
        ("\"count\": \"4\"", "\"count\": \"5\""),
        ("\"tail\"", "\"a\""),
        ("\"spanning-trees\"", "\"matchings\""),
        ("a b\\n", "a b c\\n"),
    ] {
        assert!(saved.contains(right), "{right} in {saved}");
        assert_refuted(wrong, &judge(&saved.replacen(right, wrong, 1)), &["'answer.json' is "]);
    }
}

#[test]
fn graphs_of_other_programs_are_read_and_their_answers_stand() {
    let folder = Folder::new("graph-formats");
    // The square with a tail has 4 spanning trees, Petersen's graph has 2000.
    for (name, text, trees) in [
        ("square.csv", "source,target\na,b\nb,c\nc,d\nd,a\nd,tail\n", "4"),
        ("square.dot", "graph { a -- b -- c -- d -- a; d -- tail [label=\"x\"] }\n", "4"),
        ("square.col", "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 4 5\n", "4"),
        ("petersen", "IheA@GUAo\n", "2000"),
        ("petersen.s6", ">>sparse6<<:I`ES@obGkqegW~\n", "2000"),
    ] {
        folder.write(name, text);
        let line = format!("graph spanning-trees {name} --json");
        let saved = run_in(folder.path(), &line);
        assert_eq!((saved.code, saved.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(
            saved.stdout.contains(&format!("\"count\": \"{trees}\"")),
            "{line}: {}",
            saved.stdout
        );
        folder.write("answer.json", &saved.stdout);
        assert_eq!(run_in(folder.path(), "check answer.json").code, Some(0), "{line}");
    }
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new("graph-pictures");
    folder.write("square.txt", "a b\nb c\nc d\nd a\n");
    for (line, title) in [
        ("graph cycles grid:4x4 --svg a.svg", "cycles of grid:4x4: 24 of 213"),
        ("graph factors grid:4x4 --degrees 2 --svg d.svg", "factors of grid:4x4"),
        ("graph spanning-trees square.txt --list --svg b.svg", "spanning trees of square.txt<"),
        (
            "graph matchings grid:8x8 --sample 2 --svg c.svg",
            "perfect matchings of grid:8x8: 2 of 12988816",
        ),
    ] {
        assert_eq!(run_in(folder.path(), line).code, Some(0), "{line}");
        let svg = folder.read(line.rsplit(' ').next().expect("a name"));
        assert!(svg.starts_with("<svg") && svg.contains(title), "{line}: {svg}");
    }
}

/// Command lines that make no sense, and words of the refusal.
const REFUSED: &[(&str, &[&str])] = &[
    ("graph", &["<KIND>", "missing", "expected 'kumiki graph"]),
    ("graph matchings", &["<GRAPH>", "missing"]),
    ("graph trees grid:3x3", &["'trees'", "<KIND>", "expected matchings, hamiltonian-cycles"]),
    ("graph matchings torus:3x3", &["'torus:3x3'", "expected a file of edges", "grid:8x8"]),
    ("graph matchings grid:3", &["'grid:3'", "expected grid:8x8"]),
    ("graph matchings grid:0x3", &["0x3", "expected at least one"]),
    ("graph matchings grid:99x99", &["99x99", "expected at most 4096"]),
    ("graph matchings leaper:0,0:3x3", &["0,0-leaper", "expected a piece that moves"]),
    ("graph matchings missing.txt", &["'missing.txt'", "No such file", "expected a file"]),
    ("graph matchings bad.txt", &["bad.txt: line 2", "expected"]),
    ("graph matchings loop.txt", &["loop.txt: line 1", "loop", "expected"]),
    ("graph matchings twice.txt", &["twice.txt: line 3", "comes twice", "line 1", "expected once"]),
    ("graph matchings empty.txt", &["empty.txt", "expected"]),
    (
        "graph matchings signs.txt",
        &["signs.txt: line 2, column 1: 'b-c' alone", "expected two names"],
    ),
    (
        "graph matchings directed.dot",
        &["line 1, column 1: 'digraph'", "expected an undirected graph"],
    ),
    (
        "graph matchings directed.d6",
        &["line 1, column 1: '&AO'", "expected a graph without directions"],
    ),
    ("graph matchings two.g6", &["line 2, column 1: graph 2 of 2", "expected one graph"]),
    ("graph paths grid:3x3", &["no ends", "expected --from and --to"]),
    ("graph paths grid:3x3 --from 0,0", &["--to"]),
    (
        "graph paths grid:3x3 --from 0,0 --to 3,3",
        &["no vertex '3,3'", "expected one such as '0,0'"],
    ),
    ("graph paths grid:3x3 --from 0.0 --to 2,2", &["no vertex '0.0'"]),
    (
        "graph paths grid:3x3 --from 1,1 --to 1,1",
        &["from '1,1' to itself", "expected two different ends"],
    ),
    ("graph cycles grid:3x3 --from 0,0 --to 2,2", &["--from and --to", "expected them with paths"]),
    ("graph factors grid:3x3", &["no degrees", "expected --degrees"]),
    ("graph factors grid:3x3 --degrees", &["--degrees", "expected <NUMBERS>"]),
    ("graph factors grid:3x3 --degrees x", &["'x'", "--degrees", "expected a number from 0 to 63"]),
    (
        "graph factors grid:3x3 --degrees 2,,3",
        &["''", "--degrees", "expected a number from 0 to 63"],
    ),
    (
        "graph factors grid:3x3 --degrees 64",
        &["'64'", "--degrees", "expected a number from 0 to 63"],
    ),
    (
        "graph factors grid:3x3 --degrees 2 --from 0,0 --to 2,2",
        &["--from and --to", "expected them with paths"],
    ),
    ("graph cycles grid:3x3 --degrees 2", &["--degrees", "expected it with factors only"]),
    (
        "graph cycles grid:3x3 --diagram a.pdf",
        &["'a.pdf'", "--diagram", "expected a name that ends in .dot"],
    ),
    ("graph cycles grid:3x3 --diagram bad.doc", &["'bad.doc'", "--diagram"]),
    ("graph cycles grid:6x6 --diagram a.svg", &["nodes, expected at most 300"]),
    ("graph cycles grid:3x3 --diagram-form zdd", &["--diagram"]),
    ("graph cycles grid:3x3 --diagram - --diagram-form txt", &["'txt'", "--diagram-form", "text"]),
    (
        "graph cycles grid:3x3 --diagram taken.dot",
        &["'taken.dot'", "exists", "expected a new name or --force"],
    ),
];

#[test]
fn nonsense_is_refused_in_a_line() {
    let folder = Folder::new("graph-nonsense");
    folder.write("bad.txt", "a b\na b c\n");
    folder.write("loop.txt", "a a\n");
    folder.write("twice.txt", "a b\nb c\nb a\n");
    folder.write("empty.txt", "# nothing\n");
    folder.write("signs.txt", "a b\nb-c\n");
    folder.write("directed.dot", "digraph { a -> b }\n");
    folder.write("directed.d6", "&AO\n");
    folder.write("two.g6", "Bw\nA_\n");
    folder.write("taken.dot", "mine\n");
    assert_all_refused(REFUSED, |line| run_in(folder.path(), line));
    assert_eq!(folder.read("taken.dot"), "mine\n");
}

/// Command lines that are sound and too large, and words of the refusal.
const TOO_LARGE: &[(&str, &[&str])] = &[
    (
        "graph hamiltonian-cycles knight:10x10",
        &["states", "MB of memory may be used", "memory limit"],
    ),
    ("graph cycles grid:60x60", &["states", "expected"]),
    (
        "graph paths grid:20x20 --from 0,0 --to 19,19 --memory-limit 1G",
        &["states", " MB and ", "1024 MB of memory may be used"],
    ),
    ("graph matchings knight:64x64", &["states", "expected"]),
    (
        "graph paths grid:12x12 --from 0,0 --to 11,11 --list 1 --memory-limit 50M",
        &["the diagram of all solutions", "50 MB", "memory limit"],
    ),
];

#[test]
fn what_is_too_large_is_refused_with_what_it_would_take() {
    assert_too_large(TOO_LARGE);
}
