//! Looking for solutions one by one, with whichever engine, under whichever group.

use crate::Halt;
use crate::classes::{ClassLedger, Show, Shower};
use crate::draft::Found;
use kumiki_bits::{BitsSearch, BitsSpace};
use kumiki_cells::{Ceiling, CellsSearch, CellsSpace};
use kumiki_drive::{Ledger, Pick, Run, pairs};
use kumiki_model::{Kernel, OptionId};
use kumiki_plan::{Chosen, Plan, Symmetries, Weigher};
use kumiki_search::{Search, Space};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is to be found.
#[derive(Clone, Copy)]
pub(crate) struct Listing<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) kernel: Kernel,
    /// What makes solutions the same, if anything does.
    pub(crate) group: Option<&'a Symmetries>,
    /// Which solutions are handed over. If a list is enough, those that are shown are those that
    /// count.
    pub(crate) pick: Pick,
    /// Which solutions count, if not all do. Of the members of a class, all count or none.
    pub(crate) keep: Option<&'a Keep<'a>>,
}

/// Says whether a solution counts.
type Keep<'a> = dyn Fn(&[OptionId]) -> bool + Sync + 'a;

/// A search that holds still at solutions.
trait Holds: Search {
    /// The options of the solution, and the case that is being searched.
    fn found(&self) -> (&[u32], Option<usize>);
}

impl Holds for BitsSearch<'_> {
    fn found(&self) -> (&[u32], Option<usize>) {
        (self.solution().expect("the search holds still at a solution"), self.case())
    }
}

impl Holds for CellsSearch<'_> {
    fn found(&self) -> (&[u32], Option<usize>) {
        (self.solution().expect("the search holds still at a solution"), self.case())
    }
}

/// Which engine searches a plan one by one, and why.
fn engine(plan: &Plan, asked: Kernel, has_costs: bool) -> Result<(Kernel, String), Halt> {
    let no_bits = |reason| Err(Halt::Kernel { kernel: "bits", reason });
    let (kernel, reason) = match (asked, BitsSpace::suits(plan)) {
        (Kernel::Cells, _) => (Kernel::Cells, "asked for".to_owned()),
        (Kernel::Bits, Err(reason)) => return no_bits(format!("{reason}, or `kernel` cells")),
        (Kernel::Bits, Ok(())) if has_costs => {
            return no_bits("it knows no costs, expected `kernel` auto or cells".to_owned());
        }
        (Kernel::Bits, Ok(())) => (Kernel::Bits, "asked for".to_owned()),
        (_, Ok(())) if has_costs => (Kernel::Cells, "it knows costs".to_owned()),
        (_, Ok(())) => {
            (Kernel::Bits, "the problem is plain and its clashes fit into 32 MB".to_owned())
        }
        (_, Err(reason)) => (Kernel::Cells, reason.to_string()),
    };
    Ok((kernel, reason))
}

/// Above this number of options a problem is searched by one thread: to begin a unit would take
/// longer than to search it.
const MAX_SHARED_OPTIONS: usize = 1 << 15;

/// The engine that searches a plan one by one and why, and the run with as many threads as it can
/// use. What will not fit is refused beforehand.
pub(super) fn engine_and_run<'h>(
    plan: &Plan,
    asked: Kernel,
    has_costs: bool,
    run: &Run<'h>,
) -> Result<(Kernel, String, Run<'h>), Halt> {
    let (kernel, reason) = engine(plan, asked, has_costs)?;
    let needed = match kernel {
        Kernel::Bits => BitsSpace::bytes_needed(plan),
        _ => CellsSpace::bytes_needed(plan),
    };
    Halt::check_memory(needed, run)?;
    let is_shared = plan.option_count() <= MAX_SHARED_OPTIONS;
    Ok((kernel, reason, if is_shared { *run } else { run.on_one_thread() }))
}

