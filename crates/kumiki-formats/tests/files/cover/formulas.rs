//! Formulas against problems: the models, counted by trying, are the solutions, counted by trying
//! otherwise.

use super::dice::Dice;
use super::problems::{ALL_KINDS, Mix, problem};
use kumiki_formats::cover::{CoverFile, CoverFormat};
use kumiki_group::Action;
use kumiki_id::Id;
use kumiki_model::{Colour, CoverProblem, CoverProblemBuilder, ItemId, ItemKind};

/// The sets of options that solve a problem, as binary numbers, increasing.
fn solutions(problem: &CoverProblem) -> Vec<usize> {
    let is_solution = |set: &usize| {
        let taken = || problem.options().ids().filter(|option| set >> option.index() & 1 == 1);
        let colours = |item: ItemId| -> Vec<Option<Colour>> {
            taken()
                .flat_map(|o| problem.entries(o))
                .filter(|(i, _)| *i == item)
                .map(|(_, c)| c)
                .collect()
        };
        let items_fit = problem.items().enumerate().all(|(item, kind)| {
            let colours = colours(item);
            let agree = colours.windows(2).all(|pair| pair[0].is_some() && pair[0] == pair[1]);
            match kind {
                ItemKind::Optional => agree,
                _ => ((kind.least() as usize)..=kind.most() as usize).contains(&colours.len()),
            }
        });
        let is_met = |any_of: &[ItemId]| any_of.iter().any(|item| !colours(*item).is_empty());
        items_fit
            && problem
                .requirements()
                .iter()
                .all(|r| set >> r.option.index() & 1 == 0 || is_met(&r.any_of))
    };
    (0..1 << problem.options().len()).filter(is_solution).collect()
}

/// A formula read from its text.
struct Formula {
    variable_count: usize,
    /// The clauses whose last variable is the given one, counted from 0: literals as (variable,
    /// sign).
    clauses_up_to: Vec<Vec<Vec<(usize, bool)>>>,
}

impl Formula {
    fn parse(text: &str) -> Self {
        let mut lines = text.lines().skip_while(|line| line.starts_with("c "));
        let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
        let ["p", "cnf", variables, clauses] = header[..] else { panic!("{header:?}") };
        let variable_count = variables.parse().expect("a number");
        let mut clauses_up_to = vec![Vec::new(); variable_count];
        let mut clause_count = 0;
        for line in lines {
            let numbers: Vec<i64> =
                line.split(' ').map(|word| word.parse().expect("a number")).collect();
            let (end, literals) = numbers.split_last().expect("at least the end");
            assert!(*end == 0 && !literals.is_empty() && !literals.contains(&0), "{line}");
            let variable = |literal: i64| usize::try_from(literal.abs()).expect("positive") - 1;
            let clause: Vec<(usize, bool)> =
                literals.iter().map(|l| (variable(*l), *l > 0)).collect();
            let last = clause.iter().map(|(variable, _)| *variable).max().expect("not empty");
            clauses_up_to[last].push(clause);
            clause_count += 1;
        }
        assert_eq!(clauses, clause_count.to_string());
        Self { variable_count, clauses_up_to }
    }

    /// All models, each cut down to its first variables as a binary number. Equal ones are all
    /// listed.
    fn models(&self, option_count: usize) -> Vec<usize> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), option_count, &mut found);
        found.sort_unstable();
        found
    }

    fn extend(&self, values: &mut Vec<bool>, option_count: usize, found: &mut Vec<usize>) {
        if values.len() == self.variable_count {
            found.push((0..option_count).map(|at| usize::from(values[at]) << at).sum());
            return;
        }
        for value in [false, true] {
            values.push(value);
            let is_met =
                |clause: &Vec<(usize, bool)>| clause.iter().any(|(at, sign)| values[*at] == *sign);
            if self.clauses_up_to[values.len() - 1].iter().all(is_met) {
                self.extend(values, option_count, found);
            }
            values.pop();
        }
    }
}

