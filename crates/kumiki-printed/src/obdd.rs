//! OBDD: closed tours of a knight that a half-turn of the board leaves unchanged.
//!
//! # The idea
//! Cells that a half-turn exchanges are one vertex, so such a tour is a cycle through all vertices
//! of a graph half as large. Its edges, taken alternately, are two perfect matchings. A decision
//! diagram holds all matchings; a walk through it, and in it for each matching a second walk,
//! tries all pairs of matchings. The edges of a cycle that lead to the other half of the board
//! must be odd in number: then the cycle is half of a tour. Otherwise it is counted as a
//! pseudo-solution, two cycles on the board.
//!
//! # What decides the order
//! * **OB1** Moves of a knight are the arcs of a cell. Moves (1,2), (1,-2), (2,1) and (2,-1) are
//!   added one after the other, each from all cells, and a new arc becomes the first of both its
//!   cells.
//! * **OB2** Edges are numbered by their black vertices (those with an even sum of coordinates),
//!   then in the order of the arcs. They are the variables of the diagram in this order.
//! * **OB3** The diagram begins with "each black vertex is matched once" and is intersected with
//!   "this red vertex is matched once", red vertex by red vertex. Module `diagram` says how.
//! * **OB4** The first matching of a pair has edge 0, and the second edge 1. A walk tries an edge
//!   first with and then without.
//!
//! # What is odd
//! * A line that shows a tour leaves out the edges 0 and 1, which all tours have, and the last edge
//!   of both matchings, which the original does not put onto its stacks.
//! * Edge 1 is not asked whether it leads to the other half. It does not, on boards with more than
//!   two rows.
//! * The storage of the original has room for 2¹⁸ nodes, the least power of 2 that is enough for
//!   the 8x8 board. The author remarks that 8x6 took twice the storage of 6x8, although the
//!   diagrams are about as large: 2¹⁴ is enough for 6x8, and 2¹⁵ for 8x6. Ours grows; with
//!   [`Obdd::max_nodes`], it is full when the original's is.
//! * In the original, `vbose` is a variable that nothing sets, and a function prints the diagram
//!   that nothing calls: both are there for a debugger.

mod diagram;

use diagram::{Diagram, Full};
use std::io::{self, Write};
use std::str::FromStr;

/// The sides of a board: rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let side = |part: &str| {
            part.parse()
                .ok()
                .filter(|side: &usize| side.is_multiple_of(2) && (4..=12).contains(side))
        };
        let sides: Option<Vec<usize>> = text.split('x').map(side).collect();
        match sides.as_deref() {
            Some([rows, columns]) => Ok(Self { rows: *rows, columns: *columns }),
            _ => Err(format!("'{text}' is no board, expected two even sides from 4 to 12: 8x8")),
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obdd {
    /// The board.
    pub board: Board,
    /// Every so many tours one is shown; 0: none is.
    pub interval: u64,
    /// 0: totals. 1: edges and the growth of the diagram too. 2: the diagram too.
    pub verbose: u8,
    /// How many nodes the storage of the original has room for. `None`: as many as are needed.
    pub max_nodes: Option<usize>,
}

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The totals.
    Totals {
        /// Tours: pairs of matchings that make half of one.
        tours: u64,
        /// Pairs of matchings that make a cycle, but no tour.
        pseudo: u64,
    },
    /// The storage is full. The original says `Out of memory!` on its standard error.
    Full,
    /// There are no matchings. The original then reads what it has not written, and crashes.
    NoMatching,
}

/// An edge of the graph of half the board.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The cell with an even sum of coordinates.
    black: usize,
    /// The other one, or the cell opposite it, whichever has the lesser number.
    red: usize,
    /// Whether it is the cell opposite.
    crosses: bool,
}

