//! Problems whose solutions are known by construction or from another engine.

use crate::instances::{
    PENTOMINOES, board, dominoes, langford, packing, permutations, queens, ring,
};
use kumiki_group::Action;
use kumiki_id::{Id, narrow};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use kumiki_oracle::universe::{Dice, RandomShape, random_cover_problems};
use kumiki_plan::Plan;

/// The problem without the options that cover no primary item. Whatever symmetries it has remain.
pub(crate) fn without_free_options(problem: &CoverProblem) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    for kind in problem.items().iter() {
        builder.item(*kind);
    }
    for (id, option) in problem.options().enumerate() {
        if option.iter().any(|item| problem.items()[*item] == ItemKind::Primary) {
            builder.coloured_option(problem.entries(id));
        }
    }
    builder.build(problem.symmetries().clone()).expect("symmetries keep the kinds of items")
}

/// So many plain random problems.
pub(crate) fn random(
    seed: u64,
    count: usize,
    shape: &RandomShape,
) -> impl Iterator<Item = CoverProblem> + use<> {
    random_cover_problems(seed, count, shape).map(|problem| without_free_options(&problem))
}

/// All problems at once, their items and options shuffled: the numbers of solutions multiply.
pub(crate) fn side_by_side(parts: &[CoverProblem], dice: &mut Dice) -> CoverProblem {
    let mut items: Vec<(usize, ItemId)> = Vec::new();
    let mut options = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        items.extend(part.items().ids().map(|item| (number, item)));
        options.extend(part.options().ids().map(|option| (number, option)));
    }
    dice.shuffle(&mut items);
    dice.shuffle(&mut options);
    let mut builder = CoverProblemBuilder::new();
    let mut new_ids: Vec<Vec<ItemId>> =
        parts.iter().map(|part| vec![ItemId::new(0); part.items().len()]).collect();
    for (number, item) in items {
        new_ids[number][item.index()] = builder.item(parts[number].items()[item]);
    }
    for (number, option) in options {
        let entries = parts[number].entries(option);
        builder
            .coloured_option(entries.map(|(item, colour)| (new_ids[number][item.index()], colour)));
    }
    let degree = builder.item_count();
    builder.build(Action::trivial(degree)).expect("as valid as the parts")
}

/// A long problem in which options reach only a few items ahead, so that an engine that goes along
/// it can count.
///
/// Every third item is optional. One solution is planted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Band {
    pub(crate) items: usize,
    /// How many options are drawn beside the planted ones.
    pub(crate) options: usize,
    /// How many of the options are added once more.
    pub(crate) copies: usize,
    /// How many colours the optional items have.
    pub(crate) colours: usize,
}

impl Band {
    pub(crate) fn drawn(self, dice: &mut Dice) -> CoverProblem {
        let is_optional = |item: &usize| item % 3 == 2;
        let primary: Vec<usize> = (0..self.items).filter(|item| !is_optional(item)).collect();
        let mut options: Vec<Vec<(usize, Option<Colour>)>> = Vec::new();
        let mut rest = primary.as_slice();
        while !rest.is_empty() {
            let (run, after) = rest.split_at((1 + dice.below(4)).min(rest.len()));
            options.push(run.iter().map(|item| (*item, None)).collect());
            rest = after;
        }
        for _ in 0..self.options {
            let first = primary[dice.below(primary.len())];
            let mut option = vec![(first, None)];
            for item in (first + 1..self.items).take(6) {
                if dice.percent(40) {
                    let colours = if is_optional(&item) { self.colours } else { 0 };
                    let colour = dice.below(colours + 1).checked_sub(1);
                    option.push((item, colour.map(|colour| Colour(narrow(colour)))));
                }
            }
            options.push(option);
        }
        for _ in 0..self.copies {
            options.push(options[dice.below(options.len())].clone());
        }
        dice.shuffle(&mut options);
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> = (0..self.items)
            .map(|item| {
                builder.item(if is_optional(&item) {
                    ItemKind::Optional
                } else {
                    ItemKind::Primary
                })
            })
            .collect();
        for option in options {
            builder.coloured_option(option.into_iter().map(|(item, colour)| (items[item], colour)));
        }
        builder.build(Action::trivial(items.len())).expect("nonempty sets of known items")
    }
}

