//! Positions drawn by lot, the same for the same seed everywhere.
//!
//! A seed stands for a list without end, as a name stands for a file. The dice are S. Vigna's
//! splitmix64. The tiles are shuffled, each order equally likely. If parity forbids the goal, the
//! tiles of the first two cells without the blank change places, which makes the permutation even
//! instead of odd, or odd instead of even. So every position that can be solved comes of two
//! orders: each is as likely as any other.

use kumiki_model::{Metric, SlidingPosition, SlidingQuestion};

/// The first positions of the list of a seed: those from which the goal can be reached, each
/// equally likely.
///
/// # Panics
/// Never: all positions are of the board of the goal.
#[must_use]
pub fn by_lot(goal: &SlidingPosition, count: usize, seed: u64) -> Vec<SlidingPosition> {
    let mut dice = Dice(seed);
    (0..count).map(|_| one(goal, &mut dice)).collect()
}

fn one(goal: &SlidingPosition, dice: &mut Dice) -> SlidingPosition {
    let board = goal.board();
    let mut tiles: Vec<u8> = (0..=u8::MAX).take(board.cell_count()).collect();
    for at in (1..tiles.len()).rev() {
        tiles.swap(at, dice.below(at + 1));
    }
    let position = |tiles| SlidingPosition::new(board, tiles).expect("a permutation");
    let start = position(tiles.clone());
    let question = SlidingQuestion::new(start.clone(), goal.clone(), Metric::Single);
    if question.expect("positions of one board").unreachable().is_none() {
        return start;
    }
    let mut cells = (0..tiles.len()).filter(|cell| tiles[*cell] != 0);
    let [one, other] = [cells.next(), cells.next()].map(|cell| cell.expect("at least three tiles"));
    tiles.swap(one, other);
    position(tiles)
}

/// Numbers by lot.
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below a limit, each equally likely: words at the end that would favour some are
    /// thrown again.
    fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        let fair = u64::MAX - u64::MAX % limit;
        loop {
            let word = self.throw();
            if word < fair {
                return usize::try_from(word % limit).expect("below a limit of this type");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_dice_are_those_that_are_published() {
        let mut dice = Dice(1_234_567);
        let thrown = [dice.throw(), dice.throw(), dice.throw()];
        let known =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(thrown, known);
    }

    /// All that can be solved come, and nothing else; how often differs by no more than chance
    /// allows: a chi-squared test whose threshold is passed by one seed in thousands.
    #[test]
    fn every_position_that_can_be_solved_is_equally_likely() {
        // The positions, and what chi-squared stays below for this many less one.
        for (board, goals, all, most) in
            [("2x2", ["1230", "0321"], 12, 35.0), ("2x3", ["123450", "301254"], 360, 470.0)]
        {
            for (goal, seed) in goals.into_iter().zip([0, 9]) {
                let goal = SlidingPosition::parse(board.parse().expect("a board"), goal);
                let goal = goal.expect("a position");
                let draws = 200 * all;
                let mut times = BTreeMap::new();
                for position in by_lot(&goal, draws, seed) {
                    let question =
                        SlidingQuestion::new(position.clone(), goal.clone(), Metric::Single);
                    assert_eq!(question.expect("a question").unreachable(), None);
                    *times.entry(position.tiles().to_vec()).or_insert(0_u32) += 1;
                }
                assert_eq!(times.len(), all, "{board}");
                let chi: f64 =
                    times.values().map(|n| (f64::from(*n) - 200.0).powi(2) / 200.0).sum();
                assert!(chi < most, "{board}: {chi}");
            }
        }
    }

    #[test]
    fn a_longer_list_begins_with_a_shorter_one_and_seeds_differ() {
        let goal = SlidingPosition::solved("4x4".parse().expect("a board"));
        let written = |count, seed| -> Vec<String> {
            by_lot(&goal, count, seed).iter().map(ToString::to_string).collect()
        };
        assert_eq!(written(5, 7)[..3], written(3, 7));
        assert_ne!(written(3, 7), written(3, 8));
        // The same on all machines.
        assert_eq!(written(2, 1), ["2ba67de0c5f93841", "82c37af9641ed50b"]);
    }
}
