//! The public face: a compiled plan as a search space.

use crate::search::Kernel;
use crate::table::{FEW_OPTIONS, Table, words_for};
use crate::vector::{self, Instructions};
use crate::{MAX_ITEMS, MAX_OPTIONS, Unsuited};
use kumiki_id::narrow;
use kumiki_plan::{Cases, Plan};
use kumiki_search::{Arrival, Expansion, Explained, Fuel, Prefix, Profile, Search, Space, Step};

/// So many nodes are visited to find out whether the tail kernel is worth it.
const TRIAL: u64 = 4096;

/// Runs an expression on the kernel inside.
macro_rules! on_kernel {
    ($any:expr, $kernel:ident => $body:expr) => {
        match $any {
            AnyKernel::Few($kernel) => $body,
            AnyKernel::One($kernel) => $body,
            AnyKernel::Two($kernel) => $body,
            AnyKernel::Four($kernel) => $body,
        }
    };
}

/// The solutions of a plain exact-cover problem: all of them, or those of the cases that a group
/// leaves. A search from the root goes through all cases; below it, the first choice is the number
/// of a case.
#[derive(Clone, Debug)]
pub struct BitsSpace {
    /// The plan as bit sets.
    table: Table,
    /// The cases that the options are cut into, if they are.
    cases: Option<Cases>,
    /// Whether solutions are counted instead of listed; false at first.
    is_counting: bool,
    /// Whether the tail kernel is tried. The first nodes decide.
    is_tail_used: bool,
    /// Which build of the hot loops runs; the best one at first.
    instructions: Instructions,
}

impl BitsSpace {
    /// Compiles a plan.
    ///
    /// # Errors
    /// If the plan has multiplicities, requirements or free options, or is too large.
    pub fn new(plan: &Plan, cases: Option<&Cases>) -> Result<Self, Unsuited> {
        Self::suits(plan)?;
        let mut space = Self {
            table: Table::new(plan),
            cases: None,
            is_counting: true,
            is_tail_used: true,
            instructions: Instructions::best(),
        };
        // Is the tail kernel worth it? The first nodes tell.
        let mut trial = space.begin(&Prefix::root());
        trial.advance(&mut Fuel(TRIAL));
        space.is_tail_used = trial.kernel.is_tail_worthwhile();
        space.is_counting = false;
        space.cases = cases.cloned();
        Ok(space)
    }

    /// Whether a plan can be searched here.
    ///
    /// # Errors
    /// If not, says why.
    pub fn suits(plan: &Plan) -> Result<(), Unsuited> {
        if !plan.is_plain() {
            return Err(Unsuited::NotPlain);
        }
        if plan.option_count() > MAX_OPTIONS {
            return Err(Unsuited::TooManyOptions { options: plan.option_count() });
        }
        let primary = plan.items().iter().filter(|item| item.least > 0).count();
        if primary > MAX_ITEMS || plan.items().len() > usize::from(u16::MAX) {
            return Err(Unsuited::TooManyItems { items: plan.items().len() });
        }
        Ok(())
    }

    /// Bytes that the compiled plan and one search of it take, told before they are taken.
    #[must_use]
    pub fn bytes_needed(plan: &Plan) -> u64 {
        let words = words_for(plan.option_count());
        let items = plan.items().len();
        let primary = plan.items().iter().filter(|item| item.least > 0).count();
        let tables = words * (plan.option_count() + 2 * items + primary);
        let search = (words + primary.div_ceil(64)) * (primary + 1);
        8 * u64::try_from(tables + search).unwrap_or(u64::MAX)
    }

    /// The same space in which searches count the solutions instead of stopping at them: see
    /// [`Search::counted`].
    #[must_use]
    pub fn counting(mut self) -> Self {
        self.is_counting = true;
        self
    }

    /// The same space searched with instructions that every machine has: slower, and the reference
    /// for tests.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.instructions = Instructions::Portable;
        self
    }

    /// The same space with the tail kernel used wherever it can be, or not at all; for tests.
    #[must_use]
    pub fn with_tail(mut self, is_used: bool) -> Self {
        self.is_tail_used = is_used;
        self
    }

    /// A kernel at the beginning of a case, or of everything.
    fn kernel(&self, case: Option<usize>) -> AnyKernel<'_> {
        let in_case = self.cases.as_ref().zip(case);
        let excluded =
            |option: usize| in_case.is_some_and(|(cases, case)| cases.is_excluded(case, option));
        let mut kernel = AnyKernel::new(&self.table, self.is_tail_used, excluded);
        if let Some(forced) = in_case.and_then(|(cases, case)| cases.get(case).forced) {
            on_kernel!(&mut kernel, k => k.descend(forced as usize));
        }
        kernel
    }
}