/// Tiles in so many colours, two for each colour on the left: enough for more than 256 options on a
/// short ring.
pub(crate) fn two_for_each(colours: usize) -> Vec<Vec<usize>> {
    let tile = |left: usize, right: usize| {
        usize::from([2 * left, 2 * left + 1].map(|c| c % colours).contains(&right))
    };
    (0..colours).map(|left| (0..colours).map(|right| tile(left, right)).collect()).collect()
}

/// Problems of every kind, their searches a handful to some ten thousand nodes, and their names.
pub(crate) fn samples() -> Vec<(String, Plan)> {
    let mut samples: Vec<(String, CoverProblem)> = vec![
        ("7 queens".to_owned(), queens(7)),
        ("langford 7".to_owned(), langford(7)),
        ("dominoes 4x7".to_owned(), dominoes(4, 7)),
        ("permutations of 6".to_owned(), permutations(6)),
        ("rings of 7".to_owned(), ring(&[vec![0, 1, 1], vec![1, 0, 2], vec![1, 0, 1]], 7)),
        ("rings of 9 in 24 colours".to_owned(), ring(&two_for_each(24), 9)),
        ("seven pentominoes".to_owned(), packing(&board(5, 7), &PENTOMINOES[..7])),
    ];
    let mut dice = Dice::new(17);
    for number in 0..6 {
        let band = Band {
            items: 60 + 30 * number,
            options: 40 + 15 * number,
            copies: 2,
            colours: number % 3,
        };
        samples.push((format!("{band:?}"), band.drawn(&mut dice)));
    }
    let shape = RandomShape { primary_percent: 60, colours: 2, copies: 3, ..RandomShape::plain() };
    for (number, problem) in random(18, 12, &shape).enumerate() {
        samples.push((format!("random problem {number}"), problem));
    }
    for options in [4100, 8200] {
        samples.push((
            format!("{options} options of half of 16 items"),
            crowd(&mut dice, options, 16, 8),
        ));
    }
    samples.into_iter().map(|(name, problem)| (name, Plan::new(&problem))).collect()
}

/// So many options of so many out of few primary items. One in ten of those that cover the first
/// item are drawn: so it is the one to branch on, and the search is short.
pub(crate) fn crowd(
    dice: &mut Dice,
    options: usize,
    items: usize,
    option_len: usize,
) -> CoverProblem {
    let mut builder = CoverProblemBuilder::new();
    let mut items: Vec<ItemId> = (0..items).map(|_| builder.item(ItemKind::Primary)).collect();
    let first = items[0];
    for _ in 0..options {
        dice.shuffle(&mut items);
        while items[..option_len].contains(&first) && !dice.percent(10) {
            dice.shuffle(&mut items);
        }
        builder.option(items[..option_len].iter().copied());
    }
    builder.build(Action::trivial(items.len())).expect("nonempty sets of known items")
}

/// Four independent groups of thirty items, each covered whole, or in halves of two kinds that fit
/// only their own kind: three ways each, and 3^4 together. After few choices there are less than 64
/// live options but more open items.
pub(crate) fn tangle() -> Plan {
    let mut builder = CoverProblemBuilder::new();
    for _ in 0..4 {
        let items: Vec<ItemId> = (0..30).map(|_| builder.item(ItemKind::Primary)).collect();
        builder.option(items.iter().copied());
        for size in [10, 20] {
            builder.option(items[..size].iter().copied());
            builder.option(items[size..].iter().copied());
        }
    }
    let degree = builder.item_count();
    Plan::new(&builder.build(Action::trivial(degree)).expect("nonempty sets of known items"))
}