impl Obdd {
    /// The question as the program has it, on a board.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self { board, interval: 100_000, verbose: 0, max_nodes: None }
    }

    /// Prints what the program prints.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<Ending> {
        let edges = self.board.edges();
        if self.verbose > 0 {
            for (number, edge) in edges.iter().enumerate() {
                writeln!(out, "{number}: {}", self.board.written(edge, "--"))?;
            }
        }
        let diagram = match self.matchings(&edges, out)? {
            Ok(diagram) => diagram,
            Err(Full) => return Ok(Ending::Full),
        };
        if self.verbose > 1 {
            for (number, node) in diagram.nodes() {
                let edge = self.board.written(&edges[node.variable], "-");
                writeln!(out, "{number}: if {edge} then {} else {}", node.with, node.without)?;
            }
        }
        writeln!(
            out,
            "Total solutions {} in OBDD of size {}.",
            diagram.count(),
            diagram.root() + 1
        )?;
        let (diagram, removed) = diagram.without_empty_branches();
        writeln!(out, "(I removed {removed} null right branches.)")?;
        out.flush()?;
        if diagram.root() == 0 {
            return Ok(Ending::NoMatching);
        }
        let mut walk = Walk::new(self, &edges, &diagram, out);
        walk.run()?;
        let Walk { tours, pseudo, .. } = walk;
        writeln!(out, "Total {tours} solutions and {pseudo} pseudo-solutions.")?;
        Ok(Ending::Totals { tours, pseudo })
    }

    /// The diagram of all perfect matchings (OB3).
    fn matchings(&self, edges: &[Edge], out: &mut dyn Write) -> io::Result<Result<Diagram, Full>> {
        let edges_of = |vertex: usize, end: fn(&Edge) -> usize| -> Vec<usize> {
            (0..edges.len()).filter(|edge| end(&edges[*edge]) == vertex).collect()
        };
        let (blacks, reds): (Vec<usize>, Vec<usize>) =
            (0..self.board.cells() / 2).partition(|vertex| self.board.is_black(*vertex));
        let blacks: Vec<Vec<usize>> =
            blacks.into_iter().map(|black| edges_of(black, |edge| edge.black)).collect();
        let mut diagram = Diagram::exactly_one_of_each(edges.len(), &blacks);
        for red in reds {
            let ones = edges_of(red, |edge| edge.red);
            match diagram.intersected(&ones, self.max_nodes) {
                Ok((next, unreduced)) => {
                    diagram = next;
                    if self.verbose > 0 && diagram.root() > 0 {
                        let reduced = diagram.len();
                        writeln!(out, " ... unreduced size {unreduced}, reduced {reduced}")?;
                    }
                }
                Err(full) => return Ok(Err(full)),
            }
        }
        Ok(Ok(diagram))
    }
}

impl Board {
    fn cells(self) -> usize {
        self.rows * self.columns
    }

    fn is_black(self, cell: usize) -> bool {
        (cell / self.columns + cell % self.columns).is_multiple_of(2)
    }

    /// Rows and columns, with a point between them.
    fn name(self, cell: usize) -> String {
        format!("{}.{}", cell / self.columns, cell % self.columns)
    }

    /// An edge; a star marks that it crosses.
    fn written(self, edge: &Edge, between: &str) -> String {
        let star = if edge.crosses { "*" } else { "" };
        format!("{}{between}{}{star}", self.name(edge.black), self.name(edge.red))
    }

    /// The cells that a knight reaches from each cell, in the order of OB1.
    fn arcs(self) -> Vec<Vec<usize>> {
        let mut added = vec![Vec::new(); self.cells()];
        let shifted = |at: usize, by: isize, side: usize| {
            at.checked_add_signed(by).filter(|shifted| *shifted < side)
        };
        for (down, right) in [(1, 2), (1, -2), (2, 1), (2, -1)] {
            for from in 0..self.cells() {
                let row = shifted(from / self.columns, down, self.rows);
                let column = shifted(from % self.columns, right, self.columns);
                if let (Some(row), Some(column)) = (row, column) {
                    let to = row * self.columns + column;
                    added[from].push(to);
                    added[to].push(from);
                }
            }
        }
        added.iter_mut().for_each(|arcs| arcs.reverse());
        added
    }

    /// The edges in the order of OB2.
    fn edges(self) -> Vec<Edge> {
        let arcs = self.arcs();
        let half = self.cells() / 2;
        let mut edges = Vec::new();
        for black in (0..half).filter(|cell| self.is_black(*cell)) {
            for tip in &arcs[black] {
                let crosses = *tip >= half;
                let red = if crosses { self.cells() - 1 - tip } else { *tip };
                edges.push(Edge { black, red, crosses });
            }
        }
        edges
    }
}