/// One model for each solution, and the same ones. Returns how many, and how many auxiliary
/// variables.
fn check(problem: CoverProblem) -> (usize, usize) {
    let names: Vec<String> = (0..problem.items().len()).map(|item| format!("i{item}")).collect();
    let file = CoverFile::from_problem(problem, names).expect("good names");
    let text = file.to_dimacs().expect("small");
    let formula = Formula::parse(&text);
    let option_count = file.problem().options().len();
    let solutions = solutions(file.problem());
    assert_eq!(formula.models(option_count), solutions, "{}{text}", file.to_json());
    (solutions.len(), formula.variable_count - option_count)
}

#[test]
fn every_problem_with_two_items_and_three_options_has_one_model_per_solution() {
    let kinds = [(1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (2, 3), (3, 3), (4, 9)];
    let kinds = kinds.map(|(least, most)| ItemKind::between(least, most));
    let covers = |kind: ItemKind| {
        let mut covers = vec![None, Some(None)];
        if kind == ItemKind::Optional {
            covers.extend([Some(Some(Colour(0))), Some(Some(Colour(1)))]);
        }
        covers
    };
    let mut checked = 0;
    for first in kinds {
        for second in kinds {
            let mut options = Vec::new();
            for left in covers(first) {
                options.extend(covers(second).into_iter().map(|right| [left, right]));
            }
            // The first one covers nothing and stands for no option.
            let count = options.len();
            for (a, b, c) in (0..count)
                .flat_map(|a| (a..count).flat_map(move |b| (b..count).map(move |c| (a, b, c))))
            {
                let mut builder = CoverProblemBuilder::new();
                let items = [first, second].map(|kind| builder.item(kind));
                for option in [a, b, c].into_iter().filter(|option| *option > 0) {
                    let entries = items.into_iter().zip(options[option]);
                    builder
                        .coloured_option(entries.filter_map(|(item, cover)| Some((item, cover?))));
                }
                check(builder.build(Action::trivial(2)).expect("valid"));
                checked += 1;
            }
        }
    }
    // Multisets of 3 out of 4, 8 and 16 options, for 49, 14 and 1 pairs of kinds.
    assert_eq!(checked, 49 * 20 + 14 * 120 + 816);
}

#[test]
fn random_problems_have_one_model_per_solution() {
    let mut dice = Dice::new(77);
    let (mut solved, mut auxiliary) = (0, 0);
    for round in 0..1500 {
        let max_items = 1 + round % 4;
        let mix =
            Mix { max_items, max_options: 11, kinds: ALL_KINDS, costs: true, requirements: true };
        let (solution_count, auxiliary_count) = check(problem(&mut dice, mix));
        solved += usize::from(solution_count > 1);
        auxiliary += usize::from(auxiliary_count > 3);
    }
    assert!(
        solved > 300 && auxiliary > 300,
        "{solved} with solutions, {auxiliary} with variables of their own"
    );
}

#[test]
fn every_bound_on_up_to_ten_options_counts_right() {
    for option_count in 0..=10 {
        for least in 0..=11 {
            for most in least.max(1)..=12 {
                let mut builder = CoverProblemBuilder::new();
                let item = builder.item(ItemKind::between(least, most));
                for _ in 0..option_count {
                    builder.option([item]);
                }
                check(builder.build(Action::trivial(1)).expect("valid"));
            }
        }
    }
}

#[test]
fn the_text_says_what_its_variables_are() {
    let file =
        CoverFile::read(b"a b | x\na x:1 |5\nb x:1\nb x:2\n", CoverFormat::Dlx).expect("valid");
    let expected = "c exact cover: variables 1 to 3 are the options listed below\n\
        c they determine the other 1 variables, so there is one model for each solution\n\
        c costs are left out\nc 1: a x:1 |5\nc 2: b x:1\nc 3: b x:2\n\
        p cnf 4 7\n1 0\n2 3 0\n-2 -3 0\n-1 4 0\n-2 4 0\n-4 1 2 0\n-4 -3 0\n";
    assert_eq!(file.to_dimacs().expect("small"), expected);
}
