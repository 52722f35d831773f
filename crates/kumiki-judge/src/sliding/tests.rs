//! Right answers about sliding tiles, and what the judge says when they are spoilt.

use super::board::manhattan;
use super::judge;
use crate::{Fault, Verdict};
use Metric::{Multi, Single};
use kumiki_model::{
    Answer, Ask, ByDistance, Count, Direction, Metric, Part, PathLevel, Pushes, Question,
    RoundRecord, SlideAsk, SlideManyPart, SlideTablePart, SlideTreePart, SlidingPosition,
    SlidingRecord, Solution, Source, StoppedBy,
};
use kumiki_recount::sliding_distances;
use std::collections::{BTreeMap, BTreeSet};

/// A start on 2x3: three shortest solutions of 15 moves, and 9 steps by the plain bound.
const SMALL_START: &str = "341205";

/// Positions of 2x5 at each distance, by [`sliding_distances`], which takes too long to do it again
/// and again.
const COUNTS_OF_TEN_CELLS: [u64; 56] = [
    1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996,
    6838, 9279, 12463, 16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725, 104896,
    116966, 126335, 131998, 133107, 128720, 119332, 106335, 91545, 75742, 60119, 45840, 33422,
    23223, 15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
];

/// All shortest solutions: words of pushes to every position of each distance, until the goal is
/// among them. Also the distance.
fn solutions(
    start: &SlidingPosition,
    goal: &SlidingPosition,
    metric: Metric,
) -> (u32, BTreeSet<Vec<u8>>) {
    let mut seen = BTreeSet::from([start.tiles().to_vec()]);
    let mut layer = BTreeMap::from([(start.tiles().to_vec(), BTreeSet::from([Vec::new()]))]);
    for distance in 0.. {
        if let Some(words) = layer.remove(goal.tiles()) {
            return (distance, words);
        }
        let mut next: BTreeMap<Vec<u8>, BTreeSet<Vec<u8>>> = BTreeMap::new();
        for (tiles, words) in layer {
            for direction in Direction::ALL {
                let mut position =
                    SlidingPosition::new(goal.board(), tiles.clone()).expect("a position");
                let mut pushes = Vec::new();
                while let Some(tile) = position.step(direction) {
                    pushes.push(tile);
                    if !seen.contains(position.tiles()) {
                        let longer = words.iter().map(|word| [&word[..], &pushes[..]].concat());
                        next.entry(position.tiles().to_vec()).or_default().extend(longer);
                    }
                    if metric == Metric::Single {
                        break;
                    }
                }
            }
        }
        seen.extend(next.keys().cloned());
        layer = next;
    }
    unreachable!("the start can reach the goal")
}

/// The right record of a start, with all its shortest solutions.
fn record_of(start: &SlidingPosition, goal: &SlidingPosition, metric: Metric) -> SlidingRecord {
    let (moves, solutions) = solutions(start, goal, metric);
    let listed: Vec<Pushes> =
        solutions.iter().map(|tiles| Pushes::new(goal.board(), tiles)).collect();
    let letters: Vec<String> =
        solutions.iter().map(|tiles| start.letters_of(tiles).expect("a solution")).collect();
    let (heuristic, rounds) = match metric {
        Metric::Single => {
            let steps = u32::try_from(manhattan(start, goal)).expect("a small number");
            let round = |sad: u32| RoundRecord {
                moves: steps + 2 * sad,
                sad: Some(sad),
                nodes: (sad + 1).into(),
                ..RoundRecord::default()
            };
            ("manhattan", (0..=(moves - steps) / 2).map(round).collect())
        }
        Metric::Multi => {
            ("slides", vec![RoundRecord { moves, nodes: 1, ..RoundRecord::default() }])
        }
    };
    SlidingRecord {
        start: start.to_string(),
        moves: Some(moves),
        lower_bound: Some(moves),
        estimate: rounds.first().map(|round| round.moves),
        solution: listed.first().cloned(),
        directions: letters.first().cloned(),
        unreachable: None,
        optimal_solutions: Some(Count(solutions.len().into())),
        solutions: Some(listed),
        listed_directions: Some(letters),
        nodes: rounds.iter().map(|round| round.nodes).sum(),
        heuristic: heuristic.to_owned(),
        rounds,
        seconds: 0.0,
    }
}

