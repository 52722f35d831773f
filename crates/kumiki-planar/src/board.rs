//! Boards: graphs whose vertices are cells of a rectangle and whose edges join neighbours, and the
//! order in which their cells are settled.
//!
//! Cells and edges may be missing, so regions of any form are boards, and so are honeycombs, drawn
//! as walls of bricks. A board is turned and reflected until it costs least: rows are as short as
//! possible, and an end of paths in a corner is the last cell.

use kumiki_model::Graph;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// Cycles that come to no vertex twice.
    Cycles,
    /// Cycles through all vertices.
    HamiltonianCycles,
    /// Paths from one vertex to another that come to no vertex twice.
    Paths {
        /// The two ends, which are not the same.
        ends: [usize; 2],
    },
    /// Paths through all vertices from one to another.
    HamiltonianPaths {
        /// The two ends, which are not the same.
        ends: [usize; 2],
    },
}

impl Sought {
    /// Whether all vertices are on the path or cycle.
    pub(crate) fn visits_all(self) -> bool {
        matches!(self, Self::HamiltonianCycles | Self::HamiltonianPaths { .. })
    }

    /// The ends of paths.
    pub(crate) fn ends(self) -> Option<[usize; 2]> {
        match self {
            Self::Paths { ends } | Self::HamiltonianPaths { ends } => Some(ends),
            Self::Cycles | Self::HamiltonianCycles => None,
        }
    }
}

/// A cell of the rectangle, and what is known of it when it is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    /// Its place on the line: its column.
    pub(crate) place: usize,
    /// Its row.
    pub(crate) row: usize,
    /// Whether there is an edge to the next cell of the row.
    pub(crate) has_right: bool,
    /// Whether there is an edge to the cell below.
    pub(crate) has_down: bool,
    /// Whether the cell must be visited.
    pub(crate) is_required: bool,
    /// Whether it is an end of paths.
    pub(crate) is_end: bool,
    /// Whether a cycle or path may be complete when this cell and the next one of the row are
    /// decided: nothing that must be visited is left.
    pub(crate) may_complete: bool,
    /// The same for this cell alone.
    pub(crate) may_end: bool,
    /// How many ends of paths have been settled before.
    pub(crate) bars: usize,
}

/// A board with what is looked for on it, turned as it is settled.
///
/// * **P1** `sites` has the cells that exist, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// How many places the line has.
    pub(crate) width: usize,
    /// How many rows there are.
    pub(crate) rows: usize,
    /// The cells, in the order in which they are settled (P1).
    pub(crate) sites: Vec<Site>,
    /// Whether both ends are on the border, if there are any.
    pub(crate) are_bars_low: bool,
}

/// Where the vertices of a graph are.
struct Drawing {
    /// Row and column of each vertex.
    cells: Vec<[usize; 2]>,
    /// How many rows and columns there are.
    size: [usize; 2],
}

impl Drawing {
    /// The cells of a board, or of a graph whose vertices are called `row,column`; none if an edge
    /// joins others than neighbours.
    fn of(graph: &Graph) -> Option<Self> {
        let cells: Vec<[usize; 2]> = match graph.board() {
            Some([_, columns]) => {
                (0..graph.vertex_count()).map(|v| [v / columns, v % columns]).collect()
            }
            None => graph.names().iter().map(|name| cell(name)).collect::<Option<_>>()?,
        };
        let are_neighbours = |[from, to]: &[usize; 2]| {
            let [from, to] = [cells[*from], cells[*to]];
            from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]) == 1
        };
        if !graph.edges().iter().all(are_neighbours) {
            return None;
        }
        let least = |axis: usize| cells.iter().map(|cell| cell[axis]).min();
        let least = [least(0)?, least(1)?];
        let cells: Vec<[usize; 2]> =
            cells.iter().map(|cell| [cell[0] - least[0], cell[1] - least[1]]).collect();
        let most = |axis: usize| cells.iter().map(|cell| cell[axis] + 1).max();
        let size = [most(0)?, most(1)?];
        // Names that come from anywhere may be far apart.
        (size[0].checked_mul(size[1])? <= Graph::MAX_VERTICES).then_some(Self { cells, size })
    }

    /// The drawing after one of the eight motions of the plane.
    fn moved(&self, motion: usize) -> Self {
        let [rows, columns] = self.size;
        let flip = |at: usize, size: usize, bit: usize| {
            if motion & bit == 0 { at } else { size - 1 - at }
        };
        let turn = |[row, column]: [usize; 2]| {
            if motion & 4 == 0 { [row, column] } else { [column, row] }
        };
        let cell =
            |[row, column]: &[usize; 2]| turn([flip(*row, rows, 1), flip(*column, columns, 2)]);
        Self { cells: self.cells.iter().map(cell).collect(), size: turn(self.size) }
    }
}

