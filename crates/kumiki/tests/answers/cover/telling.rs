//! What is said about covers and puzzles: words, refusals, notes and other formats.

use super::roads::dominoes;
use super::{answer, ask, part};
use kumiki::judge::judge;
use kumiki::model::{
    Answer, Ask, CoverAsk, CoverFormat, CoverSymmetry, Hold, Kernel, PackAsk, Question, Source,
    Symmetry,
};
use kumiki::{Prepared, Shown};
use kumiki_host::Terminal;

const COSTS: &str = "a b c | x\na b |3\nc |1\na |2\nb |2\nb c x |9\na x |1\nx\n";

fn prepared(question: &Question) -> Prepared {
    Prepared::new(question).expect("a question that makes sense")
}

/// Everything that is printed for an answer, but its evidence.
fn told(question: &Question) -> String {
    let (prepared, terminal) = (prepared(question), Terminal::quiet(1));
    let mut list: Vec<Shown> = Vec::new();
    let answer = prepared
        .visit(&kumiki::drive::Run::new(&terminal), &mut list)
        .expect("a question that can be answered");
    let solutions: String = list.iter().map(|shown| prepared.solution_text(shown)).collect();
    let text = prepared.text(&answer);
    solutions + text.split("method: ").next().expect("a beginning")
}

fn refused(question: &Question) -> String {
    let halt = match Prepared::new(question) {
        Err(halt) => halt,
        Ok(prepared) => prepared
            .solve(&kumiki::drive::Run::new(&Terminal::quiet(1)))
            .expect_err("a question that cannot be answered"),
    };
    halt.to_string()
}

#[test]
fn covers_are_told_in_words() {
    let costs = || CoverAsk::new(Source::file("costs.dlx", COSTS));
    assert_eq!(told(&Question::new(costs())), "4 solutions\n\n");
    let listed = "1: costs 4\na b |3\nc |1\n\n1 solution so far\n\n";
    assert_eq!(told(&Question::new(costs()).list(1)), listed);
    let cheapest = told(&Question::new(costs().cheapest(3)));
    assert!(cheapest.ends_with("\n\nthe 3 cheapest solutions cost 4 to 5\n\n"), "{cheapest}");
    let auto = told(&Question::new(costs().symmetry(CoverSymmetry::Auto)).list(1).count());
    assert!(auto.starts_with("1: costs 4, no symmetry\n"), "{auto}");
    assert!(auto.contains("4 solutions; group of order 1, 4 classes\n"), "{auto}");
    let none = |text: &str| told(&Question::new(CoverAsk::new(Source::file("none", text))));
    assert_eq!(none("a b c\na\n"), "no solution: items 'b' and 'c' are in no option\n\n");
    let notes = prepared(&Question::new(costs())).notes();
    let line = "costs.dlx: line 8: option left out, it has no primary item";
    assert_eq!(notes, [("warning", line.to_owned())]);
}

#[test]
fn long_problems_are_repeated_only_with_solutions() {
    let has_text = |answer: &Answer| match &answer.question.ask {
        Ask::Cover(ask) => ask.file.text.is_some(),
        _ => false,
    };
    for (problem, is_repeated) in [(dominoes(11, 12), true), (dominoes(11, 13), false)] {
        assert_eq!(problem.options().len() <= 256, is_repeated);
        let question = Question::new(ask(&problem, Kernel::Memo, CoverSymmetry::None));
        let counted = answer(&question, 1);
        assert_eq!(has_text(&counted), is_repeated);
        assert_eq!(counted.digest, question.digest());
        let text = serde_json::to_string(&counted).expect("an answer is JSON");
        assert!(!judge(&text).expect("nothing speaks against it").is_proved());
        let shown = answer(&question.sample(1, 0), 1);
        assert!(has_text(&shown) && shown.digest == shown.question.digest());
    }
}

#[test]
fn what_makes_no_sense_is_refused_in_a_line() {
    let file = |text: &str| CoverAsk::new(Source::file("file", text));
    let cases = [
        (
            Question::new(CoverAsk::new("soma")),
            "soma: no such problem comes with Kumiki, expected a file with an exact-cover problem",
        ),
        (
            Question::new(file("a b\na y\n")),
            "file: line 2, column 3: unknown item 'y', expected one of the items of line 1",
        ),
        (
            Question::new(file("01\n10\n").format(CoverFormat::Json)),
            "file: line 1, column 2: bad JSON: invalid number",
        ),
        (
            Question::new(file(COSTS).cheapest(2)).list(2),
            "`cheapest` and `list` are both given, expected one of them",
        ),
        (
            Question::new(file(COSTS).kernel(Kernel::Memo)).list(2),
            "kernel memo cannot do this: it only counts, expected `kernel` auto, bits or cells",
        ),
        (
            Question::new(file(COSTS).kernel(Kernel::Bits).cheapest(2)),
            "kernel bits cannot do this: it knows no costs, expected `kernel` auto or cells",
        ),
        (
            Question::new(PackAsk::new("sofa")),
            "sofa: no such puzzle comes with Kumiki, expected a puzzle file or a name from the \
             gallery",
        ),
        (
            Question::new(PackAsk::new("soma").problem(1_usize)),
            "soma: there is no puzzle 1, the file has one puzzle: 0 'Soma cube'",
        ),
        (
            Question::new(PackAsk::new("soma").kernel(Kernel::Memo)).list(1),
            "kernel memo cannot do this: it only counts, expected `kernel` auto, bits or cells",
        ),
        (
            Question::new(PackAsk::new("soma").symmetry(Symmetry::None)).sample(1, 0),
            "`sample` draws classes up to all symmetries, not what `symmetry` says, expected \
             `symmetry` all",
        ),
    ];
    for (question, line) in cases {
        assert_eq!(refused(&question), line);
    }
}