impl Listing<'_> {
    /// Looks for the solutions, and shows those that are wanted as soon as that can be done.
    pub(crate) fn run(&self, run: &Run<'_>, show: &mut Show<'_>) -> Result<Found, Halt> {
        let (kernel, kernel_reason, run) = engine_and_run(self.plan, self.kernel, false, run)?;
        let cases = self.group.map(Symmetries::cases);
        let found = match kernel {
            Kernel::Bits => {
                let space = BitsSpace::new(self.plan, cases).expect("it suits");
                self.search(space, BitsSpace::counting, &run, show)?
            }
            _ => {
                let space = CellsSpace::new(self.plan, cases);
                self.search(space, CellsSpace::counting, &run, show)?
            }
        };
        Ok(Found { kernel, kernel_reason, ..found })
    }

    /// Counts all solutions, whatever is the same, with the kernel that is asked for.
    pub(crate) fn count(&self, kernel: Kernel, run: &Run<'_>) -> Result<Found, Halt> {
        let counting = Self { kernel, group: None, pick: Pick::NOTHING, ..*self };
        counting.run(run, &mut |_| (0, ControlFlow::Continue(())))
    }

    /// Sees all solutions, unless they are only to be counted.
    fn search<S>(
        &self,
        space: S,
        counting: impl Fn(S) -> S,
        run: &Run<'_>,
        show: &mut Show<'_>,
    ) -> Result<Found, Halt>
    where
        S: Space,
        for<'t> S::Search<'t>: Holds,
    {
        if self.group.is_none() && self.keep.is_none() && self.pick == Pick::NOTHING {
            let go_on = ControlFlow::Continue(());
            let walked = run.tree("counting", &counting(space), || 0_u64, |_, _| go_on, |_| go_on);
            let count = walked.counted.into();
            return Ok(Found { count, ..Found::new(walked.profile, walked.stopped_by) });
        }
        let (mut shower, name) = (Shower::new(show), |option: u32| self.plan.id(option as usize));
        let walked = run.tree(
            "searching",
            &space,
            || ListLedger { weighers: BTreeMap::new(), found: ClassLedger::new(self.pick) },
            |ledger: &mut ListLedger, search: &S::Search<'_>| {
                let (solution, case) = search.found();
                ledger.see(self, solution, case);
                ledger.found.flow()
            },
            |ledger| shower.hand_over(ledger.found.picked.take_first(), name),
        );
        let ListLedger { weighers, found: ClassLedger { rows, picked } } = walked.ledger;
        // A sample is drawn when all is seen.
        let _ = shower.hand_over(picked.into_list(), name);
        let mut found = Found::new(walked.profile, walked.stopped_by);
        let rows = shower.rows(rows, found.stopped_by);
        let of_case = |(case, weigher): (usize, Weigher)| {
            BigUint::from(weigher.all(self.group.map(|group| group.cases().get(case))))
        };
        found.count = match found.stopped_by {
            None => weighers.into_iter().map(of_case).sum(),
            // Solutions of unfinished cases stand for themselves only.
            Some(_) => rows.get(&None).copied().unwrap_or(0).into(),
        };
        if let Some(mut tables) = self.group.and_then(Symmetries::tables) {
            tables.add_all(rows);
            let sum = tables.members().0;
            if found.stopped_by.is_some() {
                // A class that was found has all its members, whatever else may be missing.
                found.count = sum;
            } else if sum != found.count {
                let first = format!("{} solutions by orbits of options", found.count);
                return Err(Halt::disagreement(first, format!("{sum} by sizes of classes")));
            } else {
                found.note(format!(
                    "identity: the sizes of the classes add up to {sum}, as do the orbits of the \
                     options"
                ));
            }
            found.tables = Some(tables);
        }
        Ok(found)
    }

    /// Sees the so many cheapest solutions; others are not even counted.
    pub(crate) fn cheapest(
        &self,
        most: usize,
        run: &Run<'_>,
        show: &mut Show<'_>,
    ) -> Result<Found, Halt> {
        let (kernel, kernel_reason, run) = engine_and_run(self.plan, self.kernel, true, run)?;
        let ceiling = Arc::new(Ceiling::new(u64::MAX));
        let space = CellsSpace::new(self.plan, self.group.map(Symmetries::cases))
            .bounded_by(Arc::clone(&ceiling));
        let walked = run.tree(
            "searching for the cheapest",
            &space,
            Vec::<(u64, Vec<u32>)>::new,
            |found: &mut Vec<_>, search: &CellsSearch<'_>| {
                let (solution, case) = search.found();
                let standing = self.group.zip(case).map(|(g, case)| g.standing(case, solution));
                if standing != Some(None) {
                    found.push((search.cost(), solution.to_vec()));
                    trim(found, most, &ceiling);
                }
                ControlFlow::Continue(())
            },
            |found| {
                trim(found, most, &ceiling);
                ControlFlow::Continue(())
            },
        );
        let chosen: Vec<Chosen> = walked
            .ledger
            .iter()
            .map(|(_, options)| Chosen { options: self.plan.ids(options), row: None })
            .collect();
        let count = show(&chosen).0.into();
        let found = Found::new(walked.profile, walked.stopped_by);
        let proof = "branch and bound searched the whole space, so nothing cheaper was missed";
        let evidence = found.stopped_by.map_or(vec![proof.to_owned()], |_| Vec::new());
        Ok(Found { count, kernel, kernel_reason, evidence, ..found })
    }
}

/// Keeps the cheapest, of equally cheap ones the earliest, and lowers the ceiling to the last of
/// them.
fn trim(found: &mut Vec<(u64, Vec<u32>)>, most: usize, ceiling: &Ceiling) {
    // Stable, so that the order of the search decides between equals.
    found.sort_by_key(|(cost, _)| *cost);
    found.truncate(most);
    if let Some((cost, _)) = found.last().filter(|_| found.len() == most) {
        ceiling.lower_to(*cost);
    }
}

/// What a part of the search has found.
#[derive(Serialize, Deserialize)]
struct ListLedger {
    /// All solutions, by case.
    #[serde(with = "pairs")]
    weighers: BTreeMap<usize, Weigher>,
    /// Those that stand for their classes.
    found: ClassLedger,
}

impl Ledger for ListLedger {
    fn absorb(&mut self, later: Self) {
        for (case, weigher) in later.weighers {
            self.weighers.entry(case).or_default().merge(&weigher);
        }
        self.found.absorb(later.found);
    }

    fn is_ordered(&self) -> bool {
        self.found.is_ordered()
    }

    fn held(&self) -> usize {
        self.found.held()
    }
}

impl ListLedger {
    fn see(&mut self, listing: &Listing<'_>, solution: &[u32], case: Option<usize>) {
        if listing.keep.is_some_and(|keep| !keep(&listing.plan.ids(solution))) {
            return;
        }
        let of_group = listing.group.zip(case);
        let of_case = of_group.map(|(group, case)| group.cases().get(case));
        self.weighers.entry(case.unwrap_or(0)).or_default().add(of_case, solution);
        let standing = of_group.map_or(Some(None), |(group, case)| group.standing(case, solution));
        if let Some(row) = standing {
            self.found.picked.see(solution.iter().copied(), || row);
            self.found.count(row);
        }
    }
}
