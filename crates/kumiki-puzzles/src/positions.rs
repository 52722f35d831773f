//! Lists of positions of sliding tiles that come with Kumiki. Their sources stand in the files.

use kumiki_model::{SlidingBoard, SlidingPosition};

/// A list of positions with one goal.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInPositions {
    /// What it is called.
    pub name: &'static str,
    /// Rows and columns of the board.
    size: [usize; 2],
    /// Whether the goal has the blank in the first cell instead of the last.
    has_blank_first: bool,
    /// The file: number, position and known length on each line.
    pub text: &'static str,
}

/// All of them.
pub const POSITIONS: [BuiltInPositions; 2] = [
    list("korf100", [4, 4], false, include_str!("../../../positions/korf100.txt")),
    list("korf24", [5, 5], true, include_str!("../../../positions/korf24.txt")),
];

const fn list(
    name: &'static str,
    size: [usize; 2],
    has_blank_first: bool,
    text: &'static str,
) -> BuiltInPositions {
    BuiltInPositions { name, size, has_blank_first, text }
}

/// The list with a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static BuiltInPositions> {
    POSITIONS.iter().find(|list| list.name == name)
}

impl BuiltInPositions {
    /// The board.
    #[must_use]
    pub fn board(&self) -> SlidingBoard {
        let [rows, columns] = self.size;
        SlidingBoard::new(rows, columns).expect("our own boards are right")
    }

    /// The goal of all positions.
    #[must_use]
    pub fn goal(&self) -> SlidingPosition {
        let mut tiles = SlidingPosition::solved(self.board()).tiles().to_vec();
        if self.has_blank_first {
            tiles.rotate_right(1);
        }
        SlidingPosition::new(self.board(), tiles).expect("a permutation")
    }

    /// The known lengths of the shortest solutions, in the order of the file.
    #[must_use]
    pub fn known_lengths(&self) -> Vec<u32> {
        let lines = self.text.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_whitespace().last()?.parse().ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_have_a_known_length_on_each_line() {
        let sum = |name: &str| -> (usize, u32) {
            let lengths = find(name).expect("a list").known_lengths();
            (lengths.len(), lengths.iter().sum())
        };
        // The published means: 53.05 and 100.78.
        assert_eq!(sum("korf100"), (100, 5305));
        assert_eq!(sum("korf24"), (50, 5039));
        assert_eq!(find("korf24").expect("a list").goal().blank(), 0);
    }
}
