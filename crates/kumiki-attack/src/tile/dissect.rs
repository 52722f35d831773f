//! Polygons cut into polygons by lot.

use super::plane::{Plane, Spot};
use super::polygon::{Polygon, lies_in};
use fastrand::Rng;
use std::cmp::Ordering;

/// A region and the pieces that it falls into.
pub(super) struct Dissection {
    pub(super) region: Polygon,
    pub(super) pieces: Vec<Polygon>,
}

/// A region cut by lot.
pub(super) fn dissection(plane: &Plane, lot: &mut Rng) -> Dissection {
    let most = [2, 2, 3, 3, 4, 5, 6, 7][lot.usize(..8)];
    loop {
        let cut = match plane.order() {
            4 | 6 if lot.u8(..10) < 4 => by_cuts(plane, most.min(5), lot),
            _ => by_joins(plane, most, lot),
        };
        if let Some(cut) = cut.filter(|cut| cut.pieces.len() > 1) {
            return cut;
        }
    }
}

/// Rhombi and parts of rhombi, joined until few pieces are left.
fn by_joins(plane: &Plane, most: usize, lot: &mut Rng) -> Option<Dissection> {
    let mut pieces = atoms(plane, lot);
    let mut region = join(plane, &pieces)?;
    // Regions that are not convex: pieces are taken away where that leaves one polygon.
    if lot.bool() {
        for _ in 0..lot.usize(1..=3) {
            let gone = pieces.swap_remove(lot.usize(..pieces.len()));
            match join(plane, &pieces) {
                Some(rest) => region = rest,
                None => pieces.push(gone),
            }
            if pieces.len() < 2 {
                return None;
            }
        }
    }
    // One piece that takes part in most joins is mostly a frame, or another shape with notches.
    let is_greedy = lot.bool();
    for _ in 0..400 {
        if pieces.len() <= most {
            return Some(Dissection { region, pieces });
        }
        let one = if is_greedy && lot.u8(..4) > 0 { 0 } else { lot.usize(..pieces.len()) };
        let other = lot.usize(..pieces.len());
        if one != other
            && let Some(joined) = join(plane, &[pieces[one].clone(), pieces[other].clone()])
        {
            pieces.swap_remove(one.max(other));
            pieces[one.min(other)] = joined;
        }
    }
    None
}

/// The polygon that polygons make up, if it is one that does not touch itself.
pub(super) fn join(plane: &Plane, pieces: &[Polygon]) -> Option<Polygon> {
    // Sides are cut at all corners, and those that are there in both directions vanish.
    let spots: Vec<Spot> = pieces.iter().flat_map(Polygon::corners).copied().collect();
    let mut sides: Vec<(Spot, Spot)> = Vec::new();
    for (from, to) in pieces.iter().flat_map(Polygon::sides) {
        let mut on: Vec<Spot> =
            spots.iter().copied().filter(|spot| is_on(plane, *spot, from, to)).collect();
        on.sort_unstable_by(|one, other| plane.lowest_first(*one, *other));
        on.dedup();
        if plane.lowest_first(from, to) == Ordering::Greater {
            on.reverse();
        }
        sides.extend(on.windows(2).map(|ends| (ends[0], ends[1])));
    }
    let outer: Vec<(Spot, Spot)> =
        sides.iter().copied().filter(|(from, to)| !sides.contains(&(*to, *from))).collect();
    let mut corners = vec![outer.first()?.0];
    loop {
        let last = corners[corners.len() - 1];
        let mut leaving = outer.iter().filter(|side| side.0 == last);
        let (Some(side), None) = (leaving.next(), leaving.next()) else { return None };
        if side.1 == corners[0] {
            break;
        }
        corners.push(side.1);
    }
    (corners.len() == outer.len()).then(|| Polygon::new(plane, &corners)).flatten()
}

fn is_on(plane: &Plane, spot: Spot, from: Spot, to: Spot) -> bool {
    plane.side(to - from, spot - from) == Ordering::Equal
        && plane.lowest_first(spot, from) != plane.lowest_first(spot, to)
}

