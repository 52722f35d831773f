//! `check`: saved answers are approved, and what was tampered with is refused.

use crate::forgeries::sign;
use crate::program::{Folder, assert_refused, assert_refuted, run, run_in, run_with_stdin};
use serde_json::{Value, json};

#[test]
fn saved_answers_stand() {
    let folder = Folder::new("saved");
    for (line, phrase) in [
        ("antislide 4x4x4", "no solutions are listed"),
        (
            "antislide 4x4x4 --list --symmetry all",
            "the list has as many as are counted, 1171, with 48556 packings",
        ),
        ("antislide 3x4x4 --list --symmetry rotations", "the list has as many as are counted, 155"),
        ("antislide 3x4x4 --list --symmetry none", "the list has as many as are counted, 1102"),
        (
            "antislide 4x3x4 --list --start corner",
            "the list has as many as are counted, 234, with 234 packings",
        ),
        (
            "antislide 4x4x3 --list --start corner --symmetry none",
            "the list has as many as are counted, 234",
        ),
        (
            "antislide 3x4x4 --list --start corner --max-bricks 11",
            "the list has as many as are counted, 4, with 8 packings",
        ),
        (
            "antislide 4x4x1 --list --brick 2x1x1 --start corner",
            "the list has as many as are counted",
        ),
        (
            "pack y-pentominoes-5x10 --list",
            "under 4 symmetries these 4 classes contain 10 packings",
        ),
        (
            "pack y-pentominoes-5x10 --list --symmetry rotations",
            "the list has as many as are counted, 8",
        ),
        ("antislide 3x4x4 --list 10 --count", "listed solutions that obey the rules"),
        ("antislide 3x4x4 --first", "the search was not finished"),
        (
            "antislide 4x4x4 --list --start corner --max-bricks 13",
            "the list has as many as are counted, 5",
        ),
        ("antislide 3x4x4 --list --start no-corner", "the list has as many as are counted"),
        ("antislide 3x4x4 --list --fewest", "the list has as many as are counted, 2"),
        ("antislide 3x4x4 --list --rule group", "the list has as many as are counted, 96"),
        (
            "antislide 3x4x4 --list --brick 1x2x3 --brick 2x2x2 --symmetry rotations",
            "the list has as many as are counted",
        ),
        (
            "antislide 6x6x1 --list --brick 2x1x1 --symmetry none --max-bricks 16",
            "the list has as many as are counted, 19",
        ),
        ("antislide 2x2x2 --brick 5x5x5 --fewest --list", "the tables add up to 0 packings"),
        ("antislide 5x5x5 --method direct --time-limit 300ms", "the search was not finished"),
        ("antislide 5x5x5 --list 50 --count --time-limit 300ms", "the search was not finished"),
        ("tours 3x10 --symmetry half-turn --sample 5", "different ones among them: 4"),
        ("tile pentagon --first", "tiles were laid once more in all ways: 60 tilings"),
        ("tile dominoes-6x6 --first", "6728"),
        ("tile lozenges-2x2x2 --first", "20 tilings"),
        ("tile lozenges-2x2x2 --symmetry none", "20 tilings"),
        ("cover examples/pent6x10.dlx", "the answer does not repeat the problem"),
        (
            "cover examples/pent6x10.dlx --symmetry auto",
            "4 symmetries these 2339 classes contain 9356 solutions",
        ),
        ("cover examples/queens8.dlx --list", "the list has as many as are counted, 92"),
        (
            "cover examples/queens8.dlx --list --symmetry auto",
            "the list has as many as are counted, 12, with 92 solutions",
        ),
        ("cover examples/queens8.dlx --list 5 --count --symmetry auto", "no two the same: 5"),
        ("cover examples/queens8.dlx --first", "the search was not finished"),
        ("cover examples/words.dlx --list", "the list has as many as are counted, 65"),
        ("cover examples/rooks.dlx --list", "the list has as many as are counted, 2040"),
        (
            "cover examples/rooks.dlx --list --symmetry auto",
            "the list has as many as are counted, 2, with 2040 solutions",
        ),
        ("cover examples/rooks.dlx --sample 7 --seed 1", "no two the same: 7"),
        ("cover examples/costs.dlx --cheapest 5", "no two the same: 5"),
        ("cover examples/costs.dlx --list", "the list has as many as are counted, 120"),
        ("cover examples/domino16.dlx --sample 2", "no two the same: 2"),
        (
            "cover examples/domino16.dlx --kernel bits --list 9 --count --time-limit 300ms",
            "the search was not finished",
        ),
        ("pack soma", "under 48 symmetries these 240 classes contain 11520 packings"),
        ("pack soma --list", "the list has as many as are counted, 240, with 11520 packings"),
        (
            "pack soma --list --symmetry rotations",
            "the list has as many as are counted, 480, with 11520 packings",
        ),
        (
            "pack diabolical --list --symmetry none",
            "the list has as many as are counted, 624, with 624 packings",
        ),
        ("pack soma --sample 3", "no two the same under the 48 symmetries chosen: 3"),
        ("pack soma --first", "the search was not finished"),
        ("pack rods --list", "the list has as many as are counted, 20, with 346 packings"),
        ("pack rods --list --rule piece", "the list has as many as are counted"),
        (
            "pack pentominoes-8x8 --list",
            "the list has as many as are counted, 65, with 520 packings",
        ),
        ("pack tetrominoes-4x5 --list", "0 packings"),
        ("tile octagon", "under 16 symmetries these 1 classes contain 8 tilings"),
        (
            "tile stomachion-alike --list",
            "the list has as many as are counted, 536, and the totals follow from it",
        ),
        (
            "tile pentagon-11 --list --symmetry rotations",
            "the list has as many as are counted, 209",
        ),
        ("tile tangram-triangle --list --symmetry none", "the list has as many as are counted, 12"),
        (
            "tile colorstar --list",
            "the list has as many as are counted, 37, and the totals follow from it",
        ),
        ("tile colorstar --list --symmetry rotations", "the list has as many as are counted, 74"),
        ("tile colorstar --list --symmetry none", "the list has as many as are counted, 370"),
        ("tile colorstar --sample 5", "no two the same under the 10 symmetries chosen: 5"),
        ("tile colorstar --first", "the search was not finished"),
        ("tile star --list 3 --count", "no two the same under the 10 symmetries chosen: 3"),
        (
            "tile dominoes-6x6 --sample 4 --seed 9",
            "no two the same under the 8 symmetries chosen: 4",
        ),
        ("tile rhombs-14 --first", "no two the same under the 28 symmetries chosen: 1"),
        ("tile rhombs-20 --time-limit 100ms", "the search was not finished"),
    ] {
        folder.write("answer.json", &run(&format!("{line} --json")).stdout);
        let verdict = run_in(folder.path(), "check answer.json");
        assert_eq!((verdict.code, verdict.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(verdict.stdout.contains(phrase), "{line}: {}", verdict.stdout);
        let last = verdict.stdout.lines().last().unwrap_or_default();
        assert!(
            ["verdict: proved", "verdict: consistent, not proved"].contains(&last),
            "{line}: {last}"
        );
    }
}

/// What was proved is said, what was not is said too, and scripts can tell by the exit code.
#[test]
fn the_verdict_is_the_last_line_and_strict_asks_for_proof() {
    let folder = Folder::new("verdicts");
    for (line, is_proved, phrase) in [
        (
            "antislide 3x3x3 --list",
            true,
            "every way to lay bricks was tried: 9 packings in 2 classes",
        ),
        (
            "antislide 4x4x4 --list",
            false,
            "48556 packings in 1171 classes: there are too many ways",
        ),
        ("antislide 3x3x3 --first", false, "the search was not finished"),
        ("cover examples/queens8.dlx --list", true, "every set of options was tried: 92 solutions"),
        ("cover examples/pent6x10.dlx", false, "the answer does not repeat the problem"),
        ("cover examples/costs.dlx --cheapest 3", true, "the costs were found again"),
        ("pack tetrominoes-4x5", true, "every way to lay the pieces was tried: 0 packings"),
        ("pack soma", false, "11520 packings in 240 classes: there are too many ways"),
        (
            "tile pentagon --symmetry none",
            true,
            "tiles were laid once more in all ways: 60 tilings",
        ),
        ("tile pentagon", false, "6 classes: there is no way to count them here"),
        ("tile decagon", false, "5464292 tilings"),
        ("tours 5x6", true, "all tours of 5x6 were walked once more: 8, in 3 classes"),
        ("graph spanning-trees grid:8x40", true, "Kirchhoff's determinant gives as many"),
        ("graph matchings grid:8x8", false, "12988816 matchings: there are too many sets of edges"),
        (
            "slide --board 2x3 512340",
            true,
            "all 360 positions of 2x3 were searched: nothing is shorter",
        ),
        ("slide 123456789abcde0f", true, "searched from both ends"),
    ] {
        folder.write("answer.json", &run(&format!("{line} --json")).stdout);
        let plain = run_in(folder.path(), "check answer.json");
        let (last, code) = match is_proved {
            true => ("verdict: proved", Some(0)),
            false => ("verdict: consistent, not proved", Some(4)),
        };
        assert_eq!(
            (plain.code, plain.stdout.lines().last()),
            (Some(0), Some(last)),
            "{line}: {}",
            plain.stdout
        );
        let word = if is_proved { "proved: " } else { "not proved: " };
        let is_said =
            |said: &str| said.strip_prefix(word).is_some_and(|said| said.contains(phrase));
        assert!(plain.stdout.lines().any(is_said), "{line}: {}", plain.stdout);
        assert_eq!(run_in(folder.path(), "check answer.json --strict").code, code, "{line}");
        let object: Value =
            serde_json::from_str(&run_in(folder.path(), "check answer.json --json").stdout)
                .expect("one JSON object");
        assert_eq!(object["verdict"], if is_proved { "proved" } else { "consistent" }, "{line}");
        assert_eq!(object["not_proved"].as_array().map(Vec::is_empty), Some(is_proved), "{line}");
    }
    let forged = run("graph spanning-trees grid:8x40 --json")
        .stdout
        .replace("\"count\": \"", "\"count\": \"1");
    folder.write("forged.json", &forged);
    let finished = run_in(folder.path(), "check forged.json --json --strict");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(1), ""));
    let object: Value = serde_json::from_str(&finished.stdout).expect("one JSON object");
    assert_eq!(object["verdict"], "refuted");
    assert!(
        object["refuted"].as_str().is_some_and(|fault| fault.contains("determinant")),
        "{object}"
    );
}

