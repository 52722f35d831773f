//! A plain exact-cover problem compiled into bit sets of options.

use kumiki_id::{narrow, widen};
use kumiki_plan::Plan;

/// Rows are padded to a multiple of so many words, which is what one vector instruction takes.
pub(crate) const LANES: usize = 4;

/// Primary items are looked at in blocks of so many.
pub(crate) const BLOCK: usize = 8;

/// With fewer options than this, all rows are short and no item is a hub.
const FEW_OPTIONS: usize = 256;

/// The bits below those of an item's size in a key.
pub(crate) const SIZE_SHIFT: u32 = 32;

/// The compiled problem. Options are numbered as in the plan, primary items by *places*: hubs, whose options are all over the
/// plan's order, come last, so that dead ends show up among the others first.
///
/// * **B1** Bit `o % 64` of word `o / 64` stands for option o. A *patch* is `patch_words` consecutive words; all patches of a row
///   are numbered by the bits of one machine word.
/// * **B2** `rows[b * words + w][k]` has the options of word w that cover the item at place `8b + k`.
/// * **B3** `patches[b]` are the patches in which some row of block b is not zero.
/// * **B4** `clashes[o * words..]` are the options that cannot be taken together with o, o itself included. Colours are accounted for,
///   so no kernel ever sees them.
/// * **B5** `covers[o * item_words..]` are the places of the primary items of o.
/// * **B6** `keys[b][k]` orders equally small items as the plan does, and ends in the place: item number, then place, in 16 bits
///   each. Places that hold no item have a key above all others.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) words: usize,
    pub(crate) item_words: usize,
    pub(crate) patch_words: usize,
    pub(crate) option_count: usize,
    pub(crate) rows: Vec<[u64; BLOCK]>,
    pub(crate) patches: Vec<u64>,
    pub(crate) clashes: Vec<u64>,
    pub(crate) covers: Vec<u64>,
    pub(crate) keys: Vec<[u64; BLOCK]>,
    /// The primary items in the order of the plan, each with its place.
    pub(crate) primary: Vec<(u32, u32)>,
    /// The tail kernel's view of the options.
    pub(crate) uses: Uses,
}

/// Which items an option covers in which colours, for compacting.
///
/// * **B7** `of[starts[o]..starts[o + 1]]` are the uses of option o, of primary items and of optional ones. Two options clash if they
///   use the same item, unless both uses have the same `shade`, which is not 0.
#[derive(Clone, Debug)]
pub(crate) struct Uses {
    starts: Vec<u32>,
    of: Vec<Use>,
    pub(crate) shade_count: usize,
}

/// An item in a colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// The item, as in the plan.
    pub(crate) item: u32,
    /// 0 without colour, otherwise a number for this colour of this item.
    pub(crate) shade: u32,
}

impl Uses {
    fn new(plan: &Plan) -> Self {
        let mut shades = std::collections::BTreeMap::new();
        let (mut starts, mut of) = (vec![0], Vec::new());
        for option in 0..plan.option_count() {
            for entry in plan.entries(option) {
                let next = narrow(shades.len() + 1);
                let shade = match entry.colour {
                    0 => 0,
                    _ => *shades.entry(*entry).or_insert(next),
                };
                of.push(Use { item: entry.item, shade });
            }
            starts.push(narrow(of.len()));
        }
        Self { starts, of, shade_count: shades.len() + 1 }
    }

    pub(crate) fn of(&self, option: usize) -> &[Use] {
        &self.of[widen(self.starts[option])..widen(self.starts[option + 1])]
    }
}

/// How many words a row has for so many options.
pub(crate) fn words_for(options: usize) -> usize {
    options.div_ceil(64).max(1).next_multiple_of(LANES)
}

impl Table {
    /// Compiles a plan that has at most [`crate::MAX_OPTIONS`] options and [`crate::MAX_ITEMS`] primary items.
    pub(crate) fn new(plan: &Plan) -> Self {
        let option_count = plan.option_count();
        let words = words_for(option_count);
        let patch_words = words.div_ceil(64).next_power_of_two();
        let uses = Uses::new(plan);

        // One row per item, and one per colour of an item.
        let mut row_of_item = vec![vec![0u64; words]; plan.items().len()];
        let mut row_of_shade = vec![vec![0u64; words]; uses.shade_count];
        for option in 0..option_count {
            for Use { item, shade } in uses.of(option) {
                row_of_item[widen(*item)][option / 64] |= 1 << (option % 64);
                row_of_shade[widen(*shade)][option / 64] |= 1 << (option % 64);
            }
        }
        let mut clashes = vec![0u64; option_count * words];
        for (option, clash) in clashes.chunks_exact_mut(words).enumerate() {
            for Use { item, shade } in uses.of(option) {
                let (row, same) = (&row_of_item[widen(*item)], &row_of_shade[widen(*shade)]);
                for (word, clash) in clash.iter_mut().enumerate() {
                    *clash |= if *shade == 0 { row[word] } else { row[word] & !same[word] };
                }
            }
            clash[option / 64] |= 1 << (option % 64);
        }

        let is_primary = |item: &usize| plan.items()[*item].least > 0;
        let primary: Vec<usize> = (0..plan.items().len()).filter(is_primary).collect();
        let patches_of = |item: usize| {
            let touched = |patch: &[u64]| patch.iter().any(|word| *word != 0);
            let bits = row_of_item[item].chunks(patch_words).map(touched);
            bits.enumerate().fold(0u64, |mask, (at, is_touched)| mask | u64::from(is_touched) << at)
        };
        let patch_count = narrow(option_count.div_ceil(64 * patch_words));
        let is_hub =
            |item: usize| option_count > FEW_OPTIONS && patches_of(item).count_ones() * 4 > patch_count * 3;
        let mut scan: Vec<usize> = primary.clone();
        scan.sort_by_key(|item| is_hub(*item));

        let blocks = scan.len().div_ceil(BLOCK).max(1);
        let item_words = scan.len().div_ceil(64).max(1);
        let mut rows = vec![[0; BLOCK]; blocks * words];
        let mut patches = vec![0; blocks];
        let mut keys = vec![[u64::from(u32::MAX); BLOCK]; blocks];
        let mut covers = vec![0; option_count * item_words];
        let mut place_of = vec![0u32; plan.items().len()];
        for (place, item) in scan.iter().enumerate() {
            let (block, slot) = (place / BLOCK, place % BLOCK);
            place_of[*item] = narrow(place);
            keys[block][slot] = (*item as u64) << 16 | place as u64;
            patches[block] |= patches_of(*item);
            for (word, bits) in row_of_item[*item].iter().enumerate() {
                rows[block * words + word][slot] = *bits;
            }
        }
        for option in 0..option_count {
            for Use { item, .. } in uses.of(option) {
                if is_primary(&widen(*item)) {
                    let place = widen(place_of[widen(*item)]);
                    covers[option * item_words + place / 64] |= 1 << (place % 64);
                }
            }
        }
        let primary = primary.iter().map(|item| (narrow(*item), place_of[*item])).collect();
        Self {
            words,
            item_words,
            patch_words,
            option_count,
            rows,
            patches,
            clashes,
            covers,
            keys,
            primary,
            uses,
        }
    }

    /// The options of a word that cover the item at a place.
    #[inline(always)]
    pub(crate) fn row(&self, place: usize, word: usize) -> u64 {
        self.rows[place / BLOCK * self.words + word][place % BLOCK]
    }
}
