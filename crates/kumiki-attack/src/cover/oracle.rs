//! The solutions of an exact-cover problem, by taking or leaving one option after the other.

use super::problem::{Entry, Kind, Problem};

/// Beyond so many solutions a question is not asked.
pub(crate) const MOST_SOLUTIONS: usize = 20_000;

/// All solutions, each a list of options in increasing order; nothing if there are too many.
pub(crate) fn solutions(problem: &Problem) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    extend(problem, 0, &mut Vec::new(), &mut found);
    (found.len() < MOST_SOLUTIONS).then_some(found)
}

/// Decides about the options from `next` on.
fn extend(problem: &Problem, next: usize, taken: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if found.len() >= MOST_SOLUTIONS
        || !(0..problem.items.len()).all(|item| is_bearable(problem, taken, item))
    {
        return;
    }
    if next == problem.options.len() {
        if is_solution(problem, taken) {
            found.push(taken.clone());
        }
        return;
    }
    taken.push(next);
    extend(problem, next + 1, taken, found);
    taken.pop();
    extend(problem, next + 1, taken, found);
}

/// The uses of an item by some options.
fn uses<'p>(problem: &'p Problem, taken: &[usize], item: usize) -> Vec<&'p Entry> {
    let entries = taken.iter().flat_map(|option| &problem.options[*option].entries);
    entries.filter(|entry| entry.0 == item).collect()
}

/// Whether an item is not covered more often than it may be.
fn is_bearable(problem: &Problem, taken: &[usize], item: usize) -> bool {
    let uses = uses(problem, taken, item);
    match problem.items[item] {
        Kind::Once => uses.len() <= 1,
        Kind::Between(_, most) => uses.len() <= usize::try_from(most).unwrap_or(usize::MAX),
        Kind::Secondary => {
            uses.len() <= 1 || (uses[0].1.is_some() && uses.iter().all(|one| one.1 == uses[0].1))
        }
    }
}

/// Whether all that must be covered is covered, and nothing too often.
fn is_solution(problem: &Problem, taken: &[usize]) -> bool {
    let count = |item: usize| uses(problem, taken, item).len();
    let is_enough = |item: usize| match problem.items[item] {
        Kind::Once => count(item) == 1,
        Kind::Between(least, _) => count(item) >= usize::try_from(least).unwrap_or(usize::MAX),
        Kind::Secondary => true,
    };
    (0..problem.items.len()).all(|item| is_enough(item) && is_bearable(problem, taken, item))
        && taken
            .iter()
            .flat_map(|option| &problem.options[*option].requires)
            .all(|list| list.iter().any(|item| count(*item) > 0))
}

/// What a solution costs.
pub(crate) fn cost(problem: &Problem, solution: &[usize]) -> u64 {
    solution.iter().map(|option| problem.options[*option].cost).sum()
}

#[cfg(test)]
mod tests {
    use super::super::problem::Choice;
    use super::*;

    fn choice(entries: &[Entry]) -> Choice {
        Choice { entries: entries.to_vec(), cost: 0, requires: Vec::new() }
    }

    #[test]
    fn six_queens_stand_in_4_ways() {
        // Rows and columns are covered once, diagonals at most once.
        let mut items = vec![Kind::Once; 12];
        items.extend([Kind::Secondary; 22]);
        let cells = (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
        let queen = |(row, column): (usize, usize)| {
            let all = [row, 6 + column, 12 + row + column, 23 + 5 + row - column];
            choice(&all.map(|item| (item, None)))
        };
        let problem = Problem { items, is_numbered: false, options: cells.map(queen).collect() };
        assert_eq!(solutions(&problem).map(|found| found.len()), Some(4));
    }

    #[test]
    fn colours_bounds_and_requirements_are_what_they_are() {
        // x is secondary: two options agree on its colour or do not meet.
        let items = vec![Kind::Once, Kind::Once, Kind::Secondary];
        let options = [(0, 0), (0, 1), (1, 0)]
            .map(|(item, colour)| choice(&[(item, None), (2, Some(colour))]));
        let problem = Problem { items, is_numbered: false, options: options.to_vec() };
        assert_eq!(solutions(&problem), Some(vec![vec![0, 2]]));
        // One or two of three.
        let options = vec![choice(&[(0, None)]); 3];
        let items = vec![Kind::Between(1, 2), Kind::Between(0, 1)];
        let mut problem = Problem { items, is_numbered: false, options };
        assert_eq!(solutions(&problem).map(|found| found.len()), Some(6));
        // The first one wants the other item, which nobody covers.
        problem.options[0].requires = vec![vec![1]];
        assert_eq!(solutions(&problem), Some(vec![vec![1, 2], vec![1], vec![2]]));
    }
}
