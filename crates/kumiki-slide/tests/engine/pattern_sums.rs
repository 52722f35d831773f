//! The stronger bound: two forms of it against each other, against the tables, and against
//! breadth-first search.

use crate::naive;
use crate::questions::{check_paths, position, pushed, question, shortest};
use kumiki_model::{Direction, Metric, SlidingPosition, SlidingQuestion};
use kumiki_search::{Fuel, Search, Step};
use kumiki_slide::patterns::{PackedTable, Partition, PatternSum, PatternTable};
use kumiki_slide::{Automaton, Guide, Manhattan, Optima, Paths, Patterns, Push, SpreadPatterns};
use std::sync::Arc;

/// Room for all tables of these tests.
const ROOM: usize = 1 << 26;

/// A partition by a letter for each cell of the goal, and its tables.
fn tables(goal: &SlidingPosition, text: &str) -> (Partition, Vec<Arc<PatternTable>>) {
    let partition = Partition::parse(goal.board(), goal.blank(), text).expect("a partition");
    let tables =
        partition.shapes().into_iter().map(|shape| Arc::new(PatternTable::build(shape))).collect();
    (partition, tables)
}

/// The same tables, packed.
fn packed(tables: &[Arc<PatternTable>]) -> Vec<Arc<PackedTable>> {
    tables.iter().map(|table| Arc::new(PackedTable::new(table))).collect()
}

/// The same tables, spread out.
fn spread<const SUMS: usize>(
    goal: &SlidingPosition,
    partitions: [&Partition; SUMS],
    tables: &[Arc<PatternTable>],
) -> SpreadPatterns<SUMS> {
    SpreadPatterns::new(goal, partitions, tables, ROOM).expect("all tables").expect("enough room")
}

/// The length of the shortest solutions, found with a guide and an automaton.
fn length<G: Guide>(question: &SlidingQuestion, guide: &G, automaton: &Automaton) -> u32 {
    let (search, length) = shortest(question, guide, automaton);
    let way = search.solution().expect("at a solution");
    pushed(question, way);
    assert_eq!(way.len(), length as usize);
    length
}

/// A way that looks random, of moves that do not leave the board.
fn walk(mut position: SlidingPosition, len: usize) -> Vec<(SlidingPosition, Direction)> {
    let (mut seed, mut found) = (12345_u64, Vec::new());
    while found.len() < len {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let direction = Direction::ALL[usize::try_from(seed >> 62).expect("two bits")];
        let before = position.clone();
        if position.step(direction).is_some() {
            found.push((before, direction));
        }
    }
    found
}

#[test]
fn both_forms_follow_the_tables_on_long_walks() {
    for (goal, text) in [
        (position("4x4", "123456789abcdef0"), "5-5-5"),
        (position("4x4", "0fedcba987654321"), "5-5-5"),
        (position("3x3", "123405678"), "aab/a.b/bcc"),
        (position("3x4", "123456789ab0"), "aaab/aabb/ccb."),
    ] {
        let (partition, tables) = tables(&goal, text);
        let reflections = partition.reflections();
        let second = reflections.first().unwrap_or(&partition);
        let packed = packed(&tables);
        let sums = [&partition, second]
            .map(|partition| PatternSum::new(&goal, partition, &packed).expect("all tables"));
        let compact = Patterns::new(&goal, [&partition, second], &packed).expect("all tables");
        let spread = spread(&goal, [&partition, second], &tables);
        let cells = |position: &SlidingPosition| -> Vec<u8> {
            position
                .tiles()
                .iter()
                .map(|tile| u8::try_from(goal.cell_of(*tile)).expect("boards are small"))
                .collect()
        };
        let (mut known, mut known_spread) =
            (compact.state(&cells(&goal), goal.blank()), spread.state(&cells(&goal), goal.blank()));
        for (position, direction) in walk(goal.clone(), 2000) {
            let bound = sums.iter().map(|sum| sum.bound(&position)).max().expect("two sums");
            assert_eq!(
                (compact.bound(&known), spread.bound(&known_spread)),
                (bound, bound),
                "{position}"
            );
            let to = position.blank();
            let from = goal.board().neighbour(to, direction).expect("the way stays on the board");
            let [from, to] = [from, to].map(|cell| u8::try_from(cell).expect("boards are small"));
            let push =
                Push { tile: cells(&position)[usize::from(from)], from, to, blank: direction };
            let mut change = compact.change(&known, push);
            let mut bounds = [0, 1].map(|look| compact.look_up(&known, push, look, &mut change));
            compact.exchange(&mut known, &mut change);
            assert_eq!(compact.bound(&known), bounds[0].max(bounds[1]));
            let mut change = spread.change(&known_spread, push);
            let mut others =
                [0, 1].map(|look| spread.look_up(&known_spread, push, look, &mut change));
            // Each form has its own order of looks.
            bounds.sort_unstable();
            others.sort_unstable();
            assert_eq!(others, bounds);
            spread.exchange(&mut known_spread, &mut change);
        }
    }
}

