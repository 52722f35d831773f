//! Looking for solutions one by one, with whichever engine, under whichever group.

use super::{Kernel, Solution};
use crate::Halt;
use crate::pick::{Pick, Picked};
use kumiki_bits::{BitsSearch, BitsSpace};
use kumiki_cells::{Ceiling, CellsSearch, CellsSpace};
use kumiki_drive::{Ledger, Run, pairs};
use kumiki_group::Perm;
use kumiki_model::{OptionId, StoppedBy};
use kumiki_plan::{Cases, Classes, Plan, Standing, Weigher};
use kumiki_search::{Profile, Search, Space};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The symmetries, as permutations of the problem's options.
#[derive(Clone, Debug)]
pub(crate) enum Group {
    /// Nothing is the same.
    Trivial,
    /// All elements are known, the identity first; different ones may do the same to the options.
    Listed { orbits: Vec<Vec<OptionId>>, elements: Vec<Perm> },
    /// There are too many elements to list. All solutions can be counted, but not the classes.
    Large { orbits: Vec<Vec<OptionId>> },
}

impl Group {
    pub(crate) fn can_tell_classes(&self) -> bool {
        !matches!(self, Self::Large { .. })
    }

    fn cases(&self, plan: &Plan) -> Option<Cases> {
        match self {
            Self::Trivial => None,
            Self::Listed { orbits, .. } | Self::Large { orbits } => {
                Some(Cases::from_orbits(plan, orbits))
            }
        }
    }
}

/// What is to be found.
#[derive(Clone, Copy)]
pub(crate) struct Hunt<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) kernel: Kernel,
    pub(crate) group: &'a Group,
    pub(crate) pick: Pick,
    /// Find only the so many cheapest.
    pub(crate) cheapest: Option<usize>,
    /// Which solutions count. Of the members of a class, all count or none.
    pub(crate) keep: &'a (dyn Fn(&[OptionId]) -> bool + Sync),
}

/// The symmetries that leave a solution unchanged, as far as they matter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Stabiliser {
    /// How many they are.
    pub(crate) order: usize,
    /// Which they are, as positions in the list of elements; only if there are others than the
    /// identity.
    pub(crate) elements: Vec<u32>,
}

/// What was found.
pub(crate) struct Harvest {
    pub(crate) total: BigUint,
    /// The classes by stabiliser; empty if the group is too large.
    pub(crate) classes: BTreeMap<Stabiliser, u64>,
    pub(crate) solutions: Vec<Solution>,
    pub(crate) kernel: Kernel,
    pub(crate) kernel_reason: String,
    pub(crate) stopped_by: Option<StoppedBy>,
    pub(crate) evidence: Vec<String>,
    pub(crate) profile: Profile,
}

impl Harvest {
    /// Nothing was found, because there cannot be anything, as the evidence says.
    pub(crate) fn empty(evidence: String) -> Self {
        Self {
            total: BigUint::default(),
            classes: BTreeMap::new(),
            solutions: Vec::new(),
            kernel: Kernel::Auto,
            kernel_reason: "no search was needed".to_owned(),
            stopped_by: None,
            evidence: vec![evidence],
            profile: Profile::new(&[]),
        }
    }
}

/// A search that holds still at solutions.
trait Holds: Search {
    fn solution(&self) -> &[u32];
    fn case(&self) -> Option<usize>;
}

impl Holds for BitsSearch<'_> {
    fn solution(&self) -> &[u32] {
        self.solution().expect("the search holds still at a solution")
    }
    fn case(&self) -> Option<usize> {
        self.case()
    }
}

impl Holds for CellsSearch<'_> {
    fn solution(&self) -> &[u32] {
        self.solution().expect("the search holds still at a solution")
    }
    fn case(&self) -> Option<usize> {
        self.case()
    }
}

/// Which engine searches a plan one by one, and why.
pub(super) fn engine(
    plan: &Plan,
    asked: Kernel,
    has_costs: bool,
) -> Result<(Kernel, String), Halt> {
    let suits = BitsSpace::suits(plan);
    match (asked, suits) {
        (Kernel::Cells, _) => Ok((Kernel::Cells, "asked for".to_owned())),
        (Kernel::Bits, Err(reason)) => {
            Err(Halt::Kernel { kernel: "bits", reason: format!("{reason}, or --kernel cells") })
        }
        (Kernel::Bits, Ok(())) if has_costs => Err(Halt::Kernel {
            kernel: "bits",
            reason: "it knows no costs, expected --kernel auto or cells".to_owned(),
        }),
        (Kernel::Bits, Ok(())) => Ok((Kernel::Bits, "asked for".to_owned())),
        (_, Ok(())) if has_costs => Ok((Kernel::Cells, "it knows costs".to_owned())),
        (_, Ok(())) => {
            Ok((Kernel::Bits, "the problem is plain and its clashes fit into 32 MB".to_owned()))
        }
        (_, Err(reason)) => Ok((Kernel::Cells, reason.to_string())),
    }
}

