//! Partitions: names, letters, symmetry, and what is refused.

use super::naive::{board_of, partition_of};
use kumiki_model::SlidingBoard;
use kumiki_slide::patterns::Partition;

#[test]
fn partitions_are_read_as_they_are_written() {
    for (size, blank, text) in [
        ("3x3", 8, "aab/acb/cc."),
        ("2x3", 1, "a.a/bcd"),
        ("4x4", 0, ".aab/caab/ccdb/cddd"),
        ("2x4", 7, "aabb/aab."),
    ] {
        assert_eq!(partition_of(board_of(size), blank, text).to_string(), text);
    }
}

#[test]
fn named_partitions_fit_every_corner_and_need_the_same_tables() {
    for (size, name, tables) in
        [("4x4", "5-5-5", 3), ("4x4", "6-6-3", 3), ("4x4", "7-8", 2), ("5x5", "6-6-6-6", 2)]
    {
        let board = board_of(size);
        let last = board.cell_count() - 1;
        let (side, partition) = (board.columns(), partition_of(board, last, name));
        assert_eq!(partition.shapes().len(), tables, "{name}");
        let mut sizes: Vec<String> =
            partition.patterns().iter().map(|cells| cells.len().to_string()).collect();
        sizes.sort();
        let mut named: Vec<&str> = name.split('-').collect();
        named.sort_unstable();
        assert_eq!(sizes, named);
        for corner in [0, side - 1, last + 1 - side] {
            let image = partition_of(board, corner, name);
            assert_eq!((image.blank(), image.shapes()), (corner, partition.shapes()));
        }
        assert!(Partition::names(board).contains(&name));
    }
}

#[test]
fn automatic_partitions_keep_to_the_limit_and_have_as_few_patterns_as_they_can() {
    for rows in 2..=6 {
        for columns in 2..=6 {
            let board = SlidingBoard::new(rows, columns).expect("a small board");
            for blank in 0..board.cell_count() {
                for limit in [1, 1000, 10_000_000_usize] {
                    let partition = Partition::automatic(board, blank, limit);
                    let sizes: Vec<usize> = partition.patterns().iter().map(Vec::len).collect();
                    assert_eq!(sizes.iter().sum::<usize>(), board.cell_count() - 1);
                    assert!(sizes.iter().all(|size| sizes[0].abs_diff(*size) <= 1), "{partition}");
                    for shape in partition.shapes() {
                        let fits = shape.entry_count() <= limit;
                        assert!(fits || shape.tile_count() == 1, "{partition}");
                    }
                    let entries = |count: usize| {
                        (0..count).map(|used| board.cell_count() - used).product::<usize>()
                    };
                    let tiles = board.cell_count() - 1;
                    let fewer = sizes.len() - 1;
                    if fewer > 0 && tiles.div_ceil(fewer) <= 8 {
                        assert!(
                            entries(tiles.div_ceil(fewer)) > limit,
                            "{partition} could do with {fewer}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn bad_partitions_are_refused_with_a_reason() {
    for (size, blank, text, reason) in [
        (
            "3x3",
            8,
            "9-9",
            "partition '9-9', expected 3 rows of letters such as aab/acb/cc. for 3x3",
        ),
        (
            "4x4",
            15,
            "8-7",
            "partition '8-7', expected 5-5-5, 6-6-3, 7-8 or 4 rows of letters such as aab/acb/cc. \
             for 3x3",
        ),
        ("3x3", 8, "7-8", "partition 7-8 for 3x3, expected a board of 4x4"),
        ("4x4", 5, "7-8", "partition 7-8 with the blank in cell 6, expected its goal in a corner"),
        ("3x3", 8, "aab/ab/bb.", "row 'ab' of partition 'aab/ab/bb.', expected 3 letters"),
        (
            "3x3",
            8,
            "aab/abb/bbb",
            "'b' for cell 9 of partition 'aab/abb/bbb', expected a point for the blank",
        ),
        ("3x3", 8, "aab/.bb/bb.", "'.' for cell 4 of partition 'aab/.bb/bb.', expected a letter"),
        ("3x3", 8, "aab/?bb/bb.", "'?' for cell 4 of partition 'aab/?bb/bb.', expected a letter"),
        ("2x5", 9, "aaaaa/aaaa.", "a pattern of 9 tiles, expected 1 to 8"),
        (
            "6x6",
            35,
            "aaaaaa/abcdef/bcdefb/cdefbc/defbcd/bcdef.",
            "a pattern of 7 tiles on 6x6 has 42072307200 entries, expected fewer than 2^32",
        ),
    ] {
        match Partition::parse(board_of(size), blank, text) {
            Err(error) => assert_eq!(error.to_string(), reason),
            Ok(partition) => assert_eq!(partition.to_string(), reason, "accepted"),
        }
    }
    for (patterns, reason) in [
        (vec![vec![0, 1]], "cell 3 is in no pattern, expected each in one"),
        (
            vec![vec![0, 1, 2], vec![2]],
            "cell 3 in a pattern, expected each once and not the blank's",
        ),
        (vec![vec![0, 1, 2, 3]], "cell 4 in a pattern, expected each once and not the blank's"),
        (vec![vec![0, 1, 2, 4]], "cell 5 in a pattern, expected 1 to 4"),
        (vec![vec![0, 1, 2], vec![]], "a pattern of 0 tiles, expected 1 to 8"),
    ] {
        assert_eq!(
            Partition::new(board_of("2x2"), 3, &patterns).expect_err("refused").to_string(),
            reason
        );
    }
}
