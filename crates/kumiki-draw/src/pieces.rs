//! Solutions of packing puzzles: pieces of any shape in a box of any shape.
//!
//! Pieces have the letters and colours that they have in all solutions, so that the eye finds them
//! again. Where letters are not the names of pieces, a legend says what they stand for. Where
//! pieces overlap, which the judge would have refused, the later one hides the earlier.

use crate::filling::Filling;
use crate::sheet::LegendEntry;
use crate::{Card, Scene, Sheet};
use kumiki_model::{Look, PackQuestion, Piece, PlacedPiece};

/// The most shades of a kind that its legend shows.
const SHADES: usize = 4;

/// Solutions of a puzzle on one sheet, as a complete SVG document.
///
/// ```
/// use kumiki_draw::{Card, arrangement_sheet};
/// use kumiki_model::{PackQuestion, Piece, PlacedPiece, Shape, Turns};
/// let shape = Shape::new([[0, 0, 0], [0, 0, 1], [0, 1, 0]])?;
/// let (name, turns) = ("L".to_owned(), Turns::Rotations);
/// let bend = Piece { name, shape, least: 1, most: Some(1), turns, colour: None };
/// let mut question = PackQuestion::new("corner", [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]], [], vec![bend])?;
/// question.leftover = 1;
/// let solution = vec![PlacedPiece { cells: vec![[0, 0, 0], [0, 0, 1], [0, 1, 1]], kind: 0 }];
/// let card = Card { solution, caption: "1 of 4".to_owned() };
/// let svg = arrangement_sheet(&question, "An L in a square", &[card]).to_svg();
/// assert!(svg.contains(">1 of 4</text>") && svg.contains("layers from the bottom: LL .L."));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Panics
/// If a piece sticks out of the cuboid around the box.
#[must_use]
pub fn arrangement_sheet(
    question: &PackQuestion,
    title: &str,
    cards: &[Card<Vec<PlacedPiece>>],
) -> Sheet {
    let mut sheet = Sheet::of(title, "solution", "a packing puzzle", cards, |card| {
        // All that the drawing shows. A blank, where there is no cell, would be lost between rows.
        let layers = question.layers(&card.solution);
        let rows = |layer: &Vec<String>| layer.join("/").replace(' ', "_").replace('/', " ");
        let layers: Vec<String> = layers.iter().map(rows).collect();
        let words = format!(" {}, layers from the bottom: {}.", card.caption, layers.join(" / "));
        (arrangement_scene(question, &card.solution), words)
    });
    if !cards.is_empty() && !question.is_called_by_letters() {
        sheet.legend = question.pieces().iter().zip(question.looks()).map(entry).collect();
        let said = |entry: &LegendEntry| format!("{} {}", entry.letters, entry.name);
        let said: Vec<String> = sheet.legend.iter().map(said).collect();
        sheet.description += &format!(" Letters of the pieces: {}.", said.join("; "));
    }
    sheet
}

/// What a legend says of a kind of piece.
fn entry((piece, look): (&Piece, &Look)) -> LegendEntry {
    LegendEntry {
        colours: (0..look.letters().len().min(SHADES)).map(|copy| look.colour(copy)).collect(),
        letters: look.letters_in_words(),
        name: piece.name.clone(),
    }
}

/// One solution as a scene: a view and its layers, or the only layer of a flat puzzle.
///
/// # Panics
/// If a piece sticks out of the cuboid around the box.
fn arrangement_scene(question: &PackQuestion, arrangement: &[PlacedPiece]) -> Scene {
    filling(question, arrangement).scene()
}

