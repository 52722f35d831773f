//! Areas that cannot add up: a reason to have no tiling that needs no search.

use kumiki_model::{Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

/// A number of tiles of a kind, if there is one: how many there must be, or may be.
type Number = fn(&Tile) -> Option<u32>;

/// Why the tiles cannot have the area of the region, if that shows at once: the fewest tiles have
/// too much, or the most too little.
#[must_use]
pub fn obstruction(question: &TilingQuestion) -> Option<String> {
    let ring = question.ring();
    let region = question.region().area(ring);
    let cases: [(Number, Ordering, &str); 2] = [
        (|tile| Some(tile.least), Ordering::Greater, "the tiles that must be used are too large"),
        (|tile| tile.most, Ordering::Less, "all tiles together are too small"),
    ];
    cases.into_iter().find_map(|(number, wanted, verdict)| {
        let sum = total(question, number)?;
        let is_wrong = ring.sign_of_imaginary(sum - region) == wanted;
        is_wrong.then(|| in_words(question, number, sum, verdict))
    })
}

/// The area of so many tiles; `None` if a number is missing or too large for our arithmetic.
fn total(question: &TilingQuestion, number: Number) -> Option<Point> {
    let mut sum = [0_i32; kumiki_ring::MAX_DEGREE];
    for tile in question.tiles() {
        let factor = i32::try_from(number(tile)?).ok()?;
        for (sum, coordinate) in sum.iter_mut().zip(tile.shape.area(question.ring()).coordinates())
        {
            *sum = sum.checked_add(coordinate.checked_mul(factor)?)?;
        }
    }
    // A difference from the region's area must fit as well.
    sum.iter().all(|coordinate| coordinate.abs() < i32::MAX / 2).then(|| Point::new(&sum))
}

/// The arithmetic, in decimals and exactly, as the ring gives areas: times four times the square
/// root of -1.
fn in_words(question: &TilingQuestion, number: Number, sum: Point, verdict: &str) -> String {
    let ring = question.ring();
    let area = |tile: &Tile| decimal(ring, tile.shape.area(ring));
    let used =
        question.tiles().iter().filter_map(|tile| Some((tile, number(tile).filter(|n| *n > 0)?)));
    let terms: Vec<String> =
        used.map(|(tile, number)| format!("{number} x {} ({})", area(tile), tile.name)).collect();
    let region = question.region().area(ring);
    let exactly = |point: Point| format!("{:?}", &point.coordinates()[..ring.degree()]);
    format!(
        "{verdict}, {} = {}, expected {}, the area of the region; exactly, 4i times these areas \
         are {} and {}",
        terms.join(" + "),
        decimal(ring, sum),
        decimal(ring, region),
        exactly(sum),
        exactly(region)
    )
}

/// An area in decimals, for reading only.
fn decimal(ring: &Ring, area: Point) -> String {
    format!("{:.4}", ring.approximate(area)[1] / 4.0)
}
