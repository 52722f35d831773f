//! The public face: a compiled problem as a search space, whatever its width.

use crate::search::{Kernel, TALLIES};
use crate::table::{Table, bytes_needed};
use crate::vector::Instructions;
use crate::{Incumbent, Limits, TooManyItems};
use kumiki_id::Id;
use kumiki_model::{CoverProblem, OptionId};
use kumiki_search::{
    Arrival, Expander, Expansion, Explained, Fuel, Prefix, Profile, Search, Space, Step,
};
use std::sync::Arc;

/// The widths for which the kernel is compiled, in words of 64 items.
macro_rules! with_widths {
    ($handle:ident) => {
        $handle! { W1 = 1, W2 = 2, W4 = 4, W8 = 8, W64 = 64 }
    };
}

macro_rules! define_widths {
    ($($name:ident = $width:literal),*) => {
        /// A table of any width.
        #[derive(Clone, Debug)]
        enum AnyTable { $($name(Box<Table<$width>>)),* }

        /// A kernel of any width.
        #[derive(Clone, Debug)]
        enum AnyKernel<'t> { $($name(Kernel<'t, $width>)),* }

        const WIDTHS: &[usize] = &[$($width),*];

        impl AnyTable {
            fn new(problem: &CoverProblem, width: usize) -> Self {
                match width {
                    $($width => Self::$name(Box::new(Table::new(problem))),)*
                    _ => unreachable!("the width is one of WIDTHS"),
                }
            }

            fn kernel(&self, limits: Limits) -> AnyKernel<'_> {
                match self { $(Self::$name(table) => AnyKernel::$name(Kernel::new(table, limits))),* }
            }
        }

        /// Runs an expression on the kernel inside.
        macro_rules! on_kernel {
            ($any:expr, $kernel:ident => $body:expr) => {
                match $any { $(AnyKernel::$name($kernel) => $body),* }
            };
        }
    };
}
with_widths!(define_widths);

/// The solutions of a cover problem: all of them, or, if the problem has symmetries, the first of
/// every class.
#[derive(Clone, Debug)]
pub struct CoverSpace {
    /// The compiled problem.
    table: AnyTable,
    /// How many items the problem has. Choices below this leave an item open.
    item_count: usize,
    /// How many options a solution may take.
    limits: Limits,
    /// The best number known, shared with other searches; `None` if all solutions are wanted.
    incumbent: Option<Arc<Incumbent>>,
    /// Which build of the hot loop runs; the best one at first.
    instructions: Instructions,
    /// Whether searches count solutions and open requirements.
    is_measured: bool,
}

impl CoverSpace {
    /// Compiles a problem.
    ///
    /// # Errors
    /// If it has more items than the widest kernel.
    pub fn new(problem: &CoverProblem, limits: Limits) -> Result<Self, TooManyItems> {
        let item_count = problem.items().len();
        let table = AnyTable::new(problem, width_for(item_count)?);
        let instructions = Instructions::best();
        Ok(Self { table, item_count, limits, incumbent: None, instructions, is_measured: false })
    }

    /// The same space in which all searches skip what is worse than the incumbent, which others may
    /// improve while they run: branch and bound. Which solutions worse than the best are still seen
    /// is then a matter of luck; those as good as the best are all seen.
    #[must_use]
    pub fn bounded_by(mut self, incumbent: Arc<Incumbent>) -> Self {
        self.incumbent = Some(incumbent);
        self
    }

    /// The same space whose searches also count solutions and open requirements, level by level.
    /// That takes time.
    #[must_use]
    pub fn measured(mut self) -> Self {
        self.is_measured = true;
        self
    }

    /// Bytes that the compiled problem and one search of it take, told before they are taken.
    ///
    /// # Errors
    /// If the problem has more items than the widest kernel.
    pub fn bytes_needed(problem: &CoverProblem) -> Result<u64, TooManyItems> {
        Ok(bytes_needed(problem, width_for(problem.items().len())?))
    }

    /// The same space searched with instructions that every machine has: slower, and the reference
    /// for tests.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.instructions = Instructions::Portable;
        self
    }
}

fn width_for(items: usize) -> Result<usize, TooManyItems> {
    let widest = WIDTHS.last().expect("there are widths") * 64;
    WIDTHS.iter().copied().find(|w| items <= w * 64).ok_or(TooManyItems { items, limit: widest })
}

impl Space for CoverSpace {
    type Search<'s> = CoverSearch<'s>;

