//! Random exact-cover problems, larger than those that can be listed, with symmetries planted on
//! demand.

use super::Dice;
use kumiki_group::{Action, Group, Perm};
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind, OptionId};
use std::collections::BTreeMap;

/// A symmetry that random problems are given. It moves the items; options and requirements come in
/// whole orbits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlantedSymmetry {
    /// None on purpose; a small problem may have some all the same.
    None,
    /// The first item changes places with the last, the second with the last but one, and so on.
    Mirror,
    /// Each item goes to the one so many places on, the last ones to the first ones.
    Shift {
        /// So many places.
        by: usize,
    },
}

impl PlantedSymmetry {
    /// The group generated, acting on so many items.
    fn action(self, item_count: usize) -> Action {
        let image = |item: usize| match self {
            Self::None => item,
            Self::Mirror => item_count - 1 - item,
            Self::Shift { by } => (item + by) % item_count,
        };
        let images =
            (0..item_count).map(|item| u32::try_from(image(item)).expect("few items")).collect();
        let generator =
            Perm::new(images).expect("a mirror or a shift moves no two items to one place");
        Action::new(Group::generated_by(item_count, &[generator]), Clone::clone)
    }
}

/// What random problems look like. All values are legal except an option length of 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomShape {
    /// How many items there are.
    pub items: usize,
    /// How many options are drawn. Whatever a symmetry makes of them comes in addition.
    pub options: usize,
    /// How many items an option has at most.
    pub option_len: usize,
    /// So many times, the items that must be covered are shuffled and cut into options, which are
    /// added. So that there is a solution, unless colours or requirements forbid it.
    pub planted_solutions: usize,
    /// So many in a hundred items are primary.
    pub primary_percent: usize,
    /// So many in a hundred of the other items are ranged, at least 0 to 2 and at most 1 to 3
    /// times; the rest are optional.
    pub ranged_percent: usize,
    /// How many colours an optional item can get. Each use of it draws one of them or none.
    pub colours: usize,
    /// How many of the options are drawn from those before, as equal ones. They come in addition.
    pub copies: usize,
    /// How many requirements are drawn, of one to three items each.
    pub requirements: usize,
    /// Each option costs at most so much.
    pub max_cost: usize,
    /// The symmetry planted. It is stated in the problem, whose group is the one it generates.
    pub symmetry: PlantedSymmetry,
}

impl RandomShape {
    /// Exact cover as most programs know it: 12 items, most of them primary, 14 options and two
    /// planted solutions.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            items: 12,
            options: 14,
            option_len: 4,
            planted_solutions: 2,
            primary_percent: 75,
            ranged_percent: 0,
            colours: 0,
            copies: 0,
            requirements: 0,
            max_cost: 0,
            symmetry: PlantedSymmetry::None,
        }
    }

    /// A little of everything but symmetry: 6 items of all kinds and, with copies and planted
    /// solutions, some 15 options.
    #[must_use]
    pub fn with_everything() -> Self {
        Self {
            items: 6,
            options: 8,
            option_len: 3,
            planted_solutions: 1,
            primary_percent: 30,
            ranged_percent: 50,
            colours: 2,
            copies: 2,
            requirements: 2,
            max_cost: 3,
            symmetry: PlantedSymmetry::None,
        }
    }
}

/// So many random problems; the same ones for the same seed.
///
/// ```
/// use kumiki_oracle::universe::{PlantedSymmetry, RandomShape, random_cover_problems};
/// let shape = RandomShape { symmetry: PlantedSymmetry::Shift { by: 3 }, ..RandomShape::plain() };
/// let problems: Vec<_> = random_cover_problems(7, 5, &shape).collect();
/// assert_eq!(problems.len(), 5);
/// assert!(problems.iter().all(|problem| problem.symmetries().group().order() == 4));
/// ```
///
/// # Panics
/// If options have no items.
pub fn random_cover_problems(
    seed: u64,
    count: usize,
    shape: &RandomShape,
) -> impl Iterator<Item = CoverProblem> + use<> {
    assert!(shape.option_len > 0, "an option has at least one item");
    let mut dice = Dice::new(seed);
    let shape = shape.clone();
    (0..count).map(move |_| draw(&mut dice, &shape))
}

