//! Signs, areas and bounds: against floating-point numbers where these are beyond doubt, and where
//! they are not.

use kumiki_ring::{Point, Ring};
use std::cmp::Ordering;

const ORDERS: [usize; 12] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 30];

fn rings() -> impl Iterator<Item = Ring> {
    ORDERS.into_iter().map(|order| Ring::new(order).expect("a known order"))
}

/// All points with one or two coordinates of 1 or -1, and the origin.
fn small_points(ring: &Ring) -> Vec<Point> {
    let mut points = vec![Point::ZERO];
    for first in 0..ring.degree() {
        let a = ring.unit(first);
        points.extend([a, -a]);
        points.extend(
            (0..first).map(|second| ring.unit(second)).flat_map(|b| [a + b, a - b, b - a, -a - b]),
        );
    }
    points
}

/// The sign of a number that is 0 or at least 1/1000 away from it. Such are cross and scalar
/// products of small points: times 2 they are algebraic integers, whose other conjugates, three at
/// most, are at most 8 in absolute value.
fn plain_sign(number: f64) -> Ordering {
    assert!(number.abs() < 1e-9 || number.abs() > 9e-4, "{number}");
    if number.abs() < 1e-9 { Ordering::Equal } else { number.total_cmp(&0.0) }
}

#[test]
fn signs_of_small_points_are_those_of_floating_point_numbers() {
    for ring in rings() {
        let points = small_points(&ring);
        for u in &points {
            let [ux, uy] = ring.approximate(*u);
            assert_eq!(ring.sign_of_real(*u), plain_sign(ux));
            assert_eq!(ring.sign_of_imaginary(*u), plain_sign(uy));
            for v in &points {
                let [vx, vy] = ring.approximate(*v);
                assert_eq!(ring.cross_sign(*u, *v), plain_sign(ux * vy - uy * vx), "{u:?} {v:?}");
                assert_eq!(ring.dot_sign(*u, *v), plain_sign(ux * vx + uy * vy), "{u:?} {v:?}");
            }
        }
    }
}

#[test]
fn directions_are_sorted_by_angle() {
    for ring in rings() {
        let points = small_points(&ring).split_off(1);
        let angle = |point: Point| {
            let [x, y] = ring.approximate(point);
            let y = if ring.sign_of_imaginary(point) == Ordering::Equal { 0.0 } else { y };
            y.atan2(x).rem_euclid(std::f64::consts::TAU)
        };
        for u in &points {
            for v in &points {
                let (a, b) = (angle(*u), angle(*v));
                let expected = if (a - b).abs() < 1e-9 { Ordering::Equal } else { a.total_cmp(&b) };
                assert_eq!(ring.compare_directions(*u, *v), expected, "{u:?} {v:?}");
            }
        }
        let units: Vec<Point> = (0..ring.order()).map(|k| ring.unit(k)).collect();
        assert!(units.is_sorted_by(|u, v| ring.compare_directions(*u, *v) == Ordering::Less));
    }
}

/// Checks the signs of p - q r for neighbours p / q of an irrational number r, which alternate
/// around it, and returns how many there are with coordinates of 32 bits.
fn alternating(
    ring: &Ring,
    number: Point,
    mut convergents: impl FnMut(usize) -> Option<[i32; 2]>,
) -> usize {
    for k in 0.. {
        let Some([p, q]) = convergents(k) else { return k };
        let difference = ring.unit(0).times(p) - number.times(q);
        let expected = if k % 2 == 0 { Ordering::Less } else { Ordering::Greater };
        assert_eq!(ring.sign_of_real(difference), expected, "{p}/{q}");
        assert_eq!(ring.sign_of_imaginary(difference), Ordering::Equal);
        for turn in 0..ring.order() {
            let unit = ring.unit(turn);
            let turned = ring.product(difference, unit);
            assert_eq!(ring.dot_sign(unit, turned), expected);
            assert_eq!(ring.cross_sign(unit, turned), Ordering::Equal);
            let ahead = ring.turn(unit, ring.order() / 2 - 1);
            assert_eq!(ring.cross_sign(turned, ahead), expected);
        }
    }
    unreachable!("numbers of 32 bits end")
}

#[test]
fn fibonacci_numbers_alternate_around_the_golden_ratio() {
    for order in [10, 20, 30] {
        let ring = Ring::new(order).expect("a known order");
        let golden = ring.unit(order / 10) + ring.unit(order - order / 10);
        let mut pair = [1_i32, 1];
        let count = alternating(&ring, golden, |_| {
            let [p, q] = pair;
            // Coordinates have room for 4 times the larger number.
            pair = [p.checked_add(q).filter(|sum| *sum < i32::MAX / 4)?, p];
            Some([p, q])
        });
        assert!(count > 38, "{count}");
    }
    // Here floating-point numbers are at a loss.
    let ring = Ring::new(10).expect("a known order");
    let golden = ring.unit(1) + ring.unit(9);
    let (larger, smaller) = (701_408_733, 433_494_437);
    let difference = ring.unit(0).times(larger) - golden.times(smaller);
    assert_eq!(ring.sign_of_real(difference), Ordering::Less);
    let true_size = (1.0 / f64::from(smaller)) / 5_f64.sqrt();
    assert!((ring.approximate(difference)[0].abs() - true_size).abs() > true_size / 2.0);
}

