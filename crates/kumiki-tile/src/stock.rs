//! How many tiles of each kind are left, packed into one integer.
//!
//! Not every kind has to be watched. A kind of which there is any number is never used up. And if
//! the areas of the kinds are linearly independent, the area of a polygon tells how many of each
//! kind a tiling of it has.

use crate::table::Table;
use kumiki_model::TilingQuestion;
use kumiki_ring::{MAX_DEGREE, Point};

/// How many tiles of each watched kind: a field of bits for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Stock(pub(crate) u128);

/// Which kinds are watched, and where their fields are.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    /// For each kind its field, if it is watched.
    fields: Vec<Option<Field>>,
    /// What there is at the beginning.
    pub(crate) all: Stock,
    /// The least that must be used.
    least: Stock,
    /// Tells the tiles from the area, if it can.
    composer: Option<Composer>,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    /// Its lowest bit.
    shift: u32,
    /// How many bits it has: enough for the most tiles of the kind.
    bits: u32,
}

/// What it takes to fill a polygon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// These tiles and no others.
    Exactly(Stock),
    /// Tiles with this area together: four times the area, in units of 2^-32, rounded down.
    Area(u64),
    /// No kind is watched, so any tiles will do.
    Anything,
}

impl Watch {
    /// Watches what has to be watched. `None` if that does not fit into 128 bits.
    pub(crate) fn new(question: &TilingQuestion, table: &Table) -> Option<Self> {
        let (mut fields, mut all, mut least, mut shift) = (Vec::new(), 0u128, 0u128, 0);
        for (tile, area) in question.tiles().iter().zip(&table.areas) {
            // Areas are rounded down: this is never too few.
            let room = (table.region_area + 1) / area;
            let most = match tile.most {
                None if tile.least == 0 => {
                    fields.push(None);
                    continue;
                }
                None => u32::try_from(room).ok()?.max(tile.least),
                Some(most) => most,
            };
            let bits = 32 - most.leading_zeros();
            if shift + bits > 128 {
                return None;
            }
            fields.push(Some(Field { shift, bits }));
            all |= u128::from(most) << shift;
            least |= u128::from(tile.least) << shift;
            shift += bits;
        }
        Some(Self {
            fields,
            all: Stock(all),
            least: Stock(least),
            composer: Composer::new(question),
        })
    }

    /// What a polygon of an area needs, or `None` if no tiles can fill it.
    pub(crate) fn need(&self, table: &Table, area: Point) -> Option<Need> {
        if self.fields.iter().all(Option::is_none) {
            return Some(Need::Anything);
        }
        let Some(composer) = &self.composer else {
            let area = table.ring.imaginary_part(area, 32);
            return Some(Need::Area(u64::try_from(area).expect("polygons to the left")));
        };
        let mut stock = 0;
        for (field, count) in self.fields.iter().flatten().zip(composer.counts(area)?) {
            let count = u128::try_from(count)
                .ok()
                .filter(|count| *count <= Self::count(self.all, *field))?;
            stock |= count << field.shift;
        }
        Some(Need::Exactly(Stock(stock)))
    }

    /// The stock to fill a polygon with, if so much is left.
    pub(crate) fn supply(&self, table: &Table, need: Need, left: Stock) -> Stock {
        match need {
            Need::Exactly(stock) => stock,
            Need::Area(area) => self.clipped(table, left, area),
            Need::Anything => Stock::default(),
        }
    }

    /// How many 32-bit numbers are needed to tell a stock from others for the same polygon.
    pub(crate) fn len(&self) -> usize {
        if self.composer.is_some() {
            return 0;
        }
        let bits = self.fields.iter().flatten().map(|field| field.shift + field.bits).max();
        bits.unwrap_or(0).div_ceil(32) as usize
    }

    fn count(stock: Stock, field: Field) -> u128 {
        stock.0 >> field.shift & ((1 << field.bits) - 1)
    }

    /// One tile of a kind, or nothing if it is not watched.
    pub(crate) fn one(&self, kind: usize) -> Stock {
        Stock(self.fields[kind].map_or(0, |field| 1 << field.shift))
    }

    /// Whether there is a tile of a kind.
    pub(crate) fn has(&self, stock: Stock, kind: usize) -> bool {
        self.fields[kind].is_none_or(|field| Self::count(stock, field) > 0)
    }

    /// Collects the kinds of which there are no tiles.
    pub(crate) fn find_lacking(&self, stock: Stock, lacking: &mut Vec<usize>) {
        lacking.clear();
        lacking.extend((0..self.fields.len()).filter(|kind| !self.has(stock, *kind)));
    }

