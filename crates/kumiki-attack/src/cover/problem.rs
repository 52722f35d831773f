//! Exact-cover problems, drawn by lot and made smaller.

use crate::shrink::{shorter, simpler};
use fastrand::Rng;

/// How often an item is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Once,
    /// At most once, or any number of times in one colour.
    Secondary,
    Between(u32, u32),
}

/// A use of an item by an option, perhaps in a colour.
pub(crate) type Entry = (usize, Option<u8>);

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// Different items, in the order in which they are written.
    pub(crate) entries: Vec<Entry>,
    pub(crate) cost: u64,
    /// Of each list one item must be covered if the option is taken. Only JSON can say this.
    pub(crate) requires: Vec<Vec<usize>>,
}

/// An exact-cover problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) items: Vec<Kind>,
    /// Whether items are called by their numbers, as in a matrix.
    pub(crate) is_numbered: bool,
    pub(crate) options: Vec<Choice>,
}

impl Problem {
    /// A problem with so many options at most. Some have symmetries on purpose.
    pub(crate) fn draw(lot: &mut Rng, most_options: usize) -> Self {
        let items: Vec<Kind> = (0..lot.usize(1..=7)).map(|_| draw_kind(lot)).collect();
        let width = lot.usize(1..=3.min(items.len()));
        let count = lot.usize(0..=most_options);
        let (has_costs, has_requirements, colours) = (lot.bool(), lot.u8(..6) == 0, lot.u8(0..=3));
        let mut options: Vec<Choice> = (0..count)
            .map(|_| draw_choice(lot, &items, width, has_costs, has_requirements, colours))
            .collect();
        let mut problem = Self { items, is_numbered: false, options: Vec::new() };
        if lot.u8(..3) == 0 {
            options = problem.closed(lot, options, most_options);
        } else if lot.u8(..8) == 0 && !options.is_empty() {
            let twin = lot.choice(&options).cloned();
            options.extend(twin);
        }
        if has_requirements {
            // Lists show the items of an option, so options that require different things have to
            // differ in them.
            let mut seen: Vec<Vec<Entry>> = Vec::new();
            options.retain(|choice| {
                let mut entries = choice.entries.clone();
                entries.sort_unstable();
                let is_new = !seen.contains(&entries);
                seen.push(entries);
                is_new
            });
        }
        problem.options = options;
        problem
    }

    /// The problem as a matrix has it: items by their numbers, in order.
    pub(crate) fn numbered(mut self) -> Self {
        self.is_numbered = true;
        self.options.iter_mut().for_each(|choice| choice.entries.sort_unstable());
        self
    }

    /// The options with their images under a random permutation of items that keeps the kinds.
    fn closed(&self, lot: &mut Rng, options: Vec<Choice>, most: usize) -> Vec<Choice> {
        let mut image: Vec<usize> = (0..self.items.len()).collect();
        lot.shuffle(&mut image);
        let image: Vec<usize> = (0..image.len())
            .map(|at| if self.items[image[at]] == self.items[at] { image[at] } else { at })
            .collect();
        let is_permutation = (0..image.len()).all(|at| image.contains(&at));
        let mut closed: Vec<Choice> = Vec::new();
        for mut choice in options {
            while is_permutation && !closed.contains(&choice) && closed.len() < most {
                closed.push(choice.clone());
                choice.entries.iter_mut().for_each(|entry| entry.0 = image[entry.0]);
                choice.requires.iter_mut().flatten().for_each(|item| *item = image[*item]);
            }
        }
        closed
    }

    /// What an item is called.
    pub(crate) fn name(&self, item: usize) -> String {
        // Long names and other scripts are names like others.
        match item {
            _ if self.is_numbered => (item + 1).to_string(),
            5 => "ünïcode".to_owned(),
            6 => "longer-than-eight".to_owned(),
            _ => char::from(b'a' + u8::try_from(item).unwrap_or(25)).to_string(),
        }
    }