#[test]
fn puzzles_are_told_in_words_and_drawn() {
    let question = Question::new(PackAsk::new("diabolical")).list(1);
    let text = told(&question);
    let end = "\nDiabolical cube: 48 packings, 2 classes up to rotations, 1 up to all symmetries so \
               far\n\nsymmetries  classes\n         1        1\n\n";
    assert!(text.starts_with("1: 6 pieces, no symmetry\n") && text.ends_with(end), "{text}");
    let none = told(&Question::new(PackAsk::new("tetrominoes-4x5")));
    assert_eq!(none, "Tetrominoes 4x5: no packing\n\n");
    let odd = "kumiki = 1\n[box]\nsize = \"1x3\"\n[[piece]]\nname = \"d\"\nbrick = \"1x2\"\n";
    let odd = Question::new(PackAsk::new(Source::file("odd.toml", odd)));
    let reason = answer(&odd, 1).why_none.expect("a reason");
    assert_eq!(told(&odd), format!("odd.toml: no packing: {reason}\n\n"));
    let prepared = prepared(&question.count());
    let answer = prepared
        .solve(&kumiki::drive::Run::new(&Terminal::quiet(1)))
        .expect("a puzzle that can be solved");
    let sheet = prepared.picture(&answer);
    assert_eq!(sheet.title, "Diabolical cube: 1 of 13");
    assert_eq!(sheet.figures[0].caption, "1: 6 pieces, no symmetry");
}

#[test]
fn files_are_written_in_other_formats() {
    let costs = prepared(&Question::new(CoverAsk::new(Source::file("costs.dlx", COSTS))));
    assert_eq!(kumiki::formats_of("cover"), ["dlx", "rows", "matrix", "json", "dimacs"]);
    let written = |format: &str| costs.write_as(format).map_err(|halt| halt.to_string());
    assert!(written("dlx").expect("text").contains("a b c | x\na b |3\n"));
    assert!(written("json").expect("text").starts_with("{\"items\": ["));
    assert!(written("dimacs").expect("text").contains("p cnf "));
    let line = "costs.dlx: item 'x' is not covered exactly once, which rows cannot say";
    assert_eq!(written("rows"), Err(line.to_owned()));
    let line = "bad format 'toml' for '`write`', expected dlx, rows, matrix, json or dimacs";
    assert_eq!(written("toml"), Err(line.to_owned()));

    let soma = prepared(&Question::new(PackAsk::new("soma")));
    assert_eq!(
        kumiki::formats_of("pack"),
        ["toml", "xmpuzzle", "polycube", "dlx", "json", "dimacs"]
    );
    for (format, beginning) in [
        ("toml", "kumiki = 1\n"),
        ("xmpuzzle", "<puzzle "),
        ("polycube", "#"),
        ("dlx", "|"),
        ("json", "{\"items\": ["),
        ("dimacs", "c "),
    ] {
        let text = soma.write_as(format).expect("a puzzle that can be said");
        assert!(text.starts_with(beginning), "{format}: {}", &text[..40]);
    }
    let held = prepared(&Question::new(PackAsk::new("soma").rule(Hold::Group)));
    let refused = held.write_as("json").expect_err("a cover cannot say it").to_string();
    assert!(refused.ends_with("expected `rule` piece or free"), "{refused}");
    let bricks = prepared(&Question::new(kumiki::model::AntislideAsk::new("3x3x3")));
    assert!(bricks.write_as("moves").is_ok() && bricks.write_as("toml").is_err());
    let tiles = prepared(&Question::new(kumiki::model::SlideAsk::new().table("2x2".to_owned())));
    assert!(kumiki::formats_of("slide").is_empty() && tiles.write_as("json").is_err());
}

#[test]
fn a_puzzle_is_found_in_its_file_and_its_rule_can_be_changed() {
    let xml = prepared(&Question::new(PackAsk::new("rods"))).write_as("toml").expect("TOML");
    let ask = || PackAsk::new(Source::file("my.toml", xml.clone()));
    let count = |ask: PackAsk| answer(&Question::new(ask), 1).count;
    assert_eq!(count(ask()), Some(346.into()));
    assert_ne!(count(ask().rule(Hold::Free)), Some(346.into()));
    let whole = answer(&Question::new(ask().rule(Hold::Free)).list(1).count(), 2);
    assert!(matches!(&whole.question.ask, Ask::Pack(ask) if ask.rule == Some(Hold::Free)));
    let cover = answer(&Question::new(CoverAsk::new(Source::file("c", COSTS))), 1);
    assert_eq!(part(&cover).kernel, "bits");
}

#[test]
fn the_gallery_has_a_table() {
    let table = kumiki::gallery("pack").expect("a gallery");
    assert!(table.starts_with("name                 puzzle"), "{table}");
    assert!(table.contains("\nsoma "), "{table}");
    assert!(table.ends_with("Solve one with 'kumiki pack soma'.\n"), "{table}");
    assert_eq!(kumiki::gallery("cover"), None);
}
