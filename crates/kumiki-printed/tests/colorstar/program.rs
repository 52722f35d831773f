//! What the program prints.

use crate::lines::{PRINTED_HASH, fnv};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kumiki-colorstar"))
        .args(arguments)
        .output()
        .expect("the program can be started")
}

#[test]
fn the_list_is_printed_line_by_line_and_verified() {
    let output = run(&["--verify"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    let (list, said) = text.split_once("\n\n").expect("a list and what is said about it");
    assert_eq!(fnv(&format!("{list}\n")), PRINTED_HASH, "{list}");
    for part in [
        "287 lines, 184 distinct up to the names of colours, 37 classes up to all symmetries\n",
        "            1         113\n            2          55\n            4          16\n",
        "In all there are 370 colourings, 37 classes up to all symmetries. ",
        "triangle, so 186 are not printed,",
        " triangles and prints the same 287 lines\n",
    ] {
        assert!(said.contains(part), "'{part}' is missing in\n{said}");
    }
}

#[test]
fn other_arguments_are_refused() {
    let output = run(&["--list"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]));
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("expected none or --verify\n"));
}
