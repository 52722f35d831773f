//! The table of a goal, filled layer by layer.

use crate::TooLarge;
use crate::census::Census;
use crate::frame::{Arrangement, Frame};
use crate::ground::Ground;
use crate::planes::Class;
use crate::rank::{MAX_TILES, Ranking};
use kumiki_model::{Metric, SlidingBoard, SlidingPosition};
use kumiki_search::{
    BadSnapshot, Digest, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages,
    Step, Turn, read_flag, read_size,
};

/// The most cells a board may have.
const MAX_CELLS: usize = MAX_TILES + 1;

/// The indices of a word's bits.
const BITS: usize = 64;

/// So many words are read for one unit of fuel.
const WORDS_PER_FUEL: usize = 1024;

/// The members of a layer are kept if the layer before has at most so many positions.
const SPARSE_LAYER: u64 = 1 << 16;

/// The distances of all positions of a board to a goal, found by breadth-first search.
///
/// * **L1** `layers[d]` is the number of positions at distance d. All these have been reached and
///   have the class of their distance; `frontier` is the last of these layers.
/// * **L2** `next` is what follows from the frontier by the first `pieces_done` pieces of work.
///   Nothing else has been reached.
/// * **L3** The table is complete if and only if nothing followed from the frontier by all pieces
///   of work; then `next` is empty.
#[derive(Clone, Debug)]
pub struct Distances {
    /// Names positions by the goal.
    frame: Frame,
    /// What counts as one move.
    metric: Metric,
    /// The bitmaps of what has been reached.
    ground: Ground,
    /// For each distance the number of positions, as far as all are known (L1).
    layers: Vec<u64>,
    /// The last of these layers (L1).
    frontier: Census,
    /// What has been found of the layer after it (L2).
    next: Census,
    /// How many pieces of work have been done for the next layer (L2).
    pieces_done: usize,
    /// Whether all positions have been reached (L3).
    is_complete: bool,
}

impl Distances {
    /// The table of a goal, with nothing but the goal in it.
    ///
    /// # Errors
    /// If the board has more than 12 cells.
    pub fn new(goal: &SlidingPosition, metric: Metric) -> Result<Self, TooLarge> {
        Self::bytes(goal.board())?;
        let frame = Frame::new(goal);
        let mut ground = Ground::new(&frame, metric);
        let cell_count = goal.board().cell_count();
        let mut frontier = Census::new(cell_count, true);
        let at = frame.goal_arrangement();
        let (spot, _) = ground.layout().ranking.spot(&at.order);
        ground.plant(at.blank, spot, Class::of(0), &mut frontier);
        Ok(Self {
            frame,
            metric,
            ground,
            layers: vec![1],
            frontier,
            next: Census::new(cell_count, true),
            pieces_done: 0,
            is_complete: false,
        })
    }

    /// How many bytes the bitmaps of a board take: a quarter of a byte for each position, and a
    /// little more.
    ///
    /// # Errors
    /// If the board has more than 12 cells.
    pub fn bytes(board: SlidingBoard) -> Result<usize, TooLarge> {
        let cells = board.cell_count();
        if cells > MAX_CELLS {
            return Err(TooLarge { board, limit_cells: MAX_CELLS });
        }
        Ok(2 * cells * Ranking::new(cells - 1).word_count() * size_of::<u64>())
    }

    /// Fills the table until it is complete ([`Step::Exhausted`]) or the fuel is gone. A unit of
    /// fuel pays for 1024 words of a bitmap, some 60 thousand positions; what has been begun is
    /// finished even if the fuel does not last, a few milliseconds of work.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Step {
        while !self.is_complete {
            if fuel.0 == 0 {
                return Step::OutOfFuel;
            }
            let class = Class::of(self.layers.len() - 1);
            let words = self.ground.expand(
                self.pieces_done,
                self.metric,
                class,
                &self.frontier,
                &mut self.next,
            );
            let cost = u64::from(kumiki_id::narrow(words.div_ceil(WORDS_PER_FUEL)));
            fuel.0 = fuel.0.saturating_sub(cost);
            self.pieces_done += 1;
            if self.pieces_done == self.ground.piece_count(self.metric) {
                self.close_layer();
            }
        }
        Step::Exhausted
    }

    /// Goes on to the next layer, if there is one.
    fn close_layer(&mut self) {
        let count = self.next.total();
        if count == 0 {
            self.is_complete = true;
            return;
        }
        let fresh = Census::new(self.frame.goal().tiles().len(), count <= SPARSE_LAYER);
        self.frontier = std::mem::replace(&mut self.next, fresh);
        self.layers.push(count);
        self.pieces_done = 0;
    }

    /// How many positions there are at each distance, as far as all of them are known.
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// How many positions the complete table has: half of all orders of the tiles and the blank.
    #[must_use]
    pub fn position_count(&self) -> u64 {
        self.frame.position_count()
    }

    /// The position at distance 0.
    #[must_use]
    pub fn goal(&self) -> &SlidingPosition {
        self.frame.goal()
    }

    /// What counts as one move.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Whether all distances are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The positions that are farthest from the goal, once the table is complete.
    ///
    /// # Panics
    /// If the members of the last layer have not been kept. That happens on no board that fits: all
    /// of them have been tried with all goals and both metrics, and no layer before the last has
    /// more than 472 positions.
    #[must_use]
    pub fn antipodes(&self) -> Option<Vec<SlidingPosition>> {
        if !self.is_complete {
            return None;
        }
        let members =
            self.frontier.members().expect("the layer before the last has at most 472 positions");
        let position = |(cell, spot)| {
            let order = self.ground.layout().ranking.order(spot, self.frame.is_odd(cell));
            self.frame.position(&Arrangement { blank: cell, order })
        };
        Some(members.map(position).collect())
    }

    /// Counts the positions of each class anew and compares with the layers.
    ///
    /// # Errors
    /// Names the label of the first invariant that fails.
    pub fn audit(&self) -> Result<(), String> {
        if self.frontier.total() != self.layers[self.layers.len() - 1] {
            return Err("L1: the frontier is not the last layer".to_owned());
        }
        for remainder in 0..3 {
            let of_layers: u64 = self.layers.iter().skip(remainder).step_by(3).sum();
            let is_next = self.layers.len() % 3 == remainder;
            let expected = of_layers + if is_next { self.next.total() } else { 0 };
            let counted = self.ground.class_count(Class::of(remainder));
            if counted != expected {
                return Err(format!(
                    "L2: {counted} positions of class {remainder}, expected {expected}"
                ));
            }
        }
        let reached: u64 = self.layers.iter().sum();
        if self.is_complete && (reached != self.position_count() || self.next.total() != 0) {
            return Err(format!(
                "L3: {reached} positions in all, expected {}",
                self.position_count()
            ));
        }
        Ok(())
    }

    /// The frame of the goal.
    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The class of an arrangement, if it has been reached.
    pub(crate) fn class(&self, arrangement: &Arrangement) -> Option<Class> {
        let (spot, is_odd) = self.ground.layout().ranking.spot(&arrangement.order);
        if is_odd != self.frame.is_odd(arrangement.blank) {
            return None;
        }
        self.ground.class(arrangement.blank, spot)
    }

    /// The index of an arrangement that has been reached, below [`Self::index_end`].
    pub(crate) fn index(&self, arrangement: &Arrangement) -> usize {
        let ranking = self.ground.layout().ranking;
        let (spot, _) = ranking.spot(&arrangement.order);
        let word = arrangement.blank * ranking.word_count() + spot.word;
        word * BITS + spot.bit as usize
    }

    /// One more than the largest possible index.
    pub(crate) fn index_end(&self) -> usize {
        self.frame.upright().cell_count() * self.ground.layout().ranking.word_count() * BITS
    }
}

