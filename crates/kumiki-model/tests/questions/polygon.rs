//! Polygons: all small ones on a grid, against a test of simplicity with plain integers.

use kumiki_model::Polygon;
use kumiki_ring::{Point, Ring};

type Place = [i32; 2];

fn minus(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(u: Place, v: Place) -> i32 {
    u[0] * v[1] - u[1] * v[0]
}

/// How many points two segments have in common: 0, 1 or, for many, 2. It solves p + t r = q + u s
/// for t and u.
fn common_points([p, p2]: [Place; 2], [q, q2]: [Place; 2]) -> usize {
    let (r, s, between) = (minus(p2, p), minus(q2, q), minus(q, p));
    let determinant = cross(r, s);
    if determinant != 0 {
        let sign = determinant.signum();
        let [t, u] = [cross(between, s) * sign, cross(between, r) * sign];
        let range = 0..=determinant.abs();
        return usize::from(range.contains(&t) && range.contains(&u));
    }
    if cross(between, r) != 0 {
        return 0;
    }
    // On one line: compare the shadows on an axis that the line is not perpendicular to.
    let axis = usize::from(r[0] == 0);
    let low = p[axis].min(p2[axis]).max(q[axis].min(q2[axis]));
    let high = p[axis].max(p2[axis]).min(q[axis].max(q2[axis]));
    usize::try_from((high - low).clamp(-1, 1) + 1).expect("0, 1 or 2")
}

/// Whether sides have at most their common corners in common.
fn is_simple(corners: &[Place]) -> bool {
    let count = corners.len();
    let side = |at: usize| [corners[at], corners[(at + 1) % count]];
    (0..count).all(|first| {
        side(first)[0] != side(first)[1]
            && (first + 1..count).all(|second| {
                let are_neighbours = second == first + 1 || (first == 0 && second == count - 1);
                common_points(side(first), side(second)) == usize::from(are_neighbours)
            })
    })
}

/// The corners to the left, without straight ones, the least one first.
fn normalised(corners: &[Place]) -> Vec<Place> {
    let count = corners.len();
    let turns = |at: usize| {
        let [before, here, after] = [at + count - 1, at, at + 1].map(|at| corners[at % count]);
        cross(minus(here, before), minus(after, here)) != 0
    };
    let mut normalised: Vec<Place> =
        (0..count).filter(|at| turns(*at)).map(|at| corners[at]).collect();
    let area: i32 = (0..count).map(|at| cross(corners[at], corners[(at + 1) % count])).sum();
    if area < 0 {
        normalised.reverse();
    }
    let least = (0..normalised.len()).min_by_key(|at| normalised[*at]).unwrap_or(0);
    normalised.rotate_left(least);
    normalised
}

/// Builds the polygon of places in the lattice of 1 and ζ, which has the same turns as the square
/// grid, and checks it. Returns whether it is simple.
fn check(ring: &Ring, places: &[Place]) -> bool {
    let corners: Vec<Point> = places.iter().map(|place| Point::new(place)).collect();
    let built = Polygon::new(ring, &corners);
    assert_eq!(built.is_ok(), is_simple(places), "{places:?}: {built:?}");
    let Ok(polygon) = built else { return false };
    let places_of = |corner: &Point| [corner.coordinates()[0], corner.coordinates()[1]];
    let mut found: Vec<Place> = polygon.corners().iter().map(places_of).collect();
    let least = (0..found.len()).min_by_key(|at| found[*at]).expect("there are corners");
    found.rotate_left(least);
    assert_eq!(found, normalised(places), "{places:?}");
    assert_eq!(polygon.sides().sum::<Point>(), Point::ZERO);
    assert_eq!(
        Polygon::new(ring, polygon.corners()).as_ref(),
        Ok(&polygon),
        "nothing is left to do"
    );
    true
}

/// All lists of so many places of a grid.
fn lists(side: i32, count: u32) -> impl Iterator<Item = Vec<Place>> {
    let cells = side * side;
    (0..cells.pow(count)).map(move |number| {
        (0..count)
            .map(|digit| number / cells.pow(digit) % cells)
            .map(|cell| [cell % side, cell / side])
            .collect()
    })
}

#[test]
fn all_triangles_and_quadrangles_of_a_small_grid_are_judged_as_by_integers() {
    for order in [4, 6, 10] {
        let ring = Ring::new(order).expect("a known order");
        let triangles = lists(3, 3).filter(|places| check(&ring, places)).count();
        // 76 triangles, as each of three corners can come first and both directions are there.
        assert_eq!(triangles, 6 * 76);
        let quadrangles = lists(3, 4).filter(|places| check(&ring, places)).count();
        assert!(quadrangles > 1000, "{quadrangles}");
    }
}

#[test]
fn pentagons_of_a_small_grid_are_judged_as_by_integers() {
    let ring = Ring::new(4).expect("a known order");
    let different = |places: &Vec<Place>| (0..5).all(|at| !places[..at].contains(&places[at]));
    let simple = lists(3, 5).filter(different).filter(|places| check(&ring, places)).count();
    assert!(simple > 2000, "{simple}");
}

#[test]
fn what_is_no_polygon_is_refused_with_a_reason() {
    let ring = Ring::new(4).expect("a known order");
    let refused = |places: &[Place]| {
        let corners: Vec<Point> = places.iter().map(|place| Point::new(place)).collect();
        Polygon::new(&ring, &corners).expect_err("no polygon").to_string()
    };
    for places in [&[][..], &[[0, 0]], &[[0, 0], [1, 0]], &[[0, 0], [1, 0], [2, 0]]] {
        let error = refused(places);
        assert!(
            error.starts_with("bad tiling problem: polygon ") && error.contains("expected"),
            "{error}"
        );
    }
    assert!(refused(&[[0, 0], [2, 0], [0, 2], [2, 2]]).contains("where sides 2 and 4 meet"));
    assert!(refused(&[[0, 0], [2, 0], [1, 0], [1, 1]]).contains("turns back at corner 2"));
    assert!(refused(&[[0, 0], [2, 0], [2, 2], [2, 0]]).contains("comes to corner 4 twice"));
    assert!(refused(&[[0, 0], [501, 0], [0, 1]]).contains("corner 2 is too far away"));
    let many: Vec<Place> = (0..101).map(|x| [x, x * x % 7]).collect();
    assert!(refused(&many).contains("polygon of 101 corners, expected at most 100"));
}

#[test]
fn polygons_of_many_corners_and_far_corners_are_welcome() {
    let ring = Ring::new(4).expect("a known order");
    // A comb with 25 teeth.
    let mut corners = Vec::new();
    for tooth in 0..25 {
        for place in
            [[4 * tooth, 0], [4 * tooth + 2, 0], [4 * tooth + 2, 400], [4 * tooth + 4, 400]]
        {
            corners.push(Point::new(&place));
        }
    }
    corners.pop();
    corners.push(Point::new(&[0, 500]));
    let comb = Polygon::new(&ring, &corners).expect("a comb");
    assert_eq!(comb.corners().len(), 100);
}
