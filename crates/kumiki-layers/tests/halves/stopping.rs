//! Counts that are told to stop.

use crate::methods::{grown, joined, question};
use kumiki_layers::{Growth, LayerCount};

#[test]
fn halves_stop_growing_when_told_to() {
    let mut halves = LayerCount::new(&question("5x5x5", &["1x2x2"])).expect("layers apply");
    let last = loop {
        match halves.grow_while(&|| false) {
            Growth::Growing(_) => {}
            other => break other,
        }
    };
    assert_eq!(last, Growth::Stopped);
}

#[test]
fn halves_that_may_go_on_grow_to_the_end() {
    let question = question("4x4x4", &["1x2x2"]);
    let mut halves = LayerCount::new(&question).expect("layers apply");
    while let Growth::Growing(fraction) = halves.grow_while(&|| true) {
        assert!((0.0..=1.0).contains(&fraction), "{fraction}");
    }
    assert_eq!(halves.grow_while(&|| false), Growth::Grown, "nothing is left to be stopped");
    assert_eq!(halves.grow(), None);
    let whole = joined(&grown(LayerCount::new(&question).expect("layers apply")));
    assert_eq!(joined(&halves.finish()), whole);
}

#[test]
fn a_part_of_the_join_is_counted_whole_or_not_at_all() {
    for container in ["4x4x6", "5x5x5"] {
        let join = grown(LayerCount::new(&question(container, &["1x2x2"])).expect("layers apply"));
        let mut stopped = 0;
        for unit in 0..join.unit_count() {
            match join.unit_while(unit, &|| false).expect("small numbers") {
                None => stopped += 1,
                part => assert_eq!(part, join.unit(unit).ok(), "unit {unit} of {container}"),
            }
        }
        assert!(stopped > 0, "some part of {container} takes long enough to be asked");
    }
}
