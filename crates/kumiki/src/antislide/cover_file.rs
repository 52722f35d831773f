//! The puzzle of the bricks as a file: an exact cover, and the table of placements for people.
//!
//! # The exact cover
//! Every cell is an item that is covered once, by a placement or by an option of its own, which
//! leaves it empty. For each face of a placement that touches k cells there is an item that is
//! covered at most k times: by the placement, and by each of these cells that stays empty. So a
//! placement that is taken leaves room for k - 1 of them, and one that is not taken for all. A
//! solution is then a packing in which every face of every brick touches something, and each
//! packing is one solution. A cap on the bricks is an item that every placement covers.
//!
//! # Names
//! A cell is called by its layer, row and column, as in `1.2.3`, or by row and column if there is
//! one layer; all are counted from 1. `5/2` is the second face of placement 5.

use crate::Halt;
use kumiki_formats::cover::CoverFile;
use kumiki_group::Action;
use kumiki_id::Id;
use kumiki_model::{
    AntislideQuestion, CoverProblem, CoverProblemBuilder, Cuboid, ItemId, ItemKind, Objective,
    OptionId,
};
use kumiki_reduce::antislide;

/// What a puzzle can be written as: three forms of an exact cover, and the table of placements.
pub(crate) const FORMATS: &[&str] = &["dlx", "json", "dimacs", "moves"];

/// States a question as an exact-cover file, whose solutions are the packings.
///
/// # Errors
/// If the fewest or the most bricks are wanted: that is no property of a packing alone.
pub(super) fn cover_file(question: &AntislideQuestion) -> Result<CoverFile, Halt> {
    if question.objective != Objective::Any {
        let name = if question.objective == Objective::Fewest { "fewest" } else { "most" };
        return Err(Halt::contradiction(format!(
            "an exact cover cannot say which packings have the {name} bricks, expected no `{name}`"
        )));
    }
    let puzzle = antislide(question)?;
    let problem = puzzle.problem();
    let mut names = cell_names(question.container());
    let mut builder = CoverProblemBuilder::new();
    let cells: Vec<ItemId> = names.iter().map(|_| builder.item(ItemKind::Primary)).collect();
    let mut faces: Vec<ItemId> = Vec::new();
    for option in problem.options().ids() {
        for (number, any_of) in (1..).zip(requirements(problem, option)) {
            let most = u32::try_from(any_of.len()).expect("a face has at most 4096 cells");
            faces.push(builder.item(ItemKind::between(0, most)));
            names.push(format!("{}/{number}", option.index() + 1));
        }
    }
    let cap = question.max_bricks.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    let counter = cap.filter(|most| *most > 0).map(|most| {
        names.push("bricks".to_owned());
        builder.item(ItemKind::between(0, most))
    });
    let faces = || faces.iter().zip(problem.requirements());
    for (option, covered) in problem.options().enumerate().filter(|_| cap != Some(0)) {
        let own = faces().filter(|(_, required)| required.option == option).map(|(face, _)| *face);
        let covered = covered.iter().map(|item| cells[item.index()]);
        builder.option(covered.chain(own).chain(counter));
    }
    for (item, kind) in problem.items().enumerate() {
        if *kind == ItemKind::Optional {
            let touching = faces().filter(|(_, required)| required.any_of.contains(&item));
            let touching = touching.map(|(face, _)| *face);
            builder.option(std::iter::once(cells[item.index()]).chain(touching));
        }
    }
    let problem = builder.build(Action::trivial(names.len()))?;
    CoverFile::from_problem(problem, names).map_err(Halt::Format)
}

/// A line for each placement: its cells, and then for each of its faces that does not touch a wall
/// the cells it touches.
///
/// # Errors
/// Never for a valid question.
pub(super) fn moves(question: &AntislideQuestion) -> Result<String, Halt> {
    let puzzle = antislide(question)?;
    let problem = puzzle.problem();
    let names = cell_names(question.container());
    let words = |items: &[ItemId], between: &str| {
        let words: Vec<&str> = items.iter().map(|item| names[item.index()].as_str()).collect();
        words.join(between)
    };
    let line = |(option, items): (OptionId, &Vec<ItemId>)| {
        let faces = requirements(problem, option).map(|any_of| words(any_of, ","));
        let faces: Vec<String> = faces.collect();
        format!("{} => {}", words(items, " "), faces.join(" ")).trim_end().to_owned() + "\n"
    };
    Ok(problem.options().enumerate().map(line).collect())
}

/// What an option requires, in the order of the problem.
fn requirements(problem: &CoverProblem, option: OptionId) -> impl Iterator<Item = &[ItemId]> {
    let required = problem.requirements().iter().filter(move |one| one.option == option);
    required.map(|one| one.any_of.as_slice())
}

/// The names of the cells of a box, in order.
pub(super) fn cell_names(container: Cuboid) -> Vec<String> {
    let name = |cell: usize| {
        let [layer, row, column] = container.place(cell).map(|at| at + 1);
        match container.sides()[0] {
            1 => format!("{row}.{column}"),
            _ => format!("{layer}.{row}.{column}"),
        }
    };
    (0..container.cell_count()).map(name).collect()
}
