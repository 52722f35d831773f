//! Naive counters: the oracles of every engine's tests, slow and plain enough to be believed.
//!
//! # Cost
//! [`packings`] judges every arrangement of bricks, rigid or not, at about 2 microseconds each.
//! There are 4797 arrangements of 2x2x1 bricks in 3x3x3, 132 thousand in 3x3x4 and 3.1 million in
//! 3x3x5, growing by 1.4 per cell; dominoes on a flat board grow by 1.8 per cell, to 2.8 million on
//! 5x5. [`covers`] tries every set of options that covers nothing too often, and [`automorphisms`]
//! every permutation of options with every one of items. [`sliding_distances`] keeps every position
//! of a sliding board in a hash map. [`subgraphs`] tries every set of edges.
//!
//! # What is absent
//! Every idea that makes an engine fast: nothing is pruned but overlaps, the cap on bricks, and
//! walks that leave a vertex behind that no cycle can go through any more.

mod arrangements;
mod by_atoms;

pub use arrangements::ArrangementSymmetries;
pub use by_atoms::{TilingTally, tiling_tally, tilings};
pub use kumiki_recount::{
    AntislideTally, SlidingDistances, Wanted, hamiltonian_cycles, sliding_distances,
};

use kumiki_model::{
    AntislideQuestion, CoverProblem, Graph, OptionId, PackQuestion, Packing, PlacedBrick,
    PlacedPiece,
};
use kumiki_recount::{Board, NumberedCover, brick_board, brick_of};
use std::collections::BTreeSet;

/// Calls `see` on every way to lay at most `max_bricks` bricks of the allowed kinds into the box
/// without overlap, rigid or not, the empty one first. The bricks come in order of their first
/// cells.
///
/// ```
/// use kumiki_model::AntislideQuestion;
/// use kumiki_oracle::naive;
/// let mut seen = 0;
/// // Empty, one of four places for a domino, or two dominoes side by side in one of two ways.
/// let question = AntislideQuestion::new("1x2x2".parse()?, vec!["1x1x2".parse()?]);
/// naive::arrangements(&question, &mut |_| seen += 1);
/// assert_eq!(seen, 1 + 4 + 2);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
pub fn arrangements(question: &AntislideQuestion, see: &mut dyn FnMut(&[PlacedBrick])) {
    let board = brick_board(question);
    let bricks: Vec<PlacedBrick> = board.placements.iter().map(brick_of).collect();
    kumiki_recount::brick_arrangements(question, &board, u64::MAX, &mut |numbers| {
        see(&numbers.iter().map(|number| bricks[*number]).collect::<Vec<_>>());
    })
    .expect("nobody has seen so many");
}

/// All packings that the question asks for, its `objective` respected, its `symmetry` not: every
/// packing is listed, whatever it looks like from the other side.
#[must_use]
pub fn packings(question: &AntislideQuestion) -> Vec<Packing> {
    let board = brick_board(question);
    let packing = |numbers: &Vec<usize>| {
        let bricks = numbers.iter().map(|number| brick_of(&board.placements[*number]));
        Packing::new(question.container(), bricks.collect())
    };
    let found = kumiki_recount::packings(question, &board, u64::MAX);
    found.expect("nobody has seen so many").iter().map(packing).collect()
}

/// Counts the packings of the question and their classes, whatever its `symmetry` is.
///
/// ```
/// use kumiki_model::AntislideQuestion;
/// use kumiki_oracle::naive;
/// let tally = naive::tally(&AntislideQuestion::new("2x2x3".parse()?, vec!["2x2x1".parse()?]));
/// assert_eq!((tally.packings, tally.classes.all), (6.into(), 3.into()));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn tally(question: &AntislideQuestion) -> AntislideTally {
    kumiki_recount::packing_tally(question, u64::MAX).expect("nobody has seen so many")
}

/// All solutions of an exact-cover problem; see [`kumiki_recount::covers`].
#[must_use]
pub fn covers(problem: &CoverProblem) -> Vec<Vec<OptionId>> {
    kumiki_recount::covers(problem, u64::MAX).expect("nobody takes so many steps")
}

