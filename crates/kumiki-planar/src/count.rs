//! Counting: vertex by vertex, each step in parts between which it can be left.

use crate::adding::Arrays;
use crate::board::Site;
use crate::ends::{Settled, settle_end};
use crate::numbers::{Numbers, is_full, number, wider};
use crate::plan::Plan;
use crate::sweep::{Part, Step, Sweep};
use crate::words::{Due, Letter};
use kumiki_search::{
    BadSnapshot, Fuel, Progress, Record, RecordReader, RecordWriter, Snapshot, Stages, Turn,
    read_size,
};
use num_bigint::BigUint;

/// How many places at the end of the line are left to programs. With three, a count of 15x15 takes
/// 1.8 times as long.
const TAIL: usize = 7;

/// A count under way.
///
/// * **A1** `whole` has a count for every word of the line, and `inner` one for every word in which
///   the place of the next vertex is left out, each as often as edges can be chosen at the settled
///   vertices so that it comes about.
/// * **A2** No count has a bit among the spare ones of its top limb, but for those that the step
///   under way has written.
/// * **A3** A step is begun if `part` is not 0. Then `parts` are its parts, the first `part` of
///   which are done.
pub struct Count {
    plan: Plan,
    sweep: Sweep,
    /// Counts of words (A1, A2).
    whole: Numbers,
    /// Counts of words with an inner vertex (A1, A2).
    inner: Numbers,
    /// How many vertices are settled.
    at: usize,
    /// How many parts of the next step are done (A3).
    part: usize,
    parts: Vec<Part>,
    /// For each place before that of the next vertex: whether an edge may cross the line there.
    is_open: Vec<bool>,
    /// The union of the top limbs that the step has written.
    top: u64,
    /// Paths or cycles that are complete.
    complete: BigUint,
    /// Bits of the top limb that are kept clear.
    spare_bits: u32,
    /// The most bytes held so far.
    peak_bytes: usize,
}

