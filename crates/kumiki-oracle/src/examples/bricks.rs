//! Short ways to write questions about bricks and packings of them.

use kumiki_model::{AntislideQuestion, Packing, PlacedBrick};

/// The plain question about a box and some kinds of brick, all given as sizes.
pub fn question(container: &str, kinds: &[&str]) -> AntislideQuestion {
    let size = |text: &&str| text.parse().expect("a size");
    AntislideQuestion::new(size(&container), kinds.iter().map(size).collect())
}

/// Layers whose rows are separated by commas.
pub fn layers(drawing: &[&str]) -> Vec<Vec<String>> {
    drawing.iter().map(|layer| layer.split(',').map(str::to_owned).collect()).collect()
}

/// The packing with those layers.
pub fn drawn(drawing: &[&str]) -> Packing {
    Packing::from_layers(&layers(drawing)).expect("equal layers of equal rows")
}

/// A brick by its first cell and its reach.
pub fn brick(origin: [usize; 3], extent: [usize; 3]) -> PlacedBrick {
    PlacedBrick { origin, extent }
}

/// The question with a change.
pub fn with(
    mut question: AntislideQuestion,
    change: impl FnOnce(&mut AntislideQuestion),
) -> AntislideQuestion {
    change(&mut question);
    question
}