#[test]
fn files_that_are_no_answers_are_refused() {
    let folder = Folder::new("no-answers");
    folder.write("text.json", "48556 packings\n");
    folder.write("empty.json", "");
    folder.write("half.json", "{\"question\": {");
    folder.write("list.json", "[]");
    folder.write("other.json", "{\"name\": \"something else\"}");
    folder.write("deep.json", &"[".repeat(100_000));
    std::fs::write(folder.path().join("bytes.json"), b"\xff\xfe").expect("a writable folder");
    for (line, words) in [
        ("check missing.json", &["'missing.json'", "cannot read", "expected a saved answer"][..]),
        ("check .", &["'.'", "cannot read", "expected a saved answer"]),
        ("check bytes.json", &["'bytes.json'", "UTF-8", "expected the output of"]),
        ("check text.json", &["'text.json'", "no row of cells", "expected the output of"]),
        ("check empty.json", &["'empty.json'", "no row of cells", "expected the output of"]),
        ("check half.json", &["'half.json'", "line 1", "expected the output of"]),
        ("check list.json", &["'list.json'", "expected the output of"]),
        ("check other.json", &["'other.json'", "`question`", "expected the output of"]),
        ("check deep.json", &["'deep.json'", "expected the output of"]),
    ] {
        assert_refused(line, &run_in(folder.path(), line), words);
    }
}