    fn begin(&self, prefix: &Prefix) -> CoverSearch<'_> {
        let mut kernel = self.table.kernel(self.limits);
        if self.is_measured {
            on_kernel!(&mut kernel, k => k.measure());
        }
        on_kernel!(&mut kernel, k => k.descend(prefix.choices()));
        let (limits, incumbent) = (self.limits, self.incumbent.clone());
        CoverSearch {
            kernel,
            item_count: self.item_count,
            limits,
            incumbent,
            instructions: self.instructions,
        }
    }

    fn expand(&self, prefix: &Prefix, profile: &mut Profile) -> Expansion {
        self.expander()(prefix, profile)
    }

    fn expander(&self) -> Expander<'_> {
        let mut search = self.begin(&Prefix::root());
        Box::new(move |prefix, profile| {
            let live = on_kernel!(&mut search.kernel, k => {
                k.move_to(prefix.choices());
                k.live_choices()
            });
            profile.merge(search.profile());
            live.map_or(Expansion::Solution, Expansion::Choices)
        })
    }
}

/// Items are those of the problem. A choice below their number leaves that item open; the others
/// are options, counted from there on.
impl Explained for CoverSpace {
    fn arrive(&self, prefix: &Prefix) -> Arrival {
        let mut kernel = self.table.kernel(self.limits);
        on_kernel!(&mut kernel, k => k.arrive_at(prefix.choices()))
    }
}

/// A walk through a [`CoverSpace`].
#[derive(Clone, Debug)]
pub struct CoverSearch<'t> {
    /// The search, of the width of the table.
    kernel: AnyKernel<'t>,
    /// How many items the problem has. Choices below this leave an item open.
    item_count: usize,
    /// How many options a solution may take, whatever the incumbent.
    limits: Limits,
    /// The best number known, looked at whenever the search is called.
    incumbent: Option<Arc<Incumbent>>,
    /// Which build of the hot loop runs.
    instructions: Instructions,
}

impl CoverSearch<'_> {
    /// What the tallies of its profile mean.
    pub const TALLIES: &'static [&'static str] = TALLIES;

    /// The solution at which the search holds still, or `None` if it was not [`Step::Solution`]
    /// that it said last.
    #[must_use]
    pub fn solution(&self) -> Option<CoverSolution<'_>> {
        on_kernel!(&self.kernel, k => k.is_at_solution()).then_some(CoverSolution { search: self })
    }
}

impl Search for CoverSearch<'_> {
    fn advance(&mut self, fuel: &mut Fuel) -> Step {
        if let Some(incumbent) = &self.incumbent {
            let limits = incumbent.tighten(self.limits);
            on_kernel!(&mut self.kernel, k => k.set_limits(limits));
        }
        on_kernel!(&mut self.kernel, k => match k.is_measured() {
            true => k.run_measured(fuel, self.instructions),
            false => k.run(fuel, self.instructions),
        })
    }

    fn remaining(&mut self) -> Vec<Prefix> {
        let left = on_kernel!(&mut self.kernel, k => k.remaining());
        left.into_iter().map(Prefix::from).collect()
    }

    fn profile(&self) -> &Profile {
        on_kernel!(&self.kernel, k => k.profile())
    }

    fn audit(&self) -> Result<(), String> {
        on_kernel!(&self.kernel, k => k.audit())
    }
}

/// A solution, looked at while the search holds still.
#[derive(Clone, Copy, Debug)]
pub struct CoverSolution<'s> {
    /// The search, which holds still at the solution.
    search: &'s CoverSearch<'s>,
}

impl CoverSolution<'_> {
    /// How many options it takes.
    #[must_use]
    pub fn option_count(&self) -> u32 {
        on_kernel!(&self.search.kernel, k => k.solution_len())
    }

    /// The options it takes, in the order of their first items.
    #[must_use]
    pub fn options(&self) -> Vec<OptionId> {
        let (settled_by, first_item) =
            on_kernel!(&self.search.kernel, k => (k.settled_by(), k.first_item()));
        let options = settled_by.iter().enumerate().filter_map(|(item, choice)| {
            let option = (*choice as usize).checked_sub(self.search.item_count)?;
            (first_item[*choice as usize] as usize == item).then(|| OptionId::new(option))
        });
        options.collect()
    }

    /// The elements of the problem's group that leave it unchanged, as positions in the group; the
    /// identity, which is position 0, is the first.
    pub fn stabiliser(&self) -> impl ExactSizeIterator<Item = usize> {
        let watches = on_kernel!(&self.search.kernel, k => k.solution_watches());
        (0..watches.len() + 1)
            .map(|at| if at == 0 { 0 } else { watches[at - 1].symmetry as usize + 1 })
    }
}
