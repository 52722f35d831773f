//! Numbers that all tilings of a polygon have in common.
//!
//! # Strips
//! A rhombus has opposite sides. In a tiling by rhombi, go from a side of the region through the
//! rhombus there to the opposite side, on through the next rhombus, and so on: this strip ends at
//! another side of the region, as long and in the opposite direction. Two strips cross in a
//! rhombus, always the same way around; so which strips cross can be told from where they end, and
//! with it how many rhombi there are with sides in two given directions, *in every tiling*, before
//! any tile is laid.
//!
//! # Without strips
//! The same numbers can be had without following strips, and for all tiles that have as many steps
//! in each direction as in the opposite one. Give each axis a dimension of its own and walk around
//! a polygon there: a step to the right along axis i changes coordinate i only. Tiles come back to
//! where they began, so a region that has a tiling does, too. And the area around which the walk
//! goes, seen in the plane of the dimensions i and j, is the sum of those of the tiles. A rhombus
//! has area 1 in one plane, and 0 in all others.
//!
//! * **K1** Polygons for which a walk does not come back, or goes around a negative area, have no
//!   tilings.
//! * **K2** A tile that has more area in some plane than a polygon is in none of its tilings.
//!
//! We count in whole steps. Corners can meet sides between two steps; of polygons with such sides
//! nothing is said.

use crate::fits::Barred;
use crate::outline::Outline;
use crate::spot::Spot;
use crate::table::{Table, Variant};

/// With fewer axes there is one plane, and its area is the area.
const FEWEST_AXES: usize = 3;

/// The areas in all planes, with room to measure those of a polygon.
///
/// * **K3** `steps[axis]` is a step to the right along an axis. All sides of tiles along this axis
///   are whole multiples of it.
/// * **K4** Plane `j * axes + i`, for i < j, is that of axes i and j. In it, no tile has a negative
///   area.
#[derive(Clone, Debug)]
pub(crate) struct Crossings {
    /// For each axis the step in which its sides are counted (K3).
    steps: Vec<Step>,
    /// For each plane (K4) the ways of tiles that have an area there.
    by_plane: Vec<Vec<EqualAreaWays>>,
    /// Where the walk around a polygon is, by axis, in steps. Room for measuring.
    position: Vec<i64>,
    /// By plane (K4), the areas of the polygon measured last, in products of steps. Room for
    /// measuring.
    areas: Vec<i64>,
}

/// A step: a vector, and what it adds to the height over [`Table::across`] of its axis.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// From its beginning to its end.
    vector: Spot,
    /// Change of height along it over an axis that is not its own; never 0.
    climb: i64,
}

/// What the areas say about a polygon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// K1: there is no tiling.
    NoTiling,
    /// K2: there is none with certain tiles.
    Measured,
    /// Nothing, since some side is no whole number of steps.
    Unknown,
}

/// Ways of tiles that have the same area in a plane: some of a word of [`Barred`].
#[derive(Clone, Copy, Debug)]
struct EqualAreaWays {
    /// Position of the word in `Barred` (X3).
    word: usize,
    /// The ways, as bits of that word.
    ways: u64,
    /// The area of each, in products of steps; at least 1.
    area: i64,
}

