//! Every family of subsets of three elements, every operation, every pair, against the definitions;
//! and some families of six elements.

use crate::naive::{Numbers, Word, collect, diagram, elements, has, members, products, sets};
use kumiki_diagram::{NodeId, Weighed, ZddStore};
use num_bigint::BigUint;

/// A store of families over so many elements with room enough.
fn store(count: u32) -> ZddStore {
    ZddStore::new(count as usize, 1 << 24).expect("few elements")
}

/// Compares the answer with the family that the definition names.
macro_rules! check {
    ($store:expr, $count:expr, $call:ident($($argument:expr),*), $expected:expr, $($about:tt)*) => {{
        let expected = diagram($store, $count, $expected).expect("room");
        assert_eq!($store.$call($($argument),*), Ok(expected), $($about)*);
    }};
}

/// All operations on one family.
fn check_alone(store: &mut ZddStore, count: u32, f: Word) {
    let node = diagram(store, count, f).expect("room");
    let list = members(f);
    for v in 0..count {
        let with = list
            .iter()
            .filter(|set| *set >> v & 1 == 1)
            .fold(0, |word, set| word | 1u64 << (set ^ 1 << v));
        let without =
            list.iter().filter(|set| *set >> v & 1 == 0).fold(0, |word, set| word | 1u64 << set);
        let changed = list.iter().fold(0, |word, set| word | 1u64 << (set ^ 1 << v));
        check!(store, count, onset(node, v), with, "onset of {f:x} at {v}");
        check!(store, count, offset(node, v), without, "offset of {f:x} at {v}");
        check!(store, count, change(node, v), changed, "change of {f:x} at {v}");
    }
    let inside = |a: u32, b: u32| a & b == a;
    let minimal = collect(count, |a| has(f, a) && !list.iter().any(|b| *b != a && inside(*b, a)));
    let maximal = collect(count, |a| has(f, a) && !list.iter().any(|b| *b != a && inside(a, *b)));
    check!(store, count, minimal(node), minimal, "minimal members of {f:x}");
    check!(store, count, maximal(node), maximal, "maximal members of {f:x}");
    check_listing(store, count, f);
}

/// Counts, members in order, members by number, sizes.
fn check_listing(store: &ZddStore, count: u32, f: Word) {
    let node = diagram(&mut store.clone(), count, f).expect("room");
    // As words of zeros and ones, element 0 first.
    let mut sorted = members(f);
    sorted.sort_by_key(|set| set.reverse_bits());
    let lists: Vec<Vec<u32>> = sorted.iter().map(|set| elements(*set)).collect();
    assert_eq!(store.members(node).collect::<Vec<_>>(), lists, "members of {f:x}");
    assert_eq!(store.count(node), BigUint::from(lists.len()), "count of {f:x}");
    let census = store.census(node);
    let by_number = |number: usize| census.member(&BigUint::from(number));
    assert!(
        (0..lists.len()).all(|number| by_number(number).as_ref() == Some(&lists[number])),
        "{f:x}"
    );
    assert_eq!(by_number(lists.len()), None, "beyond the last member of {f:x}");
    assert_eq!(store.sample(node, |limit| limit - 1u8), lists.last().cloned(), "sample of {f:x}");
    for set in sets(count) {
        assert_eq!(store.contains(node, &elements(set)), has(f, set), "is {set:b} in {f:x}");
    }
    let sizes = store.sizes(node);
    let largest = lists.iter().map(Vec::len).max().map_or(0, |size| size + 1);
    assert_eq!(sizes.len(), largest, "sizes of {f:x}");
    for (size, number) in sizes.iter().enumerate() {
        let naive = lists.iter().filter(|list| list.len() == size).count();
        assert_eq!(*number, BigUint::from(naive), "members of {f:x} with {size} elements");
    }
}

