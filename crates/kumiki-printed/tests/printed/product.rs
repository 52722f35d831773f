//! Totals, held against the answers of the product, which come by other methods.

use kumiki::drive::Unhosted;
use kumiki::model::{
    Answer, AntislideAsk, ByBricks, Part, Question, SlideAsk, Source, Start, TourSymmetry, ToursAsk,
};
use kumiki_printed::Sides;
use kumiki_printed::antislide::{self, Antislide};
use kumiki_printed::antisliding_classes::Antislide3;
use kumiki_printed::korf::{Position, Program};
use kumiki_printed::obdd::{Board, Ending, Obdd};
use std::io;

fn solved(question: &Question) -> Answer {
    let answer = kumiki::solve(question, &Unhosted).expect("an answer");
    assert_eq!(answer.stopped_by, None);
    answer
}

/// The counts by bricks, each row a line.
fn rows(ask: AntislideAsk, count: fn(&ByBricks) -> String) -> Vec<String> {
    match solved(&Question::new(ask)).part {
        Part::Antislide(part) => {
            let row = |row: &ByBricks| format!("{}: {}", row.bricks, count(row));
            part.by_bricks.iter().map(row).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// The same of what was printed.
fn printed_rows(totals: &[u64]) -> Vec<String> {
    let rows = totals.iter().enumerate().filter(|(_, total)| **total > 0);
    rows.map(|(bricks, total)| format!("{bricks}: {total}")).collect()
}

fn sides(text: &str) -> Sides {
    text.parse().expect("a box")
}

#[test]
fn antislide_finds_as_many_packings() {
    for text in ["2x2x3", "3x3x3", "3x3x4", "4x3x4", "4x4x3", "3x4x4", "2x4x5", "4x4x4"] {
        let sides = sides(text);
        let question = Antislide {
            sides,
            start: antislide::Start::Corner,
            max_bricks: sides.cells() / 4,
            verbose: 0,
        };
        question.check().expect("a box with room");
        let totals = question.print(&mut io::sink()).expect("nothing is written");
        let ask = AntislideAsk::new(text).start(Start::Corner);
        assert_eq!(printed_rows(&totals), rows(ask, |row| row.packings.to_string()), "{text}");
    }
}

#[test]
fn the_programs_own_limit_leaves_the_packings_with_few_bricks() {
    let question = Antislide::new(sides("4x4x4")).expect("a box with room");
    let totals = question.print(&mut io::sink()).expect("nothing is written");
    let ask = AntislideAsk::new("4x4x4").start(Start::Corner).max_bricks(Some(13));
    assert_eq!(printed_rows(&totals), rows(ask, |row| row.packings.to_string()));
    assert_eq!(printed_rows(&totals), ["12: 4", "13: 6"]);
    assert_eq!(Antislide::new(sides("2x2x3")), None, "the limit is 0");
}

#[test]
fn antislide3_finds_as_many_classes() {
    for text in ["2x2x1", "2x2x2", "2x2x3", "2x3x4", "3x3x3", "3x3x4", "4x4x2", "4x4x3", "4x4x4"] {
        let question = Antislide3::new(sides(text)).expect("equal sides come first");
        let classes = question.print(&mut io::sink()).expect("nothing is written");
        let ask = AntislideAsk::new(text);
        assert_eq!(printed_rows(&classes), rows(ask, |row| row.classes.all.to_string()), "{text}");
    }
}

#[test]
fn obdd_finds_as_many_tours() {
    for text in ["4x4", "4x6", "6x4", "6x6", "6x8", "8x6"] {
        let board: Board = text.parse().expect("a board");
        let ending = Obdd::new(board).print(&mut io::sink()).expect("nothing is written");
        let Ending::Totals { tours, pseudo } = ending else { panic!("{text}: {ending:?}") };
        let ask = ToursAsk::new(text).symmetry(TourSymmetry::HalfTurn);
        let answer = solved(&Question::new(ask));
        let Part::Tours(part) = answer.part else { panic!("{:?}", answer.part) };
        let told = [answer.count, part.pseudo].map(|count| count.map(|count| count.to_string()));
        assert_eq!([Some(tours.to_string()), Some(pseudo.to_string())], told, "{text}");
    }
}

#[test]
fn korf_finds_solutions_that_are_as_short_and_lead_home() {
    // A walk of the empty cell, seen every 4 steps. Both programs start at each place.
    let (mut starts, mut lengths) = (Vec::new(), Vec::new());
    let mut cells: Vec<char> = "123456789abcdef0".chars().collect();
    let (mut empty, mut state) = (15_usize, 1_u32);
    for step in 0..96 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let to = match state >> 30 {
            0 if empty % 4 < 3 => empty + 1,
            1 if empty > 3 => empty - 4,
            2 if empty % 4 > 0 => empty - 1,
            3 if empty < 12 => empty + 4,
            _ => empty,
        };
        cells.swap(empty, to);
        empty = to;
        if step % 4 != 0 {
            continue;
        }
        let text: String = cells.iter().collect();
        let start: Position = text.parse().expect("a position");
        let found = [Program::Looped, Program::Automaton].map(|program| {
            let solution = program.print(&start, &mut io::sink()).expect("nothing is written");
            solution.expect("the goal was walked from")
        });
        assert_eq!(found[0], found[1], "{text}");
        assert_eq!(walked(&text, &found[0]), "123456789abcdef0", "{text}");
        starts.push(text);
        lengths.push(u32::try_from(found[0].len()).ok());
    }
    let file = Source::file("starts.txt", starts.join("\n"));
    let answer = solved(&Question::new(SlideAsk::new().file(file)));
    let Part::SlideMany(part) = answer.part else { panic!("{:?}", answer.part) };
    assert!(part.instances.iter().map(|record| record.moves).eq(lengths), "{starts:?}");
}

/// The position after some tiles have moved into the empty cell, each from beside it.
fn walked(start: &str, tiles: &str) -> String {
    let mut cells: Vec<char> = start.chars().collect();
    for tile in tiles.chars() {
        let at = |wanted: char| cells.iter().position(|cell| *cell == wanted).expect("a digit");
        let (tile, empty) = (at(tile), at('0'));
        let away = (tile / 4).abs_diff(empty / 4) + (tile % 4).abs_diff(empty % 4);
        assert_eq!(away, 1, "{start}: {tiles}");
        cells.swap(tile, empty);
    }
    cells.into_iter().collect()
}
