//! A problem while it is being read: what every reader needs on the way from words to a
//! [`CoverFile`].

use super::CoverFile;
use super::texts::Texts;
use kumiki_group::Action;
use kumiki_id::{Id, IdVec, narrow};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use std::collections::HashMap;

/// The part of a file that has been read.
///
/// * **D1** `names` and `kinds` have one entry per item, and `item_of` finds an item by its name.
/// * **D2** Colours are numbered by first occurrence in the file, whatever their items.
/// * **D3** `entries` is the option being read; `last_cover[i]` is the number of the last option,
///   from 1, that covers item `i`, or 0. Options that were begun and left out count.
pub(super) struct Draft<'t> {
    builder: CoverProblemBuilder,
    names: Texts<ItemId>,
    kinds: IdVec<ItemId, ItemKind>,
    item_of: HashMap<&'t str, ItemId>,
    colour_of: HashMap<&'t str, Colour>,
    texts: Texts<OptionId>,
    entries: Vec<(ItemId, Option<&'t str>)>,
    begun_count: usize,
    last_cover: Vec<usize>,
    /// What all options so far cost.
    total_cost: u64,
}

impl<'t> Draft<'t> {
    /// Nothing read yet.
    pub(super) fn new() -> Self {
        Self {
            builder: CoverProblemBuilder::new(),
            names: Texts::new(),
            kinds: IdVec::new(),
            item_of: HashMap::new(),
            colour_of: HashMap::new(),
            texts: Texts::new(),
            entries: Vec::new(),
            begun_count: 0,
            last_cover: Vec::new(),
            total_cost: 0,
        }
    }

    /// Adds an item, unless its name is taken: then returns the item that has it.
    pub(super) fn item(&mut self, name: &'t str, kind: ItemKind) -> Result<ItemId, ItemId> {
        if let Some(owner) = self.item_of.get(name) {
            return Err(*owner);
        }
        let item = self.builder.item(kind);
        self.names.push(name);
        self.kinds.push(kind);
        self.item_of.insert(name, item);
        self.last_cover.push(0);
        Ok(item)
    }

    /// How many items there are so far.
    pub(super) fn item_count(&self) -> usize {
        self.names.len()
    }

    /// How often an item is covered.
    pub(super) fn kind(&self, item: ItemId) -> ItemKind {
        self.kinds[item]
    }

    /// The item with a name.
    pub(super) fn find(&self, name: &str) -> Option<ItemId> {
        self.item_of.get(name).copied()
    }

    /// Begins the next option. An option that was begun before and not ended is left out.
    pub(super) fn begin_option(&mut self) {
        self.begun_count += 1;
        self.entries.clear();
    }

    /// Adds an item to the option; says whether that was possible, the option not having had it
    /// yet.
    pub(super) fn cover(&mut self, item: ItemId, colour: Option<&'t str>) -> bool {
        let is_new = self.last_cover[item.index()] < self.begun_count;
        self.last_cover[item.index()] = self.begun_count;
        if is_new {
            self.entries.push((item, colour));
        }
        is_new
    }

    /// Ends the option, which has at least one item, or says why its cost cannot be added to those
    /// of the others.
    pub(super) fn end_option(&mut self, cost: u64) -> Result<OptionId, String> {
        let most = CoverProblem::MAX_TOTAL_COST;
        let total = self.total_cost.checked_add(cost).filter(|total| *total <= most);
        self.total_cost = total.ok_or_else(|| {
            format!(
                "cost {cost}, with which all options add up to more than {most}, expected at \
                most that"
            )
        })?;
        let Self { builder, names, colour_of, texts, entries, .. } = self;
        let numbered = entries.iter().map(|(item, colour)| {
            let number = colour.map(|colour| {
                let next = Colour(narrow(colour_of.len()));
                *colour_of.entry(colour).or_insert(next)
            });
            (*item, number)
        });
        let option = builder.coloured_option(numbered);
        builder.cost(option, cost);
        push_option_text(
            texts,
            entries.iter().map(|(item, colour)| (names.get(*item), *colour)),
            cost,
        );
        Ok(option)
    }

    /// Taking `option` will demand one of the items.
    pub(super) fn require(&mut self, option: OptionId, any_of: Vec<ItemId>) {
        self.builder.require(option, any_of);
    }

    /// The finished file.
    pub(super) fn finish(self, warnings: Vec<String>) -> CoverFile {
        let nothing_moves = Action::trivial(self.item_count());
        let problem =
            self.builder.build(nothing_moves).expect("readers check bounds, names and options");
        CoverFile { problem, item_names: self.names, option_texts: self.texts, warnings }
    }
}

/// Appends an option as it is written: its items, each with its colour, then its cost if it has
/// one.
pub(super) fn push_option_text<'w>(
    texts: &mut Texts<OptionId>,
    entries: impl Iterator<Item = (&'w str, Option<&'w str>)>,
    cost: u64,
) {
    let cost = if cost > 0 { format!(" |{cost}") } else { String::new() };
    let words = entries.enumerate().flat_map(|(at, (name, colour))| {
        let gap = if at > 0 { " " } else { "" };
        let (colon, colour) = colour.map_or(("", ""), |colour| (":", colour));
        [gap, name, colon, colour]
    });
    texts.push_parts(words.chain([cost.as_str()]));
}