/// The walk through all pairs of matchings.
struct Walk<'q> {
    question: &'q Obdd,
    edges: &'q [Edge],
    diagram: &'q Diagram,
    /// In the first matching, the partner of each vertex. In the second walk, the other end of the
    /// path that ends at a vertex.
    mates: Vec<usize>,
    /// How many edges of both matchings cross.
    crossings: usize,
    /// The edges of the first and of the second matching that the original has on its stacks.
    shown: [Vec<usize>; 2],
    tours: u64,
    pseudo: u64,
    out: &'q mut dyn Write,
}

impl<'q> Walk<'q> {
    fn new(
        question: &'q Obdd,
        edges: &'q [Edge],
        diagram: &'q Diagram,
        out: &'q mut dyn Write,
    ) -> Self {
        Self {
            question,
            edges,
            diagram,
            mates: vec![0; question.board.cells() / 2],
            crossings: 0,
            shown: [Vec::new(), Vec::new()],
            tours: 0,
            pseudo: 0,
            out,
        }
    }

    /// All first matchings: those with edge 0 (OB4).
    fn run(&mut self) -> io::Result<()> {
        let edge = self.edges[0];
        self.match_up(edge);
        self.crossings = usize::from(edge.crosses);
        let root = self.diagram.node(self.diagram.root());
        self.first(root.with)
    }

    fn match_up(&mut self, edge: Edge) {
        self.mates[edge.black] = edge.red;
        self.mates[edge.red] = edge.black;
    }

    /// Completes the first matching in all ways that are below a node.
    fn first(&mut self, mut below: usize) -> io::Result<()> {
        while below != 0 {
            let node = self.diagram.node(below);
            let edge = self.edges[node.variable];
            self.match_up(edge);
            self.crossings += usize::from(edge.crosses);
            if node.with > 1 {
                self.shown[0].push(node.variable);
                self.first(node.with)?;
                self.shown[0].pop();
            } else {
                self.all_second()?;
            }
            self.crossings -= usize::from(edge.crosses);
            below = node.without;
        }
        Ok(())
    }

    /// All second matchings: those with edge 1 (OB4). That it crosses is not looked at.
    fn all_second(&mut self) -> io::Result<()> {
        let matched = self.mates.clone();
        let edge = self.edges[1];
        self.join(edge);
        let root = self.diagram.node(self.diagram.root());
        let without = self.diagram.node(root.without);
        self.second(without.with)?;
        self.mates = matched;
        Ok(())
    }

    /// Joins the paths that end at the vertices of an edge.
    fn join(&mut self, edge: Edge) {
        let (from, to) = (self.mates[edge.black], self.mates[edge.red]);
        self.mates[from] = to;
        self.mates[to] = from;
    }

    /// Takes this back. The vertices of the edge still know the ends of the path.
    fn part(&mut self, edge: Edge) {
        let (from, to) = (self.mates[edge.black], self.mates[edge.red]);
        self.mates[from] = edge.black;
        self.mates[to] = edge.red;
    }

    /// Completes the second matching in all ways that are below a node and close no cycle too soon.
    fn second(&mut self, mut below: usize) -> io::Result<()> {
        while below != 0 {
            let node = self.diagram.node(below);
            below = node.without;
            let edge = self.edges[node.variable];
            if self.mates[edge.black] == edge.red && node.with > 1 {
                continue;
            }
            self.join(edge);
            self.crossings += usize::from(edge.crosses);
            if node.with > 1 {
                self.shown[1].push(node.variable);
                self.second(node.with)?;
                self.shown[1].pop();
            } else {
                self.record()?;
            }
            self.crossings -= usize::from(edge.crosses);
            self.part(edge);
        }
        Ok(())
    }

    /// Counts a cycle, and shows it.
    fn record(&mut self) -> io::Result<()> {
        if self.crossings.is_multiple_of(2) {
            self.pseudo += 1;
            return Ok(());
        }
        self.tours += 1;
        let interval = self.question.interval;
        if interval == 0 || !self.tours.is_multiple_of(interval) {
            return Ok(());
        }
        write!(self.out, "{}:", self.tours)?;
        for edge in self.shown.iter().flatten() {
            write!(self.out, " {}", self.question.board.written(&self.edges[*edge], "-"))?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }
}
