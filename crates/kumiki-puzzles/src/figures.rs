//! Figures from different sources held against each other: an answer of ours, a published count,
//! the output of a reference program.

use crate::known::KnownPackings;
use kumiki_model::{Answer, ClassCount, Part};
use std::collections::BTreeMap;
use std::fmt;
use std::mem::discriminant;

/// Something that can be counted. The empty packing is included everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quantity {
    /// All packings.
    Packings,
    /// Classes are up to all symmetries of the box.
    Classes,
    /// Packings with this many bricks.
    PackingsWithBricks(usize),
    /// Classes with this many bricks.
    ClassesWithBricks(usize),
    /// Classes with this many symmetries, the identity included.
    ClassesWithSymmetries(usize),
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packings => write!(f, "packings"),
            Self::Classes => write!(f, "classes"),
            Self::PackingsWithBricks(bricks) => write!(f, "packings with {bricks} bricks"),
            Self::ClassesWithBricks(bricks) => write!(f, "classes with {bricks} bricks"),
            Self::ClassesWithSymmetries(order) => write!(f, "classes with {order} symmetries"),
        }
    }
}

/// What one source says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    source: String,
    /// In decimal, because counts outgrow every machine word.
    counts: BTreeMap<Quantity, String>,
}

impl Figures {
    /// A source that has not said anything yet.
    #[must_use]
    pub fn from_source(source: impl Into<String>) -> Self {
        Self { source: source.into(), counts: BTreeMap::new() }
    }

    /// Lets the source say something.
    pub fn state(&mut self, quantity: Quantity, count: impl fmt::Display) {
        self.counts.insert(quantity, count.to_string());
    }

    /// What is known about a box from elsewhere.
    #[must_use]
    pub fn known(known: &KnownPackings) -> Self {
        let mut figures = Self::from_source(format!("the known figure ({})", known.source));
        figures.state(Quantity::Packings, known.packings);
        figures.state(Quantity::Classes, known.classes);
        figures.state(Quantity::ClassesWithBricks(0), 1);
        for (bricks, classes) in known.by_bricks {
            figures.state(Quantity::ClassesWithBricks(*bricks), classes);
        }
        figures
    }

    /// What an answer says.
    #[must_use]
    pub fn answered(answer: &Answer) -> Self {
        let mut figures = Self::from_source("kumiki");
        if let Some(packings) = &answer.count {
            figures.state(Quantity::Packings, packings);
        }
        if let Some(classes) = answer.classes.as_ref().map(ClassCount::all) {
            figures.state(Quantity::Classes, classes);
        }
        if let Part::Antislide(part) = &answer.part {
            for row in &part.by_bricks {
                figures.state(Quantity::PackingsWithBricks(row.bricks), &row.packings);
                figures.state(Quantity::ClassesWithBricks(row.bricks), &row.classes.all);
            }
        }
        for row in &answer.by_symmetry {
            figures.state(Quantity::ClassesWithSymmetries(row.order), &row.classes);
        }
        figures
    }

    /// The first thing of which both speak and on which they differ, as a phrase.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let quantities = self.counts.keys().chain(other.counts.keys());
        quantities.copied().find_map(|quantity| {
            let (ours, theirs) = (self.count(quantity)?, other.count(quantity)?);
            (ours != theirs).then(|| {
                format!("{quantity}: {} says {ours}, {} says {theirs}", self.source, other.source)
            })
        })
    }

    /// What the source says. One that has a table, but no such row in it, says zero.
    fn count(&self, quantity: Quantity) -> Option<&str> {
        let has_table =
            || self.counts.keys().any(|known| discriminant(known) == discriminant(&quantity));
        self.counts.get(&quantity).map(String::as_str).or_else(|| has_table().then_some("0"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figures written as `classes 5, bricks 3 4`.
    fn figures(source: &str, classes: u32, by_bricks: &[(usize, u32)]) -> Figures {
        let mut figures = Figures::from_source(source);
        figures.state(Quantity::Classes, classes);
        for (bricks, classes) in by_bricks {
            figures.state(Quantity::ClassesWithBricks(*bricks), classes);
        }
        figures
    }

    #[test]
    fn only_what_both_say_is_compared() {
        let totals = figures("a book", 5, &[]);
        let table = figures("kumiki", 5, &[(0, 1), (12, 4)]);
        assert_eq!(totals.difference(&table), None);
        assert_eq!(table.difference(&totals), None);
        assert_eq!(table.difference(&table), None);
    }

    #[test]
    fn a_difference_is_named_in_both_directions() {
        let table = figures("kumiki", 5, &[(0, 1), (12, 4)]);
        let cases = [
            (figures("a book", 6, &[]), "classes: kumiki says 5, a book says 6"),
            (
                figures("a book", 5, &[(0, 1), (12, 3)]),
                "classes with 12 bricks: kumiki says 4, a book says 3",
            ),
            (
                figures("a book", 5, &[(0, 1), (13, 4)]),
                "classes with 12 bricks: kumiki says 4, a book says 0",
            ),
            (
                figures("a book", 5, &[(0, 1), (12, 4), (13, 1)]),
                "classes with 13 bricks: kumiki says 0, a book says 1",
            ),
        ];
        for (other, expected) in cases {
            assert_eq!(table.difference(&other).as_deref(), Some(expected));
            assert!(other.difference(&table).is_some());
        }
    }

    #[test]
    fn the_known_tables_add_up() {
        for known in crate::known::ANTISLIDE {
            let sum: u64 = known.by_bricks.iter().map(|(_, classes)| classes).sum();
            assert_eq!(sum + 1, known.classes, "{}", known.container);
        }
    }
}