/// The pieces with all that is decided before drawing.
fn filling(question: &PackQuestion, arrangement: &[PlacedPiece]) -> Filling {
    let cells = question.must().iter().chain(question.may()).copied();
    let pieces = arrangement.iter().map(|placed| placed.cells.iter().copied());
    let labels = question.labels(arrangement);
    let (low, sides, colours) = (question.low(), question.sides(), question.colours(arrangement));
    let mut filling = Filling::new(low, sides, cells, pieces, labels, colours);
    filling.is_ruled = true;
    filling
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filling::EMPTY_CELL;
    use crate::{Colour, Paint, Shape};
    use kumiki_model::{PALETTE, Place, Turns};
    use std::collections::{BTreeMap, BTreeSet};

    /// A puzzle of which a drawing is a solution: each letter is a piece, to be used `most` times;
    /// `.` is an empty cell, and a blank is no cell.
    fn drawn(layers: &[&str], most: Option<u32>) -> (PackQuestion, Vec<PlacedPiece>) {
        let mut cells: BTreeMap<char, Vec<Place>> = BTreeMap::new();
        for (layer, drawing) in layers.iter().enumerate() {
            for (row, text) in drawing.split('/').enumerate() {
                for (column, mark) in text.chars().enumerate() {
                    cells.entry(mark).or_default().push([layer, row, column]);
                }
            }
        }
        cells.remove(&' ');
        let all: Vec<Place> = cells.values().flatten().copied().collect();
        cells.remove(&'.');
        let coordinate = |at: usize| i64::try_from(at).expect("a small drawing");
        let piece = |(name, cells): (&char, &Vec<Place>)| Piece {
            name: name.to_string(),
            shape: kumiki_model::Shape::new(cells.iter().map(|place| place.map(coordinate)))
                .expect("cells"),
            least: 1,
            most,
            turns: Turns::Rotations,
            colour: None,
        };
        let question = PackQuestion::new("test", all, [], cells.iter().map(piece).collect());
        let placed = |(kind, cells): (usize, Vec<Place>)| PlacedPiece { cells, kind };
        (question.expect("a puzzle"), cells.into_values().enumerate().map(placed).collect())
    }

    /// The shapes of a scene and of the groups in it that a test asks for.
    fn gathered<T>(scene: &Scene, wanted: &impl Fn(&Shape) -> Option<T>) -> Vec<T> {
        let of_shape = |shape: &Shape| match shape {
            Shape::Group { scene, .. } => gathered(scene, wanted),
            other => wanted(other).into_iter().collect(),
        };
        scene.shapes().iter().flat_map(of_shape).collect()
    }

    fn texts(scene: &Scene) -> String {
        let mut texts = gathered(scene, &|shape| match shape {
            Shape::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        texts.sort_unstable();
        texts.concat()
    }

    fn dots(scene: &Scene) -> usize {
        let is_dot = |shape: &Shape| match shape {
            Shape::Rectangle { paint, .. } => (*paint == Paint::filled(EMPTY_CELL)).then_some(()),
            _ => None,
        };
        gathered(scene, &is_dot).len()
    }

    #[test]
    fn a_board_shows_its_pieces_its_empty_cells_and_its_holes() {
        let (question, arrangement) = drawn(&["LLL /L.T /.TTT"], Some(1));
        let scene = arrangement_scene(&question, &arrangement);
        assert_eq!((texts(&scene).as_str(), dots(&scene)), ("LT", 2));
        // L and T and the floor, which lacks two cells, are not rectangles.
        let polygons = gathered(&scene, &|shape| match shape {
            Shape::Polygon { rings, .. } => Some(rings.iter().map(Vec::len).sum::<usize>()),
            _ => None,
        });
        assert_eq!(polygons, [6, 6, 8]);
        let lines = gathered(&scene, &|shape| matches!(shape, Shape::Line { .. }).then_some(()));
        assert_eq!(lines.len(), 3 + 3); // between the cells of the two pieces
    }

    #[test]
    fn layers_keep_their_places_in_a_box_of_odd_shape() {
        let (question, arrangement) = drawn(&["AAA/A.B/BBB", "   /  C/  C"], None);
        let filling = filling(&question, &arrangement);
        let scene = filling.layers(200.0);
        assert_eq!(texts(&scene), "ABClayer 1 (bottom)layer 2 (top)");
        assert_eq!(dots(&scene), 1);
        let shifted: Vec<crate::Bounds> = scene
            .shapes()
            .iter()
            .filter_map(|shape| match shape {
                Shape::Group { shift, scene } => Some(scene.bounds().shifted(*shift)),
                _ => None,
            })
            .collect();
        // The upper layer has cells in the last column and the last two rows only, and is drawn
        // beside the lower.
        let cell = shifted[0].width() / 3.0;
        assert!(
            (shifted[1].width() - cell).abs() < 1e-9
                && (shifted[1].height() - 2.0 * cell).abs() < 1e-9
        );
        assert!((shifted[1].high.y - shifted[0].high.y).abs() < 1e-9);
        assert!(shifted[1].low.x >= shifted[0].high.x + 2.0 * cell);
    }

    #[test]
    fn a_part_of_a_piece_in_each_layer_has_its_label() {
        // An arch: two feet below, a beam above.
        let (question, arrangement) = drawn(&["A.A", "AAA"], Some(1));
        let filling = filling(&question, &arrangement);
        assert_eq!(texts(&filling.layers(200.0)).matches('A').count(), 3);
        assert_eq!(texts(&filling.view()), "A");
    }

    #[test]
    fn the_walls_of_an_odd_box_are_those_behind_its_cells() {
        let grey = |scene: &Scene| {
            gathered(scene, &|shape| match shape {
                Shape::Polygon { rings, paint, .. }
                    if paint.stroke.is_some_and(|s| s.dash.is_some()) =>
                {
                    paint.fill.map(|_| rings.len())
                }
                _ => None,
            })
        };
        let (question, arrangement) = drawn(&["A./..", "./. "], Some(1));
        // A floor and two walls, no higher than the cells before them.
        assert_eq!(grey(&filling(&question, &arrangement).view()).iter().sum::<usize>(), 3);
        let (full, arrangement) = drawn(&["A./..", "../.."], Some(1));
        assert!(grey(&filling(&full, &arrangement).view()).is_empty());
    }

    #[test]
    fn pieces_keep_their_colours_from_solution_to_solution() {
        for most in [Some(1), None] {
            let (question, mut arrangement) = drawn(&["AAB/CCB"], most);
            let by_kind = filling(&question, &arrangement).colours;
            assert_eq!(by_kind, [0, 1, 2].map(|kind| PALETTE[kind]));
            arrangement.reverse();
            let reversed: Vec<Colour> = by_kind.into_iter().rev().collect();
            assert_eq!(filling(&question, &arrangement).colours, reversed);
        }
        let (many, arrangement) = drawn(&["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi"], Some(1));
        let colours = filling(&many, &arrangement).colours;
        assert_eq!(colours[..32].iter().collect::<BTreeSet<_>>().len(), 32);
        assert_eq!(colours[32..], colours[..3]);
    }

    #[test]
    fn copies_have_shades_and_a_legend_says_what_letters_mean() {
        let (question, _) = drawn(&["AAB/AAB"], None);
        let renamed = |most| {
            let name = |piece: &Piece| Piece {
                name: format!("long {}", piece.name),
                least: 0,
                most,
                colour: (piece.name == "B").then_some(Colour::named("red").expect("a name")),
                ..piece.clone()
            };
            let pieces = question.pieces().iter().map(name).collect();
            PackQuestion::new("", question.must().iter().copied(), [], pieces).expect("a puzzle")
        };
        let upright = |column| PlacedPiece { cells: vec![[0, 0, column], [0, 1, column]], kind: 1 };
        let question = renamed(Some(3));
        let solution: Vec<PlacedPiece> = [0, 1, 2].map(upright).to_vec();
        let look = &question.looks()[1];
        assert_eq!(filling(&question, &solution).colours, look.shades()[..3]);
        assert_eq!(look.shades()[0].to_string(), "#d55e00");
        let sheet = arrangement_sheet(&question, "", &[Card { solution, caption: "one".into() }]);
        let said: Vec<(&str, &str, usize)> = sheet
            .legend
            .iter()
            .map(|entry| (entry.letters.as_str(), entry.name.as_str(), entry.colours.len()))
            .collect();
        assert_eq!(said, [("A", "long A", 1), ("B-D", "long B", 3)]);
        assert!(sheet.description.ends_with("Letters of the pieces: A long A; B-D long B."));
        assert!(sheet.to_svg().contains(">B-D long B</text>"));
        assert!(arrangement_sheet(&renamed(Some(1)), "", &[]).legend.is_empty());
    }

    #[test]
    fn the_description_says_in_words_what_the_sheet_shows() {
        let (question, arrangement) = drawn(&["AA /A.B", "  /  B"], Some(1));
        let card = Card { solution: arrangement, caption: "solution 1".to_owned() };
        assert_eq!(
            arrangement_sheet(&question, "", &[card]).description,
            "One solution of a packing puzzle. solution 1, layers from the bottom: AA_ A.B / ___ \
             __B."
        );
        let empty = arrangement_sheet(&question, "", &[]);
        assert_eq!(empty.description, "No solutions of a packing puzzle.");
    }

    #[test]
    #[should_panic(expected = "[0, 0, 2] sticks out of the box")]
    fn a_piece_outside_its_box_is_a_bug() {
        let (question, _) = drawn(&["AA"], Some(1));
        let outside = PlacedPiece { cells: vec![[0, 0, 1], [0, 0, 2]], kind: 0 };
        let _ = arrangement_scene(&question, &[outside]);
    }
}
