//! A plain exact-cover problem compiled into bit sets of options.

use kumiki_id::narrow;
use kumiki_plan::Plan;

/// Rows are padded to a multiple of so many words, which is what one vector instruction takes.
pub(crate) const LANES: usize = 4;

/// Primary items are looked at in blocks of so many.
pub(crate) const BLOCK: usize = 8;

/// With no more options than this, all rows are short and no item is a hub.
pub(crate) const FEW_OPTIONS: usize = 256;

/// The compiled problem. Options are numbered as in the plan, primary items by *places*, which rise
/// in the plan's order and leave gaps: an item whose options are all over the plan's order, a
/// *hub*, is not in a block with others that are no hubs.
///
/// * **B1** Bit `o % 64` of word `o / 64` stands for option o. A *patch* is `patch_words`
///   consecutive words; all patches of a row are numbered by the bits of one machine word.
/// * **B2** `rows[b * words + w][k]` has the options of word w that cover the item at place `8b +
///   k`.
/// * **B3** `patches[b]` are the patches in which some row of block b is not zero.
/// * **B4** `clashes[o * words..]` are the options that cannot be taken together with o, o itself
///   included. Colours are accounted for, so no kernel ever sees them.
/// * **B5** `covers[o * item_words..]` are the places of the primary items of o.
/// * **B6** `hubs` are the places of the hubs. They are looked at last, since dead ends show up
///   among the others first.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Words of a set of options, a multiple of `LANES` (B1).
    pub(crate) words: usize,
    /// Words of a set of places, at least 1.
    pub(crate) item_words: usize,
    /// Words of a patch: 1, 2 or 4, so that there are at most 64 patches (B1).
    pub(crate) patch_words: usize,
    /// How many options there are.
    pub(crate) option_count: usize,
    /// The options of each item, by block of places and by word (B2).
    pub(crate) rows: Vec<[u64; BLOCK]>,
    /// For each block of places its patches (B3).
    pub(crate) patches: Vec<u64>,
    /// For each option those it clashes with (B4).
    pub(crate) clashes: Vec<u64>,
    /// For each option its places (B5).
    pub(crate) covers: Vec<u64>,
    /// The places of the hubs, bit by bit (B6).
    pub(crate) hubs: Vec<u64>,
    /// For each option whether it has optional items.
    pub(crate) uses_optional: Vec<bool>,
    /// The places of the primary items, in the order of the plan.
    pub(crate) places: Vec<usize>,
}

/// Which items an option covers in which colours.
///
/// * **B7** `of[starts[o]..starts[o + 1]]` are the uses of option o, of primary items and of
///   optional ones. Two options clash if they use the same item, unless both uses have the same
///   `shade`, which is not 0.
struct Uses {
    /// For each option its first use (B7). One more than options.
    starts: Vec<u32>,
    /// The uses of all options (B7).
    of: Vec<Use>,
    /// How many shades there are, the shade 0 among them.
    shade_count: usize,
}

/// An item in a colour.
#[derive(Clone, Copy)]
struct Use {
    /// The item, as in the plan.
    item: u32,
    /// 0 without colour, otherwise a number for this colour of this item.
    shade: u32,
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

    fn of(&self, option: usize) -> &[Use] {
        &self.of[(self.starts[option] as usize)..self.starts[option + 1] as usize]
    }
}

/// How many words a row has for so many options.
pub(crate) fn words_for(options: usize) -> usize {
    options.div_ceil(64).max(1).next_multiple_of(LANES)
}

impl Table {
    /// Compiles a plan that has at most [`crate::MAX_OPTIONS`] options and [`crate::MAX_ITEMS`]
    /// primary items.
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
                row_of_item[*item as usize][option / 64] |= 1 << (option % 64);
                row_of_shade[*shade as usize][option / 64] |= 1 << (option % 64);
            }
        }
        let mut clashes = vec![0u64; option_count * words];
        for (option, clash) in clashes.chunks_exact_mut(words).enumerate() {
            for Use { item, shade } in uses.of(option) {
                let (row, same) = (&row_of_item[*item as usize], &row_of_shade[*shade as usize]);
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
        let is_hub = |item: usize| {
            option_count > FEW_OPTIONS && patches_of(item).count_ones() * 4 > patch_count * 3
        };
        let mut place_of = vec![None; plan.items().len()];
        let (mut next, mut are_hubs) = (0usize, false);
        for item in &primary {
            if is_hub(*item) != are_hubs {
                are_hubs = !are_hubs;
                next = next.next_multiple_of(BLOCK);
            }
            place_of[*item] = Some(next);
            next += 1;
        }

        let blocks = next.div_ceil(BLOCK).max(1);
        let item_words = next.div_ceil(64).max(1);
        let mut rows = vec![[0; BLOCK]; blocks * words];
        let mut patches = vec![0; blocks];
        let mut hubs = vec![0; item_words];
        let mut covers = vec![0; option_count * item_words];
        for (item, place) in
            place_of.iter().enumerate().filter_map(|(item, place)| Some((item, (*place)?)))
        {
            let (block, slot) = (place / BLOCK, place % BLOCK);
            hubs[place / 64] |= u64::from(is_hub(item)) << (place % 64);
            patches[block] |= patches_of(item);
            for (word, bits) in row_of_item[item].iter().enumerate() {
                rows[block * words + word][slot] = *bits;
            }
        }
        for option in 0..option_count {
            for place in uses.of(option).iter().filter_map(|one| place_of[one.item as usize]) {
                covers[option * item_words + place / 64] |= 1 << (place % 64);
            }
        }
        let is_optional = |one: &Use| place_of[one.item as usize].is_none();
        let uses_optional =
            (0..option_count).map(|option| uses.of(option).iter().any(is_optional)).collect();
        let places = place_of.into_iter().flatten().collect();
        Self {
            words,
            item_words,
            patch_words,
            option_count,
            rows,
            patches,
            clashes,
            covers,
            hubs,
            uses_optional,
            places,
        }
    }

    /// B4
    #[inline(always)]
    pub(crate) fn clashes_of(&self, option: usize) -> &[u64] {
        &self.clashes[option * self.words..][..self.words]
    }

    /// B5
    #[inline(always)]
    pub(crate) fn covers_of(&self, option: usize) -> &[u64] {
        &self.covers[option * self.item_words..][..self.item_words]
    }

    /// The options of a word that cover the item at a place.
    #[inline(always)]
    pub(crate) fn row(&self, place: usize, word: usize) -> u64 {
        self.rows[place / BLOCK * self.words + word][place % BLOCK]
    }
}