#[test]
fn tables_that_need_too_much_room_are_not_spread() {
    let goal = position("3x3", "123456780");
    let (partition, tables) = tables(&goal, "aaa/bbb/cc.");
    let spread =
        |room| SpreadPatterns::new(&goal, [&partition], &tables, room).expect("all tables");
    assert!(spread(2 * 729 + 80).is_none());
    assert!(spread(2 * 729 + 81).is_some());
}

/// Lengths with all guides, and numbers of solutions, for some starts of a board.
fn check(goal: &SlidingPosition, text: &str, starts: impl Fn(usize, &SlidingPosition) -> bool) {
    let (partition, tables) = tables(goal, text);
    let reflections = partition.reflections();
    let second = reflections.first().unwrap_or(&partition);
    let packed = packed(&tables);
    let single = Patterns::new(goal, [&partition], &packed).expect("all tables");
    let double = Patterns::new(goal, [&partition, second], &packed).expect("all tables");
    let spread = spread(goal, [&partition, second], &tables);
    let plain = Manhattan::new(goal.board());
    let (all, pruned) = (Automaton::no_way_back(), Automaton::new(10));
    let known = naive::distances(goal, Metric::Single);
    let mut sorted: Vec<_> = known.iter().collect();
    sorted.sort_by_key(|(start, _)| start.tiles().to_vec());
    let chosen = sorted.into_iter().enumerate().filter(|(at, (start, _))| starts(*at, start));
    for (_, (start, (distance, count))) in chosen {
        let question = question(start, goal, Metric::Single);
        assert_eq!(length(&question, &single, &all), *distance, "{start}");
        assert_eq!(length(&question, &double, &pruned), *distance, "{start}");
        assert_eq!(length(&question, &spread, &pruned), *distance, "{start}");
        for (limit_bytes, sip) in [(1 << 20, u64::MAX), (1 << 20, 3), (1000, u64::MAX)] {
            let mut optima =
                Optima::new(&Paths::new(&question, &spread, &all, *distance), limit_bytes);
            while optima.advance(&mut Fuel(sip)) != Step::Exhausted {}
            assert_eq!(optima.solutions(), Some(u128::from(*count)), "{start}");
        }
        let mut optima = Optima::new(&Paths::new(&question, &plain, &all, *distance), 1 << 20);
        assert_eq!(optima.advance(&mut Fuel::unlimited()), Step::Exhausted);
        assert_eq!(optima.solutions(), Some(u128::from(*count)), "{start}");
    }
}

#[test]
fn positions_of_small_boards_are_solved() {
    check(&position("2x3", "123450"), "aab/ab.", |_, _| true);
    check(&position("3x2", "123045"), "aa/b./bb", |_, _| true);
    check(&position("2x4", "12345670"), "aabb/abb.", |at, _| at % 29 == 0);
    check(&position("3x3", "123456780"), "aaa/bbb/cc.", |at, _| at % 499 == 0);
    check(&position("3x3", "123405678"), "aab/a.b/bcc", |at, _| at % 997 == 0);
}

