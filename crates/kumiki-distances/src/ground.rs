//! The ground that a table covers: the bitmaps of all cells of the blank, and the pushes between
//! them.

use crate::census::Census;
use crate::frame::Frame;
use crate::planes::{Class, Layer, Planes};
use crate::rank::Spot;
use crate::window::{Layout, Turn, Window};
use kumiki_model::{Direction, Metric, SlidingBoard};
use kumiki_search::{BadSnapshot, RecordReader, RecordWriter};

/// All positions of a board.
///
/// * **G1** `pushes[cell]` are the pushes that take the blank from `cell` to the cell below it, and
///   back.
/// * **G2** `run`, `swept` and `swept_on` are buffers; nothing in them outlives a call. `run` has
///   the length of a run, the others that of a bitmap, or none if they are not needed.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    /// The upright board.
    board: SlidingBoard,
    /// How orders become words and bits.
    layout: Layout,
    /// For each cell but those of the last row the pushes to the cell below and back (G1).
    pushes: Vec<Pushes>,
    /// For each cell of the blank whether the orders that can be reached are odd.
    is_odd: Vec<bool>,
    /// For each cell of the blank what is known about all orders.
    planes: Vec<Planes>,
    /// Room for the words of a run (G2).
    run: Vec<u64>,
    /// Room for what a sweep along a column takes along (G2).
    swept: Vec<u64>,
    /// Room for the same one cell further (G2).
    swept_on: Vec<u64>,
}

/// The two pushes between a cell and the one below.
#[derive(Clone, Debug)]
struct Pushes {
    /// The blank goes down.
    down: Window,
    /// The blank comes back up.
    up: Window,
}

impl Ground {
    /// Nothing reached.
    pub(crate) fn new(frame: &Frame, metric: Metric) -> Self {
        let board = frame.upright();
        let (cells, columns) = (board.cell_count(), board.columns());
        let layout = Layout::new(cells - 1);
        let words = layout.ranking.word_count();
        let window = |cell, turn| Window::new(layout.ranking, cell, columns, turn);
        let pushes = |cell| Pushes {
            down: window(cell, Turn::LastToFront),
            up: window(cell, Turn::FirstToEnd),
        };
        let swept = if metric == Metric::Multi { vec![0; words] } else { Vec::new() };
        Self {
            board,
            pushes: (0..cells - columns).map(pushes).collect(),
            is_odd: (0..cells).map(|cell| frame.is_odd(cell)).collect(),
            planes: vec![Planes::new(words); cells],
            run: vec![0; layout.run_len],
            swept_on: swept.clone(),
            swept,
            layout,
        }
    }

    /// How the orders are ranked.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The class of a position, if it has been reached.
    pub(crate) fn class(&self, cell: usize, spot: Spot) -> Option<Class> {
        self.planes[cell].class(spot)
    }

    /// How many positions there are of a class.
    pub(crate) fn class_count(&self, class: Class) -> u64 {
        let words = self.layout.ranking.word_count();
        let of_planes = |planes: &Planes| -> u64 {
            planes.layer(class).words(0, words).map(|word| u64::from(word.count_ones())).sum()
        };
        self.planes.iter().map(of_planes).sum()
    }

    /// Reaches one position.
    pub(crate) fn plant(&mut self, cell: usize, spot: Spot, class: Class, census: &mut Census) {
        let mut words = [1 << spot.bit];
        let count = self.planes[cell].settle(spot.word, &mut words, class);
        census.add(cell, spot.word, &words, count);
    }

