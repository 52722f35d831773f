//! Random tiling problems, written and read back.

use crate::puzzle_samples::Random;
use kumiki_formats::tiling::{read, to_toml};
use kumiki_model::{Apart, Colours, Polygon, Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};

const ORDERS: [usize; 12] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 30];

/// A polygon with up to seven corners near the origin.
fn polygon(random: &mut Random, ring: &Ring) -> Polygon {
    let number = |random: &mut Random| i32::try_from(random.below(7)).expect("small") - 3;
    let is_on_grid = ring.order().is_multiple_of(4) && random.below(3) == 0;
    loop {
        let corners: Vec<Point> = (0..3 + random.below(5))
            .map(|_| match is_on_grid {
                true => {
                    ring.unit(0).times(number(random))
                        + ring.unit(ring.order() / 4).times(number(random))
                }
                false => (0..ring.degree()).map(|k| ring.unit(k).times(number(random))).sum(),
            })
            .collect();
        if let Ok(polygon) = Polygon::new(ring, &corners) {
            return polygon;
        }
    }
}

/// A problem with all that a question can say.
fn problem(random: &mut Random) -> TilingQuestion {
    let ring = Ring::new(random.pick(&ORDERS)).expect("a known order");
    let colours = (random.below(2) == 0).then(|| Colours {
        names: vec!["red".to_owned(), "\"\n'ü".to_owned()],
        apart: random.pick(&[Apart::Free, Apart::Sides, Apart::Points]),
    });
    let tiles = (0..1 + random.below(3)).map(|at| {
        let (least, most) = random.pick(&[
            (1, Some(1)),
            (3, Some(3)),
            (0, None),
            (2, None),
            (0, Some(4)),
            (1, Some(2)),
        ]);
        let limit = random.pick(&[None, Some(1), Some(10_000)]);
        Tile {
            name: format!("{} {at}", random.pick(&["tile", "# = '", "\\\t\u{7f}"])),
            shape: polygon(random, &ring),
            least,
            most,
            most_of_a_colour: limit.filter(|_| colours.is_some()),
            turns: random.below(2) == 0,
            flips: random.below(2) == 0,
        }
    });
    let tiles = tiles.collect();
    let title = random.pick(&["", "A title", "\"quoted\" \u{1F642}"]);
    let region = polygon(random, &ring);
    TilingQuestion::new(title, ring, region, tiles, colours).expect("a problem")
}

fn assert_same(one: &TilingQuestion, other: &TilingQuestion) {
    assert_eq!(one.title(), other.title());
    assert_eq!(one.ring().order(), other.ring().order());
    assert_eq!(one.region(), other.region());
    assert_eq!(one.tiles(), other.tiles());
    assert_eq!(one.colours(), other.colours());
}

#[test]
fn what_is_written_reads_back_as_the_same_problem() {
    let mut forms = [0; 2];
    for seed in 0..500 {
        let question = problem(&mut Random(seed));
        let text = to_toml(&question);
        let again = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_same(&again, &question);
        assert_eq!(to_toml(&again), text);
        for (count, key) in forms.iter_mut().zip(["\ngrid = ", "\ncorners = "]) {
            *count += usize::from(text.contains(key));
        }
    }
    assert!(forms.iter().all(|count| *count > 100), "{forms:?}");
}
