//! Known answers, each with its source: what the demo shows beside our own, and what the tests
//! compare with.
//!
//! Sources: the seed is D. E. Knuth's ANTISLIDE3 (1996); "two programs" means that two programs
//! which share no code agree; "one program" has not been confirmed by another before Kumiki's own
//! two methods.

/// A known count of anti-sliding packings, the empty packing included.
#[derive(Clone, Copy, Debug)]
pub struct KnownPackings {
    /// The box.
    pub container: &'static str,
    /// The brick.
    pub brick: &'static str,
    /// Packings in all.
    pub packings: u64,
    /// Classes up to all symmetries of the box.
    pub classes: u64,
    /// Nonempty classes by number of bricks.
    pub by_bricks: &'static [(usize, u64)],
    /// Where the figures come from.
    pub source: &'static str,
}

const BOTH: &str = "two programs";

const fn known(
    container: &'static str,
    packings: u64,
    classes: u64,
    by_bricks: &'static [(usize, u64)],
    source: &'static str,
) -> KnownPackings {
    KnownPackings { container, brick: "1x2x2", packings, classes, by_bricks, source }
}

/// What is known about packings of 2x2x1 bricks, small boxes first.
pub const ANTISLIDE: &[KnownPackings] = &[
    known("1x2x2", 2, 2, &[(1, 1)], BOTH),
    known("2x2x2", 4, 2, &[(2, 1)], BOTH),
    known("2x2x3", 6, 3, &[(3, 2)], BOTH),
    known("2x3x3", 3, 2, &[(4, 1)], BOTH),
    known("2x3x6", 188, 57, &[(7, 1), (8, 3), (9, 52)], BOTH),
    known("2x4x4", 166, 33, &[(8, 32)], BOTH),
    known("2x4x5", 622, 181, &[(8, 3), (9, 3), (10, 174)], BOTH),
    known("2x5x5", 2043, 230, &[(10, 4), (11, 26), (12, 199)], BOTH),
    known("3x3x3", 9, 2, &[(6, 1)], "the seed, and two programs"),
    known("3x3x4", 13, 4, &[(8, 3)], BOTH),
    known("3x3x5", 41, 4, &[(10, 3)], BOTH),
    known("3x4x4", 1102, 96, &[(10, 2), (11, 4), (12, 89)], BOTH),
    known("3x4x5", 1663, 254, &[(12, 6), (13, 45), (14, 202)], BOTH),
    known("3x5x5", 9049, 569, &[(15, 1), (16, 102), (17, 465)], BOTH),
    known("4x4x4", 48556, 1171, &[(12, 3), (13, 1), (14, 72), (15, 21), (16, 1073)], BOTH),
    known(
        "4x4x5",
        733_468,
        47_403,
        &[(15, 2), (16, 66), (17, 803), (18, 7325), (19, 3057), (20, 36_149)],
        BOTH,
    ),
    known(
        "4x5x5",
        11_384_365,
        717_676,
        &[(19, 6), (20, 562), (21, 12_341), (22, 103_287), (23, 269_362), (24, 332_117)],
        "totals: two programs",
    ),
    known(
        "5x5x5",
        537_718_437,
        11_203_187,
        &[
            (24, 16),
            (25, 2130),
            (26, 98_287),
            (27, 1_074_999),
            (28, 4_306_887),
            (29, 5_077_836),
            (30, 643_031),
        ],
        "one program, packings with two groups",
    ),
];
