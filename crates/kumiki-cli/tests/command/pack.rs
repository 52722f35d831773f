//! `pack`: the gallery, the figures, the fields that scripts read, and files of other programs.

use crate::program::{
    Folder, answer, assert_common_fields, assert_refused, assert_told, is_count, json, run, run_in,
    run_with_stdin, without_profile,
};
use serde_json::{Value, json};

/// Command lines, and parts of the answer in text.
const TOLD: &[(&str, &[&str])] = &[
    (
        "pack soma",
        &[
            "Soma cube: 11520 packings, 480 classes up to rotations, 240 up to all symmetries\n",
            "         1      240\n",
            "identity: the sizes of the classes add up to 11520",
        ],
    ),
    ("pack puzzles/soma.toml --verify", &["11520 packings", "verified: ", "counts 11520 too"]),
    (
        "pack soma --kernel cells --profile",
        &["11520 packings", "kernel cells: asked for\n", "level", " MB\n"],
    ),
    ("pack diabolical", &["624 packings, 26 classes up to rotations, 13 up to all symmetries\n"]),
    // A flat puzzle has the symmetries of the plane.
    (
        "pack pentominoes-8x8",
        &[
            "520 packings, 130 classes up to rotations, 65 up to all symmetries\n",
            "         1       65\n",
        ],
    ),
    ("pack pentominoes-8x8 --first", &["1: 12 pieces, no symmetry\n"]),
    (
        "pack slothouber-graatsma",
        &["8 packings, 1 class up to rotations, 1 up to all symmetries\n"],
    ),
    ("pack y-pentominoes-5x10", &["10 packings", "4 up to all symmetries\n"]),
    ("pack tetrominoes-4x5", &["Tetrominoes 4x5: no packing\n"]),
    ("pack rods", &["346 packings", "20 up to all symmetries\n"]),
    ("pack rods --rule group", &["346 packings", "20 up to all symmetries\n"]),
    ("pack rods --rule free", &["12262 packings", "up to all symmetries\n"]),
    ("pack soma --list", &["has checked the 240 packings shown, one by one\n"]),
    ("pack soma --sample 3", &["has checked the 3 packings shown, one by one\n"]),
    (
        "pack soma --first",
        &[
            "has checked the packing shown\n",
            "1: 7 pieces, no symmetry\n",
            " so far\n",
            "first packing, as asked",
        ],
    ),
    (
        "pack soma --list 2 --count",
        &["1: 7 pieces, no symmetry\n", "\n2: 7 pieces, no symmetry\n", "11520 packings"],
    ),
    (
        "pack --gallery",
        &["soma ", "Soma cube ", "11520      240\n", "460464    19186\n", "'kumiki pack soma'"],
    ),
];

#[test]
fn the_text_tells_the_figures() {
    assert_told(TOLD);
}

/// The larger ones are cases of the bench.
#[test]
fn the_gallery_has_its_known_counts() {
    let rows = answer("pack --gallery");
    let rows: Vec<Vec<&str>> =
        rows.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    let mut solved = 0;
    for row in rows.iter().take_while(|row| !row.is_empty()) {
        let [name, .., packings, classes] = row[..] else { panic!("{row:?}") };
        if ["bedlam", "pentominoes-square"].contains(&name) {
            continue;
        }
        let answer = json(&format!("pack {name}"));
        assert_eq!(answer["solutions_total"], packings, "{name}");
        assert_eq!(answer["classes"]["all"], classes, "{name}");
        solved += 1;
    }
    assert_eq!(solved, 10);
}

#[test]
fn json_has_the_fields_of_the_contract() {
    for line in [
        "pack soma",
        "pack soma --list 3 --count --profile",
        "pack rods --sample 2",
        "pack tetrominoes-4x5",
    ] {
        let answer = json(line);
        assert_common_fields(line, &answer);
        for path in ["/solutions_total", "/classes/all", "/classes/rotations", "/group_order"] {
            assert!(answer.pointer(path).is_some_and(is_count), "{line}: {path} in {answer}");
        }
        assert_eq!(answer["complete"], true, "{line}");
        let is_listed = line.contains("--list") || line.contains("--sample");
        assert_eq!(answer.get("solutions").is_some(), is_listed, "{line}");
    }
    let soma = json("pack soma --list 1 --count --profile");
    assert_eq!(soma["solutions_total"], "11520");
    assert_eq!(soma["classes"], json!({"all": "240", "rotations": "480"}));
    assert_eq!(soma["group_order"], "48");
    let first = &soma["solutions"][0];
    assert_eq!((&first["pieces"], &first["symmetry"]), (&json!(7), &json!(1)));
    let rows: Vec<&str> = first["layers"]
        .as_array()
        .expect("layers")
        .iter()
        .flat_map(|layer| layer.as_array().expect("rows"))
        .filter_map(Value::as_str)
        .collect();
    assert!(rows.len() == 9 && rows.iter().all(|row| row.len() == 3), "{first}");
    assert_eq!(first["kinds"].as_object().map(serde_json::Map::len), Some(7));
    assert!(soma["profile"]["levels"].as_array().is_some_and(|levels| !levels.is_empty()));
    let nothing = json("pack tetrominoes-4x5 --list");
    assert_eq!((&nothing["solutions_total"], &nothing["solutions"]), (&json!("0"), &json!([])));
}