/// A place in the JSON, what to put there, and words of the complaint.
struct Tampering {
    place: &'static str,
    becomes: Value,
    words: &'static [&'static str],
}

fn tamper(
    place: &'static str,
    becomes: impl Into<Value>,
    words: &'static [&'static str],
) -> Tampering {
    Tampering { place, becomes: becomes.into(), words }
}

/// Saves an answer with one thing changed, and has it refused.
fn assert_falls(folder: &Folder, saved: &Value, Tampering { place, becomes, words }: Tampering) {
    let mut forged = saved.clone();
    assert_ne!(saved.pointer(place), Some(&becomes), "{place}: nothing is changed");
    match forged.pointer_mut(place) {
        Some(target) => *target = becomes.clone(),
        None => {
            let (parent, name) = place.rsplit_once('/').expect("a place");
            forged.pointer_mut(parent).unwrap_or_else(|| panic!("{place} in {saved}"))[name] =
                becomes.clone();
        }
    }
    sign(&mut forged);
    folder.write("forged.json", &forged.to_string());
    let finished = run_in(folder.path(), "check forged.json");
    assert_refuted(
        &format!("{place} := {becomes}"),
        &finished,
        &[&["'forged.json'"], words].concat(),
    );
}

/// The saved answer to a command line.
fn saved(line: &str) -> Value {
    serde_json::from_str(&run(&format!("{line} --json")).stdout).expect("one JSON object")
}