fn judged(answer: &Answer) -> Result<Verdict, Fault> {
    let Ask::Slide(ask) = &answer.question.ask else { panic!("no sliding tiles") };
    judge(answer, ask)
}

/// What is asked about a goal.
fn ask_about(goal: &SlidingPosition, metric: Metric) -> SlideAsk {
    SlideAsk::new().board(goal.board().to_string()).goal(goal.to_string()).metric(metric)
}

/// The right answer about one start.
fn answer_about(start: &str, goal: &SlidingPosition, metric: Metric) -> Answer {
    let start = SlidingPosition::parse(goal.board(), start).expect("a position");
    let mut record = record_of(&start, goal, metric);
    let ask = ask_about(goal, metric).start(start.to_string()).all(true);
    let question = Question::new(ask).list(usize::MAX);
    let (count, solutions) = (record.optimal_solutions.take(), record.solutions.take());
    let mut answer = Answer::new(question, Part::Slide(Box::new(record)));
    answer.count = count;
    answer.solutions = solutions.map(|list| list.into_iter().map(Solution::Pushes).collect());
    answer
}

/// The right answer about many starts.
fn answer_about_many(
    starts: impl Iterator<Item = SlidingPosition>,
    goal: &SlidingPosition,
    metric: Metric,
) -> Answer {
    let instances: Vec<_> = starts.map(|start| record_of(&start, goal, metric)).collect();
    let lines: Vec<&str> = instances.iter().map(|record| record.start.as_str()).collect();
    let ask = ask_about(goal, metric).file(Source::file("starts", lines.join("\n"))).all(true);
    let part = SlideManyPart { starts: instances.len(), instances };
    Answer::new(Question::new(ask).list(usize::MAX), Part::SlideMany(part))
}

/// An answer with a table of a board.
fn answer_with(
    goal: &SlidingPosition,
    metric: Metric,
    positions: Vec<ByDistance>,
    antipodes: Vec<String>,
) -> Answer {
    let ask = ask_about(goal, metric).table(goal.board().to_string());
    let sum = positions.iter().map(|row| &row.count.0).sum();
    let part = SlideTablePart { positions, antipodes: Some(antipodes) };
    let mut answer = Answer::new(Question::new(ask), Part::SlideTable(part));
    answer.count = Some(Count(sum));
    answer
}

/// The table of an answer.
fn table_of(answer: &mut Answer) -> &mut SlideTablePart {
    let Part::SlideTable(part) = &mut answer.part else { panic!("no table") };
    part
}

/// The right table of a small board.
fn answer_with_table(board: &str, metric: Metric) -> Answer {
    let goal = SlidingPosition::solved(board.parse().expect("a board"));
    let known = sliding_distances(&goal, metric);
    let row =
        |(distance, count): (usize, usize)| ByDistance { distance, count: Count(count.into()) };
    let rows: Vec<ByDistance> = known.counts().into_iter().enumerate().map(row).collect();
    let is_last = |far: &SlidingPosition| {
        known.distance(far).and_then(|far| usize::try_from(far).ok()) == Some(rows.len() - 1)
    };
    let farthest = known.positions().filter(is_last).map(|far| far.to_string()).collect();
    answer_with(&goal, metric, rows.clone(), farthest)
}

/// The right table of the positions of a small board that need no sad move.
fn answer_with_happy_table(board: &str) -> Answer {
    let goal = SlidingPosition::solved(board.parse().expect("a board"));
    let known = sliding_distances(&goal, Single);
    let mut by_distance: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for position in known.positions() {
        let distance = known.distance(&position).expect("reached");
        let steps = manhattan(&position, &goal);
        if u32::try_from(steps) == Ok(distance) {
            by_distance.entry(steps).or_default().push(position.to_string());
        }
    }
    let antipodes = by_distance.values().last().cloned().expect("the goal is one");
    let row = |(distance, positions): (usize, Vec<String>)| ByDistance {
        distance,
        count: Count(positions.len().into()),
    };
    let rows = by_distance.into_iter().map(row).collect();
    let mut answer = answer_with(&goal, Single, rows, antipodes);
    let Ask::Slide(ask) = &mut answer.question.ask else { panic!("no sliding tiles") };
    ask.happy = true;
    answer
}

