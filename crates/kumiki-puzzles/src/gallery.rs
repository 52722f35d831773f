//! The puzzles that come with Kumiki, as text in its TOML, each with its known count.
//!
//! The files are those of the directory `puzzles`; what is known about a puzzle, and from whom,
//! stands at their top.

/// A puzzle that comes with Kumiki.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GalleryPuzzle {
    /// What one types to solve it.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
    /// How many packings it has.
    pub packings: u64,
    /// How many classes they form up to all symmetries of the puzzle.
    pub classes: u64,
}

/// The puzzle with a name, its file and its figures.
macro_rules! puzzle {
    ($name:literal, $packings:literal, $classes:literal) => {
        GalleryPuzzle {
            name: $name,
            text: include_str!(concat!("../../../puzzles/", $name, ".toml")),
            packings: $packings,
            classes: $classes,
        }
    };
}

/// All of them, in the order of their names.
pub const GALLERY: &[GalleryPuzzle] = &[
    puzzle!("bedlam", 460_464, 19_186),
    puzzle!("conway", 27_456, 572),
    puzzle!("diabolical", 624, 13),
    puzzle!("pentominoes-3x4x5", 31_520, 3940),
    puzzle!("pentominoes-6x10", 9356, 2339),
    puzzle!("pentominoes-8x8", 520, 65),
    puzzle!("pentominoes-square", 129_168, 16_146),
    puzzle!("rods", 346, 20),
    puzzle!("slothouber-graatsma", 8, 1),
    puzzle!("soma", 11_520, 240),
    puzzle!("tetrominoes-4x5", 0, 0),
    puzzle!("y-pentominoes-5x10", 10, 4),
];

/// The puzzle with a name.
///
/// ```
/// let soma = kumiki_puzzles::gallery::find("soma").expect("a classic");
/// assert_eq!((soma.packings, soma.classes), (11_520, 240));
/// assert!(soma.text.contains("Piet Hein"));
/// assert_eq!(kumiki_puzzles::gallery::find("sofa"), None);
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static GalleryPuzzle> {
    GALLERY.iter().find(|puzzle| puzzle.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_that_the_files_state() {
        for puzzle in GALLERY {
            // The comment at the top, as one line.
            let lines = puzzle.text.lines().map_while(|line| line.strip_prefix("# "));
            let comment = lines.collect::<Vec<_>>().join(" ");
            let [packings, classes] = [puzzle.packings, puzzle.classes];
            if packings == 0 {
                assert!(comment.contains("There is no solution"), "{}", puzzle.name);
                continue;
            }
            assert!(
                comment.contains(&format!("{packings} packings")),
                "{}: {comment}",
                puzzle.name
            );
            let said = [
                format!("{classes} classes"),
                format!("{classes} solutions"),
                "One solution".to_owned(),
            ];
            assert!(said.iter().any(|said| comment.contains(said)), "{}: {comment}", puzzle.name);
        }
    }

    #[test]
    fn names_are_sorted_and_different() {
        assert!(GALLERY.is_sorted_by(|one, other| one.name < other.name));
    }
}
