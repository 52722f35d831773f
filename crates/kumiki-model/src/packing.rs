//! How bricks lie in a box, and the layer text that the seeds print.

use crate::layers::{label, layers_text};
use crate::puzzle::cuboid_around;
use crate::{Cuboid, ModelError, Place};
use std::collections::BTreeMap;

/// One brick: the cell nearest the origin and how far it reaches along each axis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlacedBrick {
    /// Layer, row and column of its first cell.
    pub origin: [usize; 3],
    /// How many layers, rows and columns it covers.
    pub extent: [usize; 3],
}

impl PlacedBrick {
    /// The places of its cells.
    pub fn places(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let Self { origin, extent } = *self;
        (0..extent[0]).flat_map(move |x| {
            (0..extent[1]).flat_map(move |y| {
                (0..extent[2]).map(move |z| [origin[0] + x, origin[1] + y, origin[2] + z])
            })
        })
    }
}

/// Bricks in a box.
///
/// The bricks are sorted by origin, which for disjoint bricks is the order of their first cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    container: Cuboid,
    bricks: Vec<PlacedBrick>,
}

impl Packing {
    /// A packing with the given bricks. Nothing is checked: judging packings is the judge's
    /// business.
    #[must_use]
    pub fn new(container: Cuboid, mut bricks: Vec<PlacedBrick>) -> Self {
        bricks.sort_unstable();
        Self { container, bricks }
    }

    /// The box.
    #[must_use]
    pub fn container(&self) -> Cuboid {
        self.container
    }

    /// The bricks in order of their first cells.
    #[must_use]
    pub fn bricks(&self) -> &[PlacedBrick] {
        &self.bricks
    }

    /// The layers as rows of characters: `.` for an empty cell, otherwise the brick's own label.
    #[must_use]
    pub fn layers(&self) -> Vec<Vec<String>> {
        let [_, rows, columns] = self.container.sides();
        let mut cells = vec!['.'; self.container.cell_count()];
        for (at, brick) in self.bricks.iter().enumerate() {
            for place in brick.places() {
                cells[self.container.cell(place)] = label(at);
            }
        }
        let row = |row: &[char]| row.iter().collect();
        cells.chunks(rows * columns).map(|layer| layer.chunks(columns).map(row).collect()).collect()
    }

    /// The layers side by side, as the seeds print them.
    #[must_use]
    pub fn to_text(&self) -> String {
        layers_text(&self.layers())
    }

    /// Reads layers back: every label becomes the box that spans its cells.
    ///
    /// A label whose cells do not fill that box still becomes the box, so a mangled file turns into
    /// an overlap, which the judge reports.
    ///
    /// # Errors
    /// If the layers do not have equal numbers of rows and columns, or there are none.
    pub fn from_layers(layers: &[Vec<String>]) -> Result<Self, ModelError> {
        let error = |reason: String| Err(ModelError::Layers { reason });
        let cells: Vec<Vec<Vec<char>>> = layers
            .iter()
            .map(|layer| layer.iter().map(|row| row.chars().collect()).collect())
            .collect();
        let rows = cells.first().map_or(0, Vec::len);
        let columns = cells.first().and_then(|layer| layer.first()).map_or(0, Vec::len);
        for (l, layer) in cells.iter().enumerate() {
            let (number, count) = (l + 1, layer.len());
            if count != rows {
                return error(format!("layer {number} has {count} rows instead of {rows}"));
            }
            if let Some(at) = layer.iter().position(|row| row.len() != columns) {
                let place = format!("row {} of layer {number}", at + 1);
                let count = layer[at].len();
                return error(format!("{place} has {count} cells instead of {columns}"));
            }
        }
        let container = Cuboid::new([cells.len(), rows, columns])?;
        let mut places_of: BTreeMap<char, Vec<Place>> = BTreeMap::new();
        for place in (0..container.cell_count()).map(|cell| container.place(cell)) {
            let [layer, row, column] = place;
            places_of.entry(cells[layer][row][column]).or_default().push(place);
        }
        places_of.remove(&'.');
        let bricks = places_of.values().map(|places| {
            let (origin, extent) = cuboid_around(places);
            PlacedBrick { origin, extent }
        });
        Ok(Self::new(container, bricks.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three_cube() -> Packing {
        let text = ["11.,112,332", "544,5.2,332", "544,566,.66"];
        let layers: Vec<Vec<String>> =
            text.iter().map(|l| l.split(',').map(str::to_owned).collect()).collect();
        Packing::from_layers(&layers).expect("the seed's example")
    }

    #[test]
    fn the_seeds_example_survives_a_round_trip() {
        let packing = three_cube();
        assert_eq!(packing.bricks().len(), 6);
        assert_eq!(Packing::from_layers(&packing.layers()), Ok(packing.clone()));
        assert_eq!(
            packing.to_text(),
            "1 1 .   4 5 5   4 5 5\n1 1 2   4 . 2   4 6 6\n3 3 2   3 3 2   . 6 6\n"
        );
    }

    #[test]
    fn ragged_layers_are_refused() {
        let ragged = [vec!["11".to_owned(), "1".to_owned()]];
        let error = Packing::from_layers(&ragged).expect_err("ragged").to_string();
        assert!(error.contains("row 2 of layer 1 has 1 cells instead of 2"), "{error}");
        assert!(Packing::from_layers(&[]).is_err());
    }
}