/// All operations on two families.
fn check_pair(store: &mut ZddStore, count: u32, f: Word, g: Word) {
    let [a, b] = [f, g].map(|word| diagram(store, count, word).expect("room"));
    let others = members(g);
    let inside = |a: u32, b: u32| a & b == a;
    let above = collect(count, |a| has(f, a) && others.iter().any(|b| inside(*b, a)));
    let below = collect(count, |a| has(f, a) && others.iter().any(|b| inside(a, *b)));
    let quotient = collect(count, |a| others.iter().all(|b| a & b == 0 && has(f, a | b)));
    let remainder = f & !products(g, quotient, |a, b| a | b);
    check!(store, count, union(a, b), f | g, "{f:x} | {g:x}");
    check!(store, count, intersection(a, b), f & g, "{f:x} & {g:x}");
    check!(store, count, difference(a, b), f & !g, "{f:x} - {g:x}");
    check!(store, count, symmetric_difference(a, b), f ^ g, "{f:x} ^ {g:x}");
    check!(store, count, join(a, b), products(f, g, |a, b| a | b), "join of {f:x} and {g:x}");
    check!(store, count, meet(a, b), products(f, g, |a, b| a & b), "meet of {f:x} and {g:x}");
    check!(store, count, quotient(a, b), quotient, "{f:x} / {g:x}");
    check!(store, count, remainder(a, b), remainder, "{f:x} mod {g:x}");
    check!(store, count, supersets(a, b), above, "of {f:x} above {g:x}");
    check!(store, count, nonsupersets(a, b), f & !above, "of {f:x} not above {g:x}");
    check!(store, count, subsets(a, b), below, "of {f:x} below {g:x}");
    check!(store, count, nonsubsets(a, b), f & !below, "of {f:x} not below {g:x}");
}

#[test]
fn every_family_of_subsets_of_three_elements_is_handled_as_defined() {
    let mut store = store(3);
    for f in 0..256 {
        check_alone(&mut store, 3, f);
    }
    store.audit().expect("sound");
}

#[test]
fn every_pair_of_families_of_subsets_of_three_elements_is_combined_as_defined() {
    let mut store = store(3);
    for f in 0..256 {
        for g in 0..256 {
            check_pair(&mut store, 3, f, g);
        }
    }
    assert_eq!(store.node_count(), 256, "canonical: as many nodes as families");
    store.audit().expect("sound");
}

#[test]
fn families_of_subsets_of_six_elements_are_handled_as_defined() {
    let (mut store, mut numbers) = (store(6), Numbers(4));
    for _ in 0..100 {
        let (f, g) = (numbers.word(), numbers.word());
        check_alone(&mut store, 6, f);
        check_pair(&mut store, 6, f, g);
        // Divisors of few members are those with a quotient.
        check_pair(&mut store, 6, products(f, 0b110, |a, b| a | b), 0b110);
    }
    store.audit().expect("sound");
}

#[test]
fn members_are_restricted_by_elements_with_and_without() {
    let mut store = store(3);
    for f in 0..256 {
        let node = diagram(&mut store, 3, f).expect("room");
        for (with, without) in sets(3).flat_map(|with| sets(3).map(move |without| (with, without)))
        {
            let expected =
                collect(3, |set| has(f, set) && set & with == with && set & without == 0);
            check!(
                &mut store,
                3,
                restrict(node, &elements(with), &elements(without)),
                expected,
                "{f:x} with {with:b} without {without:b}"
            );
        }
    }
}

#[test]
fn families_are_made_from_sets() {
    let mut store = store(3);
    for set in sets(3) {
        check!(&mut store, 3, single(&elements(set)), 1 << set, "the set {set:b}");
        let each = elements(set).iter().fold(0, |word, element| word | 1u64 << (1 << element));
        check!(&mut store, 3, singletons(&elements(set)), each, "singletons of {set:b}");
    }
    check!(&mut store, 3, universe(), 255, "all sets");
    for f in 0..256 {
        let lists: Vec<Vec<u32>> = members(f).into_iter().map(elements).collect();
        let sets = lists.iter().map(Vec::as_slice);
        check!(&mut store, 3, with_sets(NodeId::BOTTOM, sets), f, "the sets {lists:?}");
    }
}

