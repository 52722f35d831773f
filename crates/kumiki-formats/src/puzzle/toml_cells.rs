//! Values of TOML that are cells: sides, lists of cells, drawings.

use super::MAX_CELLS;
use super::drawing;
use crate::row::Row;
use crate::toml_keys::Value;
use crate::{FormatError, quoted};
use kumiki_model::Place;

impl<'t> Value<'t> {
    /// It as sides such as `3x4x5`; two sides have one layer.
    pub(super) fn sides(&self) -> Result<[usize; 3], FormatError> {
        const EXPECTED: &str = "layers x rows x columns such as \"3x4x5\", or rows x columns";
        let given = self.string(EXPECTED)?;
        let refused = |why: &str| self.error(format!("{} is {}{why}", self.name, quoted(given)));
        let sides: Option<Vec<usize>> = given
            .split('x')
            .map(|side| side.trim().parse().ok().filter(|side| (1..=MAX_CELLS).contains(side)))
            .collect();
        let sides = match sides.as_deref() {
            Some([rows, columns]) => [1, *rows, *columns],
            Some([layers, rows, columns]) => [*layers, *rows, *columns],
            _ => return Err(refused(&format!(", expected {EXPECTED}"))),
        };
        let cell_count = sides.iter().try_fold(1_usize, |product, side| product.checked_mul(*side));
        match cell_count.filter(|count| *count <= MAX_CELLS) {
            Some(_) => Ok(sides),
            None => Err(refused(&format!(", expected at most {MAX_CELLS} cells"))),
        }
    }

    /// It as a list of cells, each with its own value for errors.
    pub(super) fn cells(&self) -> Result<Vec<([i64; 3], Value<'t>)>, FormatError> {
        const LIST: &str = "a list of cells such as [[0, 0, 0], [0, 0, 1]]";
        const CELL: &str = "layer, row and column, or row and column";
        let bound = i64::try_from(MAX_CELLS).unwrap_or(i64::MAX);
        let mut cells = Vec::new();
        for cell in self.list(LIST)? {
            let numbers: Vec<i64> = cell
                .list(LIST)?
                .map(|number| number.integer(-bound..=bound, ""))
                .collect::<Result<_, _>>()?;
            match numbers[..] {
                [row, column] => cells.push(([0, row, column], cell)),
                [layer, row, column] => cells.push(([layer, row, column], cell)),
                _ => {
                    let reason = format!("a cell with {} numbers, expected {CELL}", numbers.len());
                    return Err(cell.error(reason));
                }
            }
        }
        Ok(cells)
    }

    /// It as a list of places, which are cells without negative numbers.
    pub(super) fn places(&self) -> Result<Vec<(Place, Value<'t>)>, FormatError> {
        let place = |(cell, value): ([i64; 3], Value<'t>)| match cell
            .map(|at| usize::try_from(at).ok())
        {
            [Some(layer), Some(row), Some(column)] => Ok(([layer, row, column], value)),
            _ => Err(value.error(format!("cell {cell:?} is negative, expected numbers from 0"))),
        };
        self.cells()?.into_iter().map(place).collect()
    }

    /// It as a drawing: a string with blank lines between layers, or a list of layers, each a list
    /// of rows.
    pub(super) fn layers(&self) -> Result<Vec<Vec<Row<'t>>>, FormatError> {
        const EXPECTED: &str = "a drawing: a string, or a list of layers, each a list of rows";
        let layers = if self.is_string() {
            drawing::layers(self.rows())
        } else {
            let layers = self.list(EXPECTED)?;
            layers
                .map(|layer| layer.list(EXPECTED)?.map(|row| row.single_row(EXPECTED)).collect())
                .collect::<Result<_, FormatError>>()?
        };
        match layers.is_empty() {
            true => Err(self.error(format!("{} is empty, expected a drawing", self.name))),
            false => Ok(layers),
        }
    }

    /// It as one row of a drawing.
    fn single_row(&self, expected: &str) -> Result<Row<'t>, FormatError> {
        self.string(expected)?;
        let mut rows = self.rows();
        match (rows.pop(), rows.pop()) {
            (Some(row), None) => Ok(row),
            (None, _) => Ok(Row { text: "", offset: self.offset(), exact: false }),
            _ => Err(self.error(format!("a row of {} has a line break, expected none", self.name))),
        }
    }
}