/// Kernels by words per patch (B1), and by words in the tail: one is best where most of the search
/// goes on in the tail, and four where there are many more options.
#[derive(Clone, Debug)]
enum AnyKernel<'t> {
    /// With up to `FEW_OPTIONS` options.
    Few(Box<Kernel<'t, 1, 1>>),
    /// With up to 4096 options.
    One(Box<Kernel<'t, 1, 4>>),
    /// With up to 8192 options.
    Two(Box<Kernel<'t, 2, 4>>),
    /// With up to `MAX_OPTIONS` options.
    Four(Box<Kernel<'t, 4, 4>>),
}

impl<'t> AnyKernel<'t> {
    fn new(table: &'t Table, is_tail_used: bool, excluded: impl Fn(usize) -> bool) -> Self {
        match table.patch_words {
            1 if table.option_count <= FEW_OPTIONS => {
                Self::Few(Box::new(Kernel::new(table, is_tail_used, excluded)))
            }
            1 => Self::One(Box::new(Kernel::new(table, is_tail_used, excluded))),
            2 => Self::Two(Box::new(Kernel::new(table, is_tail_used, excluded))),
            _ => Self::Four(Box::new(Kernel::new(table, is_tail_used, excluded))),
        }
    }

    fn is_tail_worthwhile(&self) -> bool {
        on_kernel!(self, k => k.is_tail_worthwhile())
    }
}

impl Space for BitsSpace {
    type Search<'s> = BitsSearch<'s>;

    fn begin(&self, prefix: &Prefix) -> BitsSearch<'_> {
        let mut choices = prefix.choices();
        let mut cases = match &self.cases {
            None => 0..0,
            // The first choice is the case; without it, all cases are searched one after the other.
            Some(cases) => match choices.split_off_first() {
                Some(case) => (*case as usize)..*case as usize + 1,
                None => 0..cases.len(),
            },
        };
        let case = cases.next();
        let mut kernel = self.kernel(case);
        if self.cases.is_some() && case.is_none() {
            on_kernel!(&mut kernel, k => k.finish());
        }
        for option in choices {
            if !on_kernel!(&mut kernel, k => k.descend(*option as usize)) {
                break;
            }
        }
        BitsSearch { space: self, kernel, case, later: cases }
    }

    fn expand(&self, prefix: &Prefix, _: &mut Profile) -> Expansion {
        if let Some(cases) = self.cases.as_ref().filter(|_| prefix.is_empty()) {
            return Expansion::Choices((0..narrow(cases.len())).collect());
        }
        let mut search = self.begin(prefix);
        on_kernel!(&mut search.kernel, k => k.live_choices())
            .map_or(Expansion::Solution, Expansion::Choices)
    }
}

/// Items are numbered as those of the plan that must be covered, and choices as options of the
/// plan; the first choice is the case if there are cases.
impl Explained for BitsSpace {
    fn arrive(&self, prefix: &Prefix) -> Arrival {
        if let Some(cases) = self.cases.as_ref().filter(|_| prefix.is_empty()) {
            let ways = (0..narrow(cases.len())).collect();
            return Arrival::Branch { forced: Vec::new(), item: None, ways };
        }
        let mut search = self.begin(prefix);
        let case = search.case.filter(|_| prefix.len() == 1);
        let forced_by = |case: usize| self.cases.as_ref()?.get(case).forced;
        let forced = case.and_then(forced_by).into_iter().collect();
        let ways = on_kernel!(&mut search.kernel, k => k.live_choices());
        let place = on_kernel!(&mut search.kernel, k => k.branches_on());
        match (ways, place) {
            (None, _) => Arrival::Solution { forced },
            (Some(ways), Some(place)) if !ways.is_empty() => {
                let item = self.table.places.iter().position(|known| *known == place);
                Arrival::Branch { forced, item: item.map(narrow), ways }
            }
            _ => Arrival::Dead,
        }
    }
}

/// A walk through a [`BitsSpace`].
#[derive(Clone, Debug)]
pub struct BitsSearch<'s> {
    /// What is searched.
    space: &'s BitsSpace,
    /// The search of the present case, or of everything.
    kernel: AnyKernel<'s>,
    /// The present case; `None` if there are no cases.
    case: Option<usize>,
    /// The cases still to be searched.
    later: std::ops::Range<usize>,
}

impl BitsSearch<'_> {
    /// The options of the solution at which the search holds still, in the order taken and as
    /// numbered by the plan.
    #[must_use]
    pub fn solution(&self) -> Option<&[u32]> {
        on_kernel!(&self.kernel, k => k.solution())
    }

    /// The case that is searched, if the space has cases.
    #[must_use]
    pub fn case(&self) -> Option<usize> {
        self.case
    }
}

impl Search for BitsSearch<'_> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        let with = self.space.instructions;
        loop {
            let step = on_kernel!(&mut self.kernel, k => match self.space.is_counting {
                true => vector::run::<_, _, false>(&mut **k, fuel, with),
                false => vector::run::<_, _, true>(&mut **k, fuel, with),
            });
            if step != Step::Exhausted {
                return step;
            }
            let Some(case) = self.later.next() else { return Step::Exhausted };
            let mut next = self.space.kernel(Some(case));
            let so_far = on_kernel!(&mut self.kernel, k => k.results());
            on_kernel!(&mut next, k => k.inherit(so_far));
            self.kernel = next;
            self.case = Some(case);
        }
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        let mut left: Vec<Prefix> = Vec::new();
        for options in on_kernel!(&mut self.kernel, k => k.remaining()) {
            let cases = self.space.cases.as_ref();
            let prefix = match self.case.zip(cases) {
                // What the case forces needs no name.
                Some((case, cases)) => {
                    let forced = usize::from(cases.get(case).forced.is_some());
                    std::iter::once(narrow(case)).chain(options.into_iter().skip(forced)).collect()
                }
                None => options,
            };
            left.push(prefix.into());
        }
        left.extend(self.later.by_ref().map(|case| Prefix::from(vec![narrow(case)])));
        left
    }

    fn profile(&self) -> &Profile {
        on_kernel!(&self.kernel, k => k.profile())
    }

    fn counted(&self) -> u64 {
        on_kernel!(&self.kernel, k => k.count)
    }

    fn audit(&self) -> Result<(), String> {
        on_kernel!(&self.kernel, k => k.audit())
    }
}