    /// An option as Kumiki shows it: its items with their colours, then its cost unless that is 0.
    pub(crate) fn text(&self, option: usize) -> String {
        let choice = &self.options[option];
        let cost = (choice.cost > 0).then(|| format!("|{}", choice.cost));
        let entries = choice.entries.iter().map(|entry| self.entry_text(*entry));
        entries.chain(cost).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn entry_text(&self, (item, colour): Entry) -> String {
        match colour {
            None => self.name(item),
            Some(colour) => format!("{}:c{colour}", self.name(item)),
        }
    }

    pub(crate) fn has_requirements(&self) -> bool {
        self.options.iter().any(|choice| !choice.requires.is_empty())
    }

    /// Whether the costs of all options are so large that no file may have them.
    pub(crate) fn costs_too_much(&self) -> bool {
        const MOST: u64 = (1 << 53) - 1;
        self.options.iter().map(|choice| choice.cost).sum::<u64>() > MOST
    }

    pub(crate) fn has_costs(&self) -> bool {
        self.options.iter().any(|choice| choice.cost > 0)
    }

    pub(crate) fn has_ranges(&self) -> bool {
        self.items.iter().any(|kind| matches!(kind, Kind::Between(..)))
    }

    /// Whether an option can be taken or left whatever the items want.
    pub(crate) fn has_free_options(&self) -> bool {
        let is_free = |choice: &Choice| {
            choice.entries.iter().all(|entry| self.items[entry.0] == Kind::Secondary)
        };
        self.options.iter().any(is_free)
    }

    /// Whether each item is to be covered once, and nothing else is asked for.
    pub(crate) fn is_plain(&self) -> bool {
        let is_once = |kind: &Kind| *kind == Kind::Once;
        self.items.iter().all(is_once) && !self.has_costs() && !self.has_requirements()
    }

    /// Problems with less in them.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let fewer =
            shorter(&self.options).into_iter().map(|options| Self { options, ..self.clone() });
        let without_item =
            (0..self.items.len()).filter(|_| self.items.len() > 1).map(|at| self.without(at));
        let plainer_options = simpler(&self.options, |choice| plainer(choice, &self.items));
        let plainer_items = simpler(&self.items, |kind| match kind {
            Kind::Once => vec![],
            Kind::Between(least, most) if *most > 1 => {
                vec![Kind::Once, Kind::Between((*least).min(most - 1), most - 1)]
            }
            _ => vec![Kind::Once],
        });
        fewer
            .chain(without_item)
            .chain(plainer_options.into_iter().map(|options| Self { options, ..self.clone() }))
            .chain(plainer_items.into_iter().map(|items| Self { items, ..self.clone() }))
            .filter(Self::is_legal)
            .collect()
    }

    /// Without an item; options that have no other go too.
    fn without(&self, gone: usize) -> Self {
        let mut problem = self.clone();
        problem.items.remove(gone);
        let renumbered = |item: usize| if item > gone { item - 1 } else { item };
        for choice in &mut problem.options {
            choice.entries.retain(|entry| entry.0 != gone);
            choice.entries.iter_mut().for_each(|entry| entry.0 = renumbered(entry.0));
            choice.requires.iter_mut().for_each(|list| list.retain(|item| *item != gone));
            choice.requires.retain(|list| !list.is_empty());
            choice.requires.iter_mut().flatten().for_each(|item| *item = renumbered(*item));
        }
        problem.options.retain(|choice| !choice.entries.is_empty());
        problem
    }

    /// Whether only secondary items have colours.
    fn is_legal(&self) -> bool {
        let mut entries = self.options.iter().flat_map(|choice| &choice.entries);
        entries.all(|(item, colour)| colour.is_none() || self.items[*item] == Kind::Secondary)
    }
}

fn draw_kind(lot: &mut Rng) -> Kind {
    match lot.u8(..10) {
        0..=5 => Kind::Once,
        6 | 7 => Kind::Secondary,
        _ => {
            let most = lot.u32(1..=3);
            // One way to say "once" is enough: then what is read back can be compared.
            match lot.u32(0..=most) {
                1 if most == 1 => Kind::Once,
                least => Kind::Between(least, most),
            }
        }
    }
}

fn draw_choice(
    lot: &mut Rng,
    items: &[Kind],
    width: usize,
    has_costs: bool,
    has_requirements: bool,
    colours: u8,
) -> Choice {
    let mut all: Vec<usize> = (0..items.len()).collect();
    lot.shuffle(&mut all);
    all.truncate(lot.usize(1..=width));
    let entries = all.into_iter().map(|item| {
        let coloured = items[item] == Kind::Secondary && colours > 0 && lot.u8(..3) > 0;
        (item, coloured.then(|| lot.u8(0..colours)))
    });
    let entries = entries.collect();
    let cost = match has_costs && lot.bool() {
        true if lot.u8(..30) == 0 => 1 << lot.u64(40..=53),
        true => lot.u64(0..=9),
        false => 0,
    };
    let requires = match has_requirements && lot.bool() {
        true => vec![(0..lot.usize(1..=2)).map(|_| lot.usize(0..items.len())).collect()],
        false => Vec::new(),
    };
    Choice { entries, cost, requires }
}

/// An option with one thing less.
fn plainer(choice: &Choice, items: &[Kind]) -> Vec<Choice> {
    let mut plainer = Vec::new();
    if choice.cost > 0 {
        plainer.push(Choice { cost: 0, ..choice.clone() });
        plainer.push(Choice { cost: choice.cost / 2, ..choice.clone() });
    }
    if !choice.requires.is_empty() {
        plainer.push(Choice { requires: Vec::new(), ..choice.clone() });
    }
    for entries in shorter(&choice.entries).into_iter().filter(|entries| !entries.is_empty()) {
        plainer.push(Choice { entries, ..choice.clone() });
    }
    for (at, (item, colour)) in choice.entries.iter().enumerate() {
        if items[*item] == Kind::Secondary && colour.is_some() {
            let mut plain = choice.clone();
            plain.entries[at].1 = None;
            plainer.push(plain);
        }
    }
    plainer
}