/// What the judge says to an answer.
fn said(answer: &Answer) -> String {
    judged(answer).map_or_else(|fault| fault.to_string(), |_| "approved".to_owned())
}

/// What the judge says to the spoilt answer about a start on 2x3.
fn spoilt(spoil: impl FnOnce(&mut Answer)) -> String {
    let goal = SlidingPosition::solved("2x3".parse().expect("a board"));
    let mut answer = answer_about(SMALL_START, &goal, Metric::Single);
    spoil(&mut answer);
    said(&answer)
}

/// What the judge says to the spoilt table of 2x3.
fn spoilt_table(spoil: impl FnOnce(&mut Answer)) -> String {
    let mut answer = answer_with_table("2x3", Metric::Single);
    spoil(&mut answer);
    said(&answer)
}

/// What the judge says to the spoilt table of 2x5, which is too large for it to search.
fn spoilt_large_table(spoil: impl FnOnce(&mut Answer)) -> String {
    let goal = SlidingPosition::solved("2x5".parse().expect("a board"));
    let row = |(distance, count): (usize, u64)| ByDistance { distance, count: count.into() };
    let rows = COUNTS_OF_TEN_CELLS.into_iter().enumerate().map(row).collect();
    let antipodes = ["0937154826", "0532194876"].map(str::to_owned).to_vec();
    let mut answer = answer_with(&goal, Single, rows, antipodes);
    spoil(&mut answer);
    said(&answer)
}

fn change(answer: &mut Answer, row: usize, count: u64) {
    table_of(answer).positions[row].count = count.into();
}

fn antipodes(answer: &mut Answer) -> &mut Vec<String> {
    table_of(answer).antipodes.as_mut().expect("listed")
}

#[test]
fn an_unfinished_table_has_right_rows_as_far_as_it_goes() {
    let unfinished = |answer: &mut Answer| {
        answer.stopped_by = Some(StoppedBy::TimeLimit);
        table_of(answer).antipodes = None;
        table_of(answer).positions.truncate(6);
        answer.count = Some(24.into());
    };
    assert_eq!(spoilt_table(unfinished), "approved");
    let wrong = |answer: &mut Answer| {
        unfinished(answer);
        change(answer, 5, 8);
    };
    assert_eq!(spoilt_table(wrong), "the number of positions at distance 5 is 8, expected 7");
    let longer = |answer: &mut Answer| {
        answer.stopped_by = Some(StoppedBy::TimeLimit);
        table_of(answer).antipodes = None;
        let rows = &mut table_of(answer).positions;
        let mut last = rows[21].clone();
        rows[20].count = 5.into();
        last.distance = 22;
        rows.push(last);
    };
    assert_eq!(spoilt_table(longer), "the number of rows is 23, expected at most 22");
}

#[test]
fn large_tables_are_judged_by_their_sums() {
    assert_eq!(spoilt_large_table(|_| {}), "approved");
    assert_eq!(
        spoilt_large_table(|answer| change(answer, 9, 113)),
        "the number of all positions is 1814401, expected 1814400"
    );
    let moved = |row: usize, count: u64| {
        spoilt_large_table(|answer| {
            change(answer, 5, 20);
            change(answer, row, count);
        })
    };
    assert_eq!(
        moved(6, 29),
        "the number of positions at even distances is 907199, expected 907200"
    );
    // Nobody here knows how many positions there are at which odd distance.
    assert_eq!(moved(7, 43), "approved");
    assert_eq!(
        spoilt_large_table(|answer| antipodes(answer)[1] = "1234567890".to_owned()),
        "antipode 2 has an even distance by its blank, expected 55"
    );
}

