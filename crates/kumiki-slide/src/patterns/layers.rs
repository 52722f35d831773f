//! Breadth-first search over all arrangements of a pattern, by bitmaps, layer by layer.
//!
//! # The idea
//! While a table is built, the blank matters: it may walk freely among the cells without tiles of
//! the pattern, but not through the tiles. So a *state* is an arrangement and a connected region of
//! free cells, the one with the blank. A *block* is a set of cells and a region: its states differ
//! by the order of the tiles only and are one bitmap. A push of a tile takes all states of a block
//! to states of one other block. A push across copies the bitmap, and one down or up turns it.
//!
//! Pushes can be taken back, so the states form an undirected graph. Every push moves a tile to a
//! cell of the other colour of a chessboard, so the sets of cells of a layer have the parity of its
//! distance. Both facts together spare us the bitmap of states seen: a neighbour of layer `d` is in
//! layer `d - 1` or `d + 1`, and layer `d - 1` is exactly what the bitmap of its block still holds.
//! So one bit per state is all the memory there is:
//!
//! > layer `d + 1` = (states one push from layer `d`) without layer `d - 1`.

use super::ranking::Ranking;
use super::shape::{PatternShape, is_odd, sets};
use super::symmetry::{members, neighbour_sets, regions};
use kumiki_id::narrow;
use kumiki_search::{BadSnapshot, Fuel, RecordReader, RecordWriter, read_flag, read_size};

/// Where the states of a block come from: the states of another block before a push, and how the
/// push turns the order.
#[derive(Clone, Copy)]
struct Link {
    /// Number of the block before the push.
    source: u32,
    /// Where the orders after the push begin in the `turned` list of `Ranking`; 0 if they do not
    /// change (K2).
    turn: u32,
}

/// The walk through the layers.
///
/// * **L1** The blocks of set `s` are `first_block[s]..first_block[s + 1]`, one for each region of
///   its free cells; the links of block `b` are `first_link[b]..first_link[b + 1]`.
/// * **L2** `is_odd[s]` says whether an odd number of pushes takes the goal to set `s`.
/// * **L3** If layer `d` is complete, `layer == d`, then the bitmaps of live blocks of sets with
///   the parity of `d` hold layer `d`, and those of the others layer `d - 1`, but for sets before
///   `next_set`: they hold layer `d + 1` already. Blocks that are not live hold no states, whatever
///   their bits.
pub(crate) struct Layers {
    /// Element s: number of the first block of set s (L1). One more than sets.
    first_block: Vec<u32>,
    /// Element b: position of the first link of block b (L1). One more than blocks.
    first_link: Vec<u32>,
    /// The links of all blocks, one block after the other.
    links: Vec<Link>,
    /// For each set whether an odd number of pushes leads there (L2).
    is_odd: Vec<bool>,
    /// How many words the bitmap of a block takes: a bit for each order.
    words: usize,
    /// The bitmaps of all blocks, `words` words each (L3).
    bitmaps: Vec<u64>,
    /// For each block whether its bitmap counts (L3).
    is_live: Vec<bool>,
    /// The distance of the last complete layer (L3).
    layer: u32,
    /// Sets before this one that have the parity of the next layer hold it already (L3).
    next_set: usize,
    /// Whether some state of the next layer has been found.
    has_grown: bool,
    /// Whether a layer was empty: then all states are seen.
    is_done: bool,
    /// Room for the states of one block that are one push away, by order. There is a bit for every
    /// number of 16 bits, so nothing is checked when one is set.
    reached: Box<[u64; 1024]>,
    /// The new orders of the set that was walked through last, whatever the region; a bit for each
    /// order.
    fresh: Vec<u64>,
}

/// The orders of a set that some state of the new layer has.
pub(crate) struct Fresh<'a> {
    /// The rank of the set.
    pub(crate) set: usize,
    /// The distance of the layer.
    pub(crate) layer: u32,
    /// A bit for each order: whether some state of the layer has it.
    words: &'a [u64],
}

impl Fresh<'_> {
    /// Calls `see` for every order.
    #[inline(always)]
    pub(crate) fn each(&self, see: impl FnMut(usize)) {
        each_bit(self.words, see);
    }
}

impl Layers {
    /// Ready to leave the goal, which is layer 0.
    pub(crate) fn new(shape: &PatternShape, ranking: &Ranking) -> Self {
        let board = shape.board();
        let neighbours = neighbour_sets(board);
        let all_cells = (1u64 << board.cell_count()) - 1;
        let occupied: Vec<u64> = sets(board, shape.tile_count()).collect();

        let (mut first_block, mut region_of_block) = (vec![0], Vec::new());
        for set in &occupied {
            region_of_block.extend(regions(&neighbours, all_cells & !set));
            first_block.push(narrow(region_of_block.len()));
        }
        let block_with = |set: usize, cell: usize| {
            let blocks = (first_block[set] as usize)..first_block[set + 1] as usize;
            let mut found = blocks.filter(|block| region_of_block[*block] >> cell & 1 != 0);
            found.next().expect("L1: every free cell is in a region")
        };

        let (mut first_link, mut links) = (vec![0], Vec::new());
        for (rank, set) in occupied.iter().enumerate() {
            let blocks = (first_block[rank] as usize)..first_block[rank + 1] as usize;
            for region in &region_of_block[blocks] {
                for to in members(*set) {
                    for from in members(neighbours[to] & region) {
                        let before = set ^ 1 << to ^ 1 << from;
                        let source = block_with(ranking.rank_of_set(before), to);
                        let turn = ranking.turn_of_push(before, from, to);
                        links.push(Link { source: narrow(source), turn });
                    }
                }
                first_link.push(narrow(links.len()));
            }
        }

        let home = members(shape.home()).next().expect("H1: the blank's own cell is there");
        let start = block_with(ranking.rank_of_set(shape.goals()), home);
        let words = (shape.order_count() as usize).div_ceil(64);
        let mut layers = Self {
            first_block,
            first_link,
            links,
            is_odd: occupied.iter().map(|set| is_odd(board, set ^ shape.goals())).collect(),
            words,
            bitmaps: vec![0; region_of_block.len() * words],
            is_live: vec![false; region_of_block.len()],
            layer: 0,
            next_set: 0,
            has_grown: false,
            is_done: false,
            reached: Box::new([0; 1024]),
            fresh: vec![0; words],
        };
        layers.bitmaps[start * words] = 1;
        layers.is_live[start] = true;
        layers
    }

