//! Random problems, and what it means that two files say the same.

use super::dice::Dice;
use kumiki_formats::cover::CoverFile;
use kumiki_group::Action;
use kumiki_id::Id;
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use std::collections::{BTreeMap, BTreeSet};

/// What a random problem may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub(crate) max_items: usize,
    pub(crate) max_options: usize,
    /// The kinds of item drawn from.
    pub(crate) kinds: &'static [ItemKind],
    pub(crate) costs: bool,
    pub(crate) requirements: bool,
}

/// Everything a model can have.
pub(crate) const ALL_KINDS: &[ItemKind] = &[
    ItemKind::Primary,
    ItemKind::Primary,
    ItemKind::Optional,
    ItemKind::Optional,
    ItemKind::Ranged { least: 0, most: 2 },
    ItemKind::Ranged { least: 2, most: 2 },
    ItemKind::Ranged { least: 1, most: 3 },
    ItemKind::Ranged { least: 3, most: 5 },
];

/// A problem as the mix says; items, options and requirements may be lacking.
pub(crate) fn problem(dice: &mut Dice, mix: Mix) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let item_count = dice.below(mix.max_items + 1);
    let kinds: Vec<ItemKind> = (0..item_count).map(|_| *dice.pick(mix.kinds)).collect();
    let items: Vec<ItemId> = kinds.iter().map(|kind| builder.item(*kind)).collect();
    let option_count = if item_count == 0 { 0 } else { dice.below(mix.max_options + 1) };
    for _ in 0..option_count {
        let anchor = dice.below(item_count);
        let mut entries = Vec::new();
        for (at, item) in items.iter().enumerate() {
            if at == anchor || dice.once_in(3) {
                let may_colour = kinds[at] == ItemKind::Optional && dice.once_in(2);
                entries.push((*item, may_colour.then(|| Colour(7 * u32::from(dice.once_in(2))))));
            }
        }
        let option = builder.coloured_option(entries);
        if mix.costs && dice.once_in(2) {
            builder.cost(option, (CoverProblem::MAX_TOTAL_COST / 16) >> dice.below(50));
        }
    }
    if mix.requirements && option_count > 0 {
        for _ in 0..dice.below(4) {
            let any_of: Vec<ItemId> = (0..1 + dice.below(2)).map(|_| *dice.pick(&items)).collect();
            builder.require(OptionId::new(dice.below(option_count)), any_of);
        }
    }
    builder.build(Action::trivial(item_count)).expect("valid")
}

/// So many different names, odd ones among them.
pub(crate) fn names(dice: &mut Dice, count: usize) -> Vec<String> {
    let odd =
        ["ä", "{", "0", "1", "10", "007", "#", "a\0b", "\u{a0}", "日本", "\"", "\\", "-", ",", "c"];
    let mut known = BTreeSet::new();
    let mut names = Vec::new();
    while names.len() < count {
        let name = match dice.below(4) {
            0 => format!("n{}", dice.below(1000)),
            1 => dice.below(1000).to_string(),
            2 => "long".repeat(1 + dice.below(30)),
            _ => (*dice.pick(&odd)).to_owned(),
        };
        if known.insert(name.clone()) {
            names.push(name);
        }
    }
    names
}

/// A problem with all its words, whatever the order of its items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Meaning {
    kinds: BTreeMap<String, (u32, u32)>,
    /// Sorted words and cost of each option, in order.
    options: Vec<(Vec<String>, u64)>,
    requirements: BTreeSet<(usize, BTreeSet<String>)>,
}

/// What a file says. Checks on the way that its texts say the same as its problem.
pub(crate) fn meaning(file: &CoverFile) -> Meaning {
    let problem = file.problem();
    let name = |item: ItemId| file.item_name(item).to_owned();
    let kinds: BTreeMap<String, (u32, u32)> = problem
        .items()
        .enumerate()
        .map(|(item, kind)| (name(item), (kind.least(), kind.most())))
        .collect();
    assert_eq!(kinds.len(), problem.items().len(), "F1: names are different");
    let mut name_of_colour: BTreeMap<Colour, String> = BTreeMap::new();
    let mut options = Vec::new();
    for option in problem.options().ids() {
        let text = file.option_text(option);
        let (entry_words, cost_words): (Vec<&str>, Vec<&str>) =
            text.split(' ').partition(|word| !word.starts_with('|'));
        let cost = problem.cost(option);
        let expected_cost: Vec<String> =
            if cost > 0 { vec![format!("|{cost}")] } else { Vec::new() };
        assert_eq!(cost_words, expected_cost, "F2: {text}");
        let mut from_text: Vec<String> = entry_words.into_iter().map(String::from).collect();
        from_text.sort_unstable();
        let mut from_problem = Vec::new();
        for (item, colour) in problem.entries(option) {
            let item = name(item);
            let start = format!("{item}:");
            let word = from_text.iter().find(|word| **word == item || word.starts_with(&start));
            let word = word.unwrap_or_else(|| panic!("F2: {item} is missing in {text}"));
            if let Some(colour) = colour {
                let known =
                    name_of_colour.entry(colour).or_insert_with(|| word[start.len()..].to_owned());
                assert_eq!(*known, word[start.len()..], "one name per colour");
            } else {
                assert_eq!(*word, item, "F2: a colour out of nowhere");
            }
            from_problem.push(word.clone());
        }
        from_problem.sort_unstable();
        assert_eq!(from_text, from_problem, "F2: {text}");
        options.push((from_text, cost));
    }
    let different: BTreeSet<&String> = name_of_colour.values().collect();
    assert_eq!(different.len(), name_of_colour.len(), "one colour per name");
    let words = |any_of: &[ItemId]| any_of.iter().map(|item| name(*item)).collect();
    let requirements =
        problem.requirements().iter().map(|r| (r.option.index(), words(&r.any_of))).collect();
    Meaning { kinds, options, requirements }
}
