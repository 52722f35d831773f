//! Large files: what a machine can have is read, and one line of everything is refused.

use kumiki_formats::cover::{CoverFile, CoverFormat};
use kumiki_id::Id;
use kumiki_model::OptionId;
use std::fmt::Write as _;

#[test]
fn a_hundred_thousand_options_on_fifty_thousand_items_are_read_and_written() {
    let (item_count, option_count) = (50_000, 100_000);
    let mut text = String::new();
    for item in 0..item_count {
        write!(text, "item{item} ").expect("a string takes everything");
    }
    for option in 0..option_count {
        text.push('\n');
        for entry in 0..10 {
            write!(text, "item{} ", (option * 7 + entry * 4999) % item_count)
                .expect("a string takes everything");
        }
    }
    let file = CoverFile::read(text.as_bytes(), CoverFormat::Auto).expect("valid");
    assert_eq!(
        (file.problem().items().len(), file.problem().options().len()),
        (item_count, option_count)
    );
    let last = file.option_text(OptionId::new(option_count - 1));
    assert!(last.starts_with("item49993 item4992 ") && last.split(' ').count() == 10, "{last}");
    let written = file.to_dlx().expect("sayable");
    let again = CoverFile::read(written.as_bytes(), CoverFormat::Dlx).expect("valid");
    assert_eq!(again.problem().options(), file.problem().options());
    assert_eq!(again.to_dlx().as_ref(), Ok(&written));
    let error = file.to_matrix().expect_err("five gigabytes").to_string();
    assert_eq!(error, "100000 rows of 50000 digits, expected at most 1073741824 bytes");
    assert!(file.to_dimacs().expect("a formula").ends_with(" 0\n"));
}

#[test]
fn a_line_of_two_hundred_megabytes_is_refused() {
    let refused = |piece: &str, length: usize, format: CoverFormat| {
        let file = piece.repeat(length / piece.len());
        let error = CoverFile::read(file.as_bytes(), format).expect_err("too long").to_string();
        assert_eq!(error, format!("line 1: line of {length} bytes, expected at most 16777216"));
    };
    refused("a", 200_000_000, CoverFormat::Auto);
    for format in [CoverFormat::Auto, CoverFormat::Dlx, CoverFormat::Rows, CoverFormat::Matrix] {
        for piece in ["a", "ab  ", "0 1 ", "|"] {
            refused(piece, 17_000_000, format);
        }
    }
    let json = format!("{{\"{}\": 1}}", "a".repeat(20_000_000));
    let error = CoverFile::read(json.as_bytes(), CoverFormat::Auto)
        .expect_err("no such member")
        .to_string();
    assert!(
        error.starts_with("line 1, column 20000003: bad JSON: unknown field `aaaa")
            && error.len() < 250,
        "{error}"
    );
}
