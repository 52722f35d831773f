//! Text forms: what is written is read back, and what is bad is refused with its line.

use crate::naive::{Numbers, diagram};
use kumiki_diagram::text::ReadError;
use kumiki_diagram::{BddStore, NodeId, ZddStore};

fn families(count: usize) -> ZddStore {
    ZddStore::new(count, 1 << 22).expect("few elements")
}

#[test]
fn every_family_of_three_elements_and_many_of_six_survive_both_forms() {
    let mut numbers = Numbers(7);
    let words = (0..256).map(|word| (3, word)).chain((0..200).map(|_| (6, numbers.word())));
    for (count, word) in words {
        let mut store = families(count as usize);
        let node = diagram(&mut store, count, word).expect("room");
        let (knuth, graphillion) = (store.to_knuth(node), store.to_graphillion(node));
        assert_eq!(store.from_knuth(&knuth), Ok(node), "{knuth}");
        assert_eq!(store.from_graphillion(&graphillion), Ok(node), "{graphillion}");
        // An empty store gets the same diagram.
        let mut other = families(count as usize);
        let read = other.from_graphillion(&graphillion).expect("room");
        assert_eq!(
            other.members(read).collect::<Vec<_>>(),
            store.members(node).collect::<Vec<_>>()
        );
        assert_eq!((other.to_knuth(read), other.to_graphillion(read)), (knuth, graphillion));
    }
}

#[test]
fn every_function_of_three_variables_survives_knuths_form() {
    let mut store = BddStore::new(3, 1 << 20).expect("few variables");
    for word in 0..256 {
        let node = diagram(&mut store, 3, word).expect("room");
        let text = store.to_knuth(node);
        let reversed: String = text.lines().rev().map(|line| format!("\n  {line} \r\n")).collect();
        assert_eq!(store.from_knuth(&text), Ok(node), "{text}");
        assert_eq!(store.from_knuth(&reversed), Ok(node), "{reversed}");
    }
}

#[test]
fn the_kind_of_store_decides_what_a_skipped_variable_means() {
    let text = "2: (~1?0:1)\n";
    let mut functions = BddStore::new(2, 1 << 20).expect("few variables");
    let mut families = families(2);
    let function = functions.from_knuth(text).expect("good");
    let family = families.from_knuth(text).expect("good");
    assert_eq!(functions.count(function), 2u8.into());
    assert_eq!(families.count(family), 1u8.into());
}

#[test]
fn an_unreduced_diagram_is_reduced() {
    let mut store = families(3);
    let expected = store.single(&[0]).expect("room");
    // Node 4 says nothing in a family, and nodes 2 and 3 say the same.
    let text = "5: (~0?0:4)\n4: (~1?1:0)\n";
    assert_eq!(store.from_knuth(text), Ok(expected));
    let twins = "2 3 B T\n3 3 B T\n4 2 2 3\n.\n";
    let read = store.from_graphillion(twins).expect("good");
    assert_eq!(store.members(read).collect::<Vec<_>>(), [vec![2], vec![1, 2]]);
    assert_eq!(store.size(read), 2);
}

/// Checks the message of an error.
fn refused(result: Result<NodeId, ReadError>, message: &str) {
    assert_eq!(result.expect_err(message).to_string(), message);
}