impl Count {
    /// Begins to count.
    ///
    /// # Panics
    /// If there is no memory for it; [`Plan::forecast`] says how much it takes.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        Self::with(plan, TAIL, 0)
    }

    /// The same with tails of another length, and counts that get wider earlier.
    pub(crate) fn with(plan: &Plan, tail: usize, spare_bits: u32) -> Self {
        let board = &plan.board;
        let sweep = Sweep::new(board.width, board.are_bars_low, tail.min(board.width));
        let [mut whole, inner] =
            sweep.sizes(0).map(|count| Numbers::zeros(count, 1).expect("the forecast said so"));
        // Nothing is settled: all places are bare.
        whole.add(0, &[1]);
        let peak_bytes = whole.bytes() + inner.bytes();
        Self {
            plan: plan.clone(),
            sweep,
            whole,
            inner,
            at: 0,
            part: 0,
            parts: Vec::new(),
            is_open: Vec::new(),
            top: 0,
            complete: BigUint::ZERO,
            spare_bits,
            peak_bytes,
        }
    }

    /// Counts until the end or until the fuel is gone. A word costs one unit of fuel.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Option<BigUint> {
        while self.at < self.plan.board.sites.len() {
            if fuel.0 == 0 {
                return None;
            }
            let site = self.plan.board.sites[self.at];
            if site.is_end {
                fuel.0 = fuel.0.saturating_sub(self.sweep.sizes(site.bars)[0] as u64);
                self.settle_end(site);
                self.end_step();
                continue;
            }
            if self.part == 0 {
                self.complete += self.completed(site);
            }
            if self.parts.is_empty() {
                self.begin_step(site);
            }
            self.work(site, fuel);
            if self.part == self.parts.len() {
                self.end_step();
            }
        }
        Some(self.complete.clone())
    }

    /// Prepares what a step needs, at its beginning or when it is taken up.
    fn begin_step(&mut self, site: Site) {
        self.sweep.prepare(&site);
        self.is_open = self.plan.board.open_before(self.at);
        self.parts = self.sweep.parts(&site, &self.is_open, site.row + 1);
    }

    /// Works on parts until all are done or the fuel is gone.
    fn work(&mut self, site: Site, fuel: &mut Fuel) {
        macro_rules! widths {
            ($($width:literal)*) => {
                match self.whole.width() {
                    $($width => self.work_on::<$width>(site, fuel),)*
                    _ => unreachable!("arithmetic is compiled for all widths"),
                }
            };
        }
        widths!(1 2 3 4 5 6 8 12 24 66);
    }

    fn work_on<const L: usize>(&mut self, site: Site, fuel: &mut Fuel) {
        let whole = self.whole.as_numbers::<L>();
        let arrays = Arrays { whole, inner: self.inner.as_numbers() };
        let (sweep, is_open) = (&self.sweep, &self.is_open);
        let mut step = Step { sweep, site, is_open, highest: site.row + 1, arrays };
        while fuel.0 > 0 {
            let Some(part) = self.parts.get(self.part) else { return };
            fuel.0 = fuel.0.saturating_sub(sweep.size(part) as u64);
            self.top |= step.work(part);
            self.part += 1;
        }
    }

    /// Goes on to the next vertex.
    fn end_step(&mut self) {
        (self.at, self.part) = (self.at + 1, 0);
        self.parts.clear();
        if is_full(self.top, self.spare_bits) {
            let width = wider(self.whole.width());
            self.whole.widen(width);
            self.inner.widen(width);
        }
        self.top = 0;
        self.note_bytes();
    }

    fn note_bytes(&mut self) {
        self.peak_bytes = self.peak_bytes.max(self.whole.bytes() + self.inner.bytes());
    }

    /// Paths or cycles that an edge to the right completes: the words with nothing else.
    fn completed(&self, site: Site) -> BigUint {
        let ends = self.plan.sought.ends().map_or(0, |ends| ends.len());
        if !(site.has_right && site.may_complete && site.bars == ends) {
            return BigUint::ZERO;
        }
        let mut word = vec![Letter::Bare; self.plan.board.width];
        let letters = if ends == 0 { [Letter::Open, Letter::Close] } else { [Letter::Bar; 2] };
        word[site.place..site.place + 2].copy_from_slice(&letters);
        let due = Due { height: 0, bars: site.bars };
        let rank = self.sweep.lexicon.rank(due, &word).expect("a word");
        number(self.whole.get(rank))
    }

    /// Settles an end of paths.
    fn settle_end(&mut self, site: Site) {
        let is_last = self.at + 1 == self.plan.board.sites.len();
        let (sweep, width) = (&self.sweep, self.whole.width());
        let sizes = if is_last { [0; 2] } else { sweep.sizes(site.bars + 1) };
        let [whole, inner] =
            sizes.map(|count| Numbers::zeros(count, width).expect("the forecast said so"));
        let mut settled = Settled { whole, inner, complete: BigUint::ZERO, top: 0 };
        settle_end(&sweep.lexicon, sweep.width, site, &self.whole, &mut settled);
        self.peak_bytes = self.peak_bytes.max(
            self.whole.bytes() + self.inner.bytes() + settled.whole.bytes() + settled.inner.bytes(),
        );
        (self.whole, self.inner) = (settled.whole, settled.inner);
        self.complete += settled.complete;
        self.top = settled.top;
    }

    /// How many vertices have been settled, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.plan.board.sites.len())
    }

    /// The most bytes that all counts have taken so far.
    #[must_use]
    pub fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    /// How many bits counts have now.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.whole.width() * 64
    }

    /// How many words there are when each vertex is settled, as far as it has come.
    #[must_use]
    pub fn level_states(&self) -> Vec<u64> {
        let words = |site: &Site| self.sweep.sizes(site.bars).iter().sum::<usize>() as u64;
        self.plan.board.sites[..self.at].iter().map(words).collect()
    }
}