/// Items by number, with their colours; sorted.
type Entries = Vec<(usize, Option<Colour>)>;

fn draw(dice: &mut Dice, shape: &RandomShape) -> CoverProblem {
    let action = shape.symmetry.action(shape.items);
    let mut builder = CoverProblemBuilder::new();
    let kinds = draw_kinds(dice, shape, &action);
    let items: Vec<ItemId> = kinds.iter().map(|kind| builder.item(*kind)).collect();
    let seeds = draw_options(dice, shape, &kinds);
    let orbits: Vec<BTreeMap<Entries, OptionId>> = seeds
        .iter()
        .map(|seed| {
            let cost = dice.below(shape.max_cost + 1);
            let mut orbit = BTreeMap::new();
            for symmetry in action.images() {
                orbit.entry(image(seed, symmetry)).or_insert_with_key(|entries| {
                    let option =
                        builder.coloured_option(entries.iter().map(|(at, c)| (items[*at], *c)));
                    builder.cost(
                        option,
                        u64::try_from(cost).expect("no machine has more than 64 bits"),
                    );
                    option
                });
            }
            orbit
        })
        .collect();
    for _ in 0..if seeds.is_empty() { 0 } else { shape.requirements } {
        let chosen = dice.below(seeds.len());
        let any_of: Vec<usize> = (0..1 + dice.below(3)).map(|_| dice.below(shape.items)).collect();
        for symmetry in action.images() {
            let option = orbits[chosen][&image(&seeds[chosen], symmetry)];
            builder.require(option, any_of.iter().map(|at| items[symmetry.apply(*at)]));
        }
    }
    builder.build(action).expect("whole orbits of nonempty sets of items")
}

/// One kind for each orbit of items.
fn draw_kinds(dice: &mut Dice, shape: &RandomShape, action: &Action) -> Vec<ItemKind> {
    let mut kinds = vec![ItemKind::Primary; shape.items];
    for orbit in action.orbits() {
        let kind = if dice.percent(shape.primary_percent) {
            ItemKind::Primary
        } else if dice.percent(shape.ranged_percent) {
            let least = dice.below(3);
            let most = least.max(1) + dice.below(4 - least.max(1));
            let bound = |times: usize| u32::try_from(times).expect("at most 3");
            ItemKind::between(bound(least), bound(most))
        } else {
            ItemKind::Optional
        };
        for item in orbit {
            kinds[item] = kind;
        }
    }
    kinds
}

/// The options before the symmetry multiplies them: planted solutions, drawn ones, copies.
fn draw_options(dice: &mut Dice, shape: &RandomShape, kinds: &[ItemKind]) -> Vec<Entries> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for _ in 0..shape.planted_solutions {
        // An item that must be covered twice is in two rounds, and never twice in one option.
        for round in 0..2 {
            let mut wanted: Vec<usize> =
                (0..shape.items).filter(|item| kinds[*item].least() > round).collect();
            dice.shuffle(&mut wanted);
            let mut rest = wanted.as_slice();
            while !rest.is_empty() {
                let (set, after) =
                    rest.split_at((1 + dice.below(shape.option_len)).min(rest.len()));
                sets.push(set.to_vec());
                rest = after;
            }
        }
    }
    for _ in 0..if shape.items == 0 { 0 } else { shape.options } {
        let mut all: Vec<usize> = (0..shape.items).collect();
        dice.shuffle(&mut all);
        all.truncate(1 + dice.below(shape.option_len));
        sets.push(all);
    }
    let mut options: Vec<Entries> = Vec::new();
    for set in sets {
        let coloured = set.into_iter().map(|item| {
            let colours = if kinds[item] == ItemKind::Optional { shape.colours } else { 0 };
            let colour = dice.below(colours + 1).checked_sub(1);
            (item, colour.map(|colour| Colour(u32::try_from(colour).expect("few colours"))))
        });
        let mut entries: Entries = coloured.collect();
        entries.sort_unstable();
        options.push(entries);
    }
    for _ in 0..if options.is_empty() { 0 } else { shape.copies } {
        options.push(options[dice.below(options.len())].clone());
    }
    options
}

