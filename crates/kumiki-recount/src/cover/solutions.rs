//! All solutions of an exact-cover problem, by trying every option in and out.

use kumiki_model::{Colour, CoverProblem, ItemId, OptionId};

/// All solutions of an exact-cover problem, each a sorted list of options, in lexicographic order.
///
/// A solution covers every item as often as its kind says, where options that give an item the same
/// colour cover it once together; and for each requirement of each of its options it covers at
/// least one of the items named, be it by that option itself. Costs do not matter. Equal options
/// are different options.
///
/// ```
/// use kumiki_recount::covers;
/// use kumiki_group::Action;
/// use kumiki_model::{CoverProblemBuilder, ItemKind};
/// let mut builder = CoverProblemBuilder::new();
/// let [a, b] = [ItemKind::Primary, ItemKind::Optional].map(|kind| builder.item(kind));
/// let (plain, both, extra) = (builder.option([a]), builder.option([a, b]), builder.option([b]));
/// builder.require(plain, [b]);
/// let problem = builder.build(Action::trivial(2))?;
/// assert_eq!(covers(&problem, 99), Some(vec![vec![plain, extra], vec![both]]));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// Two crossing words meet in a cell and must agree on its letter:
///
/// ```
/// use kumiki_recount::covers;
/// use kumiki_group::Action;
/// use kumiki_model::{Colour, CoverProblemBuilder, ItemKind};
/// let mut builder = CoverProblemBuilder::new();
/// let [across, down] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
/// let cell = builder.item(ItemKind::Optional);
/// let [a, b] = [Colour(0), Colour(1)];
/// let ox = builder.coloured_option([(across, None), (cell, Some(a))]);
/// let so = builder.coloured_option([(down, None), (cell, Some(a))]);
/// builder.coloured_option([(down, None), (cell, Some(b))]);
/// let problem = builder.build(Action::trivial(3))?;
/// assert_eq!(covers(&problem, 99), Some(vec![vec![ox, so]]));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
///
/// Given up after so many options were tried in or out.
#[must_use]
pub fn covers(problem: &CoverProblem, limit_steps: u64) -> Option<Vec<Vec<OptionId>>> {
    let options: Vec<OptionId> = problem.options().ids().collect();
    // The last option that has an item decides whether it is covered often enough.
    let last_use = |item: ItemId| {
        options.iter().rposition(|option| problem.options()[*option].contains(&item))
    };
    let mut settled = vec![Vec::new(); options.len() + 1];
    for item in problem.items().ids() {
        settled[last_use(item).map_or(0, |at| at + 1)].push(item);
    }
    let mut search = Search {
        problem,
        options,
        settled,
        taken: Vec::new(),
        found: Vec::new(),
        steps_left: limit_steps,
    };
    search.take_or_leave(0)?;
    search.found.sort_unstable();
    Some(search.found)
}

/// Options that are tried in and out, one after the other.
struct Search<'p> {
    problem: &'p CoverProblem,
    options: Vec<OptionId>,
    /// The items that no option has from a number of options on, but for those of earlier ones.
    settled: Vec<Vec<ItemId>>,
    taken: Vec<OptionId>,
    found: Vec<Vec<OptionId>>,
    steps_left: u64,
}

impl Search<'_> {
    /// Tries an option in and out, all earlier ones being decided.
    ///
    /// An item that is covered too often stays so, and so does one that is covered too seldom and
    /// that no later option has; nothing else is pruned.
    fn take_or_leave(&mut self, at: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        let problem = self.problem;
        let is_too_little = |item: &ItemId| {
            times_covered(problem, &self.taken, *item) < problem.items()[*item].least()
        };
        if self.settled[at].iter().any(is_too_little) {
            return Some(());
        }
        let Some(option) = self.options.get(at).copied() else {
            if is_solution(problem, &self.taken) {
                self.found.push(self.taken.clone());
            }
            return Some(());
        };
        self.take_or_leave(at + 1)?;
        self.taken.push(option);
        let is_too_much = |item: &ItemId| {
            times_covered(problem, &self.taken, *item) > problem.items()[*item].most()
        };
        if !problem.options()[option].iter().any(is_too_much) {
            self.take_or_leave(at + 1)?;
        }
        self.taken.pop();
        Some(())
    }
}

/// How often the options cover an item: once if they all give it the same colour, otherwise once
/// each.
fn times_covered(problem: &CoverProblem, taken: &[OptionId], item: ItemId) -> u32 {
    let uses: Vec<Option<Colour>> = taken
        .iter()
        .flat_map(|option| problem.entries(*option))
        .filter(|(used, _)| *used == item)
        .map(|(_, colour)| colour)
        .collect();
    match uses.first() {
        Some(Some(colour)) if uses.iter().all(|other| *other == Some(*colour)) => 1,
        _ => u32::try_from(uses.len()).expect("naive problems are small"),
    }
}

/// Whether all items are covered as often as they must, and all options taken get what they
/// require.
fn is_solution(problem: &CoverProblem, taken: &[OptionId]) -> bool {
    let times = |item: ItemId| times_covered(problem, taken, item);
    problem
        .items()
        .enumerate()
        .all(|(item, kind)| (kind.least()..=kind.most()).contains(&times(item)))
        && problem.requirements().iter().all(|requirement| {
            !taken.contains(&requirement.option)
                || requirement.any_of.iter().any(|item| times(*item) > 0)
        })
}