    /// Writes down what is reached.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        self.planes.iter().for_each(|planes| planes.save(writer));
    }

    /// Takes up what was reached.
    pub(crate) fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        self.planes.iter_mut().try_for_each(|planes| planes.load(reader))
    }

    /// Into how many pieces the work of a layer falls.
    pub(crate) fn piece_count(&self, metric: Metric) -> usize {
        match metric {
            Metric::Single => self.board.cell_count(),
            Metric::Multi => self.board.rows() + self.board.columns(),
        }
    }

    /// Does one piece of the work of a layer: reaches those positions of the next layer that it
    /// leads to. Gives the number of words that it took. The pieces of a layer may be done in any
    /// order.
    pub(crate) fn expand(
        &mut self,
        piece: usize,
        metric: Metric,
        class: Class,
        frontier: &Census,
        next: &mut Census,
    ) -> usize {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        match metric {
            Metric::Single => self.expand_to(piece, class, frontier, next),
            Metric::Multi if piece < rows => {
                let row: Vec<usize> = (0..columns).map(|column| piece * columns + column).collect();
                self.sweep_row(&row, class, next)
            }
            Metric::Multi => {
                let column: Vec<usize> =
                    (0..rows).map(|row| row * columns + piece - rows).collect();
                self.sweep_column(&column, class, next)
            }
        }
    }

    /// Reaches all positions with the blank in a cell to which one tile is pushed.
    fn expand_to(
        &mut self,
        target: usize,
        class: Class,
        frontier: &Census,
        next: &mut Census,
    ) -> usize {
        // The blank's own cell is no source, so its planes can be taken out while the others are
        // read.
        let mut planes = std::mem::replace(&mut self.planes[target], Planes::new(0));
        let mut run = std::mem::take(&mut self.run);
        let mut sources = Vec::new();
        for direction in Direction::ALL {
            // The blank comes from a neighbour in this direction, so it moves the other way.
            let Some(source) = self.board.neighbour(target, direction) else { continue };
            if frontier.count(source) > 0 {
                let push = match direction {
                    Direction::East | Direction::West => None,
                    Direction::North => Some(&self.pushes[source].down),
                    Direction::South => Some(&self.pushes[target].up),
                };
                sources.push((self.planes[source].layer(class), push, self.is_odd[source]));
            }
        }
        let words = if sources.is_empty() { 0 } else { self.layout.ranking.word_count() };
        for first_word in (0..words).step_by(run.len()) {
            run.fill(0);
            for (layer, push, is_odd) in &sources {
                match push {
                    None => layer.add_to(first_word, &mut run),
                    Some(window) => {
                        window.pull(&self.layout, *layer, *is_odd, first_word, &mut run);
                    }
                }
            }
            if run.iter().any(|word| *word != 0) {
                let count = planes.settle(first_word, &mut run, class.next());
                next.add(target, first_word, &run, count);
            }
        }
        let words_read = words * sources.len();
        self.planes[target] = planes;
        self.run = run;
        words_read
    }

    /// Reaches all positions to which tiles are pushed in a row.
    fn sweep_row(&mut self, row: &[usize], class: Class, next: &mut Census) -> usize {
        let words = self.layout.ranking.word_count();
        let mut reached = vec![0; self.run.len()];
        for first_word in (0..words).step_by(self.run.len()) {
            reached.fill(0);
            for cell in row {
                self.planes[*cell].layer(class).add_to(first_word, &mut reached);
            }
            for cell in row {
                self.run.copy_from_slice(&reached);
                let count = self.planes[*cell].settle(first_word, &mut self.run, class.next());
                next.add(*cell, first_word, &self.run, count);
            }
        }
        words * row.len()
    }

    /// Reaches all positions to which tiles are pushed in a column: sweeps down it and up again,
    /// taking along what it finds.
    fn sweep_column(&mut self, column: &[usize], class: Class, next: &mut Census) -> usize {
        let words = self.layout.ranking.word_count();
        let down: Vec<usize> = column.to_vec();
        let up: Vec<usize> = column.iter().rev().copied().collect();
        for way in [down, up] {
            self.swept.fill(0);
            self.planes[way[0]].layer(class).add_to(0, &mut self.swept);
            for step in way.windows(2) {
                let &[source, target] = step else { unreachable!("windows of two") };
                let window = if source < target {
                    &self.pushes[source].down
                } else {
                    &self.pushes[target].up
                };
                for first_word in (0..words).step_by(self.run.len()) {
                    self.run.fill(0);
                    let swept = Layer::of_bitmap(&self.swept);
                    window.pull(
                        &self.layout,
                        swept,
                        self.is_odd[source],
                        first_word,
                        &mut self.run,
                    );
                    let on = &mut self.swept_on[first_word..][..self.run.len()];
                    on.copy_from_slice(&self.run);
                    let planes = &mut self.planes[target];
                    planes.layer(class).add_to(first_word, on);
                    let count = planes.settle(first_word, &mut self.run, class.next());
                    next.add(target, first_word, &self.run, count);
                }
                std::mem::swap(&mut self.swept, &mut self.swept_on);
            }
        }
        2 * words * column.len()
    }
}