impl Stages for Count {
    type Answer = BigUint;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<BigUint> {
        self.advance(fuel).map_or(Turn::Going, Turn::Done)
    }

    fn progress(&self) -> Progress {
        let (done, all) = self.progress();
        let limbs = self.whole.width();
        let note = format!("{done} of {all} vertices, counts of {} bits", limbs * 64);
        Progress { done: done as u64, all: all as u64, note }
    }
}

/// The records are: the name; how far it has come, and how wide counts are; what is complete; and
/// all counts.
impl Snapshot for Count {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        let mut writer = RecordWriter::new(record, &self.name());
        writer.numbers(&[
            self.at as u64,
            self.part as u64,
            self.whole.width() as u64,
            self.top,
            self.peak_bytes as u64,
        ]);
        let complete = self.complete.to_u64_digits();
        writer.list(1, &complete, |digit, line| line.push(*digit));
        for numbers in [&self.whole, &self.inner] {
            writer.list(1, numbers.limbs(), |limb, line| line.push(*limb));
        }
        writer.finish();
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        let mut reader = RecordReader::new(records, &self.name())?;
        let [at, part, width, top, peak_bytes] = reader.numbers()?;
        let (at, part, width) = (read_size(at)?, read_size(part)?, read_size(width)?);
        let sites = &self.plan.board.sites;
        if at > sites.len() || !crate::numbers::WIDTHS.contains(&width) {
            return Err(BadSnapshot);
        }
        let complete: Vec<u64> = reader.words()?;
        let bytes: Vec<u8> = complete.iter().flat_map(|digit| digit.to_le_bytes()).collect();
        let bars = sites.get(at).map_or(0, |site| site.bars);
        let sizes = match at.checked_sub(1).map(|before| sites[before]) {
            // Nothing is left after an end that is the last cell.
            Some(last) if at == sites.len() && last.is_end => [0; 2],
            Some(last) if at == sites.len() => self.sweep.sizes(last.bars),
            _ => self.sweep.sizes(bars),
        };
        let mut arrays = [0, 1].map(|n| Numbers::zeros(sizes[n], width));
        for array in &mut arrays {
            let array = array.as_mut().ok_or(BadSnapshot)?;
            let mut filled = 0;
            reader.list(1, |limb| {
                let has_room = array.put(filled, limb);
                filled += 1;
                if has_room { Ok(()) } else { Err(BadSnapshot) }
            })?;
            if filled != array.limbs().len() {
                return Err(BadSnapshot);
            }
        }
        let is_open = self.plan.board.open_before(at);
        let parts = match sites.get(at) {
            Some(site) if part > 0 => {
                self.sweep.prepare(site);
                self.sweep.parts(site, &is_open, site.row + 1)
            }
            _ => Vec::new(),
        };
        if part > parts.len() {
            return Err(BadSnapshot);
        }
        reader.finish()?;
        let [Some(whole), Some(inner)] = arrays else { return Err(BadSnapshot) };
        (self.whole, self.inner, self.is_open, self.parts) = (whole, inner, is_open, parts);
        (self.at, self.part, self.top) = (at, part, top);
        self.complete = BigUint::from_bytes_le(&bytes);
        self.peak_bytes = read_size(peak_bytes)?;
        Ok(())
    }
}

impl Count {
    /// What tells it from other counts, in snapshots.
    fn name(&self) -> [u64; 2] {
        [self.plan.digest(), self.plan.board.sites.len() as u64]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Sought};
    use crate::tail::LONGEST_TAIL;
    use kumiki_model::Graph;
    use kumiki_trial::check_stages;

