//! Questions that layers cannot answer, and why.

use crate::methods::question;
use kumiki_layers::{LayerCount, NotLayered};
use kumiki_model::{AntislideQuestion, Start};

fn check(question: &AntislideQuestion, reason: NotLayered, words: &str) {
    assert_eq!(LayerCount::new(question).map(drop), Err(reason));
    assert_eq!(LayerCount::folded(question, &[0]).map(drop), Err(reason));
    assert!(reason.to_string().contains(words), "{reason}");
}

#[test]
fn bricks_that_reach_over_three_layers_every_way_are_refused() {
    check(&question("4x4x4", &["1x2x3"]), NotLayered::NoSlicing, "three layers");
    check(&question("3x3x3", &["1x1x3"]), NotLayered::NoSlicing, "three layers");
    check(&question("3x3x3", &["1x2x2", "1x1x3"]), NotLayered::NoSlicing, "three layers");
    // Where such a brick fits in one way only, the layers lie across it.
    assert!(LayerCount::new(&question("2x2x3", &["1x1x3"])).is_ok());
    assert!(LayerCount::new(&question("4x4x4", &["1x2x2", "1x1x5"])).is_ok());
}

#[test]
fn layers_of_more_than_64_cells_are_refused() {
    check(&question("2x8x9", &["1x8x9"]), NotLayered::NoSlicing, "64 cells");
    assert!(LayerCount::new(&question("2x8x8", &["1x8x8"])).is_ok());
    check(&question("9x9x9", &["1x2x2"]), NotLayered::NoSlicing, "64 cells");
    assert!(LayerCount::new(&question("8x8x64", &["1x2x2"])).is_ok());
}

#[test]
fn a_prescribed_start_is_refused() {
    for start in [Start::Corner, Start::NoCorner] {
        let mut question = question("4x4x4", &["1x2x2"]);
        question.start = start;
        check(&question, NotLayered::Start, "prescribed start");
    }
}

#[test]
fn too_many_footprints_are_refused() {
    let kinds = ["1x3x3", "1x3x4", "1x3x5", "1x4x4", "1x4x5", "1x5x5", "1x3x6", "1x4x6"];
    check(&question("1x8x8", &kinds), NotLayered::Family, "too many footprints");
    assert!(LayerCount::new(&question("1x8x8", &kinds[..3])).is_ok());
}