/// Every position with spread tables, and some with packed ones.
#[test]
fn every_position_of_2x3_2x4_and_3x3_has_its_distance() {
    let pruned = Automaton::new(12);
    for (goal, text) in [
        (position("2x3", "123450"), "aab/ab."),
        (position("2x4", "12345670"), "aabb/abb."),
        (position("3x3", "123456780"), "aaa/abb/bb."),
    ] {
        let (partition, tables) = tables(&goal, text);
        let packed = Patterns::new(&goal, [&partition], &packed(&tables)).expect("all tables");
        let spread = spread(&goal, [&partition], &tables);
        for (at, (start, (distance, _))) in
            naive::distances(&goal, Metric::Single).into_iter().enumerate()
        {
            let question = question(&start, &goal, Metric::Single);
            assert_eq!(length(&question, &spread, &pruned), distance, "{start}");
            if at % 9 == 0 {
                assert_eq!(length(&question, &packed, &pruned), distance, "{start}");
            }
        }
    }
}

#[test]
fn guides_with_tables_stand_everything_that_the_driver_does() {
    let (goal, start) = (position("3x3", "123456780"), position("3x3", "867254301"));
    let (partition, tables) = tables(&goal, "aaa/abb/bb.");
    let packed = Patterns::new(&goal, [&partition], &packed(&tables)).expect("all tables");
    let spread = spread(&goal, [&partition], &tables);
    let question = question(&start, &goal, Metric::Single);
    for automaton in [Automaton::no_way_back(), Automaton::new(8)] {
        for limit in [29, 31, 33] {
            let least = if limit > 29 { 1 } else { 0 };
            let name = format!("{limit} moves");
            check_paths(&Paths::new(&question, &packed, &automaton, limit), least, &name);
            check_paths(&Paths::new(&question, &spread, &automaton, limit), least, &name);
        }
    }
}

/// Whether a symmetry of the board other than none leaves a start of 3x3 and its goal unchanged.
fn is_own_image(start: &SlidingPosition, goal: &SlidingPosition) -> bool {
    (1..8).any(|kind| {
        let image = |cell: usize| {
            let (row, column) = (cell / 3, cell % 3);
            let (row, column) = if kind & 4 != 0 { (column, row) } else { (row, column) };
            let row = if kind & 1 != 0 { 2 - row } else { row };
            if kind & 2 != 0 { row * 3 + 2 - column } else { row * 3 + column }
        };
        (0..9).all(|cell| {
            goal.cell_of(start.tiles()[image(cell)]) == image(goal.cell_of(start.tiles()[cell]))
                && image(start.blank()) == start.blank()
                && image(goal.blank()) == goal.blank()
        })
    })
}

#[test]
fn starts_that_are_their_own_images_are_solved_with_fewer_first_moves() {
    for (goal, text) in [
        (position("3x3", "123456780"), "aaa/bbb/cc."),
        (position("3x3", "123405678"), "aab/a.b/bcc"),
    ] {
        check(&goal, text, |_, start| is_own_image(start, &goal));
    }
}

#[test]
fn some_positions_of_the_15_puzzle_are_solved() {
    let goal = position("4x4", "123456789abcdef0");
    let (partition, tables) = tables(&goal, "5-5-5");
    let reflection = &partition.reflections()[0];
    let spread = spread(&goal, [&partition, reflection], &tables);
    let (all, pruned) = (Automaton::no_way_back(), Automaton::new(8));
    for (start, moves) in [
        ("5ae46cb190f7d283", 41),
        ("09c45328a176bedf", 42),
        ("bc9e80df3412a756", 56),
        ("d68cfe0ab7459132", 57),
    ] {
        let question = question(&position("4x4", start), &goal, Metric::Single);
        assert_eq!(length(&question, &spread, &pruned), moves, "{start}");
        let paths = Paths::new(&question, &spread, &all, moves);
        let (mut listed, _) = shortest(&question, &spread, &all);
        let mut count = 1;
        while listed.advance(&mut Fuel::unlimited()) == Step::Solution {
            count += 1;
        }
        let mut optima = Optima::new(&paths, ROOM);
        while optima.advance(&mut Fuel(1000)) != Step::Exhausted {}
        assert_eq!(optima.solutions(), Some(count), "{start}");
    }
}

#[test]
fn a_partition_for_another_goal_is_refused() {
    let goal = position("3x3", "123456780");
    let (_, tables) = tables(&goal, "aaa/bbb/cc.");
    let partition = Partition::parse(goal.board(), 0, ".aa/bbb/ccc").expect("a partition");
    assert!(Patterns::new(&goal, [&partition], &packed(&tables)).is_err());
    assert!(SpreadPatterns::new(&goal, [&partition], &tables, ROOM).is_err());
}
