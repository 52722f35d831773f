//! Small puzzles: drawn by hand, and drawn by lot.

use kumiki_model::{Hold, PackQuestion, Piece, Place, Shape, Turns};

/// Whether a piece can be turned in one way or another never matters for some shapes; these four
/// cover all cases.
pub(crate) const TURNS: [Turns; 4] = [Turns::Fixed, Turns::InPlane, Turns::Rotations, Turns::All];

/// What may hold pieces.
pub(crate) const HOLDS: [Hold; 3] = [Hold::Free, Hold::Piece, Hold::Group];

/// The places of one character in layers whose rows are separated by strokes.
fn places(layers: &[&str], wanted: char) -> Vec<Place> {
    let mut found = Vec::new();
    for (layer, drawing) in layers.iter().enumerate() {
        for (row, text) in drawing.split('/').enumerate() {
            let columns = text.chars().enumerate().filter(|(_, character)| *character == wanted);
            found.extend(columns.map(|(column, _)| [layer, row, column]));
        }
    }
    found
}

/// The piece drawn by `X`, to be used so often.
pub(crate) fn piece(
    name: &str,
    layers: &[&str],
    turns: Turns,
    (least, most): (u32, Option<u32>),
) -> Piece {
    let coordinate = |at: usize| i64::try_from(at).expect("a small drawing");
    let cells = places(layers, 'X').into_iter().map(|place| place.map(coordinate));
    Piece {
        name: name.to_owned(),
        shape: Shape::new(cells).expect("a drawing"),
        least,
        most,
        turns,
        colour: None,
    }
}

/// The question about a box drawn by `#` for cells that must be filled and `+` for those that may.
pub(crate) fn question(
    layers: &[&str],
    pieces: Vec<Piece>,
    leftover: u32,
    hold: Hold,
) -> Option<PackQuestion> {
    let mut question =
        PackQuestion::new("test", places(layers, '#'), places(layers, '+'), pieces).ok()?;
    question.leftover = leftover;
    question.hold = hold;
    Some(question)
}

/// Boxes of few cells: flat and not, with holes, with optional cells, away from the origin.
pub(crate) const BOXES: [&[&str]; 13] = [
    &["##/##"],
    &["###/###"],
    &["####"],
    &["##/##", "##/##"],
    &["###/###/###"],
    &["###/# #/###"],
    &["##+/##+"],
    &["#+#/+#+"],
    &["   / ##/##+"],
    &["##/##", "++/++"],
    &["", "###/#", "#  /#"],
    &["+++/+++"],
    &["## /###/ ##"],
];

/// Shapes of few cells, the last three of them different from their mirror images in the plane or
/// in space.
pub(crate) const SHAPES: [&[&str]; 7] =
    [&["X"], &["XX"], &["XXX"], &["XX/X"], &["XX/XX"], &["XXX/X"], &["XX/X", " X"]];

/// How often pieces may be used.
pub(crate) const BOUNDS: [(u32, Option<u32>); 8] = [
    (0, None),
    (1, Some(1)),
    (0, Some(1)),
    (1, None),
    (2, Some(2)),
    (0, Some(2)),
    (2, Some(3)),
    (0, Some(9)),
];

/// Numbers that look random and are the same every time (a linear congruential generator, its high
/// half).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new() -> Self {
        Self(1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A puzzle with one to three kinds of piece, or nothing if the lot made no puzzle.
    pub(crate) fn question(&mut self) -> Option<PackQuestion> {
        let pieces = (0..1 + self.below(3))
            .map(|at| {
                let name = format!("p{at}");
                piece(&name, self.of(&SHAPES), self.of(&TURNS), self.of(&BOUNDS))
            })
            .collect();
        let leftover = self.of(&[0, 0, 1, 2, 3, 4, 99]);
        question(self.of(&BOXES), pieces, leftover, self.of(&HOLDS))
    }
}