impl Stages for Distances {
    type Answer = ();

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<()> {
        if self.advance(fuel) == Step::Exhausted { Turn::Done(()) } else { Turn::Going }
    }

    fn progress(&self) -> Progress {
        let done = self.layers().iter().sum();
        Progress { done, all: self.position_count(), note: String::new() }
    }
}

/// The records are: the name; the pieces done and whether the table is complete; the layers, the
/// frontier, what is next, and the planes of each cell.
impl Snapshot for Distances {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        writer.numbers(&[self.pieces_done as u64, u64::from(self.is_complete)]);
        writer.list(1, &self.layers, |count, line| line.push(*count));
        self.frontier.save(&mut writer);
        self.next.save(&mut writer);
        self.ground.save(&mut writer);
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [pieces_done, is_complete] = reader.numbers()?;
        let (pieces_done, is_complete) = (read_size(pieces_done)?, read_flag(is_complete)?);
        let layers = reader.words()?;
        let words = self.ground.layout().ranking.word_count();
        let cells = self.frame.goal().tiles().len();
        let frontier = Census::load(&mut reader, cells, words)?;
        let next = Census::load(&mut reader, cells, words)?;
        self.ground.load(&mut reader)?;
        reader.finish()?;
        let reached = layers.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        let is_right = reached.is_some_and(|reached| reached <= self.position_count())
            && !layers.is_empty()
            && pieces_done <= self.ground.piece_count(self.metric)
            && (is_complete || pieces_done < self.ground.piece_count(self.metric));
        if !is_right {
            return Err(BadSnapshot);
        }
        (self.layers, self.frontier, self.next) = (layers, frontier, next);
        (self.pieces_done, self.is_complete) = (pieces_done, is_complete);
        Ok(())
    }
}

impl Distances {
    /// The board, the goal and the metric.
    fn name(&self) -> [u64; 4] {
        let goal = self.frame.goal();
        let board = goal.board();
        let tiles = Digest::of(goal.tiles().iter().map(|tile| u64::from(*tile)));
        let is_multi = u64::from(self.metric == Metric::Multi);
        [board.rows() as u64, board.columns() as u64, tiles, is_multi]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::Spot;

    fn complete() -> Distances {
        let goal = SlidingPosition::solved("2x3".parse().expect("a board"));
        let mut table = Distances::new(&goal, Metric::Single).expect("a small board");
        assert_eq!(table.advance(&mut Fuel::unlimited()), Step::Exhausted);
        table
    }

    fn label_of(table: &Distances) -> Option<String> {
        table.audit().err().map(|message| message[..2].to_owned())
    }

    #[test]
    fn the_audit_finds_planted_faults() {
        assert_eq!(label_of(&complete()), None);

        let mut faulty = complete();
        faulty.layers.push(2);
        assert_eq!(label_of(&faulty).as_deref(), Some("L1"));

        let mut faulty = complete();
        faulty.layers[3] += 1;
        assert_eq!(label_of(&faulty).as_deref(), Some("L2"));

        // A bit that stands for no order.
        let mut faulty = complete();
        faulty.ground.plant(0, Spot { word: 0, bit: 63 }, Class::of(1), &mut Census::new(6, false));
        assert_eq!(label_of(&faulty).as_deref(), Some("L2"));

        let mut faulty = Distances::new(complete().goal(), Metric::Single).expect("a small board");
        faulty.is_complete = true;
        assert_eq!(label_of(&faulty).as_deref(), Some("L3"));
    }
}