/// A polygon with parallel opposite sides, filled with rhombi by lot; or with halves or quarters of
/// them.
fn atoms(plane: &Plane, lot: &mut Rng) -> Vec<Polygon> {
    let half = plane.order() / 2;
    // Exchanging neighbours until the directions are in the opposite order lays one rhombus at a
    // time.
    let mut word: Vec<usize> = match plane.order() {
        4 => [vec![0; lot.usize(1..=4)], vec![1; lot.usize(1..=3)]].concat(),
        6 => (0..3).flat_map(|direction| vec![direction; lot.usize(0..=2)]).collect(),
        _ => (0..half).filter(|_| lot.u8(..10) < 7).collect(),
    };
    if word.is_empty() || word[0] == word[word.len() - 1] {
        word = vec![0, 1, half - 1];
        word.dedup();
    }
    let is_cut = |part: u8, lot: &mut Rng| lot.u8(..4) < part;
    let (cut, quarters) = (lot.u8(..=4), lot.u8(..4));
    let mut atoms = Vec::new();
    loop {
        let swaps: Vec<usize> = (1..word.len()).filter(|at| word[at - 1] < word[*at]).collect();
        if swaps.is_empty() {
            return atoms
                .into_iter()
                .filter_map(|corners: Vec<Spot>| Polygon::new(plane, &corners))
                .collect();
        }
        let at = swaps[lot.usize(..swaps.len())];
        let before = word[..at - 1].iter().map(|direction| plane.unit(*direction) * 2);
        let start = before.fold(Spot::default(), |sum, step| sum + step);
        let [one, other] = [word[at - 1], word[at]].map(|direction| plane.unit(direction));
        let [a, b, c, d] = [start, start + one * 2, start + one * 2 + other * 2, start + other * 2];
        let middle = start + one + other;
        if !is_cut(cut, lot) {
            atoms.push(vec![a, b, c, d]);
        } else if is_cut(quarters, lot) {
            atoms.extend([
                vec![a, b, middle],
                vec![b, c, middle],
                vec![c, d, middle],
                vec![d, a, middle],
            ]);
        } else if plane.order() == 6 && word[at] - word[at - 1] == 1
            || plane.order() != 6 && lot.bool()
        {
            atoms.extend([vec![a, b, d], vec![b, c, d]]);
        } else {
            atoms.extend([vec![a, b, c], vec![a, c, d]]);
        }
        word.swap(at - 1, at);
    }
}

/// A polygon on the grid, cut along lines from grid point to grid point.
fn by_cuts(plane: &Plane, most: usize, lot: &mut Rng) -> Option<Dissection> {
    let (width, height) = (lot.i64(1..=4), lot.i64(2..=4));
    let spot = |x, y| Spot([x, y, 0, 0]);
    let region = match plane.order() {
        6 if lot.bool() => (0..6).map(|direction| plane.unit(direction) * 2).collect(),
        _ => vec![spot(0, 0), spot(width, 0), spot(width, height), spot(0, height)],
    };
    let region = Polygon::new(plane, &region)?;
    let mut pieces = vec![region.clone()];
    if lot.bool() {
        let (one, other) = cut(plane, &region, true, lot)?;
        pieces = vec![one, other];
    }
    for _ in 0..20 {
        if pieces.len() >= most {
            break;
        }
        let at = lot.usize(..pieces.len());
        if let Some((one, other)) = cut(plane, &pieces[at], false, lot) {
            pieces[at] = one;
            pieces.push(other);
        }
    }
    Some(Dissection { region, pieces })
}

/// A polygon cut in two along a line with few corners; one that looks the same upside down, if so
/// wanted.
fn cut(plane: &Plane, whole: &Polygon, is_even: bool, lot: &mut Rng) -> Option<(Polygon, Polygon)> {
    let corners = whole.corners();
    let bounds = |at: usize| {
        let numbers = corners.iter().map(|corner| corner.0[at]);
        (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0))
    };
    let ((left, right), (low, high)) = (bounds(0), bounds(1));
    // Opposite corners of the bounding box add up to this, as do opposite points of the line.
    let sum = Spot([left + right, low + high, 0, 0]);
    for _ in 0..30 {
        let any = |lot: &mut Rng| Spot([lot.i64(left..=right), lot.i64(low..=high), 0, 0]);
        let line: Vec<Spot> = if is_even {
            let half: Vec<Spot> = (0..lot.usize(1..=2)).map(|_| any(lot)).collect();
            half.iter().copied().chain(half.iter().rev().map(|spot| sum - *spot)).collect()
        } else {
            (0..lot.usize(2..=4)).map(|_| any(lot)).collect()
        };
        let (start, end) = (line[0], line[line.len() - 1]);
        // The outline, with the ends of the line among its corners.
        let mut outline: Vec<Spot> = Vec::new();
        for (from, to) in whole.sides() {
            let mut on = vec![from, start, end];
            on.retain(|spot| *spot != to && is_on(plane, *spot, from, to));
            on.sort_unstable_by(|one, other| plane.lowest_first(*one, *other));
            if plane.lowest_first(from, to) == Ordering::Greater {
                on.reverse();
            }
            outline.extend(on);
        }
        outline.dedup();
        let place = |wanted: Spot| outline.iter().position(|spot| *spot == wanted);
        let (Some(from), Some(to)) = (place(start), place(end)) else { continue };
        // From one end of the line along the outline to the other, without the ends.
        let along = |from: usize, to: usize| {
            let steps = (to + outline.len() - from) % outline.len();
            (1..steps).map(|step| outline[(from + step) % outline.len()]).collect::<Vec<Spot>>()
        };
        let one = [&line[..], &along(to, from)].concat();
        let back: Vec<Spot> = line.iter().rev().copied().collect();
        let other = [&back[..], &along(from, to)].concat();
        let (one, other) = (Polygon::new(plane, &one), Polygon::new(plane, &other));
        if let (Some(one), Some(other)) = (one, other) {
            let fits = lies_in(plane, &one, whole) && lies_in(plane, &other, whole);
            if fits && join(plane, &[one.clone(), other.clone()]).as_ref() == Some(whole) {
                return Some((one, other));
            }
        }
    }
    None
}