#[test]
fn bad_lines_of_knuths_form_are_refused() {
    let mut store = families(3);
    let form = "expected a line like '2: (~1?0:1)'";
    for bad in [
        "2: (~1?0:1",
        "2 (~1?0:1)",
        "2: (1?0:1)",
        "2: (~?0:1)",
        "2: (~1?0)",
        "2: (~1?0:g)",
        ": (~1?0:1)",
        "2: (~-1?0:1)",
        "2: (~1?+0:1)",
    ] {
        refused(
            store.from_knuth(&format!("3: (~0?2:1)\n\n{bad}\n")),
            &format!("bad node '{bad}', line 3, {form}"),
        );
    }
    refused(store.from_knuth(""), &format!("no nodes, line 1, {form}"));
    refused(
        store.from_knuth("0\n2: (~1?0:1)"),
        "a second line, line 2, expected none after the sink on line 1",
    );
    refused(
        store.from_knuth("1: (~1?0:1)"),
        "a line for a sink, line 1, expected a node with another number than 0 and 1",
    );
    refused(
        store.from_knuth("a: (~1?0:1)\na: (~1?0:1)"),
        "node a for the second time, line 2, expected once, as on line 1",
    );
    refused(
        store.from_knuth("2: (~1?0:ff)"),
        "a link to node ff, line 1, expected a node that has a line",
    );
    refused(
        store.from_knuth("2: (~3?0:1)"),
        "a variable too many at node 2, line 1, expected 3 variables",
    );
    refused(
        store.from_knuth("2: (~1?0:3)\n3: (~1?0:1)"),
        "a link from node 2 to node 3, line 1, expected a node with a later variable",
    );
    refused(
        store.from_knuth("2: (~1?0:3)\n3: (~2?2:1)"),
        "a link from node 3 to node 2, line 2, expected a node with a later variable",
    );
    refused(
        store.from_knuth("2: (~1?0:1)\n3: (~2?0:1)"),
        "node 3 without a parent, line 2, expected one root, and node 2 is one",
    );
    let long = "x".repeat(500);
    assert!(store.from_knuth(&long).expect_err("refused").to_string().len() < 120);
}

#[test]
fn bad_lines_of_graphillions_form_are_refused() {
    let mut store = families(3);
    let form = "expected a line like '4 2 B T'";
    for bad in ["2 3 B", "2 3 B T 1", "2 0 B T", "x 3 B T", "2 3 b T", "-2 3 B T", "B", "T"] {
        refused(
            store.from_graphillion(&format!("5 3 B T\n{bad}\n.\n")),
            &format!("bad node '{bad}', line 2, {form}"),
        );
    }
    refused(
        store.from_graphillion("2 3 B T\n"),
        "the end of the text, line 1, expected a line with a full stop",
    );
    refused(
        store.from_graphillion(""),
        "the end of the text, line 1, expected a line with a full stop",
    );
    refused(store.from_graphillion(".\n"), &format!("no nodes, line 1, {form}"));
    refused(
        store.from_graphillion("T\n.\n\nB\n"),
        "'B' after the end, line 4, expected nothing after the full stop on line 2",
    );
    refused(
        store.from_graphillion("T\n2 3 B T\n.\n"),
        "a node after a sink, line 2, expected a full stop",
    );
    refused(
        store.from_graphillion("2 4 B T\n.\n"),
        "a variable too many at node 2, line 1, expected 3 variables",
    );
    refused(
        store.from_graphillion("2 1 B 7\n.\n"),
        "a link to node 7, line 1, expected a node that has a line",
    );
}

#[test]
fn a_full_store_reads_nothing() {
    let mut store = ZddStore::new(64, 0).expect("few elements");
    assert!(matches!(store.from_knuth("2: (~1?0:1)"), Err(ReadError::Full(_))));
    assert_eq!(store.from_knuth("1"), Ok(NodeId::TOP));
}

#[test]
fn every_line_torn_off_anywhere_is_refused_or_read_without_panic() {
    let mut store = families(4);
    let mut numbers = Numbers(8);
    for _ in 0..50 {
        let node = diagram(&mut store, 4, numbers.word() & 0xFFFF).expect("room");
        let text = store.to_graphillion(node);
        for end in 0..text.len() - 2 {
            assert!(store.from_graphillion(&text[..end]).is_err(), "{}", &text[..end]);
        }
    }
}

#[test]
fn graphviz_draws_every_node_once_and_two_lines_for_each() {
    let mut numbers = Numbers(9);
    for _ in 0..50 {
        let mut store = families(6);
        let node = diagram(&mut store, 6, numbers.word()).expect("room");
        let text = store.to_graphviz(node, |variable| format!("x\"{variable}"));
        let count = |pattern: &str| text.matches(pattern).count();
        let size = store.size(node);
        assert_eq!((count("shape=circle"), count("dashed"), count("->")), (size, size, 2 * size));
        assert_eq!(
            (count("x\\\""), text.starts_with("digraph"), text.ends_with("}\n")),
            (size, true, true)
        );
    }
    let store = families(1);
    assert!(store.to_graphviz(NodeId::TOP, |v| v.to_string()).contains("n1 [shape=box"));
}
