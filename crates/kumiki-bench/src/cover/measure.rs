//! An instance measured: everything that is run on it takes turns, and every answer is checked
//! before its time is believed.

use super::cases::{Against, Case, Expected, Instance, Solver};
use super::peer::Peer;
use crate::child;
use crate::failure::Failure;
use crate::product::{Measured, Product};
use crate::report::Row;
use crate::workshop::Workshop;
use kumiki_model::{Answer, Count, RunReport};
use std::path::Path;

/// The rows of an instance.
pub(super) fn measure(
    instance: &Instance,
    product: &Product,
    peer: Option<&Peer>,
    workshop: &Workshop,
) -> Result<Vec<Row>, Failure> {
    let name = format!("{}.{}", instance.name, instance.solver.extension());
    let file = workshop.write(&name, &(instance.text)())?;
    let compared = instance.cases.iter().find(|case| case.against == Against::Peer);
    let (mut peer_seconds, mut measured) = (None, vec![None; instance.cases.len()]);
    for _ in 0..instance.repeats {
        if let (Some(peer), Some(case)) = (peer, compared) {
            let seconds = ask_peer(peer, instance, case, &file)?;
            peer_seconds = Some(peer_seconds.map_or(seconds, |best: f64| best.min(seconds)));
        }
        for (case, so_far) in instance.cases.iter().zip(&mut measured) {
            let now = run(product, instance.solver, case, &file)?;
            *so_far = Some(so_far.map_or(now, |best: Measured| best.and(now)));
        }
    }
    let measured: Vec<Measured> = measured
        .into_iter()
        .map(|best| best.expect("every instance is run at least once"))
        .collect();
    let row = |(case, best): (&Case, &Measured)| Row {
        name: case.name,
        answer: Some(case.expected.to_string()),
        measured: *best,
        compared_seconds: match case.against {
            Against::Peer => peer_seconds,
            Against::FirstRun => Some(measured[0].seconds),
            Against::Nothing => None,
        },
        floor: case.floor,
        aim: case.aim,
    };
    Ok(instance.cases.iter().zip(&measured).map(row).collect())
}

/// One run of the peer: its time.
fn ask_peer(peer: &Peer, instance: &Instance, case: &Case, file: &Path) -> Result<f64, Failure> {
    let told = peer.ask(file)?;
    agree(instance.name, "solutions", "the peer", &told.count, case.expected.count)?;
    child::note(&format!(
        "{}, the peer: {:.1} ms, the answer agrees",
        instance.name,
        told.seconds * 1e3
    ));
    Ok(told.seconds)
}

/// One run of the command.
fn run(product: &Product, solver: Solver, case: &Case, file: &Path) -> Result<Measured, Failure> {
    let path = file.to_str().ok_or_else(|| {
        Failure::Machine(format!("the folder of '{}' has no name in UTF-8", file.display()))
    })?;
    let mut arguments = vec![solver.command(), path, "--json"];
    arguments.extend(case.options.split_whitespace());
    let said = Said::read(&product.answer(&arguments)?)?;
    said.check(case)?;
    let measured = Measured::of(&said.report);
    measured.note(&format!("{}, {}", case.name, case.options));
    Ok(measured)
}

/// What an answer of ours says.
#[derive(Clone, PartialEq, Debug)]
struct Said {
    count: Count,
    classes: Option<Count>,
    group_order: Option<Count>,
    complete: bool,
    report: RunReport,
}

impl Said {
    fn read(text: &str) -> Result<Self, Failure> {
        let unreadable = |why: &dyn std::fmt::Display| {
            Failure::Machine(format!("bug: an answer cannot be read: {why}"))
        };
        let answer = Answer::from_json(text).map_err(|error| unreadable(&error))?;
        Ok(Self {
            complete: answer.is_complete(),
            count: answer.count.ok_or_else(|| unreadable(&"there is no count, expected one"))?,
            classes: answer.classes.map(|classes| classes.all().clone()),
            group_order: answer.group_order,
            report: answer.profile,
        })
    }

    /// Holds the answer against what is known.
    fn check(&self, case: &Case) -> Result<(), Failure> {
        if !self.complete {
            return Err(Failure::Machine(format!(
                "bug: the answer for {} is not complete",
                case.name
            )));
        }
        let Expected { count, classes, group_order } = case.expected;
        let quantities = [
            ("solutions", Some(&self.count), Some(count)),
            ("classes", self.classes.as_ref(), classes),
            ("symmetries", self.group_order.as_ref(), group_order),
        ];
        for (quantity, said, expected) in quantities {
            if let Some(expected) = expected {
                let said = said.map_or_else(|| "nothing".to_owned(), Count::to_string);
                agree(case.name, quantity, "kumiki", &said, expected)?;
            }
        }
        Ok(())
    }
}

fn agree(name: &str, quantity: &str, who: &str, said: &str, expected: &str) -> Result<(), Failure> {
    if said == expected {
        return Ok(());
    }
    Err(Failure::Machine(format!(
        "answers differ for {name}, {quantity}: {who} says {said}, the known figure is \
         {expected}, expected the same"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(count: u64, classes: Option<u64>) -> Said {
        let report =
            RunReport { nodes: 1, seconds: 1.0, threads: 1, peak_bytes: 1, levels: Vec::new() };
        let classes = classes.map(Count::from);
        Said { count: count.into(), classes, group_order: Some(4.into()), complete: true, report }
    }

    #[test]
    fn a_wrong_answer_ends_the_bench() {
        let expected = Expected { count: "9356", classes: Some("2339"), group_order: Some("4") };
        let (against, floor, aim) = (Against::Nothing, None, None);
        let case = Case { name: "pentominoes", options: "", expected, against, floor, aim };
        assert_eq!(said(9356, Some(2339)).check(&case), Ok(()));
        for (wrong, words) in [
            (said(9355, Some(2339)), "solutions: kumiki says 9355, the known figure is 9356"),
            (said(9356, Some(2340)), "classes: kumiki says 2340"),
            (said(9356, None), "classes: kumiki says nothing"),
            (
                Said { group_order: Some(8.into()), ..said(9356, Some(2339)) },
                "symmetries: kumiki says 8",
            ),
            (Said { complete: false, ..said(9356, Some(2339)) }, "not complete"),
        ] {
            let failure = wrong.check(&case).expect_err(words);
            let Failure::Machine(line) = failure else { panic!("{failure:?}") };
            assert!(line.contains("pentominoes") && line.contains(words), "{line}");
        }
    }
}
