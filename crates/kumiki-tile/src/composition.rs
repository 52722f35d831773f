//! Which numbers of tiles can fill a region, as far as areas go.

use crate::table::Table;
use kumiki_model::TilingQuestion;
use kumiki_ring::Point;

/// More attempts than this are not made.
const MAX_ATTEMPTS: usize = 200_000;

/// All lists of numbers of tiles, one for each kind, that the question allows and that have the
/// area of the region together. `None` if there are too many to try.
pub(crate) fn compositions(question: &TilingQuestion, table: &Table) -> Option<Vec<Vec<u32>>> {
    let colours = question
        .colours()
        .map_or(1, |colours| u32::try_from(colours.names.len()).unwrap_or(u32::MAX));
    let limits = question.tiles().iter().zip(&table.areas).map(|(tile, area)| {
        let room = u32::try_from((table.region_area + 1) / area).unwrap_or(u32::MAX);
        let painted = tile.most_of_a_colour.map_or(u32::MAX, |most| most.saturating_mul(colours));
        (tile.least, tile.most.unwrap_or(u32::MAX).min(room).min(painted))
    });
    let mut attempt = Attempt {
        table,
        limits: limits.collect(),
        counts: Vec::new(),
        found: Vec::new(),
        attempts: 0,
    };
    attempt.extend(question.region().area(question.ring()))?;
    Some(attempt.found)
}

/// An enumeration under way: numbers for the first kinds are chosen.
struct Attempt<'t> {
    /// The areas of the tiles.
    table: &'t Table,
    /// For each kind the least and the most tiles, as the question and the area of the region
    /// allow.
    limits: Vec<(u32, u32)>,
    /// The numbers chosen for the first kinds.
    counts: Vec<u32>,
    /// All complete lists with the right area, in lexicographic order.
    found: Vec<Vec<u32>>,
    /// How often `extend` was called; it gives up after `MAX_ATTEMPTS`.
    attempts: usize,
}

impl Attempt<'_> {
    /// Chooses numbers for the other kinds, for an area that is left. `None` if there are too many.
    fn extend(&mut self, left: Point) -> Option<()> {
        self.attempts += 1;
        if self.attempts > MAX_ATTEMPTS {
            return None;
        }
        let kind = self.counts.len();
        let Some((least, most)) = self.limits.get(kind).copied() else {
            if left == Point::ZERO {
                self.found.push(self.counts.clone());
            }
            return Some(());
        };
        let area = self.table.exact_areas[kind];
        let mut left = left - area.times(i32::try_from(least).ok()?);
        for count in least..=most {
            // Areas are rounded down: what is less than nothing is less than this.
            if self.table.ring.imaginary_part(left, 32) < -1 {
                break;
            }
            self.counts.push(count);
            let ended = self.extend(left);
            self.counts.pop();
            ended?;
            left = left - area;
        }
        Some(())
    }
}