/// Names, letters and colours are told in words, documents and pictures, and the same in each
/// solution.
#[test]
fn pieces_keep_their_names_letters_and_colours() {
    let folder = Folder::new("painted-pieces");
    let text = "kumiki = 1\n[box]\nsize = \"3x3\"\n\
        [[piece]]\nname = \"corner\"\nlayers = \"##\\n#.\"\ncolour = \"#123456\"\n\
        [[piece]]\nname = \"domino\"\nbrick = \"1x2\"\ncount = 2\n\
        [[piece]]\nname = \"o\"\nbrick = \"1x1\"\nmin = 2\nmax = 3\n";
    folder.write("small.toml", text);
    let told = run_in(folder.path(), "pack small.toml --list").stdout;
    let legend = "letter  piece   number  colour\nA       corner       1  #123456\n\
        B-C     domino       2  #e69f00\no, D    o       2 to 3  #56b4e9\n\n";
    assert!(told.contains(legend), "{told}");
    let answer: Value =
        serde_json::from_str(&run_in(folder.path(), "pack small.toml --list --json").stdout)
            .expect("one JSON object");
    let [domino, o] = [1, 2].map(|kind| answer["pieces"][kind].clone());
    let corner = json!({"name": "corner", "letter": "A", "colour": "#123456", "count": 1});
    assert_eq!(answer["pieces"][0], corner);
    assert_eq!((&domino["letters"], &domino["count"]), (&json!("BC"), &json!(2)));
    assert_eq!((&domino["shades"][0], &domino["colour"]), (&json!("#e69f00"), &json!("#e69f00")));
    assert_eq!((&o["letters"], &o["min"], &o["max"]), (&json!("oD"), &json!(2), &json!(3)));
    let meaning = json!({"A": "corner", "B": "domino", "C": "domino", "o": "o", "D": "o"});
    let solutions = answer["solutions"].as_array().expect("a list");
    assert!(solutions.len() > 3, "{answer}");
    for solution in solutions {
        assert_eq!(solution["kinds"], meaning);
        let layers = solution["layers"].to_string();
        assert_eq!([3, 2, 2], ['A', 'B', 'C'].map(|letter| layers.matches(letter).count()));
    }
    assert_eq!(run_in(folder.path(), "pack small.toml --list --svg small.svg").code, Some(0));
    let picture = folder.read("small.svg");
    for entry in [">A corner</text>", ">B-C domino</text>", ">o, D o</text>"] {
        assert_eq!(picture.matches(entry).count(), 1, "{entry}");
    }
    // Layers are lighter than the colour, and the legend has it as it is.
    let [layer, legend] = ["#597189", "#123456"].map(|fill| picture.matches(fill).count());
    assert_eq!((layer, legend), (solutions.len(), 1));
    // The colours travel.
    let written = run_in(folder.path(), "pack small.toml --write xmpuzzle small.xmpuzzle");
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    let back = run_in(folder.path(), "pack small.xmpuzzle --json");
    let back: Value = serde_json::from_str(&back.stdout).expect("one JSON object");
    assert_eq!(back["pieces"], answer["pieces"]);
}