/// The saved answer to a small exact-cover problem given on stdin.
fn saved_cover(line: &str, problem: &str) -> Value {
    let finished = run_with_stdin(&format!("{line} --json"), problem.as_bytes());
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{problem}");
    serde_json::from_str(&finished.stdout).expect("one JSON object")
}

/// In a 3x3x3 box there is the empty packing and one with six bricks, which has six symmetries.
fn three_cube() -> Value {
    let text = run("antislide 3x3x3 --list --json").stdout;
    let mut saved: Value = serde_json::from_str(&text).expect("one JSON object");
    let solutions = saved["solutions"].as_array_mut().expect("a list");
    solutions.sort_by_key(|solution| solution["bricks"].as_u64());
    saved
}

#[test]
fn tampered_figures_fall() {
    let (folder, saved) = (Folder::new("tampered-figures"), three_cube());
    for tampering in [
        tamper("/count", "8", &["packings", "9", "8"]),
        tamper("/count", 9, &["expected the output of"]),
        tamper("/count", "nine", &["nine", "expected a decimal number"]),
        tamper("/classes/all", "3", &["classes", "2", "3"]),
        tamper("/classes/rotations", "1", &["rotations", "2", "1"]),
        tamper("/by_bricks/1/packings", "7", &["packings", "9"]),
        tamper("/by_symmetry/0/order", 5, &["5 symmetries", "48"]),
        tamper("/by_symmetry/0/order", 0, &["0 symmetries", "48"]),
        tamper("/question/box", "3x3x4", &["6 symmetries", "16"]),
        tamper("/question/box", "3x3", &["'3x3'", "expected"]),
        tamper("/question/brick/0", "1x2x3", &["kind"]),
        tamper("/question/command", "tiles", &["'tiles'", "expected 'antislide'"]),
        tamper("/question/max_bricks", 5, &["6 bricks", "at most 5"]),
        tamper("/question/symmetry", "some", &["expected the output of"]),
        tamper("/evidence", "trust me", &["expected the output of"]),
    ] {
        assert_falls(&folder, &saved, tampering);
    }
}

#[test]
fn tampered_solutions_fall() {
    let (folder, saved) = (Folder::new("tampered-solutions"), three_cube());
    let [empty, full] = [0, 1].map(|number| saved["solutions"][number].clone());
    for tampering in [
        tamper(
            "/solutions/1/bricks",
            7,
            &["solution 2: 7 is stated for its number of bricks", "6"],
        ),
        tamper(
            "/solutions/1/symmetry",
            3,
            &["solution 2: 3 is stated for its number of symm", "6"],
        ),
        tamper("/solutions/1/layers/0/0", "...", &["solution 2"]),
        tamper("/solutions/1/layers/0/0", "999", &["solution 2"]),
        tamper("/solutions/1/layers/0/0", "11", &["solution 2", "row 2", "3 cells instead of 2"]),
        tamper("/solutions/1/layers/0", full["layers"][2].clone(), &["solution 2"]),
        tamper("/solutions/1/layers", empty["layers"].clone(), &["solution 2: 6 is stated", "0"]),
        tamper("/solutions/0/layers", full["layers"].clone(), &["solution 1: 0 is stated", "6"]),
        tamper("/solutions/0", full.clone(), &["solutions 1 and 2", "same"]),
    ] {
        assert_falls(&folder, &saved, tampering);
    }
}

/// Any two different cells of a packing exchanged make another drawing, never another right one.
#[test]
fn two_cells_exchanged_are_noticed() {
    let (folder, saved) = (Folder::new("exchanged"), three_cube());
    let layers = &saved["solutions"][1]["layers"];
    for (place, layer, row) in [
        ("/solutions/1/layers/0/0", 0, 0),
        ("/solutions/1/layers/1/1", 1, 1),
        ("/solutions/1/layers/2/2", 2, 2),
    ] {
        let cells: Vec<char> = layers[layer][row].as_str().expect("a row").chars().collect();
        let other = cells
            .iter()
            .position(|cell| *cell != cells[0])
            .expect("two bricks, or a brick and a gap");
        let mut exchanged = cells.clone();
        exchanged.swap(0, other);
        assert_falls(
            &folder,
            &saved,
            tamper(place, exchanged.into_iter().collect::<String>(), &["solution 2"]),
        );
    }
}

