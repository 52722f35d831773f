//! The seed's figures, and what follows from them.

use kumiki_diagram::tours::{
    FoldedBoard, MatchingDiagram, Matchings, PairCount, PairStep, PairTotals, PairWalk,
};
use kumiki_search::{BadSnapshot, Fuel, Progress, Record, Snapshot, Stages, Turn};
use kumiki_trial::{check_damage, check_stages};
use num_bigint::BigUint;
use std::collections::BTreeSet;

fn matchings(rows: usize, columns: usize) -> Matchings {
    Matchings::of(FoldedBoard::knight(rows, columns).expect("even sides"), 1 << 28).expect("room")
}

fn counted(matchings: &Matchings) -> PairTotals {
    let totals = PairCount::new(matchings, 0, 1).expect("small").advance(&mut Fuel::unlimited());
    totals.expect("unlimited fuel").unordered()
}

fn walked(matchings: &Matchings, part: u64, parts: u64) -> PairTotals {
    let mut walk = PairWalk::new(matchings, part, parts).expect("small");
    while walk.advance(&mut Fuel::unlimited()) != PairStep::Exhausted {}
    walk.totals()
}

/// Board, matchings, nodes, nodes removed by zero-suppression, tours, pseudo-solutions: those of
/// Knuth's OBDD, section 29, for 6x8, 8x6 and 8x8, and for the others those of a transcription of
/// the program.
const FIGURES: [([usize; 2], [u32; 3], [u64; 2]); 7] = [
    ([4, 4], [16, 20, 10], [0, 0]),
    ([6, 6], [192, 677, 468], [78, 84]),
    ([6, 8], [2669, 6708, 4585], [5634, 5674]),
    ([8, 6], [2669, 7298, 5156], [5634, 5674]),
    ([6, 10], [31224, 35771, 25189], [394128, 394414]),
    ([10, 6], [31224, 20959, 15511], [394128, 394414]),
    ([8, 8], [106256, 112740, 80572], [2432932, 2428776]),
];

#[test]
fn the_seeds_figures_come_out() {
    for ([rows, columns], [count, nodes, suppressed], [tours, pseudo]) in FIGURES {
        let matchings = matchings(rows, columns);
        assert_eq!(matchings.count(), BigUint::from(count), "{rows}x{columns}");
        let sizes = [matchings.node_count(), matchings.suppressed_count()];
        assert_eq!(sizes, [nodes, suppressed].map(|number| number as usize), "{rows}x{columns}");
        assert_eq!(counted(&matchings), PairTotals { tours, pseudo }, "{rows}x{columns}");
        let (store, _) = matchings.diagram();
        store.audit().expect("sound");
    }
}

#[test]
fn walking_and_counting_agree_whole_and_in_parts() {
    for (rows, columns) in
        [(2, 2), (2, 4), (4, 4), (4, 6), (6, 4), (4, 8), (6, 6), (6, 8), (8, 6), (4, 10)]
    {
        let matchings = matchings(rows, columns);
        let whole = counted(&matchings);
        assert_eq!(walked(&matchings, 0, 1), whole, "{rows}x{columns}");
        for parts in [2, 3, 7, 500] {
            let walks = (0..parts).map(|part| walked(&matchings, part, parts));
            let sum = walks.fold(PairTotals::default(), |sum, part| PairTotals {
                tours: sum.tours + part.tours,
                pseudo: sum.pseudo + part.pseudo,
            });
            assert_eq!(sum, whole, "{rows}x{columns} walked in {parts} parts");
            let counts = (0..parts).map(|part| {
                let mut count = PairCount::new(&matchings, part, parts).expect("small");
                count.advance(&mut Fuel::unlimited()).expect("unlimited fuel")
            });
            let sum: kumiki_diagram::tours::OrderedPairs = counts.sum();
            assert_eq!(sum.unordered(), whole, "{rows}x{columns} counted in {parts} parts");
        }
    }
}

