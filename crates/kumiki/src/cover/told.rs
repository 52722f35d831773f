//! The search of an exact cover told step by step.

use super::listing::engine_and_run;
use crate::Halt;
use crate::draft::Draft;
use crate::trace::{Names, tell_tree};
use kumiki_bits::BitsSpace;
use kumiki_cells::CellsSpace;
use kumiki_model::{Kernel, OptionId};
use kumiki_plan::{Plan, Symmetries};

/// How items and options of a problem are called.
pub(crate) struct Called<'a> {
    pub(crate) item: &'a dyn Fn(usize) -> String,
    pub(crate) option: &'a dyn Fn(OptionId) -> String,
}

/// Tells the search that looks for the solutions one by one.
///
/// # Errors
/// If there is none with this kernel, or the run was stopped.
pub(crate) fn tell_cover(
    plan: &Plan,
    kernel: Kernel,
    group: Option<&Symmetries>,
    called: &Called<'_>,
    draft: &mut Draft<'_>,
) -> Result<(), Halt> {
    if kernel == Kernel::Memo {
        let reason =
            "its steps are not told here, expected `kernel` auto, bits or cells".to_owned();
        return Err(Halt::Kernel { kernel: "memo", reason });
    }
    let (kernel, _, _) = engine_and_run(plan, kernel, false, &draft.run)?;
    draft.note(format!("trace: the steps are those of the kernel {}", kernel.name()));
    let cases = group.map(Symmetries::cases);
    let must: Vec<usize> =
        (0..plan.items().len()).filter(|item| plan.items()[*item].least > 0).collect();
    let is_case = |prefix: &kumiki_search::Prefix| cases.is_some() && prefix.is_empty();
    let item = |prefix: &kumiki_search::Prefix, item: Option<u32>| match (item, kernel) {
        (Some(item), Kernel::Bits) => (called.item)(must[item as usize]),
        (Some(item), _) => (called.item)(item as usize),
        (None, _) if is_case(prefix) => "the cases of symmetry".to_owned(),
        (None, _) => "what is left".to_owned(),
    };
    let choice = |prefix: &kumiki_search::Prefix, choice: u32| match choice {
        CellsSpace::STOP => "no further option".to_owned(),
        case if is_case(prefix) => format!("case {}", case + 1),
        option => (called.option)(plan.id(option as usize)),
    };
    let why = match kernel {
        Kernel::Bits => "the fewest ways",
        _ => "the fewest ways to spare",
    };
    let names = Names { item: &item, why, choice: &choice, reason: &|_, _| String::new() };
    match kernel {
        Kernel::Bits => {
            let space = BitsSpace::new(plan, cases).expect("it suits");
            tell_tree(&space, &names, draft)
        }
        _ => tell_tree(&CellsSpace::new(plan, cases), &names, draft),
    }
}
