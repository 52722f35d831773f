//! Rhombi and parallelograms off every grid: what is known from the boundary of a polygon must not
//! change the number of its tilings.

use crate::walks::count;
use kumiki_model::{Polygon, Tile, TilingQuestion};
use kumiki_oracle::universe::Dice;
use kumiki_recount::TilingRecount;
use kumiki_ring::{Point, Ring};
use kumiki_tile::Corner;

/// A walk around a region: the directions of its steps, as multiples of the ring's angle.
type Walk = Vec<usize>;

fn polygon(ring: &Ring, walk: &[usize]) -> Option<Polygon> {
    let mut at = Point::ZERO;
    let mut corners = Vec::new();
    for direction in walk {
        corners.push(at);
        at = at + ring.unit(*direction);
    }
    assert_eq!(at, Point::ZERO, "the walk is closed");
    Polygon::new(ring, &corners).ok()
}

/// A parallelogram with sides of so many steps, and so many times the ring's angle between them.
fn parallelogram(ring: &Ring, angle: usize, [long, short]: [usize; 2]) -> Tile {
    let half = ring.order() / 2;
    let directions = [(0, long), (angle, short), (half, long), (half + angle, short)];
    let walk: Walk =
        directions.iter().flat_map(|(d, count)| std::iter::repeat_n(*d, *count)).collect();
    Tile {
        name: format!("{angle} {long}x{short}"),
        shape: polygon(ring, &walk).expect("a parallelogram"),
        least: 0,
        most: None,
        most_of_a_colour: None,
        turns: true,
        flips: true,
    }
}

/// A convex region with one or two steps in each direction, or a regular polygon with an odd number
/// of sides.
fn convex_walk(dice: &mut Dice, order: usize) -> Walk {
    let half = order / 2;
    if half % 2 == 1 && dice.below(8) == 0 {
        return (0..half).flat_map(|k| [2 * k, 2 * k]).collect();
    }
    let lengths: Vec<usize> = (0..half).map(|_| [0, 1, 1, 2][dice.below(4)]).collect();
    (0..order).flat_map(|d| std::iter::repeat_n(d, lengths[d % half])).collect()
}

/// Exchanges two steps in succession: where the walk turns to the left a rhombus is taken away,
/// elsewhere one is added.
fn exchange(ring: &Ring, dice: &mut Dice, walk: &Walk) -> Option<Walk> {
    let at = dice.below(walk.len());
    let mut exchanged = walk.clone();
    exchanged.swap(at, (at + 1) % walk.len());
    polygon(ring, &exchanged).map(|_| exchanged)
}

/// The regular polygon with so many sides of length 1, filled with rhombi of all angles.
pub(crate) fn rhombi(order: usize) -> TilingQuestion {
    let ring = Ring::new(order).expect("a ring");
    let region = polygon(&ring, &(0..order).collect::<Walk>()).expect("a convex polygon");
    let tiles = (1..=order / 4).map(|angle| parallelogram(&ring, angle, [1, 1])).collect();
    TilingQuestion::new("rhombi", ring, region, tiles, None).expect("a question")
}

#[test]
fn regions_of_rhombi_have_as_many_tilings_as_the_lowest_corners_find() {
    let mut dice = Dice::new(5);
    let (mut total, mut empty, mut questions) = (0, 0, 0);
    while questions < 250 {
        let order = [6, 8, 10, 12, 14][dice.below(5)];
        let ring = Ring::new(order).expect("a ring");
        let mut walk = convex_walk(&mut dice, order);
        if !(6..=16).contains(&walk.len()) || polygon(&ring, &walk).is_none() {
            continue;
        }
        for _ in 0..dice.below(12) {
            walk = exchange(&ring, &mut dice, &walk).unwrap_or(walk);
        }
        let region = polygon(&ring, &walk).expect("exchanges keep it simple");
        let sides = [[1, 1], [1, 1], [2, 1], [2, 2]];
        let mut tiles: Vec<Tile> =
            (1..=order / 4).map(|angle| parallelogram(&ring, angle, sides[0])).collect();
        if dice.below(2) == 0 {
            let angle = 1 + dice.below(order / 4);
            let sides = sides[1 + dice.below(3)];
            tiles.retain(|tile| tile.name != format!("{angle} 1x1"));
            tiles.push(parallelogram(&ring, angle, sides));
        }
        if dice.below(3) == 0 {
            let at = dice.below(tiles.len());
            tiles[at].most = Some(1 + u32::try_from(dice.below(3)).expect("small"));
        }
        let Ok(question) = TilingQuestion::new("rhombi", ring, region, tiles, None) else {
            continue;
        };
        let fewest = count(&question, Corner::Fewest);
        assert_eq!(
            fewest,
            count(&question, Corner::Lowest),
            "question {questions}: {order}, {walk:?}"
        );
        total += fewest;
        empty += usize::from(fewest == 0);
        questions += 1;
    }
    assert!(
        total > 1000 && empty > 20 && empty < 200,
        "{total} tilings, {empty} regions without any"
    );
}

