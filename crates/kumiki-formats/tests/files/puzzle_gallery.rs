//! The puzzles that come with Kumiki: they are read, and the small ones have as many packings as
//! they say.

use kumiki_formats::puzzle::{PuzzleFormat, read, to_polycube, to_xmpuzzle};
use kumiki_model::{Hold, PackQuestion, Place};
use std::collections::BTreeSet;
use std::path::Path;

/// Each file with its number of pieces, counting copies, and its number of packings if it is
/// counted here.
const GALLERY: [(&str, u32, Option<u64>); 12] = [
    ("bedlam.toml", 13, None),
    ("conway.toml", 18, None),
    ("diabolical.toml", 6, Some(624)),
    ("pentominoes-3x4x5.toml", 12, None),
    ("pentominoes-6x10.toml", 12, None),
    ("pentominoes-8x8.toml", 12, Some(520)),
    ("pentominoes-square.toml", 13, None),
    ("rods.toml", 0, None),
    ("slothouber-graatsma.toml", 9, Some(8)),
    ("soma.toml", 7, Some(11520)),
    ("tetrominoes-4x5.toml", 5, Some(0)),
    ("y-pentominoes-5x10.toml", 10, Some(10)),
];

fn directory() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles"))
}

fn text(name: &str) -> String {
    std::fs::read_to_string(directory().join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn question(name: &str) -> PackQuestion {
    let file = read(text(name).as_bytes(), PuzzleFormat::Auto)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(file.notes.is_empty() && file.format == PuzzleFormat::Toml);
    file.question
}

#[test]
fn the_gallery_is_complete_and_every_file_says_what_it_is() {
    let files = std::fs::read_dir(directory()).expect("the directory of puzzles");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    let names: BTreeSet<String> = names.filter(|name| name.ends_with(".toml")).collect();
    assert_eq!(names, GALLERY.iter().map(|(name, ..)| (*name).to_owned()).collect());
    for (name, piece_count, packings) in GALLERY {
        let question = question(name);
        assert!(!question.title().is_empty() && text(name).starts_with("# "), "{name}");
        assert_eq!(
            question.pieces().iter().map(|piece| piece.least).sum::<u32>(),
            piece_count,
            "{name}"
        );
        if let Some(packings) = packings.filter(|packings| *packings > 0) {
            assert!(
                text(name).replace("\n# ", " ").contains(&format!("{packings} packings")),
                "{name}"
            );
        }
    }
}

#[test]
fn pieces_fill_the_box_where_they_have_to() {
    for (name, ..) in GALLERY.iter().filter(|(name, ..)| *name != "rods.toml") {
        let question = question(name);
        let sizes = question.pieces().iter().map(|piece| (piece.shape.cells().len(), piece.least));
        let volume: usize =
            sizes.map(|(size, count)| size * usize::try_from(count).expect("small")).sum();
        assert_eq!((volume, question.may().len()), (question.must().len(), 0), "{name}");
        assert!(question.hold == Hold::Free && question.leftover == 0, "{name}");
        let xml = to_xmpuzzle(&question, true).expect("can be said");
        assert_eq!(read(&xml, PuzzleFormat::Auto).expect("ours").question, question, "{name}");
        let text = to_polycube(&question).expect("can be said");
        assert_eq!(
            read(text.as_bytes(), PuzzleFormat::Auto).expect("ours").question,
            question,
            "{name}"
        );
    }
    let rods = question("rods.toml");
    assert_eq!((rods.may().len(), rods.hold, rods.pieces()[0].most), (27, Hold::Group, None));
}

#[test]
fn small_puzzles_have_as_many_packings_as_they_say() {
    for (name, _, packings) in GALLERY {
        if let Some(expected) = packings {
            assert_eq!(Board::new(&question(name)).count(), expected, "{name}");
        }
    }
}

/// A puzzle to be solved by laying a piece on the first free cell, again and again.
struct Board {
    /// For each cell, the placements whose first cell it is: a kind of piece, and a set of cells.
    placements: Vec<Vec<(usize, u128)>>,
    /// How many pieces of each kind are left.
    left: Vec<u32>,
    full: u128,
}

impl Board {
    fn new(question: &PackQuestion) -> Self {
        let cells = question.must();
        let mut placements = vec![BTreeSet::new(); cells.len()];
        for (kind, piece) in question.pieces().iter().enumerate() {
            for shape in rotations(piece.shape.cells()) {
                for corner in cells {
                    let shifted = shape.iter().map(|at| {
                        let place = [0, 1, 2]
                            .map(|axis| (corner[axis] + at[axis]).checked_sub(shape[0][axis]));
                        let [Some(layer), Some(row), Some(column)] = place else { return None };
                        cells.binary_search(&[layer, row, column]).ok()
                    });
                    if let Some(covered) = shifted.collect::<Option<Vec<usize>>>() {
                        let mask = covered.iter().fold(0_u128, |mask, cell| mask | 1 << cell);
                        placements[covered[0]].insert((kind, mask));
                    }
                }
            }
        }
        Self {
            placements: placements.into_iter().map(|set| set.into_iter().collect()).collect(),
            left: question.pieces().iter().map(|piece| piece.least).collect(),
            full: (0..cells.len()).fold(0, |mask, cell| mask | 1 << cell),
        }
    }

    fn count(mut self) -> u64 {
        self.count_from(0)
    }

    fn count_from(&mut self, covered: u128) -> u64 {
        if covered == self.full {
            return 1;
        }
        let first = usize::try_from((!covered).trailing_zeros()).expect("at most 128");
        let mut count = 0;
        for at in 0..self.placements[first].len() {
            let (kind, mask) = self.placements[first][at];
            if covered & mask == 0 && self.left[kind] > 0 {
                self.left[kind] -= 1;
                count += self.count_from(covered | mask);
                self.left[kind] += 1;
            }
        }
        count
    }
}

/// The rotations of a shape: what becomes of it under quarter turns about two axes. Cells are
/// sorted.
fn rotations(cells: &[Place]) -> BTreeSet<Vec<Place>> {
    let mut found: BTreeSet<Vec<Place>> = BTreeSet::new();
    let mut waiting = vec![cells.to_vec()];
    while let Some(shape) = waiting.pop() {
        if found.insert(shape.clone()) {
            let longest = shape.iter().flatten().max().copied().unwrap_or(0);
            waiting.push(pushed(shape.iter().map(|[l, r, c]| [*l, *c, longest - r]).collect()));
            waiting.push(pushed(shape.iter().map(|[l, r, c]| [*r, longest - l, *c]).collect()));
        }
    }
    found
}

/// The cells pushed into the corner and sorted.
fn pushed(mut cells: Vec<Place>) -> Vec<Place> {
    for axis in 0..3 {
        let low = cells.iter().map(|place| place[axis]).min().unwrap_or(0);
        cells.iter_mut().for_each(|place| place[axis] -= low);
    }
    cells.sort_unstable();
    cells
}