#[test]
fn a_puzzle_of_many_pieces_has_a_letter_and_a_name_for_each() {
    let piece = |at: usize| format!("[[piece]]\nname = \"bar {at}\"\nbrick = \"1x{at}\"\n");
    let pieces: String = (1..=33).map(piece).collect();
    // 1 + 2 + ... + 33.
    let text = format!("kumiki = 1\n[box]\nsize = \"1x561\"\n{pieces}");
    let finished = run_with_stdin("pack - --first --json", text.as_bytes());
    let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    let pieces = answer["pieces"].as_array().expect("pieces");
    let different = |field: &str| {
        pieces
            .iter()
            .map(|piece| piece[field].to_string())
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(["name", "letter", "colour"].map(|field| different(field).len()), [33, 33, 32]);
    let kinds = answer["solutions"][0]["kinds"].as_object().expect("kinds");
    assert_eq!(kinds.len(), 33);
    for piece in pieces {
        let letter = piece["letter"].as_str().expect("a letter");
        assert_eq!(kinds[letter], piece["name"]);
    }
}

#[test]
fn lists_have_one_packing_per_class() {
    for (name, symmetry, listed) in [
        ("soma", "all", 240),
        ("soma", "rotations", 480),
        ("soma", "none", 11520),
        ("diabolical", "all", 13),
        ("diabolical", "none", 624),
        ("rods", "all", 20),
        ("rods", "rotations", 24),
        ("rods", "none", 346),
        ("y-pentominoes-5x10", "all", 4),
        ("y-pentominoes-5x10", "rotations", 8),
        ("y-pentominoes-5x10", "none", 10),
    ] {
        let answer = json(&format!("pack {name} --list --symmetry {symmetry}"));
        assert_eq!(answer["solutions"].as_array().map(Vec::len), Some(listed), "{name} {symmetry}");
    }
}

#[test]
fn threads_change_nothing_and_samples_are_repeatable() {
    for line in [
        "pack soma --list 50 --count --symmetry rotations",
        "pack soma --sample 4 --seed 2",
        "pack rods --list",
        "pack diabolical --first",
    ] {
        let one = without_profile(&format!("{line} --threads 1"));
        assert_eq!(without_profile(&format!("{line} --threads 3")), one, "{line}");
    }
    let sample =
        |seed: u32| json(&format!("pack soma --sample 4 --seed {seed}"))["solutions"].clone();
    assert_eq!(sample(2), sample(2));
    assert_ne!(sample(2), sample(3));
    assert_eq!(sample(2).as_array().map(Vec::len), Some(4));
}

#[test]
fn puzzles_travel_through_the_files_of_other_programs() {
    let folder = Folder::new("puzzle-formats");
    let total = |line: &str| -> Value {
        let finished = run_in(folder.path(), &format!("{line} --json"));
        assert_eq!(finished.code, Some(0), "{line}: {}", finished.stderr);
        let is_note =
            |line: &str| line.starts_with("note: y-pentominoes-5x10.polycube: copies of piece 'Y'");
        assert!(finished.stderr.lines().all(is_note), "{line}: {}", finished.stderr);
        let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
        if line.starts_with("cover") {
            answer["count"].clone()
        } else {
            answer["solutions_total"].clone()
        }
    };
    for (name, packings) in [("soma", "11520"), ("diabolical", "624"), ("y-pentominoes-5x10", "10")]
    {
        let formats = ["toml", "xmpuzzle", "polycube", "dlx", "json", "dimacs"];
        let writes = formats.map(|format| format!(" --write {format} {name}.{format}")).concat();
        let line = format!("pack {name}{writes}");
        assert_eq!(run_in(folder.path(), &line).code, Some(0), "{line}");
        for format in formats {
            match format {
                "dimacs" => assert!(folder.read(&format!("{name}.dimacs")).contains("p cnf ")),
                "dlx" | "json" => {
                    assert_eq!(total(&format!("cover {name}.{format}")), packings, "{line}");
                }
                _ => assert_eq!(total(&format!("pack {name}.{format}")), packings, "{line}"),
            }
        }
    }
    let line = "pack rods --rule piece --write json rods.json";
    assert_eq!(run_in(folder.path(), line).code, Some(0));
    assert_eq!(total("cover rods.json"), total("pack rods --rule piece"), "requirements are kept");
    for (line, words) in [
        ("pack rods --write dlx -", &["rods", "requirements", "dlx cannot say"][..]),
        ("pack rods --write polycube -", &["rods", "Polycube", "may stay empty"]),
        (
            "pack soma --write rows -",
            &["'rows'", "--write", "expected toml, xmpuzzle, polycube, dlx, json or"],
        ),
        (
            "pack soma --write toml soma.toml",
            &["'soma.toml'", "exists", "expected a new name or --force"],
        ),
    ] {
        assert_refused(line, &run_in(folder.path(), line), words);
    }
}

#[test]
fn a_file_comes_before_the_gallery_and_stdin_is_a_file() {
    let folder = Folder::new("puzzle-names");
    let text = answer("pack slothouber-graatsma --write toml -");
    folder.write("soma", &text);
    let finished = run_in(folder.path(), "pack soma");
    assert!(
        finished.stdout.starts_with("Slothouber-Graatsma puzzle: 8 packings"),
        "{}",
        finished.stdout
    );
    let finished = run_with_stdin("pack -", text.as_bytes());
    assert!(
        finished.stdout.starts_with("Slothouber-Graatsma puzzle: 8 packings"),
        "{}",
        finished.stdout
    );
    let untitled = text.replace("title = \"Slothouber-Graatsma puzzle\"\n", "");
    folder.write("untitled.toml", &untitled);
    let finished = run_in(folder.path(), "pack untitled.toml");
    assert!(finished.stdout.starts_with("untitled.toml: 8 packings"), "{}", finished.stdout);
}

#[test]
fn a_reason_to_have_no_packing_is_told() {
    let puzzle = "kumiki = 1\n[box]\nsize = \"3x3\"\n[[piece]]\nname = \"domino\"\nbrick = \
        \"1x2\"\ncount = 4\n";
    let finished = run_with_stdin("pack -", puzzle.as_bytes());
    assert_eq!(finished.code, Some(0));
    assert!(finished.stdout.starts_with("stdin: no packing: "), "{}", finished.stdout);
    let finished = run_with_stdin("pack - --json", puzzle.as_bytes());
    let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    assert_eq!((&answer["solutions_total"], &answer["complete"]), (&json!("0"), &json!(true)));
    assert!(answer["why_none"].as_str().is_some_and(|reason| reason.contains('9')), "{answer}");
}

#[test]
fn a_time_limit_is_an_outcome_with_what_was_found() {
    let finished = run("pack bedlam --threads 1 --list 1 --count --time-limit 1500ms --json");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(3), ""));
    let answer: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    assert_common_fields("time limit", &answer);
    assert_eq!(answer["complete"], false);
}
