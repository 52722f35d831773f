//! Counting the solutions of an exact-cover problem, item by item.

use kumiki_id::Id;
use kumiki_model::{Colour, CoverProblem, ItemId, OptionId};

/// How many solutions an exact-cover problem has, as [`covers`](super::covers) defines them; or
/// nothing if more options would have to be tried than `most`. `go_on` is called for every option
/// that is tried, and may end the count.
///
/// An item that is covered too seldom is chosen, with as few ways to cover it as possible; each way
/// is tried, and is then out of question for the ways after it. When nothing is covered too seldom,
/// what still fits may be added or not.
///
/// ```
/// use kumiki_recount::count_covers;
/// use kumiki_group::Action;
/// use kumiki_model::{CoverProblemBuilder, ItemKind};
/// let mut builder = CoverProblemBuilder::new();
/// let [a, b] = [1, 2].map(|least| builder.item(ItemKind::between(least, 2)));
/// for items in [vec![a, b], vec![a], vec![b], vec![b]] {
///     builder.option(items);
/// }
/// let problem = builder.build(Action::trivial(2))?;
/// let mut tried = 0;
/// let count = count_covers(&problem, 100, &mut || -> Result<(), ()> {
///     tried += 1;
///     Ok(())
/// });
/// // Both of the last two with the second; or the first, one of them, and the second or not.
/// assert_eq!(count, Ok(Some(5)));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// # Errors
/// If `go_on` ends it.
pub fn count_covers<E>(
    problem: &CoverProblem,
    most: u64,
    go_on: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Option<u128>, E> {
    let mut uses = vec![Vec::new(); problem.items().len()];
    for (option, items) in problem.options().enumerate() {
        items.iter().for_each(|item| uses[item.index()].push(option));
    }
    let options = problem.options().ids().map(|option| problem.entries(option).collect()).collect();
    let mut counter = Counter {
        problem,
        options,
        uses,
        covered: vec![(0, None); problem.items().len()],
        standing: vec![Standing::Free; problem.options().len()],
        steps_left: most,
        go_on,
    };
    match counter.count() {
        Ok(count) => Ok(Some(count)),
        Err(End::TooMany) => Ok(None),
        Err(End::Told(error)) => Err(error),
    }
}

/// Why a count has no end.
enum End<E> {
    TooMany,
    Told(E),
}

/// How an option stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Free,
    Taken,
    /// It was tried in a branch before.
    Out,
}

/// What is taken, and what is out of question.
struct Counter<'p, E> {
    problem: &'p CoverProblem,
    /// The items of each option, with colours.
    options: Vec<Vec<(ItemId, Option<Colour>)>>,
    /// For each item the options that have it.
    uses: Vec<Vec<OptionId>>,
    /// For each item how many of the options taken have it, and the colour that they give it: one
    /// for all, if it has more than it would have room for otherwise.
    covered: Vec<(u32, Option<Colour>)>,
    /// How each option stands.
    standing: Vec<Standing>,
    steps_left: u64,
    go_on: &'p mut dyn FnMut() -> Result<(), E>,
}

impl<E> Counter<'_, E> {
    /// Whether an option can be taken.
    fn fits(&self, option: OptionId) -> bool {
        let has_room = |(item, colour): &(ItemId, Option<Colour>)| {
            let (times, before) = self.covered[item.index()];
            let agrees = colour.is_some() && *colour == before;
            times == 0 || agrees || times < self.problem.items()[*item].most()
        };
        self.standing[option.index()] == Standing::Free
            && self.options[option.index()].iter().all(has_room)
    }

    /// Takes an option.
    fn take(&mut self, option: OptionId) -> Result<(), End<E>> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(End::TooMany)?;
        (self.go_on)().map_err(End::Told)?;
        self.standing[option.index()] = Standing::Taken;
        for (item, colour) in &self.options[option.index()] {
            let (times, before) = &mut self.covered[item.index()];
            if *times == 0 {
                *before = *colour;
            }
            *times += 1;
        }
        Ok(())
    }

    /// Gives an option back.
    fn give_back(&mut self, option: OptionId, standing: Standing) {
        self.standing[option.index()] = standing;
        for (item, _) in &self.options[option.index()] {
            self.covered[item.index()].0 -= 1;
        }
    }

    /// How many solutions have what is taken, and nothing that is out of question.
    fn count(&mut self) -> Result<u128, End<E>> {
        let mut fewest: Option<Vec<OptionId>> = None;
        for (item, kind) in self.problem.items().enumerate() {
            let (times, _) = self.covered[item.index()];
            if times >= kind.least() {
                continue;
            }
            let of_item = self.uses[item.index()].iter().copied();
            let ways: Vec<OptionId> = of_item.filter(|option| self.fits(*option)).collect();
            if fewest.as_ref().is_none_or(|fewest| ways.len() < fewest.len()) {
                fewest = Some(ways);
            }
        }
        let Some(ways) = fewest else { return self.count_more(0) };
        let mut sum = 0;
        for option in &ways {
            self.take(*option)?;
            sum += self.count()?;
            self.give_back(*option, Standing::Out);
        }
        ways.iter().for_each(|option| self.standing[option.index()] = Standing::Free);
        Ok(sum)
    }

    /// The same if nothing is covered too seldom, and options before the n-th are not added.
    fn count_more(&mut self, from: usize) -> Result<u128, End<E>> {
        let mut sum = u128::from(self.has_what_it_requires());
        for number in from..self.options.len() {
            let option = OptionId::new(number);
            if self.fits(option) {
                self.take(option)?;
                sum += self.count_more(number + 1)?;
                self.give_back(option, Standing::Free);
            }
        }
        Ok(sum)
    }

    /// Whether all options taken get what they require.
    fn has_what_it_requires(&self) -> bool {
        self.problem.requirements().iter().all(|requirement| {
            self.standing[requirement.option.index()] != Standing::Taken
                || requirement.any_of.iter().any(|item| self.covered[item.index()].0 > 0)
        })
    }
}
