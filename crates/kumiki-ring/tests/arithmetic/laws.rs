//! The laws of arithmetic, on all small points of every ring.

use kumiki_ring::{Point, Ring};

/// Every order that there is a ring for.
const ORDERS: [usize; 12] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 30];

fn rings() -> impl Iterator<Item = Ring> {
    ORDERS.into_iter().map(|order| Ring::new(order).expect("a known order"))
}

/// All points with at most two coordinates that are not 0, which are 1, -1 or, if there is only
/// one, 3.
fn small_points(ring: &Ring) -> Vec<Point> {
    let basis = |k: usize| ring.unit(k);
    let mut points = vec![Point::ZERO];
    for first in 0..ring.degree() {
        points.extend([basis(first), -basis(first), basis(first).times(3)]);
        for second in 0..first {
            let (a, b) = (basis(first), basis(second));
            points.extend([a + b, a - b, b - a, -a - b]);
        }
    }
    points
}

#[test]
fn orders_without_a_ring_are_refused() {
    for order in (0..4).chain((5..60).step_by(2)).chain([26, 28, 32, 34, 36, 40, 42, 60, 1000]) {
        let error = Ring::new(order).expect_err("no such ring");
        assert_eq!(error.order, order);
        let expected = format!("ring of order {order}, expected an even order from 4 to 24, or 30");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn the_degree_is_the_number_of_powers_that_are_roots_of_the_same_order() {
    let degrees: Vec<usize> = rings().map(|ring| ring.degree()).collect();
    assert_eq!(degrees, [2, 2, 4, 4, 4, 6, 8, 6, 8, 10, 8, 8]);
    for ring in rings() {
        assert_eq!(ring.embedding_count(), ring.degree() / 2);
        let units: Vec<Point> = (0..ring.order()).map(|k| ring.unit(k)).collect();
        for (k, unit) in units.iter().enumerate() {
            assert!(!units[..k].contains(unit), "powers below the order are different");
        }
        assert_eq!(ring.unit(ring.order()), units[0]);
        for (k, unit) in units.iter().enumerate().take(ring.degree()) {
            assert!(unit.coordinates().iter().enumerate().all(|(at, a)| *a == i32::from(at == k)));
        }
    }
}

#[test]
fn roots_of_unity_add_up_to_nothing() {
    for ring in rings() {
        let order = ring.order();
        for parts in (2..=order).filter(|parts| order % parts == 0) {
            let sum: Point = (0..parts).map(|k| ring.unit(k * order / parts)).sum();
            assert_eq!(sum, Point::ZERO, "{parts} of order {order}");
        }
    }
}

#[test]
fn turning_is_multiplication_and_comes_back() {
    for ring in rings() {
        for point in small_points(&ring) {
            assert_eq!(ring.turn(point, 0), point);
            assert_eq!(ring.turn(point, ring.order()), point);
            assert_eq!(ring.turn(point, ring.order() / 2), -point);
            let mut turned = point;
            for k in 0..ring.order() {
                assert_eq!(ring.turn(point, k), turned);
                assert_eq!(ring.product(point, ring.unit(k)), turned);
                turned = ring.turn(turned, 1);
            }
            assert_eq!(turned, point);
        }
    }
}

#[test]
fn mirroring_is_an_involution_that_respects_sums_and_products() {
    for ring in rings() {
        let points = small_points(&ring);
        for k in 0..ring.order() {
            assert_eq!(ring.mirror(ring.unit(k)), ring.unit(ring.order() - k));
        }
        for a in &points {
            assert_eq!(ring.mirror(ring.mirror(*a)), *a);
            for b in &points {
                let mirrored = [*a, *b].map(|point| ring.mirror(point));
                assert_eq!(ring.mirror(*a + *b), mirrored[0] + mirrored[1]);
                assert_eq!(
                    ring.mirror(ring.product(*a, *b)),
                    ring.product(mirrored[0], mirrored[1])
                );
            }
        }
    }
}

#[test]
fn products_commute_associate_and_distribute() {
    for ring in rings() {
        let points = small_points(&ring);
        for a in &points {
            assert_eq!(ring.product(*a, ring.unit(0)), *a);
            for b in &points {
                let product = ring.product(*a, *b);
                assert_eq!(product, ring.product(*b, *a));
                for k in 0..ring.degree() {
                    let c = ring.unit(k) + ring.unit(0).times(2);
                    assert_eq!(ring.product(product, c), ring.product(*a, ring.product(*b, c)));
                    assert_eq!(ring.product(*a + *b, c), ring.product(*a, c) + ring.product(*b, c));
                }
            }
        }
    }
}

#[test]
fn products_are_those_of_complex_numbers() {
    for ring in rings() {
        let points = small_points(&ring);
        for a in &points {
            for b in &points {
                let ([ax, ay], [bx, by]) = (ring.approximate(*a), ring.approximate(*b));
                let [x, y] = ring.approximate(ring.product(*a, *b));
                assert!(
                    (x - (ax * bx - ay * by)).abs() < 1e-9
                        && (y - (ax * by + ay * bx)).abs() < 1e-9
                );
            }
        }
    }
}