#[test]
fn members_come_in_order_of_weight() {
    let mut store = store(4);
    let mut numbers = Numbers(5);
    for _ in 0..2000 {
        let f = numbers.word() & 0xFFFF;
        let node = diagram(&mut store, 4, f).expect("room");
        let weights = [(); 4].map(|()| i64::try_from(numbers.next() % 9).expect("small") - 4);
        let weigh =
            |list: &[u32]| list.iter().map(|v| i128::from(weights[*v as usize])).sum::<i128>();
        let naive = || store.members(node).map(|set| Weighed { weight: weigh(&set), set });
        let mut up: Vec<Weighed> = store.by_weight(node, &weights).collect();
        let mut down: Vec<Weighed> = store.by_falling_weight(node, &weights).collect();
        assert!(up.is_sorted_by_key(|member| member.weight), "{f:x} with {weights:?}");
        assert!(down.is_sorted_by_key(|member| -member.weight), "{f:x} with {weights:?}");
        // min_by_key takes the first of equals, and so do we.
        assert_eq!(store.lightest(node, &weights), naive().min_by_key(|member| member.weight));
        assert_eq!(store.heaviest(node, &weights), naive().min_by_key(|member| -member.weight));
        let mut all: Vec<Weighed> = naive().collect();
        for list in [&mut up, &mut down, &mut all] {
            list.sort_by(|a, b| a.set.cmp(&b.set));
        }
        assert!(up == all && down == all, "each member once: {f:x} with {weights:?}");
    }
}

#[test]
fn extreme_weights_do_not_overflow() {
    let mut store = store(6);
    let all = store.universe().expect("room");
    let sum = |weight: i64| Some(6 * i128::from(weight));
    assert_eq!(store.heaviest(all, &[i64::MAX; 6]).map(|member| member.weight), sum(i64::MAX));
    assert_eq!(store.lightest(all, &[i64::MIN; 6]).map(|member| member.weight), sum(i64::MIN));
    assert_eq!(store.heaviest(all, &[i64::MIN; 6]).map(|member| member.weight), Some(0));
    assert_eq!(store.lightest(NodeId::BOTTOM, &[0; 6]), None);
}

#[test]
fn samples_are_uniform() {
    // A family of 20 members: the chi-square statistic has 19 degrees of freedom, and exceeds 43.8
    // once in a thousand.
    let (mut store, mut numbers) = (store(6), Numbers(6));
    let family =
        sets(6).filter(|set| set.count_ones() == 3).fold(0, |word, set| word | 1u64 << set);
    let node = diagram(&mut store, 6, family).expect("room");
    let census = store.census(node);
    let mut drawn = std::collections::BTreeMap::new();
    for _ in 0..20_000 {
        let set = census
            .sample(|limit| BigUint::from(numbers.next()) % limit)
            .expect("there are members");
        assert!(store.contains(node, &set));
        *drawn.entry(set).or_insert(0i64) += 1;
    }
    let squares: i64 = drawn.values().map(|count| (count - 1000).pow(2)).sum();
    assert_eq!(drawn.len(), 20);
    assert!(squares < 43_800, "chi-square {squares} thousandths");
    assert_eq!(store.sample(NodeId::BOTTOM, Clone::clone), None);
}

#[test]
fn counts_outgrow_machine_words() {
    let mut store = ZddStore::new(200, 1 << 20).expect("few elements");
    let all = store.universe().expect("room");
    assert_eq!(store.count(all), BigUint::from(1u8) << 200);
    let census = store.census(all);
    let last = census.member(&((BigUint::from(1u8) << 200) - 1u8)).expect("a member");
    assert_eq!(last, (0..200).collect::<Vec<u32>>());
    assert_eq!(census.member(&BigUint::from(5u8)), Some(vec![197, 199]));
}
