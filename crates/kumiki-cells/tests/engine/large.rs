//! A problem with 100000 options and 50000 items.

use crate::walks::{Seen, Walk};
use kumiki_cells::CellsSpace;
use kumiki_group::Action;
use kumiki_model::{CoverProblem, CoverProblemBuilder, ItemId, ItemKind};
use kumiki_oracle::universe::Dice;
use kumiki_plan::Plan;
use kumiki_search::split;

const BLOCKS: usize = 12_500;
const BLOCK: usize = 4;
const DISTRACTIONS: usize = 7;
/// So many blocks can be covered in two ways.
const TWINS: usize = 3;

/// The items are cut into blocks, each of which is an option. Every other option covers the first
/// item of one block, an item of an earlier block, and others; none of them first ones. So the
/// first block must be covered as a whole; then nothing else covers the first item of the second;
/// and so on. A few blocks are options twice.
fn chain_of_blocks() -> CoverProblem {
    let mut dice = Dice::new(9);
    let mut builder = CoverProblemBuilder::new();
    let mut items: Vec<ItemId> =
        (0..BLOCKS * BLOCK).map(|_| builder.item(ItemKind::Primary)).collect();
    dice.shuffle(&mut items);
    let blocks: Vec<&[ItemId]> = items.chunks(BLOCK).collect();
    let mut options: Vec<Vec<ItemId>> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        options.push(block.to_vec());
        if at % (BLOCKS / TWINS) == 1000 {
            options.push(block.to_vec());
        }
        for _ in 0..if at == 0 { 0 } else { DISTRACTIONS } {
            let mut draw = |below: usize| blocks[dice.below(below)][1 + dice.below(BLOCK - 1)];
            let mut option = vec![block[0], draw(at), draw(BLOCKS), draw(BLOCKS)];
            option.sort_unstable();
            option.dedup();
            options.push(option);
        }
    }
    dice.shuffle(&mut options);
    for option in options {
        builder.option(option);
    }
    builder.build(Action::trivial(items.len())).expect("valid")
}

#[test]
fn a_hundred_thousand_options_for_fifty_thousand_items() {
    let problem = chain_of_blocks();
    assert!(problem.items().len() == 50_000 && problem.options().len() >= 99_990);
    let plan = Plan::new(&problem);
    let forecast = CellsSpace::bytes_needed(&plan);
    assert!((20_000_000..30_000_000).contains(&forecast), "{forecast}");
    let space = CellsSpace::new(&plan, None);
    let whole = Walk::through(&space);
    assert_eq!(whole.seen.len(), 1 << TWINS);
    for Seen { options, .. } in &whole.seen {
        let mut covered: Vec<ItemId> = plan
            .ids(options)
            .iter()
            .flat_map(|option| problem.options()[*option].clone())
            .collect();
        covered.sort_unstable();
        assert!(covered.into_iter().eq(problem.items().ids()), "every item once");
    }
    // Every branching, and nothing that is forced, is a choice of its own.
    let (units, trunk) = split(&space, 1 << TWINS);
    assert!(units.iter().all(|unit| unit.prefix.len() == TWINS), "{units:?}");
    let mut sum = Walk { seen: Vec::new(), profile: trunk };
    for unit in &units {
        let part = Walk::below(&space, &unit.prefix);
        sum.seen.extend(part.seen);
        sum.profile.merge(&part.profile);
    }
    assert!(sum == whole, "the parts do not make up the whole");
}
