//! Tables of what was counted.

use kumiki_model::{BySymmetry, Count};
use std::collections::BTreeMap;

/// How often each thing occurs.
pub fn how_often<T: Ord>(things: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut times = BTreeMap::new();
    for thing in things {
        *times.entry(thing).or_insert(0) += 1;
    }
    times
}

/// A table of classes by symmetry, from the number of symmetries of each class.
pub fn by_symmetry(symmetries: impl Iterator<Item = usize>) -> Vec<BySymmetry> {
    let row =
        |(order, classes): (usize, usize)| BySymmetry { order, classes: Count(classes.into()) };
    how_often(symmetries).into_iter().map(row).collect()
}
