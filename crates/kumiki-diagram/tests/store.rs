//! The store itself: limits, garbage, templates.

mod naive;

use kumiki_diagram::{BddStore, Full, NodeId, Template, TooManyVariables, ZddStore};
use naive::{Numbers, Word, diagram};

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
            let operands = diagram(&mut store, 6, f).and_then(|a| Ok([a, diagram(&mut store, 6, g)?]));
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
                    assert_eq!(store.count(roots[0]), f.count_ones().into(), "the operands are still there");
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
    let less = store.quotient(one, NodeId::TOP).and_then(|f| store.nonsubsets(each, f)).expect("room");
    assert_eq!(less, NodeId::BOTTOM);
    let maximal = store.union(one, each).and_then(|f| store.maximal(f)).expect("room");
    assert_eq!(maximal, one);
    let mut functions = BddStore::new(4096, 1 << 26).expect("as many as there may be");
    let mut parity = [NodeId::BOTTOM, NodeId::TOP];
    let mut conjunction = NodeId::TOP;
    for v in (0..4096).rev() {
        let [even, odd] = parity;
        parity = [functions.node(v, even, odd).expect("room"), functions.node(v, odd, even).expect("room")];
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

#[test]
fn a_template_of_any_function_is_reduced_to_its_node() {
    let mut families = ZddStore::new(3, 1 << 20).expect("few elements");
    let mut functions = BddStore::new(3, 1 << 20).expect("few variables");
    for word in 0..256u64 {
        // A complete tree: branch k of level v is for the values k of the variables before v.
        let sink = |bits: u32| u32::from(naive::has(word, bits));
        let level = |v: u32| -> Vec<[u32; 2]> {
            let offset = (1 << v) - 1;
            let tree = |k: u32| [2 * k, 2 * k + 1].map(|child| offset + (1 << v) + child + 2);
            (0..1 << v)
                .map(|k| if v == 2 { [sink(reversed(2 * k)), sink(reversed(2 * k + 1))] } else { tree(k) })
                .collect()
        };
        let levels: Vec<Vec<[u32; 2]>> = (0..3).map(level).collect();
        let template =
            Template::from_levels((0..).zip(levels.iter().map(Vec::as_slice))).expect("good links");
        assert_eq!(template.len(), 7);
        let expected = diagram(&mut families, 3, word).expect("room");
        assert_eq!(families.reduce(template.clone()), Ok(expected), "{word:x}");
        let expected = diagram(&mut functions, 3, word).expect("room");
        assert_eq!(functions.reduce(template.clone()), Ok(expected), "{word:x}");
        let mut fresh = ZddStore::new(3, 1 << 20).expect("few elements");
        let root = fresh.reduce(template).expect("room");
        fresh.audit().expect("sound");
        assert_eq!(diagram(&mut fresh, 3, word), Ok(root), "{word:x} in an empty store");
        assert_eq!(fresh.size(root) + 2, fresh.node_count(), "{word:x}");
        // The same levels from the last to the first, with links that count from the beginning of the next level.
        let mut by_levels = ZddStore::new(3, 1 << 20).expect("few elements");
        let relative =
            |v: u32, links: &[u32; 2]| links.map(|link| if v == 2 { link } else { link - (2 << v) + 1 });
        let backwards = (0..3)
            .zip(&levels)
            .rev()
            .map(|(v, level)| (v, level.iter().map(|links| relative(v, links)).collect::<Vec<[u32; 2]>>()));
        let root = by_levels.reduce_levels(backwards).expect("room");
        by_levels.audit().expect("sound");
        assert_eq!(by_levels.size(root) + 2, by_levels.node_count(), "{word:x}");
        assert_eq!(diagram(&mut by_levels, 3, word), Ok(root), "{word:x} level by level");
        by_levels.audit().expect("sound with a table");
    }
    assert_eq!(families.reduce(Template::default()), Ok(NodeId::BOTTOM));
    let mut empty = ZddStore::new(3, 1 << 20).expect("few elements");
    assert_eq!(empty.reduce_levels(std::iter::empty::<(u32, Vec<[u32; 2]>)>()), Ok(NodeId::BOTTOM));
}

#[test]
fn a_store_that_gets_full_while_a_template_is_reduced_remains_sound() {
    // A chain in which every node is needed.
    let levels: Vec<Vec<[u32; 2]>> =
        (0..200).map(|v| vec![if v == 199 { [0, 1] } else { [1, v + 3] }]).collect();
    let (mut done, mut refused) = (0, 0);
    for limit in (0..8000).step_by(100) {
        let template = Template::from_levels((0..).zip(&levels)).expect("good links");
        let mut store = ZddStore::new(200, limit).expect("few elements");
        match store.reduce(template) {
            Ok(root) => {
                done += 1;
                assert_eq!(store.count(root), 200u8.into());
            }
            Err(_) => refused += 1,
        }
        store.audit().expect("sound");
        let relative = |v: u32| vec![if v == 199 { [0, 1] } else { [1, 2] }];
        let mut by_levels = ZddStore::new(200, limit).expect("few elements");
        let is_done = by_levels.reduce_levels((0..200).rev().map(|v| (v, relative(v)))).is_ok();
        assert_eq!(is_done, store.node_count() == 202, "at {limit} bytes");
        by_levels.audit().expect("sound");
    }
    assert!(done > 10 && refused > 10, "{done} done and {refused} refused are no test");
}

/// Three bits the other way round: in the tree the first variable is the highest bit.
fn reversed(bits: u32) -> u32 {
    bits.reverse_bits() >> 29
}

#[test]
fn bad_links_of_a_template_are_refused() {
    let error = |levels: &[(u32, &[[u32; 2]])]| {
        Template::from_levels(levels.iter().copied()).expect_err("bad").to_string()
    };
    let expected = |link, branch| {
        format!("template link {link}, at branch {branch}, expected a sink or a branch of a later level")
    };
    assert_eq!(error(&[(0, &[[0, 3]])]), expected(3, 0));
    assert_eq!(error(&[(0, &[[0, 2]])]), expected(2, 0));
    assert_eq!(error(&[(0, &[[0, 3], [0, 1]])]), expected(3, 0));
    assert_eq!(error(&[(0, &[[0, 3]]), (1, &[[2, 1]])]), expected(2, 1));
    let same = "template level of variable 1, after that of 1, expected a greater one";
    assert_eq!(error(&[(1, &[[0, 3]]), (1, &[[0, 1]])]), same);
}
