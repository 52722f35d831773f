//! Whatever is written reads back the same; whatever cannot be written is refused, and nothing
//! else.

use super::dice::Dice;
use super::problems::{ALL_KINDS, Meaning, Mix, meaning, names, problem};
use kumiki_formats::cover::{CoverFile, CoverFormat, items_without_options};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, ItemKind};

const ROUNDS: usize = 4000;

fn read_back(text: &str, format: CoverFormat) -> Meaning {
    let file =
        CoverFile::read(text.as_bytes(), format).unwrap_or_else(|error| panic!("{error}\n{text}"));
    // Two names such as 7 and 007 deserve a warning, but nothing was left out.
    let is_harmless = |warning: &String| warning.ends_with("are read as two items");
    assert!(file.warnings().iter().all(is_harmless), "{:?}\n{text}", file.warnings());
    meaning(&file)
}

/// Draws files and writes each; `Ok` texts must read back the same. Returns how many were written.
fn check(
    seed: u64,
    mix: Mix,
    format: CoverFormat,
    write: impl Fn(&CoverFile) -> Option<String>,
    can_be_said: impl Fn(&CoverProblem) -> bool,
) -> usize {
    let mut dice = Dice::new(seed);
    let mut written = 0;
    for _ in 0..ROUNDS {
        let problem = problem(&mut dice, mix);
        let names: Vec<String> = match format {
            CoverFormat::Matrix => {
                (1..=problem.items().len()).map(|column| column.to_string()).collect()
            }
            _ => names(&mut dice, problem.items().len()),
        };
        let file = CoverFile::from_problem(problem, names).expect("good names");
        let text = write(&file);
        assert_eq!(text.is_some(), can_be_said(file.problem()), "{:?}", meaning(&file));
        if let Some(text) = text {
            assert_eq!(read_back(&text, format), meaning(&file), "{text}");
            written += 1;
        }
    }
    written
}

const EVERYTHING: Mix =
    Mix { max_items: 6, max_options: 7, kinds: ALL_KINDS, costs: true, requirements: true };
const WITHOUT_REQUIREMENTS: Mix = Mix { requirements: false, ..EVERYTHING };
const PLAIN: Mix = Mix { kinds: &[ItemKind::Primary], costs: false, ..WITHOUT_REQUIREMENTS };

#[test]
fn json_says_everything() {
    let write = |file: &CoverFile| Some(file.to_json());
    assert_eq!(check(1, EVERYTHING, CoverFormat::Json, write, |_| true), ROUNDS);
    assert_eq!(check(2, EVERYTHING, CoverFormat::Auto, write, |_| true), ROUNDS);
}

#[test]
fn json_keeps_the_order_of_items() {
    let mut dice = Dice::new(3);
    for _ in 0..200 {
        let problem = problem(&mut dice, EVERYTHING);
        let names = names(&mut dice, problem.items().len());
        let file = CoverFile::from_problem(problem, &names).expect("good names");
        let back = CoverFile::read(file.to_json().as_bytes(), CoverFormat::Json).expect("our own");
        assert!(back.problem().items().ids().map(|item| back.item_name(item)).eq(names.iter()));
        assert_eq!(back.problem().items(), file.problem().items());
        assert_eq!(back.to_json(), file.to_json());
    }
}

#[test]
fn dlx_says_everything_but_requirements_and_free_options_in_colours() {
    let can_be_said = |problem: &CoverProblem| {
        let has_colour = |item| {
            let mut entries = problem.options().ids().flat_map(|option| problem.entries(option));
            entries.any(|(other, colour)| other == item && colour.is_some())
        };
        let mut options = problem.options().iter();
        let has_anchor = options.all(|items| {
            items.iter().any(|i| problem.items()[*i] != ItemKind::Optional || !has_colour(*i))
        });
        problem.requirements().is_empty() && !problem.items().is_empty() && has_anchor
    };
    let write = |file: &CoverFile| file.to_dlx().ok();
    let written = check(4, EVERYTHING, CoverFormat::Dlx, write, can_be_said);
    assert!(ROUNDS / 5 < written && written < ROUNDS / 2, "{written}");
    let more = check(5, WITHOUT_REQUIREMENTS, CoverFormat::Dlx, write, can_be_said);
    assert!(written < more && more < ROUNDS, "{more}");
}

