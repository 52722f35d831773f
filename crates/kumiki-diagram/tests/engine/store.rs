//! The store itself: limits, garbage.

use crate::naive::{self, Numbers, Word, diagram};
use kumiki_diagram::{BddStore, Full, NodeId, TooManyVariables, ZddStore};

#[test]
fn a_full_store_says_so_and_remains_usable() {
    let mut refusals = 0;
    for limit in (0..6000).step_by(40) {
        let mut store = ZddStore::new(6, limit).expect("few elements");
        let mut numbers = Numbers(10);
        let (mut kept, mut words): (Vec<NodeId>, Vec<Word>) = (Vec::new(), Vec::new());
        for _ in 0..40 {
            let word = numbers.word();
            match diagram(&mut store, 6, word) {
                Ok(node) if kept.len() < 3 => {
                    kept.push(node);
                    words.push(word);
                }
                Ok(_) => {}
                Err(full) => {
                    refusals += 1;
                    assert_eq!(full, Full { limit_bytes: limit });
                    store.audit().expect("sound when full");
                    store.collect(&mut kept);
                }
            }
            store.audit().expect("sound");
            for (node, word) in kept.iter().zip(&words) {
                let members: Vec<u32> = naive::members(*word);
                assert_eq!(store.count(*node), members.len().into(), "limit {limit}");
                assert!(
                    members.iter().all(|set| store.contains(*node, &naive::elements(*set))),
                    "limit {limit}"
                );
            }
        }
    }
    assert!(refusals > 100, "{refusals} refusals are no test");
}

#[test]
fn operations_in_a_store_that_gets_full_are_right_or_refused() {
    let (mut done, mut refused) = (0, 0);
    for limit in (1000..6000).step_by(100) {
        let mut numbers = Numbers(11);
        let mut store = ZddStore::new(6, limit).expect("few elements");
        let mut expected = ZddStore::new(6, 1 << 24).expect("few elements");
        for _ in 0..20 {
            let (f, g) = (numbers.word(), numbers.word());
            let operands =
                diagram(&mut store, 6, f).and_then(|a| Ok([a, diagram(&mut store, 6, g)?]));
            let Ok(mut roots) = operands else {
                store.collect(&mut []);
                continue;
            };
            let join = store.with_room(&mut roots, |store, roots| store.join(roots[0], roots[1]));
            store.audit().expect("sound");
            match join {
                Ok(join) => {
                    done += 1;
                    let product = naive::products(f, g, |a, b| a | b);
                    let node = diagram(&mut expected, 6, product).expect("room");
                    assert!(store.members(join).eq(expected.members(node)), "{f:x} and {g:x}");
                }
                Err(_) => {
                    refused += 1;
                    assert_eq!(
                        store.count(roots[0]),
                        f.count_ones().into(),
                        "the operands are still there"
                    );
                }
            }
            store.collect(&mut []);
        }
    }
    assert!(done > 50 && refused > 50, "{done} done and {refused} refused are no test");
}

#[test]
fn collecting_keeps_what_roots_reach_and_nothing_else() {
    let mut numbers = Numbers(12);
    let mut store = BddStore::new(6, 1 << 22).expect("few variables");
    let words: Vec<Word> = (0..50).map(|_| numbers.word()).collect();
    let mut roots: Vec<NodeId> =
        words.iter().map(|word| diagram(&mut store, 6, *word).expect("room")).collect();
    while !roots.is_empty() {
        roots.truncate(roots.len() - roots.len().div_ceil(3));
        store.collect(&mut roots);
        store.audit().expect("sound");
        let nodes = store.node_count();
        for (root, word) in roots.iter().zip(&words) {
            assert_eq!(diagram(&mut store, 6, *word), Ok(*root));
        }
        assert_eq!(store.node_count(), nodes, "nothing had to be made anew");
    }
    assert_eq!(store.node_count(), 2);
}

#[test]
fn too_many_variables_are_refused() {
    let error = ZddStore::new(5000, 1 << 20).expect_err("too many");
    assert_eq!(error, TooManyVariables { variable_count: 5000 });
    assert_eq!(error.to_string(), "diagram of 5000 variables, expected at most 4096");
    assert_eq!(
        Full { limit_bytes: 7 }.to_string(),
        "diagram store full, at 7 bytes, expected a smaller diagram or a higher limit"
    );
}

#[test]
fn the_deepest_diagrams_fit_the_stack() {
    let mut store = ZddStore::new(4096, 1 << 26).expect("as many as there may be");
    let all: Vec<u32> = (0..4096).collect();
    let (one, each) = (store.single(&all).expect("room"), store.singletons(&all).expect("room"));
    let join = store.join(one, each).expect("room");
    assert_eq!(join, one);
    let less =
        store.quotient(one, NodeId::TOP).and_then(|f| store.nonsubsets(each, f)).expect("room");
    assert_eq!(less, NodeId::BOTTOM);
    let maximal = store.union(one, each).and_then(|f| store.maximal(f)).expect("room");
    assert_eq!(maximal, one);
    let mut functions = BddStore::new(4096, 1 << 26).expect("as many as there may be");
    let mut parity = [NodeId::BOTTOM, NodeId::TOP];
    let mut conjunction = NodeId::TOP;
    for v in (0..4096).rev() {
        let [even, odd] = parity;
        parity = [
            functions.node(v, even, odd).expect("room"),
            functions.node(v, odd, even).expect("room"),
        ];
        conjunction = functions.node(v, NodeId::BOTTOM, conjunction).expect("room");
    }
    assert_eq!(functions.not(parity[0]), Ok(parity[1]));
    // Of 4096 ones the parity is even.
    assert_eq!(functions.ite(parity[0], conjunction, parity[0]), Ok(NodeId::BOTTOM));
    let all_but_last: Vec<u32> = (0..4095).collect();
    assert_eq!(functions.exists(parity[0], &all_but_last), Ok(NodeId::TOP));
    let last = functions.variable(4095);
    assert_eq!(functions.exists(conjunction, &all_but_last), last);
}