/// What all symmetries of a problem do to its options: sorted lists of images, the identity first.
///
/// With n options and m items that takes n! m! tries: for up to 6 options and 5 items.
///
/// ```
/// use kumiki_group::Action;
/// use kumiki_model::{CoverProblemBuilder, ItemKind};
/// use kumiki_oracle::naive;
/// let mut builder = CoverProblemBuilder::new();
/// let [a, b] = [ItemKind::Primary; 2].map(|kind| builder.item(kind));
/// builder.option([a]);
/// builder.option([a, b]);
/// builder.option([b]);
/// let problem = builder.build(Action::trivial(2))?;
/// assert_eq!(naive::automorphisms(&problem), [[0, 1, 2], [2, 1, 0]]);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn automorphisms(problem: &CoverProblem) -> Vec<Vec<usize>> {
    let numbered = NumberedCover::new(problem);
    let on_items = permutations(problem.items().len());
    let mut found = permutations(problem.options().len());
    found.retain(|options| on_items.iter().any(|items| numbered.is_kept_by(options, items)));
    found
}

/// Whether a permutation of options and one of items, both as lists of images, are a symmetry of
/// the problem.
///
/// # Panics
/// If a list is not a permutation of so many options or items.
#[must_use]
pub fn is_automorphism(problem: &CoverProblem, on_options: &[usize], on_items: &[usize]) -> bool {
    for (images, count) in
        [(on_options, problem.options().len()), (on_items, problem.items().len())]
    {
        let different: BTreeSet<usize> = images.iter().copied().collect();
        assert!(
            images.len() == count && different.into_iter().eq(0..count),
            "a permutation of {count}"
        );
    }
    NumberedCover::new(problem).is_kept_by(on_options, on_items)
}

/// All permutations of `0..count` in lexicographic order.
#[must_use]
pub fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |start: &Vec<usize>| {
            let start = start.clone();
            (0..count)
                .filter(|next| !start.contains(next))
                .map(|next| [&start[..], &[next]].concat())
                .collect()
        };
        all = all.iter().flat_map(|start| -> Vec<Vec<usize>> { longer(start) }).collect();
    }
    all
}

/// All arrangements that a packing puzzle asks for, each sorted, in lexicographic order.
///
/// ```
/// use kumiki_model::{PackQuestion, Piece, Shape, Turns};
/// use kumiki_oracle::naive;
/// let shape = Shape::new([[0, 0, 0], [0, 0, 1]])?;
/// let (name, turns) = ("domino".to_owned(), Turns::Rotations);
/// let domino = Piece { name, shape, least: 0, most: None, turns, colour: None };
/// let board = (0..2).flat_map(|row| (0..3).map(move |column| [0, row, column]));
/// let question = PackQuestion::new("2x3", board, [], vec![domino])?;
/// assert_eq!(naive::piece_arrangements(&question).len(), 3);
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn piece_arrangements(question: &PackQuestion) -> Vec<Vec<PlacedPiece>> {
    let board = Board::of(question);
    let found = kumiki_recount::piece_arrangements(question, &board, u64::MAX);
    let found = found.expect("nobody takes so many steps");
    found.iter().map(|numbers| board.placed(numbers)).collect()
}

/// The most edges of a graph whose sets of edges are all tried: 65536 sets, a tenth of a second.
pub const MAX_EDGES: usize = 16;

/// All sets of edges that are what is wanted, if the graph has at most [`MAX_EDGES`].
///
/// ```
/// use kumiki_model::SubgraphKind;
/// use kumiki_oracle::naive::{Wanted, subgraphs};
/// let graph = "grid:2x2".parse()?;
/// let count = |kind| subgraphs(&graph, &Wanted::new(kind)).map(|sets| sets.len());
/// assert_eq!(count(SubgraphKind::SpanningTrees), Some(4)); // all edges but one
/// assert_eq!(count(SubgraphKind::Forests), Some(15)); // any edges but not all
/// assert_eq!(count(SubgraphKind::Matchings), Some(2));
/// # Ok::<(), kumiki_model::ModelError>(())
/// ```
#[must_use]
pub fn subgraphs(graph: &Graph, wanted: &Wanted) -> Option<Vec<Vec<[usize; 2]>>> {
    let edges = graph.edges();
    if edges.len() > MAX_EDGES {
        return None;
    }
    let chosen = |set: usize| -> Vec<[usize; 2]> {
        (0..edges.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| edges[edge]).collect()
    };
    let is_wanted = |set: &Vec<[usize; 2]>| wanted.is_met_by(graph.vertex_count(), set);
    Some((0..1_usize << edges.len()).map(chosen).filter(is_wanted).collect())
}
