//! The six directions in which something may slide.

use crate::{Fault, rule};
use std::fmt;

/// One of the six ways along the axes of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards the first layer.
    LowerLayers,
    /// Towards the last layer.
    HigherLayers,
    /// Towards the first row.
    LowerRows,
    /// Towards the last row.
    HigherRows,
    /// Towards the first column.
    LowerColumns,
    /// Towards the last column.
    HigherColumns,
}

impl Direction {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::LowerLayers,
        Self::HigherLayers,
        Self::LowerRows,
        Self::HigherRows,
        Self::LowerColumns,
        Self::HigherColumns,
    ];

    /// The axis it runs along: 0 across the layers, 1 across the rows, 2 across the columns.
    #[must_use]
    pub fn axis(self) -> usize {
        match self {
            Self::LowerLayers | Self::HigherLayers => 0,
            Self::LowerRows | Self::HigherRows => 1,
            Self::LowerColumns | Self::HigherColumns => 2,
        }
    }

    /// Whether it leads away from the first cell.
    #[must_use]
    pub fn is_higher(self) -> bool {
        matches!(self, Self::HigherLayers | Self::HigherRows | Self::HigherColumns)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LowerLayers => "lower layers",
            Self::HigherLayers => "higher layers",
            Self::LowerRows => "lower rows",
            Self::HigherRows => "higher rows",
            Self::LowerColumns => "lower columns",
            Self::HigherColumns => "higher columns",
        })
    }
}

/// Some things can move together.
pub(crate) fn slides(names: &[String], direction: Direction) -> Fault {
    let together = if names.len() > 1 { " together" } else { "" };
    Fault::new(rule::HELD, format!("{} can slide to {direction}{together}", names.join(" and ")))
}