/// Rows of rhombi along parallel edges go from one side to the opposite one, so that the angles
/// between the sides of a zonogon do not matter: the number of tilings is that of A006245.
#[test]
fn zonogons_have_as_many_tilings_as_the_regular_polygon() {
    let mut dice = Dice::new(3);
    for order in [12, 14, 16, 18, 20, 22, 24, 30] {
        let half = order / 2;
        for (pairs, expected) in [(3, 2), (4, 8), (5, 62), (6, 908)] {
            let ring = Ring::new(order).expect("a ring");
            let mut chosen: Vec<usize> = (0..half).collect();
            while chosen.len() > pairs {
                chosen.remove(dice.below(chosen.len()));
            }
            let walk: Walk =
                chosen.iter().copied().chain(chosen.iter().map(|d| d + half)).collect();
            let region = polygon(&ring, &walk).expect("a convex polygon");
            let between = |angle: &usize| {
                let pair = |one: &usize| {
                    let is_at = |other: &&usize| {
                        let turn = other.abs_diff(*one);
                        **other > *one && turn.min(half - turn) == *angle
                    };
                    chosen.iter().filter(is_at).count()
                };
                chosen.iter().map(pair).sum::<usize>()
            };
            let tile = |angle: usize| {
                let most = Some(u32::try_from(between(&angle)).expect("few"));
                Tile { most, ..parallelogram(&ring, angle, [1, 1]) }
            };
            let angles = (1..=order / 4).filter(|angle| between(angle) > 0);
            let tiles: Vec<Tile> = angles.map(tile).collect();
            let question = TilingQuestion::new("zonogon", ring.clone(), region, tiles, None);
            let question = question.expect("a question");
            assert_eq!(count(&question, Corner::Fewest), expected, "{order}: {chosen:?}");
            assert_eq!(count(&question, Corner::Lowest), expected, "{order}: {chosen:?}");
            let mut recount = TilingRecount::new(&question, true).expect("few directions");
            assert!(recount.advance(1_000_000), "feasible");
            assert_eq!(recount.count().tilings, expected.into(), "{order}: {chosen:?}");
        }
    }
}

#[test]
fn sides_between_two_steps_say_nothing() {
    // Two squares above a third, shifted against it by the side of a square less than its diagonal.
    let ring = Ring::new(8).expect("a ring");
    let [right, up] = [ring.unit(0), ring.unit(2)];
    let diagonal = ring.unit(1) - ring.unit(3);
    let corners = [
        Point::ZERO,
        diagonal - right,
        diagonal - right - up,
        diagonal - up,
        diagonal,
        right + right,
        right + right + up,
        up,
    ];
    let region = Polygon::new(&ring, &corners).expect("a region");
    let tiles = vec![parallelogram(&ring, 2, [1, 1]), parallelogram(&ring, 1, [1, 1])];
    let question = TilingQuestion::new("shifted", ring, region, tiles, None).expect("a question");
    assert_eq!(count(&question, Corner::Fewest), 1);
    assert_eq!(count(&question, Corner::Lowest), 1);
}

#[test]
fn a_part_may_take_what_the_whole_does_not() {
    // A cut may leave one part that takes a tile of which the whole has none, and another that has
    // no tiling. The number of the first is remembered, and wrong if it inherits what crossings
    // struck out for the whole: then there are 25472 tilings.
    let ring = Ring::new(14).expect("a ring");
    let region = polygon(&ring, &[0, 2, 1, 3, 4, 5, 5, 8, 7, 9, 11, 10, 12, 12]).expect("a region");
    let mut tiles: Vec<Tile> = [1, 2, 3, 2].map(|angle| parallelogram(&ring, angle, [1, 1])).into();
    tiles[0].most = Some(3);
    tiles[3].name.push('\'');
    let question = TilingQuestion::new("inherited", ring, region, tiles, None).expect("a question");
    assert_eq!(count(&question, Corner::Fewest), 25856);
    assert_eq!(count(&question, Corner::Lowest), 25856);
    let mut recount = TilingRecount::new(&question, true).expect("few directions");
    assert!(recount.advance(100_000), "feasible");
    assert_eq!(recount.count().tilings, 25856_u32.into());
}