impl Crossings {
    /// `None` if the sides are no multiples of a step, if some tile has more steps in a direction
    /// than in the opposite one, or if there is nothing to learn.
    pub(crate) fn new(table: &Table) -> Option<Self> {
        let axes = table.axes;
        if axes < FEWEST_AXES {
            return None;
        }
        let mut crossings = Self {
            steps: shortest_sides(table)?,
            by_plane: vec![Vec::new(); axes * axes],
            position: vec![0; axes],
            areas: vec![0; axes * axes],
        };
        let outlines = table.variants.iter().map(|variant| Outline::new(table, &variant.corners));
        let outlines: Vec<Outline> = outlines.collect();
        for (direction, ways) in table.ways_out.iter().enumerate() {
            for (at, way) in ways.iter().enumerate() {
                let outline = &outlines[table.ways[*way as usize].variant];
                if crossings.measure(table, outline) != Verdict::Measured {
                    return None;
                }
                let word = direction * table.way_words + at / 64;
                for (plane, area) in
                    crossings.areas.iter().enumerate().filter(|(_, area)| **area > 0)
                {
                    let of_plane = &mut crossings.by_plane[plane];
                    match of_plane
                        .iter_mut()
                        .find(|other| other.word == word && other.area == *area)
                    {
                        Some(equal) => equal.ways |= 1 << (at % 64),
                        None => {
                            of_plane.push(EqualAreaWays {
                                word,
                                ways: 1 << (at % 64),
                                area: *area,
                            });
                        }
                    }
                }
            }
        }
        Some(crossings)
    }

    /// K1, K2: bars the tiles that are in no tiling of a polygon. Says whether there can be a
    /// tiling.
    pub(crate) fn bar(&mut self, table: &Table, outline: &Outline, barred: &mut Barred) -> bool {
        let verdict = self.measure(table, outline);
        if verdict == Verdict::Measured {
            for (of_plane, left) in self.by_plane.iter().zip(&self.areas) {
                for EqualAreaWays { word, ways, .. } in
                    of_plane.iter().filter(|equal| equal.area > *left)
                {
                    barred.bar(*word, *ways);
                }
            }
        }
        verdict != Verdict::NoTiling
    }

    /// Measures the areas of a polygon.
    fn measure(&mut self, table: &Table, outline: &Outline) -> Verdict {
        let axes = table.axes;
        let Self { steps, position, areas, .. } = self;
        let Outline { spots, heights, directions, .. } = outline;
        position.fill(0);
        areas.fill(0);
        for (side, direction) in directions.iter().enumerate() {
            let next = if side + 1 == spots.len() { 0 } else { side + 1 };
            let axis = if *direction < axes { *direction } else { *direction - axes };
            let vector = spots[next].minus(spots[side]);
            let Step { vector: step, climb } = steps[axis];
            // Most sides are a single step, and a division takes longer than all the rest.
            let count = if vector == step {
                1
            } else if step.plus(vector) == Spot::default() {
                -1
            } else {
                let across = Table::across(axis);
                let count = (heights[next * axes + across] - heights[side * axes + across]) / climb;
                if step.times(count) != vector {
                    return Verdict::Unknown;
                }
                count
            };
            // Green's theorem: along axis j, the area in the plane of i and j grows by coordinate
            // i.
            for (area, at) in areas[axis * axes..][..axis].iter_mut().zip(&*position) {
                *area += count * at;
            }
            position[axis] += count;
        }
        let comes_back = position.iter().all(|at| *at == 0);
        if comes_back && areas.iter().all(|area| *area >= 0) {
            Verdict::Measured
        } else {
            Verdict::NoTiling
        }
    }
}

/// The shortest side of a tile along each axis, if all other sides along the axis are multiples of
/// it.
fn shortest_sides(table: &Table) -> Option<Vec<Step>> {
    let axes = table.axes;
    let mut along: Vec<Vec<Step>> = vec![Vec::new(); axes];
    for Variant { corners, directions, .. } in &table.variants {
        let next = corners.iter().cycle().skip(1);
        for ((from, to), direction) in corners.iter().zip(next).zip(directions) {
            let side = if *direction < axes { *to - *from } else { *from - *to };
            let axis = direction % axes;
            let climb =
                table.heights(side).nth(Table::across(axis)).expect("there are several axes");
            along[axis].push(Step { vector: table.lanes.pack(side), climb });
        }
    }
    let shortest = |sides: Vec<Step>| {
        let step = *sides.iter().min_by_key(|side| side.climb.abs())?;
        let is_multiple = |side: &Step| step.vector.times(side.climb / step.climb) == side.vector;
        sides.iter().all(is_multiple).then_some(step)
    };
    along.into_iter().map(shortest).collect()
}
