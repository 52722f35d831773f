//! Tiling questions: dominoes, lozenges, and random ones on the square and the triangular grid.

use super::Dice;
use super::outline::outline;
use crate::atoms::{Atom, Corner, Grid};
use kumiki_model::{Apart, Colours, Polygon, Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use std::collections::BTreeSet;

/// A rectangle to be filled with dominoes.
///
/// # Panics
/// If a side is 0 or above 100.
#[must_use]
pub fn dominoes(rows: i32, columns: i32) -> TilingQuestion {
    let domino = tile(Grid::Squares, "domino", &[[0, 0], [2, 0], [2, 1], [0, 1]]);
    stated(Grid::Squares, &[[0, 0], [columns, 0], [columns, rows], [0, rows]], vec![domino])
}

/// A hexagon whose sides have these lengths, each twice, to be filled with rhombs of unit
/// triangles. The tilings are the plane partitions in a box with these sides.
///
/// # Panics
/// If a side is 0 or above 100.
#[must_use]
pub fn lozenges([a, b, c]: [i32; 3]) -> TilingQuestion {
    let rhomb = tile(Grid::Triangles, "rhomb", &[[0, 0], [1, 0], [1, 1], [0, 1]]);
    let hexagon = [[0, 0], [a, 0], [a, b], [a - c, b + c], [-c, b + c], [-c, c]];
    stated(Grid::Triangles, &hexagon, vec![rhomb])
}

/// So many random questions without colours, on both grids in turn: one to three kinds of small
/// tiles, not all of them convex, and a region that was made of some of them. Some kinds may be
/// turned or flipped, or must be used so often, or at most so often; then there may be no tiling at
/// all. The same seed gives the same questions.
///
/// ```
/// use kumiki_oracle::{naive, universe};
/// for question in universe::random_tiling_questions(1, 10) {
///     assert!(naive::tilings(&question).is_some());
/// }
/// ```
pub fn random_tiling_questions(seed: u64, count: usize) -> impl Iterator<Item = TilingQuestion> {
    let mut dice = Dice::new(seed);
    (0..count)
        .map(move |at| random_question(&mut dice, [Grid::Squares, Grid::Triangles][at % 2], None))
}

/// So many random dissections: a rectangle, a parallelogram or a hexagon cut into polygons of all
/// shapes, frames and hooks among them, and the question in how many ways the pieces fill it again.
/// Some kinds may be turned or flipped, or there may be more of them than it takes. Every question
/// has a tiling. The same seed gives the same questions.
pub fn random_dissections(seed: u64, count: usize) -> impl Iterator<Item = TilingQuestion> {
    let mut dice = Dice::new(seed);
    (0..count)
        .map(move |at| random_dissection(&mut dice, [Grid::Squares, Grid::Triangles][at % 2], None))
}

/// The same with one to three colours; then there may be no tiling.
pub fn random_coloured_dissections(
    seed: u64,
    count: usize,
) -> impl Iterator<Item = TilingQuestion> {
    let mut dice = Dice::new(seed);
    (0..count).map(move |at| {
        let colours = random_colours(&mut dice, 3);
        random_dissection(&mut dice, [Grid::Squares, Grid::Triangles][at % 2], Some(colours))
    })
}

/// The same with one to four colours, and with every rule about equal colours.
pub fn random_coloured_tiling_questions(
    seed: u64,
    count: usize,
) -> impl Iterator<Item = TilingQuestion> {
    let mut dice = Dice::new(seed);
    (0..count).map(move |at| {
        let colours = random_colours(&mut dice, 4);
        random_question(&mut dice, [Grid::Squares, Grid::Triangles][at % 2], Some(colours))
    })
}

/// The largest regions, in atoms.
const MAX_ATOMS: usize = 40;

/// The largest regions in tiles of the smallest kind, so that there are not too many tilings to
/// list.
const MAX_TILES: usize = 12;

/// The same for questions with colours.
const MAX_PAINTED: usize = 6;

fn random_colours(dice: &mut Dice, most: usize) -> Colours {
    let names = ["red", "green", "blue", "white"]
        .iter()
        .take(1 + dice.below(most))
        .map(ToString::to_string);
    let names = names.collect();
    Colours {
        names,
        apart: [Apart::Sides, Apart::Points, Apart::Sides, Apart::Free][dice.below(4)],
    }
}

fn random_dissection(dice: &mut Dice, grid: Grid, colours: Option<Colours>) -> TilingQuestion {
    let mut length = || i32::try_from(1 + dice.below(3)).expect("small");
    let [a, b, c] = [length(), length(), length()];
    let region = match grid {
        Grid::Triangles if dice.percent(40) => {
            vec![[0, 0], [1, 0], [1, 1], [0, 2], [-1, 2], [-1, 1]]
        }
        _ => vec![[0, 0], [a, 0], [a, b.max(c)], [0, b.max(c)]],
    };
    // Halves of unit squares, cut along either diagonal, or unit triangles.
    let mut left: Vec<BTreeSet<Atom>> = Vec::new();
    for atom in grid.atoms(&region).expect("regions are made of atoms") {
        match grid {
            Grid::Triangles => left.push([atom].into()),
            Grid::Squares if atom.part == 0 => {
                let turn = dice.below(2);
                let half =
                    |first: usize| [0, 1].map(|at| Atom { part: (first + at) % 4, ..atom }).into();
                left.extend([half(turn), half(turn + 2)]);
            }
            Grid::Squares => {}
        }
    }
    let mut pieces: Vec<BTreeSet<Atom>> = Vec::new();
    while !left.is_empty() {
        let mut piece = left.swap_remove(dice.below(left.len()));
        for _ in 0..dice.below(40) {
            let Some(next) = (!left.is_empty()).then(|| dice.below(left.len())) else { break };
            let larger: BTreeSet<Atom> = piece.union(&left[next]).copied().collect();
            if outline(grid, &larger).is_some() {
                left.swap_remove(next);
                piece = larger;
            }
        }
        pieces.push(piece);
    }
    // Pieces that are alike but for a shift are one kind.
    let mut kinds: Vec<(BTreeSet<Atom>, u32)> = Vec::new();
    for piece in pieces {
        let is_alike = |(kind, _): &(BTreeSet<Atom>, u32)| {
            let shift = shifts(&piece, kind);
            kind.iter().map(|atom| atom.shifted(shift)).eq(piece.iter().copied())
        };
        match kinds.iter().position(is_alike) {
            Some(at) => kinds[at].1 += 1,
            None => kinds.push((piece, 1)),
        }
    }
    let tile = |(at, (atoms, used)): (usize, (BTreeSet<Atom>, u32))| {
        let corners = outline(grid, &atoms).expect("pieces are polygons");
        let (least, most) = match dice.below(6) {
            0 => (0, Some(used)),
            1 => (used - 1, Some(used + 1)),
            _ => (used, Some(used)),
        };
        let most_of_a_colour = (colours.is_some() && dice.percent(20)).then_some(used);
        let (turns, flips) = (dice.percent(50), dice.percent(30));
        Tile {
            least,
            most,
            most_of_a_colour,
            turns,
            flips,
            ..tile(grid, &format!("t{at}"), &corners)
        }
    };
    let tiles = kinds.into_iter().enumerate().map(tile).collect();
    TilingQuestion::new("dissection", ring(grid), polygon(grid, &region), tiles, colours)
        .expect("names and bounds are in order")
}

/// What brings the first atom of one set to that of another.
fn shifts(to: &BTreeSet<Atom>, from: &BTreeSet<Atom>) -> Corner {
    let first = |atoms: &BTreeSet<Atom>| atoms.first().map_or([0, 0], |atom| atom.at);
    let ([x, y], [a, b]) = (first(to), first(from));
    [x - a, y - b]
}

fn random_question(dice: &mut Dice, grid: Grid, mut colours: Option<Colours>) -> TilingQuestion {
    let mut tiles: Vec<Tile> = Vec::new();
    let mut postures: Vec<Vec<BTreeSet<Atom>>> = Vec::new();
    for name in ["a", "b", "c"].iter().take(1 + dice.below(3)) {
        let brick_count = [1, 2, 2, 3, 3, 4][dice.below(6)];
        let (atoms, _) = grown(dice, grid, &bricks(grid), brick_count, MAX_ATOMS);
        let corners = outline(grid, &atoms).expect("what has grown is a polygon");
        let kind =
            Tile { turns: dice.percent(80), flips: dice.percent(40), ..tile(grid, name, &corners) };
        postures.push(ways(grid, &corners, &kind));
        tiles.push(kind);
    }
    let smallest = postures.iter().map(|ways| ways[0].len()).min().expect("at least one kind");
    let room = MAX_ATOMS.min(smallest * if colours.is_some() { MAX_PAINTED } else { MAX_TILES });
    let tile_count = 1 + dice.below(10);
    let (atoms, used) = grown(dice, grid, &postures, tile_count, room);
    for (tile, used) in tiles.iter_mut().zip(used) {
        let used = u32::try_from(used).expect("few tiles");
        (tile.least, tile.most) = match dice.below(8) {
            0 => (used, Some(used.max(1))),
            1 => (used.min(1), Some(used + 1)),
            2 => (0, Some(used.max(1))),
            3 => (used.saturating_sub(1), None),
            4 => (used + 1, Some(used + 2)),
            _ => (0, None),
        };
        if colours.is_some() && dice.percent(20) {
            tile.most_of_a_colour = Some(1 + u32::from(dice.percent(50)));
        }
    }
    if let Some(colours) = &mut colours
        && dice.percent(10)
    {
        colours.names.truncate(1);
    }
    let corners = outline(grid, &atoms).expect("what has grown is a polygon");
    let (ring, region) = (ring(grid), polygon(grid, &corners));
    TilingQuestion::new("random", ring, region, tiles, colours)
        .expect("names and bounds are in order")
}

/// What tiles are grown from: unit squares and their halves, or unit triangles.
fn bricks(grid: Grid) -> Vec<Vec<BTreeSet<Atom>>> {
    let part = |part: usize| Atom { at: [0, 0], part };
    match grid {
        Grid::Squares => vec![
            vec![(0..4).map(part).collect()],
            (0..4).map(|first| [first, (first + 1) % 4].map(part).into()).collect(),
        ],
        Grid::Triangles => vec![(0..2).map(|at| [part(at)].into()).collect()],
    }
}

/// The atoms of a tile in all ways to lay it, shifts aside.
fn ways(grid: Grid, corners: &[Corner], tile: &Tile) -> Vec<BTreeSet<Atom>> {
    let hands = [false, true].into_iter().take(1 + usize::from(tile.flips));
    let turn_count = if tile.turns { grid.order() } else { 1 };
    let all = hands.flat_map(|is_flipped| (0..turn_count).map(move |turns| (is_flipped, turns)));
    all.map(|(is_flipped, turns)| {
        let moved: Vec<Corner> =
            corners.iter().map(|corner| grid.moved(*corner, is_flipped, turns)).collect();
        grid.atoms(&moved).expect("made of atoms in every posture")
    })
    .collect()
}

/// Random pieces put together, of each kind in one of its postures, so that they form a polygon of
/// at most so many atoms at any time; and how many of each kind there are. There may be fewer than
/// asked for.
fn grown(
    dice: &mut Dice,
    grid: Grid,
    kinds: &[Vec<BTreeSet<Atom>>],
    count: usize,
    max_atoms: usize,
) -> (BTreeSet<Atom>, Vec<usize>) {
    let mut grown: BTreeSet<Atom> = BTreeSet::new();
    let mut used = vec![0; kinds.len()];
    for _ in 0..40 * count {
        if used.iter().sum::<usize>() == count {
            break;
        }
        let kind = dice.below(kinds.len());
        let posture = &kinds[kind][dice.below(kinds[kind].len())];
        let mut pick = |atoms: &BTreeSet<Atom>| {
            let at = dice.below(atoms.len().max(1));
            atoms.iter().nth(at).map_or([0, 0], |atom| atom.at)
        };
        let [here, there] = [pick(&grown), pick(posture)];
        let mut near = |axis: usize| here[axis] - there[axis] + [-1, 0, 1][dice.below(3)];
        let shift = [near(0), near(1)];
        let piece: BTreeSet<Atom> = posture.iter().map(|atom| atom.shifted(shift)).collect();
        let union: BTreeSet<Atom> = grown.union(&piece).copied().collect();
        let fits = union.len() == grown.len() + piece.len()
            && (union.len() <= max_atoms || grown.is_empty());
        if fits && outline(grid, &union).is_some() {
            grown = union;
            used[kind] += 1;
        }
    }
    (grown, used)
}

fn ring(grid: Grid) -> Ring {
    Ring::new(grid.order()).expect("both grids have a ring")
}

fn polygon(grid: Grid, corners: &[Corner]) -> Polygon {
    let points: Vec<Point> = corners.iter().map(|corner| Point::new(corner)).collect();
    Polygon::new(&ring(grid), &points).expect("a simple polygon")
}

/// A kind of tile that may be turned and used as often as one likes.
fn tile(grid: Grid, name: &str, corners: &[Corner]) -> Tile {
    Tile {
        name: name.to_owned(),
        shape: polygon(grid, corners),
        least: 0,
        most: None,
        most_of_a_colour: None,
        turns: true,
        flips: false,
    }
}

fn stated(grid: Grid, region: &[Corner], tiles: Vec<Tile>) -> TilingQuestion {
    TilingQuestion::new("grid", ring(grid), polygon(grid, region), tiles, None)
        .expect("a valid question")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;

    #[test]
    fn random_questions_are_of_many_kinds_and_most_have_tilings() {
        let questions: Vec<TilingQuestion> = random_tiling_questions(11, 200).collect();
        let has = |property: &dyn Fn(&Tile) -> bool| {
            questions.iter().filter(|question| question.tiles().iter().any(property)).count()
        };
        assert!(has(&|tile| !tile.turns) > 40);
        assert!(has(&|tile| tile.flips) > 40);
        assert!(has(&|tile| tile.most == Some(tile.least)) > 20);
        assert!(has(&|tile| tile.shape.corners().len() > 4) > 60, "tiles that are not convex");
        let solvable = |question: &&TilingQuestion| {
            naive::tilings(question).is_some_and(|list| !list.is_empty())
        };
        let solved = questions.iter().filter(solvable).count();
        assert!(solved > 100 && solved < 200, "{solved}");
        let several = questions
            .iter()
            .filter(|q| naive::tilings(q).is_some_and(|list| list.len() > 3))
            .count();
        assert!(several > 40, "{several}");
    }

    #[test]
    fn the_same_seed_gives_the_same_questions() {
        let texts = |seed| {
            random_tiling_questions(seed, 5)
                .map(|question| format!("{question:?}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(4), texts(4));
        assert_ne!(texts(4), texts(5));
    }

    #[test]
    fn coloured_questions_have_every_rule() {
        let questions: Vec<TilingQuestion> = random_coloured_tiling_questions(6, 100).collect();
        for rule in [Apart::Free, Apart::Sides, Apart::Points] {
            let with_rule = questions
                .iter()
                .filter(|q| q.colours().is_some_and(|colours| colours.apart == rule));
            assert!(with_rule.count() > 10, "{rule:?}");
        }
    }
}