/// Above this number of options a problem is searched by one thread: to begin a unit would take
/// longer than to search it.
const MAX_SHARED_OPTIONS: usize = 1 << 15;

/// The run, with as many threads as a plan can use.
pub(super) fn with_usable_threads<'h>(plan: &Plan, run: &Run<'h>) -> Run<'h> {
    if plan.option_count() > MAX_SHARED_OPTIONS { run.on_one_thread() } else { *run }
}

/// Refuses beforehand what will not fit.
pub(super) fn check_memory(plan: &Plan, kernel: Kernel, run: &Run<'_>) -> Result<(), Halt> {
    let once = match kernel {
        Kernel::Bits => BitsSpace::bytes_needed(plan),
        _ => CellsSpace::bytes_needed(plan),
    };
    match run.memory_limit() {
        Some(limit) if once > limit => Err(Halt::Memory { needed: once, limit }),
        _ => Ok(()),
    }
}

impl Hunt<'_> {
    pub(crate) fn run(&self, run: &Run<'_>) -> Result<Harvest, Halt> {
        let (kernel, reason) = engine(self.plan, self.kernel, self.cheapest.is_some())?;
        check_memory(self.plan, kernel, run)?;
        let run = &with_usable_threads(self.plan, run);
        let cases = self.group.cases(self.plan);
        let mut harvest = match (kernel, self.cheapest) {
            (_, Some(most)) => self.cheapest(
                &CellsSpace::new(self.plan, cases.as_ref()),
                most,
                cases.as_ref(),
                run,
            ),
            (Kernel::Bits, None) => {
                let space = BitsSpace::new(self.plan, cases.as_ref()).expect("it suits");
                self.all(&space, cases.as_ref(), run)
            }
            _ => self.all(&CellsSpace::new(self.plan, cases.as_ref()), cases.as_ref(), run),
        }?;
        harvest.kernel = kernel;
        harvest.kernel_reason = reason;
        Ok(harvest)
    }

    /// Sees all solutions of all cases.
    fn all<'s, S>(
        &self,
        space: &'s S,
        cases: Option<&Cases>,
        run: &Run<'_>,
    ) -> Result<Harvest, Halt>
    where
        S: Space + 's,
        for<'t> S::Search<'t>: Holds,
    {
        let classes = self.classes(cases);
        let case_count = cases.map_or(1, Cases::len);
        let walked = run.tree(
            "searching",
            space,
            || Tally {
                weighers: BTreeMap::new(),
                classes: BTreeMap::new(),
                picked: Picked::new(self.pick),
            },
            |tally: &mut Tally, search: &S::Search<'_>| {
                let (solution, case) = (search.solution(), search.case());
                tally.see(self, solution, case, cases, classes.as_ref());
                if tally.picked.is_enough() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
            |tally| {
                if tally.picked.is_enough() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        let Tally { weighers: by_case, classes: by_stabiliser, picked } = walked.ledger;
        let mut weighers = vec![Weigher::default(); case_count];
        for (case, weigher) in by_case {
            weighers[case] = weigher;
        }
        let mut evidence = Vec::new();
        let is_complete = walked.stopped_by.is_none();
        let mut total = BigUint::default();
        for (number, weigher) in weighers.iter().enumerate() {
            // Solutions of unfinished cases stand for themselves only.
            total += match cases.filter(|_| is_complete) {
                Some(cases) => weigher.all(Some(cases.get(number))),
                None => u128::from(weigher.found()),
            };
        }
        if let Group::Listed { elements, .. } = self.group {
            let order = elements.len();
            let size = |stabiliser: &Stabiliser| BigUint::from(order / stabiliser.order);
            let sum: BigUint =
                by_stabiliser.iter().map(|(stabiliser, count)| size(stabiliser) * *count).sum();
            if !is_complete {
                // A class that was found has all its members, whatever else may be missing.
                total = sum;
            } else if sum != total {
                return Err(Halt::Disagreement {
                    first: format!("{total} solutions by orbits of options"),
                    second: format!("{sum} by sizes of classes"),
                });
            } else {
                evidence.push(format!(
                    "identity: the sizes of the classes add up to {total}, as do the orbits of \
                     the options"
                ));
            }
        }
        let solution = |(options, symmetries): (Vec<u32>, usize)| Solution {
            cost: self.plan.total_cost(&options),
            options: self.plan.ids(&options),
            symmetries,
        };
        let solutions = picked.into_list().into_iter().map(solution).collect();
        Ok(Harvest {
            total,
            classes: by_stabiliser,
            solutions,
            kernel: Kernel::Auto,
            kernel_reason: String::new(),
            stopped_by: walked.stopped_by,
            evidence,
            profile: walked.profile,
        })
    }

    /// Sees the cheapest solutions.
    fn cheapest(
        &self,
        space: &CellsSpace,
        most: usize,
        cases: Option<&Cases>,
        run: &Run<'_>,
    ) -> Result<Harvest, Halt> {
        let classes = self.classes(cases);
        let ceiling = Arc::new(Ceiling::new(u64::MAX));
        let space = space.clone().bounded_by(Arc::clone(&ceiling));
        let walked = run.tree(
            "searching for the cheapest",
            &space,
            Vec::<Priced>::new,
            |found: &mut Vec<Priced>, search: &CellsSearch<'_>| {
                let solution = search.solution().expect("the search holds still at a solution");
                let symmetries = match (search.case(), cases, &classes) {
                    (Some(case), Some(cases), Some(classes)) => {
                        match classes.standing(cases, case, solution) {
                            Standing::First { stabiliser } => stabiliser.len(),
                            Standing::Other => return ControlFlow::Continue(()),
                        }
                    }
                    _ => 1,
                };
                found.push(Priced { cost: search.cost(), options: solution.to_vec(), symmetries });
                trim(found, most, &ceiling);
                ControlFlow::Continue(())
            },
            |found| {
                trim(found, most, &ceiling);
                ControlFlow::Continue(())
            },
        );
        let mut evidence = Vec::new();
        if walked.stopped_by.is_none() {
            evidence.push(
                "branch and bound searched the whole space, so nothing cheaper was missed"
                    .to_owned(),
            );
        }
        let solutions: Vec<Solution> = walked
            .ledger
            .into_iter()
            .map(|Priced { cost, options, symmetries }| Solution {
                options: self.plan.ids(&options),
                symmetries,
                cost,
            })
            .collect();
        Ok(Harvest {
            total: solutions.len().into(),
            classes: BTreeMap::new(),
            solutions,
            kernel: Kernel::Auto,
            kernel_reason: String::new(),
            stopped_by: walked.stopped_by,
            evidence,
            profile: walked.profile,
        })
    }

    fn classes(&self, cases: Option<&Cases>) -> Option<Classes> {
        match (self.group, cases) {
            (Group::Listed { elements, .. }, Some(cases)) => {
                Some(Classes::new(self.plan, cases, elements))
            }
            _ => None,
        }
    }
}

