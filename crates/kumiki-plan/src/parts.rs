//! Problems that fall apart.

use kumiki_group::Action;
use kumiki_id::{Id, narrow};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use std::collections::BTreeMap;

/// A part of a problem that shares no item with the others, as a problem of its own.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its items and options, in the order of the whole; without costs and symmetries.
    pub problem: CoverProblem,
    /// How many parts of the whole are alike, this one included.
    pub times: u32,
}

/// The parts of a problem, one of each kind, in the order of their first items. A solution of the
/// whole is one of each part, so that there are as many as the product says.
///
/// * **P1** Two items are in one part if an option covers both, or covers one and requires the
///   other.
/// * **P2** Parts are alike if they are equal up to the numbers of items and colours: then they
///   have equally many solutions. Some that are isomorphic are not seen to be alike.
///
/// An item that need not and cannot be covered is left out.
#[must_use]
pub fn components(problem: &CoverProblem) -> Vec<Component> {
    let mut sets = Sets { parents: (0..narrow(problem.items().len())).collect() };
    for items in problem.options().iter() {
        items.windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
    }
    for requirement in problem.requirements() {
        let first = problem.options()[requirement.option][0];
        requirement.any_of.iter().for_each(|item| sets.join(first, *item));
    }
    // Sets by their first items.
    let mut parts: BTreeMap<u32, Draft> = BTreeMap::new();
    let mut first_of: BTreeMap<u32, u32> = BTreeMap::new();
    let mut place_of: Vec<(u32, u32)> = Vec::with_capacity(problem.items().len());
    for (item, kind) in problem.items().enumerate() {
        let first = *first_of.entry(sets.root(item)).or_insert(narrow(item.index()));
        let part = parts.entry(first).or_default();
        place_of.push((first, narrow(part.kinds.len())));
        part.kinds.push((kind.least(), kind.most()));
    }
    let mut shades: BTreeMap<(ItemId, Colour), u32> = BTreeMap::new();
    let mut shade_counts: BTreeMap<ItemId, u32> = BTreeMap::new();
    let mut place_of_option = Vec::with_capacity(problem.options().len());
    for option in problem.options().ids() {
        let mut shade = |item, colour| {
            *shades.entry((item, colour)).or_insert_with(|| {
                let count = shade_counts.entry(item).or_default();
                *count += 1;
                *count
            })
        };
        let entries: Vec<(u32, u32)> = problem
            .entries(option)
            .map(|(item, colour)| {
                (place_of[item.index()].1, colour.map_or(0, |colour| shade(item, colour)))
            })
            .collect();
        let (first, _) = place_of[problem.options()[option][0].index()];
        let part = parts.get_mut(&first).expect("every item is in a part");
        place_of_option.push(narrow(part.options.len()));
        part.options.push(entries);
    }
    for requirement in problem.requirements() {
        let (first, _) = place_of[requirement.any_of[0].index()];
        let any_of = requirement.any_of.iter().map(|item| place_of[item.index()].1).collect();
        let option = place_of_option[requirement.option.index()];
        let part = parts.get_mut(&first).expect("every item is in a part");
        part.requirements.push((option, any_of));
    }
    let is_needed =
        |part: &Draft| !part.options.is_empty() || part.kinds.iter().any(|(least, _)| *least > 0);
    let mut kinds: BTreeMap<Draft, usize> = BTreeMap::new();
    let mut components: Vec<Component> = Vec::new();
    for part in parts.into_values().filter(is_needed) {
        if let Some(at) = kinds.get(&part) {
            components[*at].times += 1;
            continue;
        }
        components.push(Component { problem: part.problem(), times: 1 });
        kinds.insert(part, components.len() - 1);
    }
    components
}

/// Items that belong together: a forest in which each item names one nearer to the root of its set.
struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    fn root(&mut self, item: ItemId) -> u32 {
        let mut at = item.index();
        while self.parents[at] as usize != at {
            let above = self.parents[at] as usize;
            self.parents[at] = self.parents[above];
            at = above;
        }
        narrow(at)
    }

    fn join(&mut self, a: ItemId, b: ItemId) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

/// A part, with numbers of its own: items and options in the order of the whole, colours of an item
/// from 1 in the order in which options give them.
#[derive(PartialEq, Eq, PartialOrd, Ord, Default)]
struct Draft {
    /// How often each item must and may be covered.
    kinds: Vec<(u32, u32)>,
    /// The items of each option with their colours, 0 for none.
    options: Vec<Vec<(u32, u32)>>,
    /// Options, and the items of which they require one.
    requirements: Vec<(u32, Vec<u32>)>,
}

impl Draft {
    fn problem(&self) -> CoverProblem {
        let item = |number: u32| ItemId::new(number as usize);
        let mut builder = CoverProblemBuilder::new();
        for (least, most) in &self.kinds {
            builder.item(ItemKind::between(*least, *most));
        }
        for entries in &self.options {
            let colour = |colour: u32| (colour > 0).then_some(Colour(colour));
            builder.coloured_option(entries.iter().map(|(i, c)| (item(*i), colour(*c))));
        }
        for (option, any_of) in &self.requirements {
            let option = OptionId::new(*option as usize);
            builder.require(option, any_of.iter().map(|number| item(*number)));
        }
        let symmetries = Action::trivial(self.kinds.len());
        builder.build(symmetries).expect("a part of a valid problem is valid")
    }
}
