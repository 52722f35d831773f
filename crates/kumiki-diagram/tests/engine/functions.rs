//! Every Boolean function of three variables, every operation, against truth tables; and some
//! functions of six.

use crate::naive::{self, Numbers, Word, collect, diagram, has, sets};
use kumiki_diagram::{BddStore, NodeId, ZddStore};
use num_bigint::BigUint;

/// A store of functions of so many variables with room enough.
fn store(variables: u32) -> BddStore {
    BddStore::new(variables as usize, 1 << 24).expect("few variables")
}

/// All operations on one function.
fn check_alone(store: &mut BddStore, variables: u32, f: Word) {
    let all = collect(variables, |_| true);
    let node = diagram(store, variables, f).expect("room");
    let expected = diagram(store, variables, !f & all).expect("room");
    assert_eq!(store.not(node), Ok(expected), "not {f:x}");
    assert_eq!(store.count(node), BigUint::from(f.count_ones()), "count of {f:x}");
    for point in sets(variables) {
        assert_eq!(
            store.evaluate(node, |v| point >> v & 1 == 1),
            has(f, point),
            "{f:x} at {point}"
        );
    }
    for v in 0..variables {
        for value in [false, true] {
            let there = |point: u32| point & !(1 << v) | u32::from(value) << v;
            let expected = collect(variables, |point| has(f, there(point)));
            let expected = diagram(store, variables, expected).expect("room");
            assert_eq!(store.restrict(node, v, value), Ok(expected), "{f:x} at variable {v}");
        }
    }
    for quantified in sets(variables) {
        let list = naive::elements(quantified);
        let expected = collect(variables, |point| {
            sets(variables).any(|other| (point ^ other) & !quantified == 0 && has(f, other))
        });
        let expected = diagram(store, variables, expected).expect("room");
        assert_eq!(store.exists(node, &list), Ok(expected), "exists {list:?} of {f:x}");
    }
}

/// All operations on two functions.
fn check_pair(store: &mut BddStore, variables: u32, f: Word, g: Word) {
    let [a, b] = [f, g].map(|word| diagram(store, variables, word).expect("room"));
    let [and, or, xor] =
        [f & g, f | g, f ^ g].map(|word| diagram(store, variables, word).expect("room"));
    assert_eq!(store.and(a, b), Ok(and), "{f:x} and {g:x}");
    assert_eq!(store.or(a, b), Ok(or), "{f:x} or {g:x}");
    assert_eq!(store.xor(a, b), Ok(xor), "{f:x} xor {g:x}");
    assert_eq!(store.intersect_by_template(a, b), Ok(and), "{f:x} and {g:x}, in two phases");
}

#[test]
fn every_function_of_three_variables_is_handled_as_its_truth_table() {
    let mut store = store(3);
    for f in 0..256 {
        check_alone(&mut store, 3, f);
    }
    store.audit().expect("sound");
}

#[test]
fn every_pair_of_functions_of_three_variables_is_combined_as_their_truth_tables() {
    let mut store = store(3);
    for f in 0..256 {
        for g in 0..256 {
            check_pair(&mut store, 3, f, g);
        }
    }
    // All 256 functions, and nothing else.
    let nodes = (0..256).map(|f| diagram(&mut store, 3, f).expect("room"));
    let mut nodes: Vec<NodeId> = nodes.collect();
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!((nodes.len(), store.node_count()), (256, 256));
    store.audit().expect("sound");
}

#[test]
fn if_then_else_of_all_functions_of_two_variables_and_many_of_three() {
    let check = |store: &mut BddStore, variables, [f, g, h]: [Word; 3]| {
        let nodes = [f, g, h].map(|word| diagram(store, variables, word).expect("room"));
        let expected = diagram(store, variables, f & g | !f & h).expect("room");
        assert_eq!(
            store.ite(nodes[0], nodes[1], nodes[2]),
            Ok(expected),
            "if {f:x} then {g:x} else {h:x}"
        );
    };
    let mut two = store(2);
    for word in 0..1 << 12 {
        check(&mut two, 2, [word & 15, word >> 4 & 15, word >> 8 & 15]);
    }
    let (mut three, mut numbers) = (store(3), Numbers(1));
    for _ in 0..20_000 {
        check(&mut three, 3, [(); 3].map(|()| numbers.next() & 255));
    }
    two.audit().and_then(|()| three.audit()).expect("sound");
}

#[test]
fn functions_of_six_variables_are_handled_as_their_truth_tables() {
    let (mut store, mut numbers) = (store(6), Numbers(2));
    for _ in 0..40 {
        let (f, g) = (numbers.word(), numbers.word());
        check_alone(&mut store, 6, f);
        check_pair(&mut store, 6, f, g);
    }
    store.audit().expect("sound");
}

#[test]
fn functions_and_families_are_converted_into_each_other() {
    let (mut functions, mut numbers) = (store(3), Numbers(3));
    let mut families = ZddStore::new(3, 1 << 20).expect("few variables");
    for word in 0..256 {
        let function = diagram(&mut functions, 3, word).expect("room");
        let family = diagram(&mut families, 3, word).expect("room");
        assert_eq!(functions.to_family(function, &mut families), Ok(family), "{word:x}");
        assert_eq!(families.to_function(family, &mut functions), Ok(function), "{word:x}");
    }
    let mut functions = store(6);
    let mut families = ZddStore::new(6, 1 << 20).expect("few variables");
    for _ in 0..100 {
        let word = numbers.word();
        let function = diagram(&mut functions, 6, word).expect("room");
        let family = diagram(&mut families, 6, word).expect("room");
        assert_eq!(functions.to_family(function, &mut families), Ok(family), "{word:x}");
        assert_eq!(families.to_function(family, &mut functions), Ok(function), "{word:x}");
    }
    let mut narrow = ZddStore::new(5, 1 << 20).expect("few variables");
    let error = functions.to_family(NodeId::TOP, &mut narrow).expect_err("other variables");
    assert_eq!(
        error.to_string(),
        "conversion into a store of 5 variables, expected 6 as in the diagram"
    );
}

#[test]
fn counts_outgrow_machine_words() {
    let mut store = BddStore::new(300, 1 << 20).expect("few variables");
    assert_eq!(store.count(NodeId::TOP), BigUint::from(1u8) << 300);
    // All sums on the way are garbage, and more than the limit allows.
    let mut sum = [NodeId::BOTTOM];
    for v in 0..300 {
        let next = store.with_room(&mut sum, |store, sum| {
            let variable = store.variable(v)?;
            store.xor(sum[0], variable)
        });
        sum = [next.expect("room for what matters")];
    }
    let [parity] = sum;
    assert_eq!(store.count(parity), BigUint::from(1u8) << 299);
    assert_eq!(store.size(parity), 599);
}