#[test]
fn every_start_of_small_boards_is_approved_with_all_its_solutions() {
    for metric in [Single, Multi] {
        for (board, goal) in
            [("2x2", "1230"), ("2x2", "2013"), ("2x3", "123450"), ("3x2", "140325")]
        {
            let goal =
                SlidingPosition::parse(board.parse().expect("a board"), goal).expect("a goal");
            let known = sliding_distances(&goal, metric);
            let answer = answer_about_many(known.positions(), &goal, metric);
            let Part::SlideMany(part) = &answer.part else { panic!("many starts") };
            let listed = |record: &SlidingRecord| record.solutions.as_ref().map_or(0, Vec::len);
            let shown: usize = part.instances.iter().map(|record| 1 + listed(record)).sum();
            let verdict = judged(&answer).expect("all is right");
            assert_eq!(verdict.solution_count, shown);
            assert!(verdict.all_classes_listed);
        }
    }
}

#[test]
fn the_verdict_says_what_was_searched_and_what_was_not() {
    let lines = |start: &str, board: &str| {
        let goal = SlidingPosition::solved(board.parse().expect("a board"));
        let verdict = judged(&answer_about(start, &goal, Single)).expect("all is right");
        assert!(verdict.is_proved());
        verdict.proved
    };
    assert_eq!(
        lines("123405786", "3x3"),
        [
            "starts: 1, all of them reachable by parity",
            "solutions replayed push by push into the goal: 2",
            "all 181440 positions of 3x3 were searched: nothing is shorter, and the numbers \
             of shortest solutions are right",
        ]
    );
    let large = lines("123456789abcde0f", "4x4");
    assert_eq!(
        large[2],
        "searched from both ends, starts: 1: nothing is shorter, and the numbers of shortest \
         solutions are right"
    );
}

#[test]
fn an_unfinished_answer_is_approved_as_far_as_it_goes() {
    let unfinished = |spoil: &dyn Fn(&mut SlidingRecord)| {
        spoilt(|answer| {
            answer.stopped_by = Some(StoppedBy::TimeLimit);
            (answer.count, answer.solutions) = (None, None);
            let Part::Slide(record) = &mut answer.part else { panic!("one start") };
            (record.moves, record.solution, record.lower_bound) = (None, None, Some(13));
            (record.directions, record.listed_directions) = (None, None);
            record.rounds.truncate(1);
            spoil(record);
        })
    };
    assert_eq!(unfinished(&|_| {}), "approved");
    assert_eq!(unfinished(&|record| record.lower_bound = Some(15)), "approved");
    assert_eq!(
        unfinished(&|record| record.lower_bound = Some(17)),
        "lower_bound is 17, expected at most 15"
    );
}

#[test]
fn no_solution_is_longer_than_was_asked_for() {
    let within = |most: u32, spoil: &dyn Fn(&mut Answer)| {
        spoilt(|answer| {
            let Ask::Slide(ask) = &mut answer.question.ask else { panic!("sliding tiles") };
            ask.max_moves = Some(most);
            spoil(answer);
        })
    };
    assert_eq!(within(15, &|_| {}), "approved");
    let longer = "the length of the solution is 15, expected at most 14";
    assert_eq!(within(14, &|_| {}), longer);
    let none = |answer: &mut Answer, bound: u32| {
        answer.stopped_by = Some(StoppedBy::MoveLimit);
        (answer.count, answer.solutions) = (None, None);
        let Part::Slide(record) = &mut answer.part else { panic!("one start") };
        (record.moves, record.solution, record.lower_bound) = (None, None, Some(bound));
        (record.directions, record.listed_directions) = (None, None);
        record.rounds.truncate(1);
    };
    assert_eq!(within(14, &|answer| none(answer, 15)), "approved");
    let short = "the search has ended at a limit of moves, expected no solution and a lower bound \
                 beyond it";
    assert_eq!(within(14, &|answer| none(answer, 13)), short);
    assert_eq!(within(15, &|answer| answer.stopped_by = Some(StoppedBy::MoveLimit)), short);
}