/// Row and column of a vertex with a name such as `3,4`.
fn cell(name: &str) -> Option<[usize; 2]> {
    let (row, column) = name.split_once(',')?;
    // A name with a sign or with zeros in front could be another name of the same cell.
    let number = |text: &str| text.parse().ok().filter(|number: &usize| number.to_string() == text);
    Some([number(row)?, number(column)?])
}

impl Board {
    /// The images of a graph under the motions of the plane, if its vertices are cells of a board.
    pub(crate) fn images(graph: &Graph, sought: Sought) -> Vec<Self> {
        let Some(drawing) = Drawing::of(graph) else { return Vec::new() };
        (0..8).map(|motion| Self::drawn(&drawing.moved(motion), graph, sought)).collect()
    }

    /// The board of a drawing.
    fn drawn(drawing: &Drawing, graph: &Graph, sought: Sought) -> Self {
        let [rows, width] = drawing.size;
        let ends = sought.ends();
        let mut sites: Vec<Option<Site>> = vec![None; rows * width];
        for (vertex, &[row, place]) in drawing.cells.iter().enumerate() {
            sites[row * width + place] = Some(Site {
                place,
                row,
                has_right: false,
                has_down: false,
                is_required: sought.visits_all(),
                is_end: ends.is_some_and(|ends| ends.contains(&vertex)),
                may_complete: true,
                may_end: true,
                bars: 0,
            });
        }
        for edge in graph.edges() {
            let mut cells = edge.map(|end| drawing.cells[end]);
            cells.sort_unstable();
            let [[row, place], [below, _]] = cells;
            if let Some(site) = &mut sites[row * width + place] {
                if below > row {
                    site.has_down = true;
                } else {
                    site.has_right = true;
                }
            }
        }
        let mut sites: Vec<Site> = sites.into_iter().flatten().collect();
        if sought.visits_all() {
            let last = sites.len() - 1;
            for (at, site) in sites.iter_mut().enumerate() {
                (site.may_end, site.may_complete) = (at == last, at + 1 == last);
            }
        }
        let mut bars = 0;
        for site in &mut sites {
            site.bars = bars;
            bars += usize::from(site.is_end);
        }
        let is_border = |&[row, place]: &[usize; 2]| {
            row == 0 || place == 0 || row + 1 == rows || place + 1 == width
        };
        let are_bars_low =
            ends.is_none_or(|ends| ends.iter().all(|end| is_border(&drawing.cells[*end])));
        Self { width, rows, sites, are_bars_low }
    }

    /// For each place: whether an edge may cross the line there below a cell of the row that is
    /// settled before a site.
    pub(crate) fn open_before(&self, at: usize) -> Vec<bool> {
        let mut is_open = vec![false; self.width];
        if let Some(next) = self.sites.get(at) {
            for site in self.sites[..at].iter().rev().take_while(|site| site.row == next.row) {
                is_open[site.place] = site.has_down;
            }
        }
        is_open
    }
}
