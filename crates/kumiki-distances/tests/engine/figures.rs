//! Known figures, and boards that are too large for naive search.

use kumiki_distances::{Distances, ShortestCounts};
use kumiki_model::{Direction, Metric, SlidingBoard, SlidingPosition};
use kumiki_search::{Fuel, Step};

fn complete(size: &str, blank: usize, metric: Metric) -> Distances {
    let board = size.parse().expect("a board");
    let mut tiles: Vec<u8> = SlidingPosition::solved(board).tiles().to_vec();
    tiles.pop();
    tiles.insert(blank, 0);
    let goal = SlidingPosition::new(board, tiles).expect("a permutation");
    let mut table = Distances::new(&goal, metric).expect("at most 12 cells");
    assert_eq!(table.advance(&mut Fuel::unlimited()), Step::Exhausted);
    table.audit().expect("a sound table");
    table
}

/// A089473, A089483 and A089474 of the On-Line Encyclopedia of Integer Sequences.
#[test]
fn the_eight_puzzle_has_its_known_histograms() {
    let corner = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    let side = [
        1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596,
        13930, 14713, 21721, 19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2,
    ];
    let centre = [
        1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132,
        12208, 18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
    ];
    for (cells, known) in
        [([0, 2, 6, 8], &corner[..]), ([1, 3, 5, 7], &side[..]), ([4; 4], &centre[..])]
    {
        for cell in cells {
            assert_eq!(
                complete("3x3", cell, Metric::Single).layers(),
                known,
                "blank in cell {cell}"
            );
        }
    }
}

/// Walks at random and looks whether distances are those of a shortest way: neighbours differ by 1,
/// every position but the goal has a nearer neighbour, and ways add up over nearer neighbours.
fn walk(table: &Distances, steps: usize, counts_below: u32) {
    let mut at = table.goal().clone();
    let mut state: u64 = 1;
    for step in 0..steps {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = usize::try_from(state >> 62).expect("two bits");
        if at.step(Direction::ALL[choice]).is_none() {
            continue;
        }
        let distance = table.distance(&at).expect("reached");
        let mut ways = u128::from(distance == 0);
        let mut has_nearer = distance == 0;
        for direction in Direction::ALL {
            let mut next = at.clone();
            if next.step(direction).is_some() {
                let other = table.distance(&next).expect("reached");
                assert_eq!(other.abs_diff(distance), 1, "{at} and {next}");
                has_nearer |= other < distance;
                if other < distance && distance < counts_below {
                    ways += table.shortest_count(&next).expect("reached");
                }
            }
        }
        assert!(has_nearer, "{at} at step {step}");
        if distance < counts_below {
            assert_eq!(table.shortest_count(&at), Some(ways), "{at}");
        }
    }
}

#[test]
fn ways_from_single_positions_and_from_all_of_them_agree() {
    let table = complete("2x5", 9, Metric::Single);
    assert_eq!(table.layers().iter().sum::<u64>(), 1_814_400);
    assert_eq!((table.layers().len() - 1, table.layers().last()), (55, Some(&2)));
    walk(&table, 500, 20);
    let counts = ShortestCounts::new(&table).expect("10 cells");
    for antipode in table.antipodes().expect("complete") {
        assert_eq!(counts.count(&antipode).map(u128::from), table.shortest_count(&antipode));
    }
}

/// A090166 of the On-Line Encyclopedia of Integer Sequences.
#[test]
fn three_by_four_has_its_known_histogram() {
    let known = [
        1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802,
        71167, 119888, 198363, 323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354,
        7647872, 10065800, 12760413, 15570786, 18171606, 20299876, 21587248, 21841159, 20906905,
        18899357, 16058335, 12772603, 9515217, 6583181, 4242753, 2503873, 1350268, 643245, 270303,
        92311, 27116, 5390, 1115, 86, 18,
    ];
    let table = complete("3x4", 11, Metric::Single);
    assert_eq!(table.layers(), known);
    assert_eq!(table.position_count(), 239_500_800);
    let antipodes = table.antipodes().expect("complete");
    assert_eq!(antipodes.len(), 18);
    assert!(antipodes.iter().all(|antipode| table.distance(antipode) == Some(53)));
    walk(&table, 1000, 30);
}

/// A090167 of the On-Line Encyclopedia of Integer Sequences has the first layers, A090033 the last
/// distance.
#[test]
fn two_by_six_has_its_known_histogram() {
    let known = [
        1, 2, 3, 6, 11, 20, 36, 60, 95, 155, 258, 426, 688, 1106, 1723, 2615, 3901, 5885, 8851,
        13205, 19508, 28593, 41179, 58899, 83582, 118109, 165136, 228596, 312542, 423797, 568233,
        755727, 994641, 1296097, 1667002, 2119476, 2660415, 3300586, 4038877,
    ];
    let table = complete("2x6", 11, Metric::Single);
    assert!(table.layers().starts_with(&known));
    assert_eq!((table.layers().len() - 1, table.layers().last()), (80, Some(&2)));
    let antipodes = table.antipodes().expect("complete");
    assert!(antipodes.iter().all(|antipode| table.distance(antipode) == Some(80)));
    walk(&table, 1000, 30);
}

#[test]
fn boards_of_more_cells_are_refused() {
    let check = |size: &str, message: &str| {
        let board: SlidingBoard = size.parse().expect("a board");
        let refused =
            Distances::new(&SlidingPosition::solved(board), Metric::Single).expect_err("too large");
        assert_eq!(refused.to_string(), message);
        assert_eq!(Distances::bytes(board), Err(refused));
    };
    check("4x4", "a board of 4x4 cells, expected at most 12 cells");
    check("2x7", "a board of 2x7 cells, expected at most 12 cells");
    assert_eq!(Distances::bytes("3x4".parse().expect("a board")), Ok(63_866_880));
    let table =
        Distances::new(&SlidingPosition::solved("3x4".parse().expect("a board")), Metric::Single);
    let refused = ShortestCounts::new(&table.expect("12 cells")).expect_err("too large");
    assert_eq!(refused.to_string(), "a board of 3x4 cells, expected at most 10 cells");
}