fn image(entries: &Entries, symmetry: &Perm) -> Entries {
    let mut image: Entries =
        entries.iter().map(|(item, colour)| (symmetry.apply(*item), *colour)).collect();
    image.sort_unstable();
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;

    fn described(problem: &CoverProblem) -> String {
        format!("{problem:?}")
    }

    #[test]
    fn equal_seeds_give_equal_problems_and_different_ones_do_not() {
        let shape = RandomShape::with_everything();
        let texts = |seed| {
            random_cover_problems(seed, 20, &shape).map(|p| described(&p)).collect::<Vec<_>>()
        };
        assert_eq!(texts(3), texts(3));
        assert_ne!(texts(3), texts(4));
        let mut different = texts(3);
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 20);
    }

    #[test]
    fn everything_occurs() {
        let problems: Vec<CoverProblem> =
            random_cover_problems(1, 60, &RandomShape::with_everything()).collect();
        let some = |has: &dyn Fn(&CoverProblem) -> bool| {
            let count = problems.iter().filter(|problem| has(problem)).count();
            assert!(count > 10, "{count}");
        };
        some(&CoverProblem::has_colours);
        some(&CoverProblem::has_costs);
        some(&|problem| !problem.requirements().is_empty());
        some(&|problem| problem.items().iter().any(|kind| *kind == ItemKind::Primary));
        for (least, most) in [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)] {
            let wanted = ItemKind::between(least, most);
            assert!(
                problems.iter().any(|p| p.items().iter().any(|kind| *kind == wanted)),
                "{wanted:?}"
            );
        }
        some(&|problem| {
            let mut entries: Vec<Vec<_>> =
                problem.options().ids().map(|o| problem.entries(o).collect()).collect();
            entries.sort_unstable();
            entries.windows(2).any(|pair| pair[0] == pair[1])
        });
    }

    #[test]
    fn planted_solutions_make_every_plain_problem_solvable() {
        let ranged =
            RandomShape { ranged_percent: 60, primary_percent: 40, ..RandomShape::plain() };
        let shift = RandomShape {
            options: 2,
            planted_solutions: 1,
            symmetry: PlantedSymmetry::Shift { by: 4 },
            ..RandomShape::plain()
        };
        for shape in [RandomShape::plain(), ranged, shift] {
            for problem in random_cover_problems(2, 10, &shape) {
                assert!(!naive::covers(&problem).is_empty(), "{problem:?}");
            }
        }
    }

    #[test]
    fn planted_symmetries_are_those_of_the_problem() {
        for (symmetry, order) in [
            (PlantedSymmetry::None, 1),
            (PlantedSymmetry::Mirror, 2),
            (PlantedSymmetry::Shift { by: 1 }, 6),
            (PlantedSymmetry::Shift { by: 2 }, 3),
        ] {
            let shape = RandomShape { symmetry, ..RandomShape::with_everything() };
            for problem in random_cover_problems(9, 20, &shape) {
                assert_eq!(problem.symmetries().group().order(), order);
                for (at, on_options) in problem.on_options().iter().enumerate() {
                    let options: Vec<usize> =
                        (0..problem.options().len()).map(|o| on_options.apply(o)).collect();
                    let items: Vec<usize> =
                        (0..6).map(|i| problem.symmetries().images()[at].apply(i)).collect();
                    assert!(naive::is_automorphism(&problem, &options, &items), "{problem:?}");
                }
            }
        }
    }
}
