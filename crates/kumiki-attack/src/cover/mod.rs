//! Attacks on `kumiki cover`: random exact-cover problems in every dialect.

mod formula;
mod oracle;
mod problem;
mod query;
mod symmetry;
mod text;

use crate::attack::{Attack, Recipe};
use crate::program::Program;
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use problem::Problem;
use query::Query;
use text::{Dialect, write};

/// Exact covers.
pub(crate) struct Cover;

/// A problem, how it is written, and what is asked.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    problem: Problem,
    dialect: Dialect,
    /// Where the white space and the comments of the file come from.
    noise: u64,
    query: Query,
    kernel: &'static str,
    threads: usize,
}

impl Case {
    fn command(&self) -> String {
        let Self { kernel, threads, .. } = self;
        let mut words = "cover problem".to_owned();
        // Names are letters, so these two are known by their looks.
        let is_recognised =
            [Dialect::Dlx, Dialect::Json].contains(&self.dialect) && self.noise.is_multiple_of(2);
        if !is_recognised || self.problem.is_numbered {
            words += &format!(" --format {}", self.dialect.name());
        }
        if !matches!(self.query, Query::Write(_) | Query::Formula) {
            words += &format!(" --kernel {kernel} --threads {threads}");
        }
        words
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let text = write(&self.problem, self.dialect, &mut Rng::with_seed(self.noise));
        vec![("problem".to_owned(), text.into_bytes())]
    }

    /// Whether the kernel can do what is asked.
    fn is_feasible(&self) -> bool {
        let is_count = matches!(self.query, Query::Count | Query::Verify);
        let is_cheapest = matches!(self.query, Query::Cheapest(_) | Query::CheapestClasses(_));
        let problem = &self.problem;
        let is_simple =
            !problem.has_ranges() && !problem.has_requirements() && !problem.has_free_options();
        match self.kernel {
            "memo" => is_count && is_simple,
            "bits" => !is_cheapest && is_simple,
            _ => true,
        }
    }
}

impl Attack for Cover {
    type Case = Case;

    fn name(&self) -> &'static str {
        "cover"
    }

    fn draw(&self, lot: &mut Rng) -> Case {
        let query = Query::draw(lot);
        let problem = Problem::draw(lot, query.most_options());
        let fitting: Vec<Dialect> =
            Dialect::ALL.into_iter().filter(|d| d.can_say(&problem)).collect();
        let dialect = *lot.choice(&fitting).unwrap_or(&Dialect::Json);
        let problem = if dialect == Dialect::Matrix { problem.numbered() } else { problem };
        let kernel = *lot.choice(&["auto", "bits", "cells", "memo"]).unwrap_or(&"auto");
        let (noise, threads) = (lot.u64(..), lot.usize(1..=3));
        let mut case = Case { problem, dialect, noise, query, kernel, threads };
        if !case.is_feasible() {
            case.kernel = "auto";
        }
        case
    }

    fn examine(&self, case: &Case, program: &Program) -> Result<(), String> {
        let Some(solutions) = oracle::solutions(&case.problem) else { return Ok(()) };
        let shop = Workshop::new(program, &case.files())?;
        if case.problem.costs_too_much() {
            let words = format!("{} {}", case.command(), case.query.flags());
            return agree("exit code for costs that cannot be added", &shop.run(&words)?.code, &2);
        }
        case.query.examine(&case.problem, &solutions, &case.command(), &shop)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let with = |problem: Problem| Case { problem, ..case.clone() };
        let mut smaller: Vec<Case> = case.problem.smaller().into_iter().map(with).collect();
        smaller.push(Case { threads: 1, ..case.clone() });
        smaller.push(Case { kernel: "auto", ..case.clone() });
        smaller.push(Case { dialect: Dialect::Dlx, ..case.clone() });
        smaller.retain(|small| {
            small.dialect.can_say(&small.problem)
                && small.is_feasible()
                && small.rank() < case.rank()
        });
        smaller
    }

    fn recipe(&self, case: &Case) -> Recipe {
        Recipe::new(case.files(), &[format!("{} {}", case.command(), case.query.flags())])
    }
}

impl Case {
    /// How much there is to read; shrinking goes down.
    fn rank(&self) -> usize {
        let digits = |cost: u64| if cost == 0 { 0 } else { cost.to_string().len() + 1 };
        let choices = self.problem.options.iter();
        let words: usize = choices
            .map(|c| {
                let colours = c.entries.iter().filter(|e| e.1.is_some()).count();
                4 + c.entries.len() + colours + digits(c.cost) + c.requires.len()
            })
            .sum();
        let plain = |kind: &problem::Kind| match kind {
            problem::Kind::Once => 1,
            problem::Kind::Secondary => 2,
            problem::Kind::Between(_, most) => 2 + usize::try_from(*most).unwrap_or(9),
        };
        let items: usize = self.problem.items.iter().map(plain).sum();
        words
            + items
            + self.threads
            + usize::from(self.kernel != "auto")
            + usize::from(self.dialect != Dialect::Dlx)
    }
}