#[test]
fn other_leapers_and_tiny_boards_agree_with_walking_and_with_the_transposed_board() {
    for [a, b] in [[0, 1], [1, 2], [0, 3], [2, 3], [1, 4], [3, 4]] {
        for rows in [2, 4, 6] {
            for columns in [2, 4, 6, 8] {
                let of = |rows, columns| {
                    let board = FoldedBoard::leaper(rows, columns, a, b).expect("even sides");
                    Matchings::of(board, 1 << 24).expect("room")
                };
                let (matchings, transposed) = (of(rows, columns), of(columns, rows));
                let about = format!("{a},{b}-leaper on {rows}x{columns}");
                assert_eq!(walked(&matchings, 0, 1), counted(&matchings), "{about}");
                assert_eq!(counted(&transposed), counted(&matchings), "{about}");
                assert_eq!(transposed.count(), matchings.count(), "{about}");
            }
        }
    }
    // Rook's moves of one cell around a square of four cells.
    let board = FoldedBoard::leaper(2, 2, 0, 1).expect("even sides");
    let square = Matchings::of(board, 1 << 20).expect("room");
    assert_eq!(counted(&square), PairTotals { tours: 1, pseudo: 0 });
}

#[test]
fn every_pair_unfolds_to_what_it_is_said_to_be() {
    let matchings = matchings(6, 6);
    let mut walk = PairWalk::new(&matchings, 0, 1).expect("small");
    let (mut tours, mut pseudo) = (BTreeSet::new(), BTreeSet::new());
    loop {
        let step = walk.advance(&mut Fuel::unlimited());
        if step == PairStep::Exhausted {
            break;
        }
        let cycles = matchings.board().unfold(walk.edges()).expect("two edges at every cell");
        let cells = cycles.iter().map(Vec::len).sum::<usize>();
        assert_eq!(cells, 36);
        for cycle in &cycles {
            for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                let distances =
                    [(from / 6usize).abs_diff(to / 6), (from % 6usize).abs_diff(to % 6)];
                assert!(matches!(distances, [1, 2] | [2, 1]), "from {from} to {to}");
            }
        }
        let turned = |cycle: &[usize]| cycle.iter().map(|cell| 35 - cell).collect::<BTreeSet<_>>();
        match step {
            PairStep::Tour => {
                assert_eq!(cycles.len(), 1);
                assert!(tours.insert(cycles), "a tour for the second time");
            }
            _ => {
                assert_eq!(cycles.len(), 2);
                assert_eq!(turned(&cycles[0]), cycles[1].iter().copied().collect());
                assert!(pseudo.insert(cycles), "a pseudo-solution for the second time");
            }
        }
    }
    assert_eq!((tours.len(), pseudo.len()), (78, 84));
    assert_eq!(matchings.board().unfold([0, 1]), None);
}

#[test]
fn sips_of_fuel_change_nothing() {
    let board = FoldedBoard::knight(6, 8).expect("even sides");
    let mut diagram = MatchingDiagram::begin(board.clone(), 1 << 24).expect("room");
    let mut calls = 1;
    while diagram.advance(&mut Fuel(100)) == Turn::Going {
        calls += 1;
        diagram = diagram.finish().expect_err("not finished").as_ref().clone();
    }
    assert!(calls > 3, "{calls} calls");
    let matchings = diagram.finish().expect("finished");
    let whole = PairTotals { tours: 5634, pseudo: 5674 };
    for sip in [1, 10, 1000, 100_000] {
        let mut count = PairCount::new(&matchings, 0, 1).expect("small");
        let pairs = loop {
            if let Some(pairs) = count.advance(&mut Fuel(sip)) {
                break pairs;
            }
        };
        assert_eq!((pairs.unordered(), count.outer_left()), (whole, 0), "in sips of {sip}");
        let mut walk = PairWalk::new(&matchings, 0, 1).expect("small");
        while walk.advance(&mut Fuel(sip)) != PairStep::Exhausted {}
        assert_eq!(walk.totals(), whole, "in sips of {sip}");
    }
}

