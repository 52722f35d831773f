//! Looking for solutions one by one, with whichever engine, under whichever group.

use crate::Halt;
use crate::pick::{Pick, Picked};
use kumiki_bits::{BitsSearch, BitsSpace};
use kumiki_cells::{Ceiling, CellsSearch, CellsSpace};
use kumiki_drive::{Ledger, Run, pairs};
use kumiki_group::Perm;
use kumiki_model::{How, Kernel, OptionId, StoppedBy};
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
pub(crate) struct Listing<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) kernel: Kernel,
    pub(crate) group: &'a Group,
    pub(crate) wanted: Wanted,
    /// Which solutions count. Of the members of a class, all count or none.
    pub(crate) keep: &'a (dyn Fn(&[OptionId]) -> bool + Sync),
}

/// Which solutions are handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// The first so many. If that is enough, the search ends with them, and those that are shown
    /// are those that count.
    First { most: usize, is_enough: bool },
    /// A random set.
    Sample { size: usize, seed: u64 },
    /// The so many cheapest; others are not even counted.
    Cheapest(usize),
}

impl Wanted {
    /// None: they are only counted.
    pub(crate) const NOTHING: Self = Self::First { most: 0, is_enough: false };

    /// What a question wants to see.
    pub(crate) fn of(how: &How) -> Self {
        match how.sample {
            Some(size) => Self::Sample { size, seed: how.seed },
            None => Self::First { most: how.room(), is_enough: how.is_list_enough() },
        }
    }
}

/// Takes the next solutions. Says how many of them are shown, and breaks if no more are wanted.
pub(crate) type Show<'s> = dyn FnMut(Vec<Chosen>) -> (usize, ControlFlow<()>) + Send + 's;

/// The options of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    /// Increasing.
    pub(crate) options: Vec<OptionId>,
    /// How many symmetries leave it unchanged; 1 if none were looked for.
    pub(crate) symmetries: usize,
    pub(crate) cost: u64,
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
pub(crate) struct Listed {
    pub(crate) total: BigUint,
    /// The classes by stabiliser; empty if there are no symmetries, or too many.
    pub(crate) classes: BTreeMap<Stabiliser, u64>,
    pub(crate) kernel: Kernel,
    pub(crate) kernel_reason: String,
    pub(crate) stopped_by: Option<StoppedBy>,
    pub(crate) evidence: Vec<String>,
    pub(crate) profile: Profile,
}