#[test]
fn rows_and_matrices_say_what_is_primary_and_nothing_else() {
    let is_plain = |problem: &CoverProblem| {
        problem.requirements().is_empty()
            && !problem.has_costs()
            && problem.items().iter().all(|kind| *kind == ItemKind::Primary)
    };
    let in_matrix = |problem: &CoverProblem| is_plain(problem) && !problem.options().is_empty();
    let in_rows =
        |problem: &CoverProblem| in_matrix(problem) && items_without_options(problem).is_empty();
    let (rows, matrix) =
        (|file: &CoverFile| file.to_rows().ok(), |file: &CoverFile| file.to_matrix().ok());
    let seldom_plain = Mix { costs: false, requirements: false, max_items: 3, ..EVERYTHING };
    for mix in
        [PLAIN, seldom_plain, Mix { costs: true, ..PLAIN }, Mix { requirements: true, ..PLAIN }]
    {
        assert!(check(6, mix, CoverFormat::Rows, rows, in_rows) > 50, "{mix:?}");
        assert!(check(7, mix, CoverFormat::Matrix, matrix, in_matrix) > 50, "{mix:?}");
    }
}

#[test]
fn what_cannot_be_said_is_refused_by_name() {
    let secondary = r#"{"name": "x", "secondary": true}"#;
    let refused = |items: &str, options: &str, [dlx, rows, matrix]: [&str; 3]| {
        let text = format!(r#"{{"items": [{items}], "options": [{options}]}}"#);
        let file = CoverFile::read(text.as_bytes(), CoverFormat::Json).expect("valid");
        let written = [
            ("dlx", file.to_dlx(), dlx),
            ("rows", file.to_rows(), rows),
            ("matrix", file.to_matrix(), matrix),
        ];
        for (format, written, what) in written {
            let error = written.err().map(|error| error.to_string()).unwrap_or_default();
            let expected = if what.is_empty() {
                String::new()
            } else {
                format!("{what}, which {format} cannot say")
            };
            assert_eq!(error, expected, "{text}");
        }
    };
    refused(
        "",
        "",
        ["a problem without items", "a problem without options", "a problem without options"],
    );
    let a = r#"{"name": "a"}"#;
    refused(a, "", ["", "a problem without options", "a problem without options"]);
    let lonely = r#"{"name": "a"}, {"name": "b"}"#;
    refused(lonely, r#"{"items": ["a"]}"#, ["", "item 'b' is in no option", ""]);
    let cost = "option 'a |3' has a cost";
    refused(a, r#"{"items": ["a"], "cost": 3}"#, ["", cost, cost]);
    let not_once = "item 'x' is not covered exactly once";
    let coloured = "option 'x:1' has only items with colours";
    refused(secondary, r#"{"items": ["x"]}"#, ["", not_once, not_once]);
    refused(secondary, r#"{"items": ["x:1"]}"#, [coloured, not_once, not_once]);
    let not_once = "item 'm' is not covered exactly once";
    refused(
        r#"{"name": "m", "least": 2, "most": 2}"#,
        r#"{"items": ["m"]}"#,
        ["", not_once, not_once],
    );
    let demand = "option 'a' has requirements";
    refused(a, r#"{"items": ["a"], "requires": [["a"]]}"#, [demand; 3]);
}

#[test]
fn a_matrix_is_recognised_whatever_is_in_it() {
    let mut dice = Dice::new(8);
    let mut recognised = 0;
    for _ in 0..500 {
        let problem = problem(&mut dice, PLAIN);
        if problem.items().len() < 2 || problem.options().is_empty() {
            continue;
        }
        let names = (1..=problem.items().len()).map(|column| column.to_string());
        let file = CoverFile::from_problem(problem.clone(), names).expect("good names");
        let text = file.to_matrix().expect("plain");
        let apart: String = text
            .lines()
            .skip(1)
            .map(|row| row.split("").collect::<Vec<_>>().join(", ") + "\n")
            .collect();
        for text in [text.as_str(), apart.as_str()] {
            let back = CoverFile::read(text.as_bytes(), CoverFormat::Auto).expect("a matrix");
            assert_eq!(meaning(&back), meaning(&file), "{text}");
        }
        recognised += 1;
    }
    assert!(recognised > 300);
}

#[test]
fn names_are_checked_when_a_problem_comes_from_elsewhere() {
    let mut dice = Dice::new(9);
    let problem = loop {
        let problem = problem(&mut dice, PLAIN);
        if problem.items().len() == 3 {
            break problem;
        }
    };
    for (names, reason) in [
        (vec!["a", "b"], "2 names, expected one for each of 3 items"),
        (vec!["a", "b", "a"], "item 'a' is named twice, expected different names"),
        (vec!["a", "", "b"], "an empty name, expected at least one character"),
        (
            vec!["a", "b:c", "d"],
            "':' in the name 'b:c', expected a name without blanks, ':' and '|'",
        ),
    ] {
        let error = CoverFile::from_problem(problem.clone(), &names).expect_err(reason);
        assert_eq!(error.to_string(), reason);
    }
    let file = CoverFile::from_problem(problem, ["a", "b", "c"]).expect("three names");
    assert_eq!(file.item_name(kumiki_model::ItemId::new(2)), "c");
}
