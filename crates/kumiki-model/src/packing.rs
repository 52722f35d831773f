//! How bricks lie in a box, and the layer text that the seeds print.

use crate::layers::{label, layers_text};
use crate::{Cuboid, ModelError};

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
        let [layers, rows, columns] = self.container.sides();
        let mut cells = vec!['.'; self.container.cell_count()];
        for (at, brick) in self.bricks.iter().enumerate() {
            for place in brick.places() {
                cells[self.container.cell(place)] = label(at);
            }
        }
        let row = |layer, row| {
            (0..columns).map(|c| cells[self.container.cell([layer, row, c])]).collect()
        };
        (0..layers).map(|l| (0..rows).map(|r| row(l, r)).collect()).collect()
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
        let error = |reason: String| ModelError::Layers { reason };
        let cells: Vec<Vec<Vec<char>>> = layers
            .iter()
            .map(|layer| layer.iter().map(|row| row.chars().collect()).collect())
            .collect();
        let rows = cells.first().map_or(0, Vec::len);
        let columns = cells.first().and_then(|layer| layer.first()).map_or(0, Vec::len);
        for (l, layer) in cells.iter().enumerate() {
            if layer.len() != rows {
                return Err(error(format!(
                    "layer {} has {} rows instead of {rows}",
                    l + 1,
                    layer.len()
                )));
            }
            for (r, row) in layer.iter().enumerate() {
                if row.len() != columns {
                    let place = format!("row {} of layer {}", r + 1, l + 1);
                    return Err(error(format!(
                        "{place} has {} cells instead of {columns}",
                        row.len()
                    )));
                }
            }
        }
        let container = Cuboid::new([cells.len(), rows, columns])?;
        let mut spans: Vec<(char, [usize; 3], [usize; 3])> = Vec::new();
        for cell in 0..container.cell_count() {
            let place = container.place(cell);
            let mark = cells[place[0]][place[1]][place[2]];
            if mark == '.' {
                continue;
            }
            match spans.iter_mut().find(|(known, ..)| *known == mark) {
                Some((_, low, high)) => {
                    for axis in 0..3 {
                        low[axis] = low[axis].min(place[axis]);
                        high[axis] = high[axis].max(place[axis]);
                    }
                }
                None => spans.push((mark, place, place)),
            }
        }
        let bricks = spans.into_iter().map(|(_, low, high)| PlacedBrick {
            origin: low,
            extent: [0, 1, 2].map(|axis| high[axis] - low[axis] + 1),
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
