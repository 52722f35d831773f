//! Options that demand other options.

use crate::problems::Dice;
use crate::walks::Walk;
use kumiki_group::Action;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};

/// A problem in which options demand options, kept in numbers so that it can be judged without the
/// builder.
#[derive(Debug)]
struct Wishes {
    item_count: usize,
    /// The first so many items are primary.
    primary_count: usize,
    /// The options as sets of items.
    options: Vec<usize>,
    /// An option, and the options of which it demands one.
    wishes: Vec<(usize, Vec<usize>)>,
}

impl Wishes {
    fn drawn(dice: &mut Dice) -> Self {
        let item_count = 3 + dice.below(4);
        let mut options: Vec<usize> = (0..9).map(|_| dice.set(item_count, 3)).collect();
        options.sort_unstable();
        options.dedup();
        let wishes = (0..dice.below(7))
            .map(|_| {
                let any_of = (0..=dice.below(3)).map(|_| dice.below(options.len())).collect();
                (dice.below(options.len()), any_of)
            })
            .collect();
        Self { item_count, primary_count: dice.below(item_count + 1), options, wishes }
    }

    fn problem(&self) -> CoverProblem {
        let mut builder = CoverProblemBuilder::new();
        let items: Vec<ItemId> = (0..self.item_count)
            .map(|at| {
                builder.item(if at < self.primary_count {
                    ItemKind::Primary
                } else {
                    ItemKind::Optional
                })
            })
            .collect();
        let members = |set: usize| {
            items
                .iter()
                .enumerate()
                .filter(move |(at, _)| set >> at & 1 == 1)
                .map(|(_, item)| *item)
        };
        let options: Vec<OptionId> =
            self.options.iter().map(|set| builder.option(members(*set))).collect();
        for (option, any_of) in &self.wishes {
            builder.require_option(options[*option], any_of.iter().map(|wanted| options[*wanted]));
        }
        let degree = builder.item_count();
        builder.build(Action::trivial(degree)).expect("different sets of known items")
    }

    /// Whether a set of options, given by its binary digits, is a solution.
    fn allows(&self, taken: usize) -> bool {
        let is_taken = |option: usize| taken >> option & 1 == 1;
        let times = |item: usize| {
            (0..self.options.len())
                .filter(|o| is_taken(*o) && self.options[*o] >> item & 1 == 1)
                .count()
        };
        (0..self.item_count)
            .all(|item| times(item) == 1 || item >= self.primary_count && times(item) == 0)
            && self.wishes.iter().all(|(option, any_of)| {
                !is_taken(*option) || any_of.iter().any(|wanted| is_taken(*wanted))
            })
    }

    fn check(&self) {
        let ids: Vec<OptionId> = self.problem().options().ids().collect();
        let members = |taken: usize| {
            ids.iter()
                .enumerate()
                .filter(move |(at, _)| taken >> at & 1 == 1)
                .map(|(_, id)| *id)
                .collect()
        };
        let mut expected: Vec<Vec<OptionId>> = (0..1_usize << self.options.len())
            .filter(|taken| self.allows(*taken))
            .map(members)
            .collect();
        expected.sort_unstable();
        assert_eq!(Walk::of(&self.problem()).sorted(), expected, "{self:?}");
    }
}

#[test]
fn options_that_demand_options_get_one_of_them() {
    let mut dice = Dice::new(11);
    for _ in 0..2000 {
        Wishes::drawn(&mut dice).check();
    }
}

#[test]
fn an_option_that_demands_itself_demands_nothing_and_a_circle_is_taken_whole() {
    let of = |wishes: &[(usize, usize)]| Wishes {
        item_count: 3,
        primary_count: 0,
        options: vec![1, 2, 4],
        wishes: wishes.iter().map(|(option, wanted)| (*option, vec![*wanted])).collect(),
    };
    for (wishes, solutions) in [
        (&[][..], 8),
        (&[(0, 0), (1, 1), (2, 2)], 8),
        (&[(0, 1), (1, 2), (2, 0)], 2),
        (&[(0, 1), (1, 2)], 4),
        (&[(0, 1), (0, 2)], 5),
    ] {
        let wishes = of(wishes);
        assert_eq!(Walk::of(&wishes.problem()).seen.len(), solutions, "{wishes:?}");
        wishes.check();
    }
}