#[test]
fn tampered_covers_fall() {
    let (folder, queens) = (
        Folder::new("tampered-covers"),
        saved("cover examples/queens8.dlx --list --symmetry auto"),
    );
    let second = queens["solutions"][1].clone();
    let symmetric =
        queens["symmetries"].as_array().and_then(|all| all.iter().position(|order| *order == 2));
    let symmetric: &'static str =
        ["/symmetries/0", "/symmetries/1"][usize::from(symmetric == Some(0))];
    for tampering in [
        tamper("/count", "91", &["91 is stated", "92"]),
        tamper("/count", 92, &["expected the output of"]),
        tamper("/classes", "13", &["classes by symmetry", "12", "13"]),
        tamper("/group_order", "16", &["184", "92"]),
        tamper("/group_order", "9", &["2 symmetries", "9"]),
        tamper("/by_symmetry/1/order", 1, &["two rows"]),
        tamper("/by_symmetry/1/order", 0, &["0 symmetries"]),
        tamper(symmetric, 8, &["solutions in the classes of those listed", "92"]),
        tamper("/symmetries", json!([1]), &["not as many symmetries as solutions"]),
        tamper("/solutions/0", second, &["solutions 1 and 2 are the same"]),
        tamper("/solutions/0/0", "r9 c1", &["solution 1", "'r9 c1' is not an option"]),
        tamper(
            "/solutions/0/1",
            queens["solutions"][0][0].clone(),
            &["solution 1", "not so often"],
        ),
        tamper(
            "/solutions/0",
            json!([]),
            &["solution 1", "item 'r1' is covered 0 times, expected 1"],
        ),
        tamper(
            "/question/file/text",
            "a b\na b c\n",
            &["the question cannot be read", "line 2, column 5"],
        ),
        tamper("/question/symmetry", "all", &["expected the output of"]),
        tamper(
            "/question/command",
            "covers",
            &[
                "'covers'",
                "expected 'antislide', 'cover', 'pack', 'tile', 'slide', 'tours' or 'graph'",
            ],
        ),
    ] {
        assert_falls(&folder, &queens, tampering);
    }
    let mut without_problem = queens.clone();
    without_problem["question"]["file"] = json!("queens8.dlx");
    folder.write("forged.json", &without_problem.to_string());
    let finished = run_in(folder.path(), "check forged.json");
    assert_refuted(
        "no problem",
        &finished,
        &["without the problem", "expected it in the question"],
    );
    let costs = saved("cover examples/costs.dlx --cheapest 3");
    let [first, second] = [0, 1].map(|number| costs["solutions"][number].clone());
    for tampering in [
        tamper("/costs/0", 100, &["solution 1", "100 is stated for its cost, expected 101"]),
        tamper("/costs", json!([101]), &["not as many costs as solutions"]),
        tamper(
            "/solutions",
            json!([second, first, costs["solutions"][2]]),
            &["solution 1", "cost"],
        ),
        tamper("/count", "4", &["listed solutions: 3", "4 is stated"]),
    ] {
        assert_falls(&folder, &costs, tampering);
    }
}