#[test]
fn letters_must_spell_the_solutions() {
    let spelled = |spoil: &dyn Fn(&mut SlidingRecord)| {
        spoilt(|answer| {
            let Part::Slide(record) = &mut answer.part else { panic!("one start") };
            spoil(record);
        })
    };
    let tail = "do not push its tiles, expected that they do";
    assert_eq!(
        spelled(&|record| record.directions = Some("U".to_owned())),
        format!("the letters of the solution {tail}")
    );
    let swap = |record: &mut SlidingRecord| {
        record.listed_directions.as_mut().expect("listed").swap(0, 1);
    };
    assert!(spelled(&swap).ends_with(tail), "{}", spelled(&swap));
    let drop = |record: &mut SlidingRecord| {
        record.listed_directions.as_mut().expect("listed").pop();
    };
    assert_eq!(spelled(&drop), "the number of listed solutions in letters is 2, expected 3");
    // Answers of earlier versions have none.
    let none = |record: &mut SlidingRecord| {
        (record.directions, record.listed_directions) = (None, None);
    };
    assert_eq!(spelled(&none), "approved");
}

#[test]
fn starts_by_lot_are_those_of_the_seed() {
    let goal = SlidingPosition::solved("2x3".parse().expect("a board"));
    let starts = kumiki_formats::sliding::by_lot(&goal, 3, 7);
    let mut answer = answer_about_many(starts.into_iter(), &goal, Single);
    let asked = |answer: &mut Answer, count: usize, seed: u64| {
        answer.question = Question::new(ask_about(&goal, Single).random(count).all(true));
        answer.question.how.seed = seed;
        answer.question = answer.question.clone().list(usize::MAX);
    };
    asked(&mut answer, 3, 7);
    assert_eq!(said(&answer), "approved");
    asked(&mut answer, 3, 8);
    assert!(said(&answer).contains("it is about the start "), "{}", said(&answer));
    asked(&mut answer, 4, 7);
    assert_eq!(said(&answer), "the number of starts is 3, expected 4");
    asked(&mut answer, 0, 7);
    assert_eq!(said(&answer), "0 starts by lot, expected 1 to 1000000 and no file");
}

/// The right tree below a start on 2x3, by walking.
fn answer_with_tree() -> Answer {
    let rows = [[1, 1, 1], [2, 2, 2], [3, 3, 3], [5, 5, 5], [6, 6, 6], [7, 7, 7], [11, 10, 10]];
    let row = |(level, [paths, positions, new]): (usize, [u64; 3])| PathLevel {
        level,
        paths: paths.into(),
        positions: positions.into(),
        new: new.into(),
    };
    let levels = rows.into_iter().enumerate().map(row).collect();
    let ask = SlideAsk::new().start("123450".to_owned()).board("2x3".to_owned()).tree(6_usize);
    let part = SlideTreePart { start: "123450".to_owned(), levels };
    let mut answer = Answer::new(Question::new(ask), Part::SlideTree(part));
    answer.count = Some(34.into());
    answer
}

#[test]
fn trees_are_walked_again() {
    let spoilt = |spoil: &dyn Fn(&mut Vec<PathLevel>)| {
        let mut answer = answer_with_tree();
        let Part::SlideTree(part) = &mut answer.part else { panic!("a tree") };
        spoil(&mut part.levels);
        said(&answer)
    };
    assert_eq!(spoilt(&|_| {}), "approved");
    assert_eq!(
        spoilt(&|levels| levels[3].paths = 6.into()),
        "the number of paths of 3 moves is 6, expected 5"
    );
    assert_eq!(
        spoilt(&|levels| levels[6].positions = 11.into()),
        "the number of positions at level 6 is 11, expected 10"
    );
    assert_eq!(spoilt(&|levels| drop(levels.pop())), "the number of levels is 6, expected 7");
    let mut answer = answer_with_tree();
    answer.count = Some(35.into());
    assert_eq!(said(&answer), "the number of positions is 35, expected 34");
}

#[test]
fn tables_are_approved_in_both_metrics() {
    for metric in [Single, Multi] {
        for board in ["2x2", "2x3", "3x2", "2x4"] {
            let answer = answer_with_table(board, metric);
            let verdict = judged(&answer).expect("all is right");
            assert_eq!(verdict.solution_count, 0);
            assert_eq!(verdict.proved.len(), 3, "{:?}", verdict.proved);
            let happy = judged(&answer_with_happy_table(board)).expect("all is right");
            assert_eq!(happy.proved.len(), 3, "{:?}", happy.proved);
        }
    }
}