impl Listed {
    /// Nothing was found, because there cannot be anything, as the evidence says.
    pub(crate) fn empty(evidence: String) -> Self {
        Self {
            total: BigUint::default(),
            classes: BTreeMap::new(),
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
            Err(Halt::Kernel { kernel: "bits", reason: format!("{reason}, or `kernel` cells") })
        }
        (Kernel::Bits, Ok(())) if has_costs => Err(Halt::Kernel {
            kernel: "bits",
            reason: "it knows no costs, expected `kernel` auto or cells".to_owned(),
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

impl Listing<'_> {
    /// Looks for the solutions, and shows those that are wanted as soon as that can be done.
    pub(crate) fn run(&self, run: &Run<'_>, show: &mut Show<'_>) -> Result<Listed, Halt> {
        let has_costs = matches!(self.wanted, Wanted::Cheapest(_));
        let (kernel, reason) = engine(self.plan, self.kernel, has_costs)?;
        check_memory(self.plan, kernel, run)?;
        let run = &with_usable_threads(self.plan, run);
        let cases = self.group.cases(self.plan);
        let mut listed = match (kernel, self.wanted) {
            (_, Wanted::Cheapest(most)) => {
                let space = CellsSpace::new(self.plan, cases.as_ref());
                self.cheapest(&space, most, cases.as_ref(), run, show)
            }
            (Kernel::Bits, _) => {
                let space = BitsSpace::new(self.plan, cases.as_ref()).expect("it suits");
                self.all(&space, cases.as_ref(), run, show)?
            }
            _ => {
                self.all(&CellsSpace::new(self.plan, cases.as_ref()), cases.as_ref(), run, show)?
            }
        };
        listed.kernel = kernel;
        listed.kernel_reason = reason;
        Ok(listed)
    }

    /// The same, with nothing to be shown.
    pub(crate) fn count(&self, run: &Run<'_>) -> Result<Listed, Halt> {
        let counting = Self { wanted: Wanted::NOTHING, ..*self };
        counting.run(run, &mut |_| (0, ControlFlow::Continue(())))
    }

    fn chosen(&self, options: &[u32], symmetries: usize) -> Chosen {
        let (options, cost) = (self.plan.ids(options), self.plan.total_cost(options));
        Chosen { options, symmetries, cost }
    }

    /// Sees all solutions of all cases.
    fn all<'s, S>(
        &self,
        space: &'s S,
        cases: Option<&Cases>,
        run: &Run<'_>,
        show: &mut Show<'_>,
    ) -> Result<Listed, Halt>
    where
        S: Space + 's,
        for<'t> S::Search<'t>: Holds,
    {
        let classes = self.classes(cases);
        let is_full = |ledger: &ListLedger| match self.wanted {
            Wanted::First { most, is_enough: true } => ledger.held.len() >= most,
            _ => false,
        };
        let walked = run.tree(
            "searching",
            space,
            || ListLedger::new(self.wanted),
            |ledger: &mut ListLedger, search: &S::Search<'_>| {
                ledger.see(self, search.solution(), search.case(), cases, classes.as_ref());
                if is_full(ledger) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
            |ledger| self.hand_over(ledger, show),
        );
        let ListLedger { weighers, standing, classes: by_stabiliser, sample, .. } = walked.ledger;
        if let Some(sample) = sample {
            let drawn = sample.into_list();
            let chosen = drawn.iter().map(|(options, order)| self.chosen(options, *order));
            let _ = show(chosen.collect());
        }
        let is_complete = walked.stopped_by.is_none();
        let of_case = |(case, weigher): (&usize, &Weigher)| {
            BigUint::from(weigher.all(cases.map(|cases| cases.get(*case))))
        };
        let mut evidence = Vec::new();
        // Solutions of unfinished cases stand for themselves only.
        let mut total =
            if is_complete { weighers.iter().map(of_case).sum() } else { standing.into() };
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
        Ok(Listed {
            total,
            classes: by_stabiliser,
            kernel: Kernel::Auto,
            kernel_reason: String::new(),
            stopped_by: walked.stopped_by,
            evidence,
            profile: walked.profile,
        })
    }

    /// Shows what a ledger holds. If a full list is enough, those that are shown are counted.
    fn hand_over(&self, ledger: &mut ListLedger, show: &mut Show<'_>) -> ControlFlow<()> {
        let held = std::mem::take(&mut ledger.held);
        if held.is_empty() {
            return ControlFlow::Continue(());
        }
        let chosen = held.iter().map(|held| self.chosen(&held.options, held.stabiliser.order));
        let (shown, flow) = show(chosen.collect());
        if ledger.counts_shown {
            held.into_iter()
                .take(shown)
                .for_each(|held| ledger.count(held.stabiliser, held.stands));
        }
        flow
    }

    /// Sees the cheapest solutions.
    fn cheapest(
        &self,
        space: &CellsSpace,
        most: usize,
        cases: Option<&Cases>,
        run: &Run<'_>,
        show: &mut Show<'_>,
    ) -> Listed {
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
        let chosen =
            walked.ledger.iter().map(|priced| self.chosen(&priced.options, priced.symmetries));
        let (shown, _) = show(chosen.collect());
        Listed {
            total: shown.into(),
            classes: BTreeMap::new(),
            kernel: Kernel::Auto,
            kernel_reason: String::new(),
            stopped_by: walked.stopped_by,
            evidence,
            profile: walked.profile,
        }
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
struct ListLedger {
    #[serde(with = "pairs")]
    weighers: BTreeMap<usize, Weigher>,
    /// Solutions that were counted one by one, where there are no classes.
    standing: u64,
    #[serde(with = "pairs")]
    classes: BTreeMap<Stabiliser, u64>,
    /// The next ones of the list.
    held: Vec<Held>,
    /// There is room for so many.
    room: usize,
    /// Whether those are counted that are shown, and no others.
    counts_shown: bool,
    sample: Option<Picked<u32>>,
}

/// A solution for the list: the only one, or the first one of its class.
#[derive(Serialize, Deserialize)]
struct Held {
    options: Vec<u32>,
    stabiliser: Stabiliser,
    /// Whether it has no class.
    stands: bool,
}

impl Ledger for ListLedger {
    fn absorb(&mut self, later: Self) {
        for (case, weigher) in later.weighers {
            self.weighers.entry(case).or_default().merge(&weigher);
        }
        self.standing += later.standing;
        for (stabiliser, count) in later.classes {
            *self.classes.entry(stabiliser).or_default() += count;
        }
        self.held.extend(later.held);
        if let (Some(sample), Some(later)) = (&mut self.sample, later.sample) {
            sample.merge(later);
        }
    }

    fn held(&self) -> usize {
        self.held.len()
    }
}

impl ListLedger {
    fn new(wanted: Wanted) -> Self {
        let (room, counts_shown, sample) = match wanted {
            Wanted::First { most, is_enough } => (most, is_enough, None),
            Wanted::Sample { size, seed } => (0, false, Some(Pick::Sample { size, seed })),
            Wanted::Cheapest(_) => (0, false, None),
        };
        Self {
            weighers: BTreeMap::new(),
            standing: 0,
            classes: BTreeMap::new(),
            held: Vec::new(),
            room,
            counts_shown,
            sample: sample.map(Picked::new),
        }
    }

    fn count(&mut self, stabiliser: Stabiliser, stands: bool) {
        if stands {
            self.standing += 1;
        } else {
            *self.classes.entry(stabiliser).or_default() += 1;
        }
    }

    fn see(
        &mut self,
        listing: &Listing<'_>,
        solution: &[u32],
        case: Option<usize>,
        cases: Option<&Cases>,
        classes: Option<&Classes>,
    ) {
        if !(listing.keep)(&listing.plan.ids(solution)) {
            return;
        }
        let of_case = cases.zip(case).map(|(cases, case)| cases.get(case));
        self.weighers.entry(case.unwrap_or(0)).or_default().add(of_case, solution);
        let standing = match (classes, cases, case) {
            (Some(classes), Some(cases), Some(case)) => {
                Some(classes.standing(cases, case, solution))
            }
            _ => None,
        };
        let stands = standing.is_none();
        let stabiliser = match standing {
            None => Stabiliser { order: 1, elements: Vec::new() },
            Some(Standing::First { stabiliser }) => {
                let order = stabiliser.len();
                let elements = if order == 1 { Vec::new() } else { stabiliser };
                Stabiliser { order, elements }
            }
            Some(Standing::Other) => return,
        };
        if let Some(sample) = &mut self.sample {
            sample.see(solution.iter().copied(), || stabiliser.order);
        }
        if self.held.len() < self.room {
            let (options, stabiliser) = (solution.to_vec(), stabiliser.clone());
            self.held.push(Held { options, stabiliser, stands });
        }
        if !self.counts_shown {
            self.count(stabiliser, stands);
        }
    }
}
