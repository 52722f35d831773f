//! Short ways to write puzzles and arrangements of pieces.

use kumiki_model::{PackQuestion, Piece, Place, PlacedPiece, Shape, Turns};

/// The places of each character in layers whose rows are separated by strokes.
fn places(layers: &[&str]) -> Vec<(char, Place)> {
    let mut found = Vec::new();
    for (layer, drawing) in layers.iter().enumerate() {
        for (row, text) in drawing.split('/').enumerate() {
            found.extend(
                text.chars().enumerate().map(|(column, mark)| (mark, [layer, row, column])),
            );
        }
    }
    found
}

fn marked(layers: &[&str], wanted: char) -> Vec<Place> {
    places(layers).into_iter().filter(|(mark, _)| *mark == wanted).map(|(_, place)| place).collect()
}

/// The piece drawn by `X`, used any number of times.
pub fn piece(name: &str, layers: &[&str], turns: Turns) -> Piece {
    let coordinate = |at: usize| i64::try_from(at).expect("a small drawing");
    let cells = marked(layers, 'X').into_iter().map(|place| place.map(coordinate));
    Piece {
        name: name.to_owned(),
        shape: Shape::new(cells).expect("a drawing"),
        least: 0,
        most: None,
        turns,
        colour: None,
    }
}

/// The puzzle in a box drawn by `#` for cells that must be filled and `+` for those that may.
pub fn puzzle(layers: &[&str], pieces: Vec<Piece>) -> PackQuestion {
    PackQuestion::new("test", marked(layers, '#'), marked(layers, '+'), pieces).expect("a puzzle")
}

/// The pieces drawn by letters, `a` and `A` for the first kind, `b` and `B` for the second and so
/// on.
pub fn arranged(layers: &[&str]) -> Vec<PlacedPiece> {
    let mut letters: Vec<char> = places(layers).into_iter().map(|(mark, _)| mark).collect();
    letters.retain(char::is_ascii_alphabetic);
    letters.sort_unstable();
    letters.dedup();
    let kind =
        |letter: char| usize::try_from(u32::from(letter.to_ascii_lowercase()) - u32::from('a'));
    let placed = |letter: char| PlacedPiece {
        cells: marked(layers, letter),
        kind: kind(letter).expect("a small number"),
    };
    letters.into_iter().map(placed).collect()
}