    /// Walks on to the next set with new states; nothing if all states are seen or the fuel is
    /// gone. Sets come in order, layer by layer. A unit of fuel is a word of 64 states.
    pub(crate) fn advance(&mut self, ranking: &Ranking, fuel: &mut Fuel) -> Option<Fresh<'_>> {
        while !self.is_done {
            let is_odd_next = self.layer.is_multiple_of(2);
            let rest = self.next_set..self.is_odd.len();
            let Some(set) = rest.into_iter().find(|set| self.is_odd[*set] == is_odd_next) else {
                self.layer += 1;
                self.next_set = 0;
                self.is_done = !std::mem::take(&mut self.has_grown);
                continue;
            };
            if fuel.0 == 0 {
                return None;
            }
            let blocks = self.first_block[set + 1] - self.first_block[set];
            fuel.0 = fuel.0.saturating_sub(u64::from(blocks) * u64::from(narrow(self.words)));
            self.next_set = set + 1;
            if self.grow(ranking, set) {
                self.has_grown = true;
                return Some(Fresh { set, layer: self.layer + 1, words: &self.fresh });
            }
        }
        None
    }

    /// Writes down where the walk stands: the layer, the next set and whether the layer has grown;
    /// the live blocks; and the bitmaps.
    pub(crate) fn save(&self, writer: &mut RecordWriter<'_>) {
        let [has_grown, is_done] = [self.has_grown, self.is_done].map(u64::from);
        writer.numbers(&[u64::from(self.layer), self.next_set as u64, has_grown, is_done]);
        writer.list(1, &self.is_live, |is_live, line| line.push(u64::from(*is_live)));
        writer.list(1, &self.bitmaps, |word, line| line.push(*word));
    }

    /// Takes up the walk where it was written down.
    pub(crate) fn load(&mut self, reader: &mut RecordReader<'_>) -> Result<(), BadSnapshot> {
        let [layer, next_set, has_grown, is_done] = reader.numbers()?;
        self.layer = u32::try_from(layer).map_err(|_| BadSnapshot)?;
        self.next_set = read_size(next_set)?;
        self.has_grown = read_flag(has_grown)?;
        self.is_done = read_flag(is_done)?;
        let is_live: Result<Vec<bool>, BadSnapshot> =
            reader.words()?.into_iter().map(read_flag).collect();
        let (is_live, bitmaps) = (is_live?, reader.words()?);
        let is_right = self.next_set <= self.is_odd.len()
            && is_live.len() == self.is_live.len()
            && bitmaps.len() == self.bitmaps.len();
        if !is_right {
            return Err(BadSnapshot);
        }
        (self.is_live, self.bitmaps) = (is_live, bitmaps);
        Ok(())
    }

    /// Whether all states are seen.
    pub(crate) fn are_done(&self) -> bool {
        self.is_done
    }

    /// Replaces the states of a set in the last layer but one by those in the next. Says whether
    /// there are any; their orders are `fresh`.
    fn grow(&mut self, ranking: &Ranking, set: usize) -> bool {
        let mut has_grown = false;
        for block in (self.first_block[set] as usize)..self.first_block[set + 1] as usize {
            let is_live = self.reach(ranking, block) && {
                let bitmap = &mut self.bitmaps[block * self.words..][..self.words];
                if !self.is_live[block] {
                    bitmap.fill(0);
                }
                let mut any = 0;
                for (old, reached) in bitmap.iter_mut().zip(&*self.reached) {
                    *old = reached & !*old;
                    any |= *old;
                }
                any != 0
            };
            self.is_live[block] = is_live;
            if is_live {
                if !has_grown {
                    self.fresh.fill(0);
                }
                has_grown = true;
                let bitmap = &self.bitmaps[block * self.words..][..self.words];
                for (fresh, new) in self.fresh.iter_mut().zip(bitmap) {
                    *fresh |= new;
                }
            }
        }
        has_grown
    }

    /// Collects in `reached` all states of a block that are one push from the current layer. Says
    /// whether there may be any.
    fn reach(&mut self, ranking: &Ranking, block: usize) -> bool {
        let mut is_reached = false;
        for link in
            &self.links[(self.first_link[block] as usize)..self.first_link[block + 1] as usize]
        {
            let source = link.source as usize;
            if !self.is_live[source] {
                continue;
            }
            if !is_reached {
                self.reached[..self.words].fill(0);
                is_reached = true;
            }
            let bitmap = &self.bitmaps[source * self.words..][..self.words];
            if link.turn == 0 {
                for (reached, new) in self.reached.iter_mut().zip(bitmap) {
                    *reached |= new;
                }
            } else {
                let turned = ranking.turned(link.turn);
                each_bit(bitmap, |order| {
                    let after = turned[order];
                    self.reached[usize::from(after / 64)] |= 1 << (after % 64);
                });
            }
        }
        is_reached
    }
}

/// Calls `see` for every member of a bitmap, in order.
#[inline(always)]
fn each_bit(words: &[u64], mut see: impl FnMut(usize)) {
    for (at, word) in words.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            see(at * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