    /// The stock without what there is no room for.
    fn clipped(&self, table: &Table, stock: Stock, area: u64) -> Stock {
        let mut clipped = 0;
        for (field, tile) in self.fields.iter().zip(&table.areas) {
            if let Some(field) = field {
                // Areas are rounded down: this is never too few.
                let room = u128::from((area + 1) / tile);
                clipped |= Self::count(stock, *field).min(room) << field.shift;
            }
        }
        Stock(clipped)
    }

    /// Whether enough tiles of each kind have been used.
    pub(crate) fn is_enough(&self, used: Stock) -> bool {
        self.fields
            .iter()
            .flatten()
            .all(|field| Self::count(used, *field) >= Self::count(self.least, *field))
    }
}

/// Tells from an area how many tiles of each kind have it together, if the areas of the kinds are
/// linearly independent.
///
/// * **A1** The number of kind i is the sum over j of coordinate `pivots[j]` of the area times
///   `inverse[j][i]`, divided by `divisor`.
#[derive(Clone, Debug)]
struct Composer {
    /// The areas of the kinds, as `Ring::area` has them.
    areas: Vec<Point>,
    /// For each kind a coordinate by which the areas can be told apart (A1).
    pivots: Vec<usize>,
    /// For each pivot what it contributes to the number of each kind, times `divisor` (A1).
    inverse: Vec<Vec<i128>>,
    /// The common denominator (A1), at least 1.
    divisor: i128,
}

impl Composer {
    /// `None` if the areas are dependent, or some kind is not limited.
    fn new(question: &TilingQuestion) -> Option<Self> {
        let ring = question.ring();
        let tiles = question.tiles();
        let areas: Vec<Point> = tiles.iter().map(|tile| tile.shape.area(ring)).collect();
        if tiles.iter().any(|tile| tile.most.is_none()) {
            return None;
        }
        // Eliminate in whole numbers, with the unit matrix alongside.
        let kinds = areas.len();
        let mut rows: Vec<Vec<i128>> = areas
            .iter()
            .enumerate()
            .map(|(at, area)| {
                let unit = (0..kinds).map(|k| i128::from(k == at));
                area.coordinates().iter().map(|c| i128::from(*c)).chain(unit).collect()
            })
            .collect();
        let mut pivots = Vec::new();
        for at in 0..kinds {
            let pivot = rows[at][..MAX_DEGREE].iter().position(|entry| *entry != 0)?;
            pivots.push(pivot);
            let row = rows[at].clone();
            for other in
                rows.iter_mut().enumerate().filter(|(k, _)| *k != at).map(|(_, other)| other)
            {
                let (a, b) = (row[pivot], other[pivot]);
                for (entry, by) in other.iter_mut().zip(&row) {
                    *entry = *entry * a - by * b;
                }
                let divisor = other
                    .iter()
                    .fold(0, |divisor, entry| greatest_common_divisor(divisor, entry.abs()));
                for entry in other.iter_mut() {
                    *entry /= divisor;
                }
            }
        }
        let diagonal = |at: usize| rows[at][pivots[at]];
        let divisor = (0..kinds).fold(1, |lcm: i128, at| {
            lcm / greatest_common_divisor(lcm, diagonal(at).abs()) * diagonal(at).abs()
        });
        let inverse = (0..kinds)
            .map(|at| {
                rows[at][MAX_DEGREE..]
                    .iter()
                    .map(|entry| entry * (divisor / diagonal(at)))
                    .collect()
            })
            .collect();
        Some(Self { areas, pivots, inverse, divisor })
    }

    /// The number of tiles of each kind, if they are whole.
    fn counts(&self, area: Point) -> Option<Vec<i128>> {
        let pivots = || self.pivots.iter().map(|pivot| i128::from(area.coordinates()[*pivot]));
        let counts: Option<Vec<i128>> = (0..self.areas.len())
            .map(|kind| {
                let sum: i128 = pivots().zip(&self.inverse).map(|(c, row)| c * row[kind]).sum();
                (sum % self.divisor == 0).then_some(sum / self.divisor)
            })
            .collect();
        let counts = counts?;
        let sum: Option<Point> = self
            .areas
            .iter()
            .zip(&counts)
            .map(|(area, count)| i32::try_from(*count).ok().map(|count| area.times(count)))
            .sum();
        (sum? == area).then_some(counts)
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