#[test]
fn square_roots_have_neighbours_on_both_sides() {
    for order in [8, 16, 24] {
        let ring = Ring::new(order).expect("a known order");
        let root = ring.unit(order / 8) + ring.unit(order - order / 8);
        assert_eq!(ring.product(root, root), ring.unit(0).times(2));
        let mut pair = [1_i32, 1];
        let count = alternating(&ring, root, |_| {
            let [p, q] = pair;
            pair = [p.checked_add(2 * q).filter(|sum| *sum < i32::MAX / 8)?, p + q];
            Some([p, q])
        });
        assert!(count > 18, "{count}");
    }
}

#[test]
fn areas_are_four_times_those_of_geometry_and_add_up() {
    for ring in rings() {
        let order = ring.order();
        // The regular polygon of side 1 that a walk in all directions goes around.
        let corners: Vec<Point> = (0..order)
            .scan(Point::ZERO, |at, k| {
                *at = *at + ring.unit(k);
                Some(*at)
            })
            .collect();
        let n = order as f64;
        let expected = n / (4.0 * (std::f64::consts::PI / n).tan());
        let area = ring.area(&corners);
        let [x, y] = ring.approximate(area);
        assert!(x.abs() < 1e-9 && (y - 4.0 * expected).abs() < 1e-9, "{order}: {y}");
        let reversed: Vec<Point> = corners.iter().rev().copied().collect();
        assert_eq!(ring.area(&reversed), -area);
        let fan = (1..order - 1).map(|k| ring.area(&[corners[0], corners[k], corners[k + 1]]));
        assert_eq!(fan.sum::<Point>(), area);
        let moved: Vec<Point> =
            corners.iter().map(|corner| ring.turn(*corner, 1) + ring.unit(1).times(7)).collect();
        assert_eq!(ring.area(&moved), area);
    }
}

#[test]
fn areas_of_small_quadrangles_add_up_along_both_diagonals() {
    for ring in rings() {
        let points: Vec<Point> = small_points(&ring).into_iter().step_by(3).take(20).collect();
        for b in &points {
            for c in &points {
                for d in &points {
                    let a = ring.unit(1);
                    let whole = ring.area(&[a, *b, *c, *d]);
                    assert_eq!(ring.area(&[a, *b, *c]) + ring.area(&[a, *c, *d]), whole);
                    assert_eq!(ring.area(&[*b, *c, *d]) + ring.area(&[*b, *d, a]), whole);
                }
            }
        }
    }
}

/// Numbers that look random (G. Marsaglia's xorshift).
struct Random(u64);

impl Random {
    /// A number from -`bound` to `bound`.
    fn around_zero(&mut self, bound: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let span = u64::from(2 * bound.unsigned_abs() + 1);
        i32::try_from(self.0 % span).expect("a small number") - bound
    }

    fn point(&mut self, ring: &Ring, bound: i32) -> Point {
        Point::new(&(0..ring.degree()).map(|_| self.around_zero(bound)).collect::<Vec<_>>())
    }
}

#[test]
fn fixed_point_numbers_decide_whatever_is_within_the_bound() {
    const BITS: u32 = 44;
    let mut random = Random(20);
    for ring in rings() {
        // A bound on the absolute value of every point below, in every embedding.
        let sizes: Vec<u64> = vec![(6 * 8 + 1) << 16; ring.embedding_count()];
        let (mut zeros, mut others) = (0, 0);
        while zeros < 300 || others < 300 {
            let direction = random.point(&ring, 1);
            if direction == Point::ZERO {
                continue;
            }
            // Every other point is a real multiple of the direction, or nearly so.
            let real = ring.unit(1) + ring.mirror(ring.unit(1));
            let factor =
                real.times(random.around_zero(1)) + ring.unit(0).times(random.around_zero(2));
            let along = ring.product(direction, factor);
            let point = match random.around_zero(1) {
                0 => random.point(&ring, 6),
                1 => along,
                _ => along + random.point(&ring, 1),
            };
            let is_small = (0..ring.embedding_count()).all(|at| ring.size(point, at) <= sizes[at]);
            if !is_small {
                continue;
            }
            let gap = i128::from(ring.gap(direction, &sizes, BITS));
            let terms = ring.functional(direction, BITS).into_iter().zip(point.coordinates());
            let value: i128 = terms.map(|(number, a)| i128::from(number) * i128::from(*a)).sum();
            let weight: i128 = point.coordinates().iter().map(|a| i128::from(a.abs())).sum();
            assert!(gap > weight, "the bits suffice for {point:?}: {gap}");
            let exact = ring.cross_sign(direction, point);
            assert_eq!(2 * value.abs() >= gap, exact != Ordering::Equal, "{direction:?} {point:?}");
            if exact == Ordering::Equal {
                zeros += 1;
            } else {
                assert_eq!(value.cmp(&0), exact);
                others += 1;
            }
        }
    }
}

#[test]
fn sizes_bound_absolute_values_in_every_embedding() {
    for ring in rings() {
        let others: Vec<usize> = (1..ring.order() / 2)
            .filter(|k| (2..=*k).all(|d| k % d > 0 || ring.order() % d > 0))
            .collect();
        assert_eq!(others.len(), ring.embedding_count());
        for point in small_points(&ring) {
            for (embedding, k) in others.iter().enumerate() {
                let angle = std::f64::consts::TAU * (*k as f64) / (ring.order() as f64);
                let (mut x, mut y) = (0.0, 0.0);
                for (at, a) in point.coordinates()[..ring.degree()].iter().enumerate() {
                    x += f64::from(*a) * (angle * at as f64).cos();
                    y += f64::from(*a) * (angle * at as f64).sin();
                }
                let size = ring.size(point, embedding) as f64 / 65536.0;
                let sum = x.abs() + y.abs();
                assert!(size >= sum && size <= sum + 2.0 / 65536.0, "{point:?}: {size} for {sum}");
            }
        }
    }
}