#[test]
fn small_covers_are_counted_again() {
    let folder = Folder::new("recounted-covers");
    let plain = saved_cover("cover -", "a b c | x\na x:1\nb x:1\nb x:2\nc\nb c\na b\n");
    assert_eq!(plain["count"], "3");
    assert_falls(
        &folder,
        &plain,
        tamper("/count", "4", &["solutions counted again: 3", "4 is stated"]),
    );
    let none = saved_cover("cover -", "a b\na\n");
    assert_falls(
        &folder,
        &none,
        tamper("/uncoverable", json!([]), &["row 1 of uncoverable is missing, expected 'b'"]),
    );
    assert_falls(&folder, &none, tamper("/count", "1", &["item 'b' is in no option"]));
    let text = "a b\na |1\nb |2\na |5\nb |4\n";
    let cheapest = saved_cover("cover - --cheapest 2", text);
    assert_eq!(cheapest["costs"], json!([3, 5]));
    let dear = json!([["a |1", "b |2"], ["a |5", "b |2"]]);
    let mut forged = cheapest.clone();
    forged["costs"] = json!([3, 7]);
    assert_falls(
        &folder,
        &forged,
        tamper("/solutions", dear, &["solution 2 costs 7", "not the next cheapest"]),
    );
    // Equal options are different ways to do the same, and each may be listed once.
    let twins = saved_cover("cover - --list", "a b\na\na\nb\n");
    assert_eq!(
        (&twins["count"], &twins["solutions"]),
        (&json!("2"), &json!([["a", "b"], ["a", "b"]]))
    );
    folder.write("twins.json", &twins.to_string());
    assert_eq!(run_in(folder.path(), "check twins.json").code, Some(0));
    // Of two options with the same items, only the one without requirements can be meant here.
    let options = r#"[{"items":["b"],"requires":[["a"]]},{"items":["b"]}]"#;
    let items = r#"[{"name":"a","secondary":true},{"name":"b"}]"#;
    let choosy =
        saved_cover("cover - --list", &format!(r#"{{"items":{items},"options":{options}}}"#));
    assert_eq!((&choosy["count"], &choosy["solutions"]), (&json!("1"), &json!([["b"]])));
    folder.write("choosy.json", &choosy.to_string());
    assert_eq!(run_in(folder.path(), "check choosy.json").code, Some(0));
    assert_falls(&folder, &choosy, tamper("/solutions", json!([["b"], ["b"]]), &["1"]));
    let thrice = json!([["a", "b"], ["a", "b"], ["b", "a"]]);
    assert_falls(
        &folder,
        &twins,
        tamper("/solutions", thrice, &["solutions 1 and 3 are the same"]),
    );
}

#[test]
fn tampered_tilings_fall() {
    let (folder, star) = (Folder::new("tampered-tilings"), saved("tile colorstar --list"));
    let second = star["solutions"][1].clone();
    let red = star["solutions"][0]["tiles"][0]["colour"].clone();
    for tampering in [
        tamper("/colourings", "371", &["370, but 371 is stated"]),
        tamper("/labelled", "8881", &["do not go together"]),
        tamper("/labelled", "8870", &["8880", "8870"]),
        tamper("/tilings", "281", &["280", "281"]),
        tamper("/group_order", "20", &["symmetries of the region", "10", "20"]),
        tamper("/classes/all", "36", &["37", "36"]),
        tamper("/classes/rotations", "73", &["cannot form so many classes"]),
        tamper(
            "/by_composition/0/tiles",
            json!([4, 4, 4, 4]),
            &["[4, 4, 4, 4]", "cannot fill the region"],
        ),
        tamper("/by_symmetry/0/order", 3, &["3 symmetries", "10"]),
        tamper("/solutions/0", second, &["solutions 1 and 2 are the same"]),
        tamper(
            "/solutions/0/symmetry",
            2,
            &["solution 1: 2 is stated for its number of symm", "1"],
        ),
        tamper("/solutions/0/tiles/1/tile", "kite", &["solution 1", "'kite'", "expected a kind"]),
        tamper(
            "/solutions/0/tiles/1/colour",
            red,
            &["solution 1", "2 times in", "expected at most 1"],
        ),
        tamper("/solutions/0/tiles/0/at/0", 9, &["solution 1", "sticks out of the region"]),
        tamper("/question/file/text", "kumiki = 2", &["the question cannot be read"]),
    ] {
        assert_falls(&folder, &star, tampering);
    }
    let first = saved("tile lozenges-2x2x2 --first");
    assert_falls(
        &folder,
        &first,
        tamper("/solutions", json!([]), &["listed solutions is 0, expected 1"]),
    );
}

#[test]
fn tampered_packings_fall() {
    let (folder, rods) = (Folder::new("tampered-packings"), saved("pack rods --list"));
    let [first, second] = [0, 1].map(|number| rods["solutions"][number].clone());
    for tampering in [
        tamper("/count", "345", &["345 is stated", "346"]),
        tamper("/classes/all", "21", &["classes by symmetry", "20", "21"]),
        tamper("/classes/rotations", "41", &["cannot form so many classes"]),
        tamper("/classes/rotations", "19", &["cannot form so many classes"]),
        tamper("/group_order", "24", &["symmetries of the puzzle: 48", "24 is stated"]),
        tamper("/by_symmetry/0/order", 5, &["5 symmetries", "48"]),
        tamper("/solutions/0", second, &["solutions 1 and 2 are the same"]),
        tamper("/solutions/0/pieces", 4, &["solution 1", "number of pieces"]),
        tamper(
            "/solutions/0/symmetry",
            3,
            &["solution 1", "3 is stated for its number of symmetries"],
        ),
        tamper("/solutions/0/layers/0/0", "...", &["solution 1"]),
        tamper(
            "/solutions/0/layers/0/0",
            "  .",
            &["solution 1", "layer 1, row 1, column 1", "expected '.'"],
        ),
        tamper("/solutions/0/layers/0/0", "1", &["solution 1", "other sides"]),
        tamper("/solutions/0/layers/0/0", "zzz", &["solution 1", "label 'z'"]),
        tamper("/solutions/0/kinds/A", "rope", &["solution 1", "label 'A'"]),
        tamper("/question/file/text", "kumiki = 2", &["the question cannot be read"]),
        tamper("/question/symmetry", "none", &["listed solutions is 20", "expected 346"]),
    ] {
        assert_falls(&folder, &rods, tampering);
    }
    let tower = json!([first]);
    assert_falls(
        &folder,
        &saved("pack rods --first"),
        tamper("/solutions", json!([tower]), &["expected the output"]),
    );
    let soma = saved("pack soma --list 2 --count");
    let swapped = soma["solutions"][0]["kinds"]["A"].clone();
    for tampering in [
        tamper(
            "/solutions/0/kinds/B",
            swapped,
            &["solution 1", "not its shape in an allowed turn"],
        ),
        tamper("/count", "48", &["11520", "48 is stated"]),
        tamper("/why_none", "too heavy", &["there are some", "too heavy"]),
    ] {
        let mut saved = soma.clone();
        if let Some(fields) = saved.as_object_mut() {
            fields.remove("why_none");
        }
        assert_falls(&folder, &saved, tampering);
    }
    let painted = "kumiki = 1\n[box]\nsize = \"2x2\"\n[[piece]]\nname = \"upper\"\nbrick = \
        \"1x2\"\ncolour = \"red\"\n[[piece]]\nname = \"lower\"\nbrick = \"1x1\"\ncount = 2\n";
    folder.write("painted.toml", painted);
    let painted = run_in(folder.path(), "pack painted.toml --list --json").stdout;
    let painted: Value = serde_json::from_str(&painted).expect("one JSON object");
    folder.write("painted.json", &painted.to_string());
    let judged = run_in(folder.path(), "check painted.json").stdout;
    assert!(judged.ends_with("verdict: proved\n"), "{judged}");
    let upper = painted["pieces"][0].clone();
    for tampering in [
        tamper("/pieces/0/name", "lower", &["a piece is called 'lower'", "expected 'upper'"]),
        tamper("/pieces/0/colour", "#0000ff", &["'upper' has another colour"]),
        tamper("/pieces/1/shades/0", "#0000ff", &["'lower' has another colour"]),
        tamper("/pieces/1/count", 3, &["'lower' has another number"]),
        tamper("/pieces/0/letter", "B", &["two pieces have the letter 'B'"]),
        tamper("/pieces/0/letter", ".", &["the letter '.'"]),
        tamper("/pieces/1/letters", "BCD", &["'lower' has other letters"]),
        tamper("/pieces/1/letters", "CB", &["'lower' has other letters"]),
        tamper("/pieces/0/letter", "Z", &["solution 1", "the letter 'A'", "none of its own"]),
        tamper("/pieces", json!([upper]), &["1 kinds of piece", "expected 2"]),
    ] {
        assert_falls(&folder, &painted, tampering);
    }
    let text =
        "kumiki = 1\n[box]\nsize = \"2x3\"\n[[piece]]\nname = \"d\"\nbrick = \"1x2\"\ncount = 3\n";
    folder.write("dominoes.toml", text);
    let counted: Value =
        serde_json::from_str(&run_in(folder.path(), "pack dominoes.toml --json").stdout)
            .expect("one JSON object");
    assert_eq!(counted["solutions_total"], "3");
    let forged = json!([{"order": 1, "classes": "1"}]);
    let mut tampered = counted.clone();
    tampered["by_symmetry"] = forged;
    tampered["classes"] = json!({"all": "1", "rotations": "2"});
    assert_falls(
        &folder,
        &tampered,
        tamper("/count", "4", &["packings counted again: 3", "4 is stated"]),
    );
}
