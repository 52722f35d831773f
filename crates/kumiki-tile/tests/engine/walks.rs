//! Everything that the engine finds, in lists.

use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_search::{Fuel, Prefix, Search, Space, collect};
use kumiki_tile::{Atlas, ColouringSearch, Colourings, Corner, Memo, Pause, Tilings};
use kumiki_trial::{Nodes, check_space};
use std::ops::ControlFlow;

/// The number of tilings.
pub(crate) fn count(question: &TilingQuestion, corner: Corner) -> u128 {
    let mut memo = Memo::new(question, corner, false).expect("small questions");
    while memo.advance(&mut Fuel(10)) == Pause::OutOfFuel {}
    memo.count().expect("small numbers")
}

/// A tiling, as the walk tells it.
pub(crate) struct Seen {
    pub(crate) places: Vec<u32>,
    pub(crate) tiles: Vec<PlacedTile>,
    pub(crate) symmetry: usize,
    pub(crate) is_first: bool,
}

/// All tilings.
pub(crate) fn visits(question: &TilingQuestion) -> Vec<Seen> {
    let mut memo = Memo::new(question, Corner::Fewest, true).expect("small questions");
    assert_eq!(memo.advance(&mut Fuel::unlimited()), Pause::Done);
    let tilings = Tilings::new(&memo, Atlas::new(question));
    let mut seen = Vec::new();
    let _ = tilings.visit(|visit| {
        let mut places: Vec<u32> = visit.places().collect();
        places.sort_unstable();
        let tiles = places.iter().map(|place| tilings.atlas().tile(*place)).collect();
        seen.push(Seen { places, tiles, symmetry: visit.symmetry(), is_first: visit.is_first() });
        ControlFlow::<()>::Continue(())
    });
    seen
}

/// All coloured tilings.
pub(crate) fn colourings(question: &TilingQuestion) -> Vec<Vec<PlacedTile>> {
    let space = Colourings::new(question).expect("small questions");
    let mut search = space.begin(&Prefix::root());
    let found = collect(&mut search, |search| search.solution().expect("at a solution").to_vec());
    let found = found.collect();
    assert_eq!(search.audit(), Ok(()));
    found
}

/// Whatever the driver does with coloured tilings, it finds the same. Says how many there are.
pub(crate) fn check(question: &TilingQuestion, name: &str) -> usize {
    let space = Colourings::new(question).expect("small questions");
    let show = |search: &ColouringSearch<'_>| {
        let tiles = search.solution().expect("at a solution");
        tiles.iter().map(|tile| format!("{tile:?}")).collect::<Vec<String>>()
    };
    let seen = check_space(&space, Nodes::Exact, show);
    seen.unwrap_or_else(|fault| panic!("{name}: {fault}")).solutions.len()
}