/// A solution with its cost.
#[derive(Serialize, Deserialize)]
struct Priced {
    cost: u64,
    options: Vec<u32>,
    symmetries: usize,
}

/// Keeps the cheapest, of equally cheap ones the earliest, and lowers the ceiling to the last of
/// them.
fn trim(found: &mut Vec<Priced>, most: usize, ceiling: &Ceiling) {
    // Stable, so that the order of the search decides between equals.
    found.sort_by_key(|priced| priced.cost);
    found.truncate(most);
    if let Some(last) = found.last().filter(|_| found.len() == most) {
        ceiling.lower_to(last.cost);
    }
}

/// What a part of the search has found.
#[derive(Serialize, Deserialize)]
struct Tally {
    #[serde(with = "pairs")]
    weighers: BTreeMap<usize, Weigher>,
    #[serde(with = "pairs")]
    classes: BTreeMap<Stabiliser, u64>,
    picked: Picked<u32>,
}

impl Ledger for Tally {
    fn absorb(&mut self, later: Self) {
        for (case, weigher) in later.weighers {
            self.weighers.entry(case).or_default().merge(&weigher);
        }
        for (stabiliser, count) in later.classes {
            *self.classes.entry(stabiliser).or_default() += count;
        }
        self.picked.merge(later.picked);
    }

    fn held(&self) -> usize {
        self.picked.held()
    }
}

impl Tally {
    fn see(
        &mut self,
        hunt: &Hunt<'_>,
        solution: &[u32],
        case: Option<usize>,
        cases: Option<&Cases>,
        classes: Option<&Classes>,
    ) {
        if !(hunt.keep)(&hunt.plan.ids(solution)) {
            return;
        }
        let weigher = self.weighers.entry(case.unwrap_or(0)).or_default();
        let (Some(cases), Some(case)) = (cases, case) else {
            weigher.add(None, solution);
            self.picked.see(solution.iter().copied(), || 1);
            return;
        };
        weigher.add(Some(cases.get(case)), solution);
        match classes.map(|classes| classes.standing(cases, case, solution)) {
            Some(Standing::First { stabiliser }) => {
                let order = stabiliser.len();
                let elements = if order == 1 { Vec::new() } else { stabiliser };
                *self.classes.entry(Stabiliser { order, elements }).or_default() += 1;
                self.picked.see(solution.iter().copied(), || order);
            }
            Some(Standing::Other) => {}
            None => self.picked.see(solution.iter().copied(), || 1),
        }
    }
}
