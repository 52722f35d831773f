//! Everything that the engine finds, in lists.

use kumiki_model::{PlacedTile, TilingQuestion};
use kumiki_search::{Expansion, Fuel, Prefix, Profile, Search, Space, collect};
use kumiki_tile::{Atlas, ColouringSearch, Colourings, Corner, Memo, Pause, TilingSearch, Tilings};
use kumiki_trial::{Nodes, check_space};

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

/// Remembers all polygons, for walks.
fn remembered(question: &TilingQuestion) -> Memo {
    let mut memo = Memo::new(question, Corner::Fewest, true).expect("small questions");
    assert_eq!(memo.advance(&mut Fuel::unlimited()), Pause::Done);
    memo
}

/// All tilings.
pub(crate) fn visits(question: &TilingQuestion) -> Vec<Seen> {
    let tilings = Tilings::new(&remembered(question), Atlas::new(question));
    let mut search = tilings.begin(&Prefix::root());
    let seen = collect(&mut search, |search| {
        let visit = search.solution().expect("at a tiling");
        let mut places: Vec<u32> = visit.places().collect();
        places.sort_unstable();
        let tiles = places.iter().map(|place| tilings.atlas().tile(*place)).collect();
        Seen { places, tiles, symmetry: visit.symmetry(), is_first: visit.is_first() }
    });
    let seen = seen.collect();
    assert_eq!(search.audit(), Ok(()));
    seen
}

/// The places of all tilings that were remembered, in the order of a walk.
pub(crate) fn tilings_of(question: &TilingQuestion, memo: &Memo) -> Vec<Vec<u32>> {
    let tilings = Tilings::new(memo, Atlas::new(question));
    let mut search = tilings.begin(&Prefix::root());
    collect(&mut search, |search| search.solution().expect("at a tiling").places().collect())
        .collect()
}

/// Whatever the driver does with plain tilings, it finds the same, and each has its rank. Says how
/// many there are.
pub(crate) fn check_tilings(question: &TilingQuestion, name: &str) -> usize {
    let tilings = Tilings::new(&remembered(question), Atlas::new(question));
    let show = |search: &TilingSearch<'_>| {
        let visit = search.solution().expect("at a tiling");
        (visit.places().collect::<Vec<u32>>(), visit.is_first(), visit.symmetry())
    };
    let seen = check_space(&tilings, Nodes::Exact, show);
    let found = seen.unwrap_or_else(|fault| panic!("{name}: {fault}")).solutions;
    let count = found.len() as u128;
    assert_eq!(tilings.count(), count, "{name}");
    for (rank, (places, is_first, symmetry)) in (0..).zip(&found) {
        assert_eq!(tilings.nth(rank).as_ref(), Some(places), "{name}: {rank}");
        let prefix = tilings.prefix_of(rank).expect("a tiling");
        let mut search = tilings.begin(&prefix);
        let alone: Vec<_> = collect(&mut search, show).collect();
        assert_eq!(alone, [(places.clone(), *is_first, *symmetry)], "{name}: {rank}");
        assert_eq!(tilings.expand(&prefix, &mut Profile::new(&[])), Expansion::Solution);
    }
    assert_eq!((tilings.nth(count), tilings.prefix_of(u128::MAX)), (None, None), "{name}");
    found.len()
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