    /// All kinds of questions about a board.
    fn questions(cells: usize) -> [Sought; 6] {
        let [corners, inside] = [[0, cells - 1], [cells / 3, cells / 2]];
        [
            Sought::Cycles,
            Sought::HamiltonianCycles,
            Sought::Paths { ends: corners },
            Sought::Paths { ends: inside },
            Sought::HamiltonianPaths { ends: corners },
            Sought::HamiltonianPaths { ends: inside },
        ]
    }

    fn counted(mut count: Count) -> BigUint {
        count.advance(&mut Fuel::unlimited()).expect("there is fuel")
    }

    #[test]
    fn tails_of_every_length_come_to_the_same() {
        for [rows, columns] in [[5, 5], [9, 9], [11, 10]] {
            let graph = Graph::grid(rows, columns).expect("a board");
            for sought in questions(rows * columns) {
                let plan = Plan::new(&graph, sought).expect("a board");
                let first = counted(Count::with(&plan, 2, 0));
                for tail in 3..=LONGEST_TAIL.min(columns) {
                    let found = counted(Count::with(&plan, tail, 0));
                    assert_eq!(found, first, "{rows}x{columns}, {sought:?}, {tail} places");
                }
            }
        }
    }

    #[test]
    fn boards_may_be_turned_and_counts_may_be_wider() {
        let name = |cell: usize| format!("{},{}", cell / 9, cell % 9);
        let whole = Graph::grid(9, 9).expect("a board");
        // Without a hole, and without what leads to it.
        let edges = whole.edges().iter().copied().filter(|edge| !edge.contains(&31)).collect();
        let pierced = Graph::new((0..81).map(name).collect(), edges).expect("a graph");
        let oblong = Graph::grid(8, 5).expect("a board");
        for (graph, questions) in [
            (&pierced, &[Sought::Cycles, Sought::Paths { ends: [2, 60] }][..]),
            (&oblong, &questions(40)),
        ] {
            for &sought in questions {
                let plan = Plan::new(graph, sought).expect("a board");
                let first = counted(Count::new(&plan));
                // Wider from four bits on in the top limb.
                assert_eq!(counted(Count::with(&plan, TAIL, 60)), first, "{sought:?}");
                for board in Board::images(graph, sought) {
                    let turned = Plan { board, ..plan.clone() };
                    assert_eq!(counted(Count::new(&turned)), first, "{sought:?}");
                }
            }
        }
    }

    #[test]
    fn forecasts_are_right_within_a_factor_of_two() {
        for n in [8, 11, 12] {
            let graph = Graph::grid(n, n).expect("a board");
            for sought in questions(n * n) {
                let plan = Plan::new(&graph, sought).expect("a board");
                let mut count = Count::new(&plan);
                count.advance(&mut Fuel::unlimited());
                let (found, expected) = (count.peak_bytes() as u64, plan.forecast().bytes);
                let is_close = found <= 2 * expected && expected <= 2 * found;
                assert!(is_close, "{n}x{n}, {sought:?}: {found} bytes, not {expected}");
            }
        }
    }

    #[test]
    fn counts_can_be_paused_and_written_down() {
        for ([rows, columns], spare_bits) in [([1, 4], 0), ([3, 4], 0), ([4, 4], 60), ([7, 10], 0)]
        {
            let graph = Graph::grid(rows, columns).expect("a board");
            for sought in questions(rows * columns) {
                // Short tails, so that there are parts.
                let plan = Plan::new(&graph, sought).expect("a board");
                let answer = check_stages(|| Count::with(&plan, 2, spare_bits));
                assert_eq!(answer, Ok(counted(Count::new(&plan))), "{rows}x{columns}, {sought:?}");
                let other = Graph::grid(rows, columns + 1).expect("a board");
                let other = Plan::new(&other, sought).expect("a board");
                let mut records = Vec::new();
                Count::new(&plan).save(&mut |record| records.push(record.to_vec()));
                let refused = Count::new(&other).load(&mut records.into_iter());
                assert_eq!(refused, Err(BadSnapshot), "a snapshot of another board");
            }
        }
    }
}