#[test]
fn boards_that_cannot_be_folded_say_why() {
    let message = |rows, columns, a, b| {
        FoldedBoard::leaper(rows, columns, a, b).expect_err("refused").to_string()
    };
    assert_eq!(
        message(5, 7, 1, 2),
        "half-turn of a 5x7 board, whose middle cell stays in place, so that no closed tour is \
         unchanged; expected even sides"
    );
    assert_eq!(
        message(5, 6, 1, 2),
        "half-turn of a 5x6 board, which exchanges the two colours of cells, so that matchings of \
         colours cannot be \
         paired; expected even sides"
    );
    assert_eq!(
        message(6, 6, 1, 3),
        "1,3-leaper, which stays on one colour, expected leaps with an odd sum"
    );
    assert_eq!(message(64, 66, 1, 2), "folded 64x66 board, expected at most 4096 edges");
    assert!(FoldedBoard::knight(0, 0).is_ok_and(|board| board.edges().is_empty()));
    assert!(FoldedBoard::knight(2, usize::MAX - 1).is_err());
}

#[test]
fn a_low_memory_limit_is_a_value_and_not_the_end() {
    let board = FoldedBoard::knight(6, 8).expect("even sides");
    let enough = 1 << 20;
    let least =
        (0..enough).step_by(1 << 14).find(|limit| Matchings::of(board.clone(), *limit).is_ok());
    let least = least.expect("a megabyte is enough");
    assert!(least > 6708 * 12, "the nodes alone need more than {least} bytes");
    let matchings = Matchings::of(board, least).expect("room");
    assert_eq!(matchings.count(), BigUint::from(2669u32));
}

/// A diagram whose finished form can be compared: matchings, nodes, and nodes that
/// zero-suppression removes.
struct Compared(MatchingDiagram);

impl Stages for Compared {
    type Answer = Option<(BigUint, usize, usize)>;

    fn advance(&mut self, fuel: &mut Fuel) -> Turn<Self::Answer> {
        match Stages::advance(&mut self.0, fuel) {
            Turn::Going => Turn::Going,
            Turn::Done(Err(_)) => Turn::Done(None),
            Turn::Done(Ok(())) => {
                let found = self.0.clone().finish().expect("finished");
                found.diagram().0.audit().expect("sound");
                let sizes = (found.node_count(), found.suppressed_count());
                Turn::Done(Some((found.count(), sizes.0, sizes.1)))
            }
        }
    }

    fn progress(&self) -> Progress {
        Stages::progress(&self.0)
    }
}

impl Snapshot for Compared {
    fn save(&self, record: &mut dyn FnMut(&[u64])) {
        self.0.save(record);
    }

    fn load(&mut self, records: &mut dyn Iterator<Item = Record>) -> Result<(), BadSnapshot> {
        self.0.load(records)
    }
}

#[test]
fn diagrams_of_matchings_are_taken_up_at_any_pause() {
    for ([rows, columns], [count, nodes, suppressed], _) in FIGURES.into_iter().take(4) {
        let make = || {
            let board = FoldedBoard::knight(rows, columns).expect("even sides");
            Compared(MatchingDiagram::begin(board, 1 << 24).expect("room"))
        };
        let found = check_stages(make).expect("keeps its promises");
        let sizes = [nodes, suppressed].map(|number| number as usize);
        assert_eq!(found, Some((count.into(), sizes[0], sizes[1])), "{rows}x{columns}");
        if rows < 6 || columns < 8 {
            check_damage(make, 1, 8).expect("all is noticed");
        }
    }
    let wide = FoldedBoard::leaper(4, 6, 0, 1).expect("even sides");
    let make = || Compared(MatchingDiagram::begin(wide.clone(), 1 << 24).expect("room"));
    check_stages(make).expect("keeps its promises");
    let mut records = Vec::new();
    make().save(&mut |record| records.push(record.to_vec()));
    let other = FoldedBoard::leaper(6, 4, 0, 1).expect("even sides");
    let mut other = MatchingDiagram::begin(other, 1 << 24).expect("room");
    assert_eq!(other.load(&mut records.into_iter()), Err(BadSnapshot));
}
