//! Plans: a board in its best position, and the forecast of what it will cost.

use crate::adding::{MOST_TERMS, SPARE_BITS};
use crate::board::{Board, Sought};
use crate::numbers::limbs_for;
use crate::words::{Due, Lexicon, MOST_BARS};
use kumiki_model::Graph;
use kumiki_search::Digest;

/// A sum of a step has at most a term for each place and a few more.
const WIDEST: usize = MOST_TERMS - 8;

/// Bits of the number of paths or cycles for each cell of a large board, in thousandths, and of
/// those that visit all cells; what the border takes away, for each row and column. Published
/// figures up to 20x20 are within two bits of it.
const CELL_BITS: [u64; 2] = [803, 559];
const BORDER_BITS: [u64; 2] = [780, 800];

/// What a count is expected to need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The most words that there are at a time.
    pub peak_states: u64,
    /// The words of all steps.
    pub states: u64,
    /// The limbs of all counts in all steps: what the time depends on.
    pub limbs: u64,
    /// The most memory, in bytes.
    pub bytes: u64,
}

/// What is looked for on a planar board, ready to be counted.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) board: Board,
    pub(crate) sought: Sought,
    pub(crate) forecast: Forecast,
}

impl Plan {
    /// A plan, if the vertices of the graph are cells of a board and its edges join neighbours. A
    /// graph that is no named board has to say so by the names of its vertices: `row,column`.
    #[must_use]
    pub fn new(graph: &Graph, sought: Sought) -> Option<Self> {
        let images = Board::images(graph, sought);
        let widest = images.iter().map(|board| board.width).max()?;
        let all = images.into_iter().filter(|board| board.width <= WIDEST);
        let lexicon = Lexicon::new(widest.min(WIDEST), all.clone().next()?.are_bars_low);
        let plans = all.map(|board| {
            let forecast = forecast(&board, sought, &lexicon);
            Self { board, sought, forecast }
        });
        plans.min_by_key(|plan| (plan.forecast.bytes, plan.forecast.limbs))
    }

    /// What a count will need.
    #[must_use]
    pub fn forecast(&self) -> Forecast {
        self.forecast
    }

    /// Whether the board is a whole rectangle: most words come about then.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let Board { width, rows, sites, .. } = &self.board;
        let edges =
            sites.iter().map(|site| usize::from(site.has_right) + usize::from(site.has_down));
        edges.sum::<usize>() == rows * (width - 1) + width * (rows - 1)
    }

    /// What tells it from other plans.
    pub(crate) fn digest(&self) -> u64 {
        let board = &self.board;
        let mut digest = Digest::new();
        digest.add([board.width as u64, board.rows as u64, u64::from(board.are_bars_low)]);
        digest.add([u64::from(self.sought.ends().is_some())]);
        for site in &board.sites {
            let flags =
                [site.has_right, site.has_down, site.is_required, site.is_end].map(u64::from);
            digest.add([site.row as u64, site.place as u64]);
            digest.add(flags);
        }
        digest.get()
    }
}

/// What to expect of a board.
fn forecast(board: &Board, sought: Sought, lexicon: &Lexicon) -> Forecast {
    let n = usize::from(sought.visits_all());
    let cells = board.sites.len() as u64;
    let border = (board.width + board.rows) as u64 * BORDER_BITS[n];
    let bits = (cells * CELL_BITS[n]).saturating_sub(border) / 1000;
    let sizes: Vec<u64> = (0..=MOST_BARS)
        .map(|bars| {
            let due = Due { height: 0, bars };
            let words = |len: usize| lexicon.count(len, due) as u64;
            words(board.width).saturating_add(words(board.width - 1))
        })
        .collect();
    let mut found = Forecast { peak_states: 0, states: 0, limbs: 0, bytes: 0 };
    let last = board.sites.len() - 1;
    for (at, site) in board.sites.iter().enumerate() {
        let states = sizes[site.bars];
        let bits = bits * (at as u64 + 1) / cells + u64::from(SPARE_BITS);
        let limbs = limbs_for(bits) as u64;
        // Both arrays are there when an end of paths is settled, but for the last cell.
        let more = if site.is_end && at < last { sizes[site.bars + 1] } else { 0 };
        let held = states.saturating_add(more);
        found.peak_states = found.peak_states.max(held);
        found.states = found.states.saturating_add(states);
        found.limbs = found.limbs.saturating_add(states.saturating_mul(limbs));
        let bytes = held.saturating_mul(8 * limbs);
        found.bytes = found.bytes.max(bytes);
    }
    found
}
