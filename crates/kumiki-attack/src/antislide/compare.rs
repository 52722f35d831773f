//! What is asked about bricks that cannot slide, and what the answer has to be.

use super::oracle::{Packing, image, packings, symmetries};
use super::question::{Question, Start};
use crate::grid::{Cells, Motion, cuboid};
use crate::judge::{by_symmetry, count, judged};
use crate::workshop::{Workshop, agree};
use fastrand::Rng;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub(crate) objective: Objective,
    /// The symmetry of the list, and how many at most.
    pub(crate) list: Option<(&'static str, Option<usize>)>,
    /// Only packings with so many symmetries are listed.
    pub(crate) least: Option<usize>,
    /// Whether the most symmetric ones are listed first.
    pub(crate) most_symmetric: bool,
    pub(crate) is_verified: bool,
    pub(crate) method: &'static str,
    pub(crate) threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Objective {
    Any,
    Fewest,
    Most,
}

impl Asked {
    pub(crate) fn draw(lot: &mut Rng) -> Self {
        let objective = *lot
            .choice(&[Objective::Any, Objective::Any, Objective::Fewest, Objective::Most])
            .unwrap_or(&Objective::Any);
        let symmetry = *lot.choice(&["all", "rotations", "none"]).unwrap_or(&"all");
        let list = match lot.u8(..4) {
            0 | 1 => Some((symmetry, None)),
            2 => Some((symmetry, Some(lot.usize(1..=3)))),
            _ => None,
        };
        let methods =
            if list.is_some() { ["auto", "direct", "auto"] } else { ["auto", "direct", "layers"] };
        let method = *lot.choice(&methods).unwrap_or(&"auto");
        let may_choose = matches!(list, Some(("all", _)));
        let least = (may_choose && lot.u8(..3) == 0).then(|| lot.usize(1..=8));
        let most_symmetric = may_choose && lot.u8(..3) == 0;
        let (is_verified, threads) = (lot.u8(..5) == 0, lot.usize(1..=3));
        Self { objective, list, least, most_symmetric, is_verified, method, threads }
    }

    pub(crate) fn flags(self) -> String {
        let mut flags = format!("--json --method {} --threads {}", self.method, self.threads);
        flags += match self.objective {
            Objective::Any => "",
            Objective::Fewest => " --fewest",
            Objective::Most => " --most",
        };
        if let Some((symmetry, most)) = self.list {
            let most = most.map_or(String::new(), |most| format!(" {most} --count"));
            flags += &format!(" --list{most} --symmetry {symmetry}");
        }
        if let Some(least) = self.least {
            flags += &format!(" --min-symmetries {least}");
        }
        if self.most_symmetric {
            flags += " --most-symmetric";
        }
        if self.is_verified {
            flags += " --verify";
        }
        flags
    }

    /// Puts the question and compares.
    pub(crate) fn examine(self, question: &Question, shop: &Workshop<'_>) -> Result<(), String> {
        let Some(mut found) = packings(question) else { return Ok(()) };
        let words = format!("{} {}", question.words(), self.flags());
        let ran = shop.run(&words)?;
        // Not every box has layers that can be joined.
        if self.method == "layers" && ran.code == 2 && ran.stderr.contains("layer") {
            return Ok(());
        }
        if ran.code != 0 && !(ran.code == 3 && self.is_verified) {
            return Err(format!("kumiki {words}: exit code {}: {}", ran.code, ran.stderr.trim()));
        }
        let answer: Value =
            serde_json::from_str(&ran.stdout).map_err(|error| format!("no JSON: {error}"))?;
        // A second method that does not apply is no reason to be silent about the first.
        let lines = answer["evidence"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let is_unverified = lines.into_iter().any(|line| line.starts_with("not verified"));
        agree("exit code", &ran.code, &if is_unverified { 3 } else { 0 })?;
        found.retain(|packing| question.most.is_none_or(|most| packing.len() <= most));
        let numbers: BTreeSet<usize> = found.iter().map(BTreeSet::len).collect();
        let best = match self.objective {
            Objective::Any => None,
            // The empty packing is no packing of the fewest bricks.
            Objective::Fewest => Some(numbers.iter().copied().find(|bricks| *bricks > 0)),
            Objective::Most => Some(numbers.last().copied()),
        };
        if let Some(best) = best {
            found.retain(|packing| Some(packing.len()) == best);
            agree("bricks", &answer["bricks"], &best.map_or(Value::Null, Value::from))?;
        }
        compare(question, &found, &answer)?;
        self.compare_list(question, &found, &answer)?;
        judged(shop, &answer, "packings")
    }

    /// The listed packings are packings, one of each class.
    fn compare_list(
        self,
        question: &Question,
        found: &BTreeSet<Packing>,
        answer: &Value,
    ) -> Result<(), String> {
        let Some((symmetry, most)) = self.list else { return Ok(()) };
        let room = cuboid([0; 3], question.held());
        let (of_box, kept) = symmetries(question);
        let class_of = match symmetry {
            "all" => classes(found, &kept, &room),
            "rotations" => classes(found, &rotations(&kept), &room),
            _ => found.iter().cloned().zip(0..).collect(),
        };
        let solutions: Vec<&Value> = answer["solutions"].as_array().into_iter().flatten().collect();
        // A list of some leaves the empty packing out.
        let is_any = self.objective == Objective::Any && most.is_some();
        let keep = |packing: &Packing| {
            of_box.iter().filter(|motion| image(packing, motion, &room) == *packing).count()
        };
        let listed = class_of.iter().filter(|(packing, _)| !is_any || !packing.is_empty());
        let symmetries: BTreeMap<usize, usize> = listed
            .map(|(packing, class)| (*class, keep(packing)))
            .filter(|(_, symmetries)| self.least.is_none_or(|least| *symmetries >= least))
            .collect();
        let expected = symmetries.len().min(most.unwrap_or(usize::MAX));
        agree("how many are listed", &solutions.len(), &expected)?;
        if self.most_symmetric {
            let mut best: Vec<usize> = symmetries.values().copied().collect();
            best.sort_unstable_by(|one, other| other.cmp(one));
            best.truncate(expected);
            let said: Vec<&Value> = solutions.iter().map(|one| &one["symmetry"]).collect();
            let best: Vec<Value> = best.into_iter().map(Value::from).collect();
            agree("symmetries, most first", &said, &best.iter().collect())?;
        }
        let mut seen = BTreeSet::new();
        for solution in solutions {
            let packing = packing_of(solution);
            let class = class_of
                .get(&packing)
                .ok_or_else(|| format!("listed, but no packing: {solution}"))?;
            if !seen.insert(*class) {
                return Err(format!("a second packing of a class is listed: {solution}"));
            }
            agree("bricks of a listed packing", &solution["bricks"], &Value::from(packing.len()))?;
            let keep = keep(&packing);
            agree("symmetry of a listed packing", &solution["symmetry"], &Value::from(keep))?;
            if self.least.is_some_and(|least| keep < least) {
                return Err(format!("listed with too few symmetries: {solution}"));
            }
        }
        Ok(())
    }
}

/// Compares all counts.
fn compare(question: &Question, found: &BTreeSet<Packing>, answer: &Value) -> Result<(), String> {
    let room = cuboid([0; 3], question.held());
    let (of_box, kept) = symmetries(question);
    let rotations = rotations(&kept);
    let count_classes = |some: &BTreeSet<Packing>, group: &[Motion]| {
        classes(some, group, &room).values().collect::<BTreeSet<_>>().len().to_string()
    };
    agree("packings", &count(answer, "packings"), &found.len().to_string())?;
    agree("classes.all", &count(answer, "classes.all"), &count_classes(found, &kept))?;
    agree(
        "classes.rotations",
        &count(answer, "classes.rotations"),
        &count_classes(found, &rotations),
    )?;
    let mut truth = Vec::new();
    for bricks in found.iter().map(BTreeSet::len).collect::<BTreeSet<_>>() {
        let some: BTreeSet<Packing> =
            found.iter().filter(|packing| packing.len() == bricks).cloned().collect();
        let (all, turned) = (count_classes(&some, &kept), count_classes(&some, &rotations));
        truth.push((bricks, some.len().to_string(), all, turned));
    }
    let rows = answer["by_bricks"].as_array().into_iter().flatten();
    let answered: Vec<(usize, String, String, String)> = rows
        .map(|row| {
            let bricks = row["bricks"].as_u64().and_then(|bricks| usize::try_from(bricks).ok());
            let [packings, all, turned] =
                ["packings", "classes.all", "classes.rotations"].map(|name| count(row, name));
            (bricks.unwrap_or(usize::MAX), packings, all, turned)
        })
        .collect();
    agree("by_bricks", &answered, &truth)?;
    let mut orders: BTreeMap<usize, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (packing, class) in classes(found, &kept, &room) {
        if seen.insert(class) {
            let keep =
                of_box.iter().filter(|motion| image(&packing, motion, &room) == packing).count();
            *orders.entry(keep).or_default() += 1;
        }
    }
    match question.start {
        // There a class is one under the symmetries that keep the first brick.
        Start::Corner => Ok(()),
        _ => agree("by_symmetry", &by_symmetry(answer), &orders),
    }
}

fn rotations(group: &[Motion]) -> Vec<Motion> {
    group.iter().copied().filter(Motion::is_rotation).collect()
}

/// For each packing the number of its class.
pub(crate) fn classes(
    packings: &BTreeSet<Packing>,
    group: &[Motion],
    room: &Cells,
) -> BTreeMap<Packing, usize> {
    let mut class_of: BTreeMap<Packing, usize> = BTreeMap::new();
    let mut count = 0;
    for packing in packings {
        if !class_of.contains_key(packing) {
            for motion in group {
                class_of.insert(image(packing, motion, room), count);
            }
            count += 1;
        }
    }
    class_of
}

/// A listed packing.
fn packing_of(solution: &Value) -> Packing {
    let mut bricks: BTreeMap<char, Cells> = BTreeMap::new();
    for (layer, rows) in (0..).zip(solution["layers"].as_array().into_iter().flatten()) {
        for (row, cells) in
            (0..).zip(rows.as_array().into_iter().flatten().filter_map(Value::as_str))
        {
            for (column, label) in (0..).zip(cells.chars()).filter(|(_, label)| *label != '.') {
                bricks.entry(label).or_default().insert([layer, row, column]);
            }
        }
    }
    bricks.into_values().collect()
}
