//! Good files, read as their dialects say.

use super::problems::meaning;
use kumiki_formats::cover::{CoverFile, CoverFormat, items_without_options};
use kumiki_id::Id;
use kumiki_model::{ItemId, ItemKind};

fn read(text: &str, format: CoverFormat) -> CoverFile {
    let file =
        CoverFile::read(text.as_bytes(), format).unwrap_or_else(|error| panic!("{error}\n{text}"));
    meaning(&file);
    file
}

fn items(file: &CoverFile) -> Vec<&str> {
    file.problem().items().ids().map(|item| file.item_name(item)).collect()
}

fn options(file: &CoverFile) -> Vec<&str> {
    file.problem().options().ids().map(|option| file.option_text(option)).collect()
}

#[test]
fn all_of_knuths_text_at_once() {
    let text = "| a comment\n\n  |another\r\n\ta 2:3|b 2|c 0:1|d 0:2|e 1:1|f |x \
        long_secondary_name | \r\n\
                b x:0   a\n| in between\nc d x:red |4 e |0 |38\nf long_secondary_name:a:b x\ne \
                |0\nd";
    // The bar may stick to the next name, as in Knuth's programs, but it comes once.
    let error =
        CoverFile::read(text.as_bytes(), CoverFormat::Dlx).expect_err("two bars").to_string();
    assert_eq!(error, "line 4, column 55: a second '|', expected at most one in the line of items");
    let file = read(&text.replace("name | ", "name "), CoverFormat::Dlx);
    assert_eq!(items(&file), ["a", "b", "c", "d", "e", "f", "x", "long_secondary_name"]);
    let ranged = |least, most| ItemKind::Ranged { least, most };
    let kinds: Vec<ItemKind> = file.problem().items().iter().copied().collect();
    let (primary, optional) = (ItemKind::Primary, ItemKind::Optional);
    assert_eq!(
        kinds,
        [primary, ranged(2, 3), ranged(2, 2), optional, ranged(0, 2), primary, optional, optional]
    );
    assert_eq!(
        options(&file),
        ["b x:0 a", "c d x:red e |42", "f long_secondary_name:a:b x", "e", "d"]
    );
    assert_eq!(file.warnings(), [""; 0]);
}

#[test]
fn a_file_ends_with_or_without_an_end_of_line() {
    for end in ["", "\n", "\r\n", "\n\n \n"] {
        let file = read(&format!("a b\r\na b\r\na{end}"), CoverFormat::Dlx);
        assert_eq!((items(&file), options(&file)), (vec!["a", "b"], vec!["a b", "a"]), "{end:?}");
    }
}

#[test]
fn colours_are_told_apart_and_shared_between_items() {
    let file = read("a b | x y\na x:p y:q\nb x:q y\na x:p\n", CoverFormat::Dlx);
    let colours: Vec<Vec<Option<u32>>> = file
        .problem()
        .options()
        .ids()
        .map(|option| {
            file.problem().entries(option).skip(1).map(|(_, colour)| colour.map(|c| c.0)).collect()
        })
        .collect();
    assert_eq!(colours, [vec![Some(0), Some(1)], vec![Some(1), None], vec![Some(0)]]);
}

#[test]
fn equal_options_are_two_ways() {
    let file = read("a b\na b\nb a\na b\n", CoverFormat::Dlx);
    assert_eq!(options(&file), ["a b", "b a", "a b"]);
    assert_eq!(file.problem().options().len(), 3);
    assert_eq!(file.warnings(), [""; 0]);
}

#[test]
fn options_without_a_primary_item_are_left_out_with_a_warning() {
    let file = read("a 0:1|m | x\nx\na x\nm\nx:3 |7\n", CoverFormat::Dlx);
    assert_eq!(options(&file), ["a x", "m"]);
    let warnings =
        [2, 5].map(|line| format!("line {line}: option left out, it has no primary item"));
    assert_eq!(file.warnings(), warnings);
    let many = read(&format!("a | x\n{}", "x\n".repeat(1000)), CoverFormat::Dlx);
    assert_eq!(many.warnings().len(), 11);
    assert_eq!(many.warnings()[9], "line 11: option left out, it has no primary item");
    assert_eq!(many.warnings()[10], "990 more options left out");
}

#[test]
fn items_alone_are_a_file_and_those_that_must_be_covered_are_named() {
    let file = read("a 0:2|b 2:4|c | x\n", CoverFormat::Auto);
    assert!(file.problem().options().is_empty());
    assert_eq!(items_without_options(file.problem()), [0, 2].map(ItemId::new));
    let file = read("a b | x\nb\n", CoverFormat::Auto);
    assert_eq!(items_without_options(file.problem()), [ItemId::new(0)]);
}

#[test]
fn rows_of_numbers_are_sorted_and_rows_of_words_are_not() {
    let file =
        read("10 9\n| comment\n\n2 10\n00 123456789012345678901234567890\n", CoverFormat::Rows);
    assert_eq!(items(&file), ["00", "2", "9", "10", "123456789012345678901234567890"]);
    assert_eq!(options(&file), ["10 9", "2 10", "00 123456789012345678901234567890"]);
    assert_eq!(file.warnings(), [""; 0]);
    let file = read("10 9\n2 x\n", CoverFormat::Rows);
    assert_eq!(items(&file), ["10", "9", "2", "x"]);
    let file = read("1 2\n01\n", CoverFormat::Rows);
    assert_eq!(items(&file), ["01", "1", "2"]);
    assert_eq!(file.warnings(), ["'01' and '1' are read as two items"]);
}

#[test]
fn a_matrix_may_have_blanks_and_commas() {
    for text in ["010\n110\n", "0 1 0\r\n\r\n| comment\n1\t1 0", "0,1,0,\n 1, 1,0"] {
        for format in [CoverFormat::Matrix, CoverFormat::Auto] {
            let file = read(text, format);
            assert_eq!(
                (items(&file), options(&file)),
                (vec!["1", "2", "3"], vec!["2", "1 2"]),
                "{text}"
            );
            assert_eq!(file.warnings(), [""; 0]);
        }
    }
    assert_eq!(items(&read("1\n1\n", CoverFormat::Matrix)), ["1"]);
    let text = read("010\n110\n", CoverFormat::Matrix).to_matrix().expect("a matrix");
    assert_eq!(text, "| columns: 1 2 3\n010\n110\n");
}

#[test]
fn the_dialect_is_recognised() {
    let is_dlx = |text: &str| {
        let (auto, dlx) = (read(text, CoverFormat::Auto), read(text, CoverFormat::Dlx));
        assert_eq!(meaning(&auto), meaning(&dlx), "{text}");
        assert_eq!(auto.warnings(), dlx.warnings());
    };
    for text in [
        "a b\na b\n",
        "0 1\n0\n1\n",
        "00 01 10 11\n00 01 10 11\n",
        "0\n0\n",
        "1 0 |\n1 0\n",
        "a {\n{ a\n",
    ] {
        is_dlx(text);
    }
    let doubtful = read("0 1\n0 1\n", CoverFormat::Auto);
    assert_eq!(options(&doubtful), ["2", "2"]);
    assert_eq!(
        doubtful.warnings(),
        ["read as a matrix, though it could be DLX text; name the format"]
    );
    let json =
        read("\u{feff}\n {\"items\": [{\"name\": \"a\"}], \"options\": []}", CoverFormat::Auto);
    assert_eq!(items(&json), ["a"]);
}

#[test]
fn the_json_of_the_documentation_is_read_and_written() {
    let text = r#"{"items": [{"name": "a"}, {"name": "x", "secondary": true}, {"name": "m", "least": 2, "most": 3}],
        "options": [{"items": ["x:red", "a"], "cost": 3}, {"items": ["m"], "requires": [["a", "x"]]}]}"#;
    let file = read(text, CoverFormat::Auto);
    assert_eq!(options(&file), ["x:red a |3", "m"]);
    assert_eq!(file.problem().requirements()[0].any_of, [0, 1].map(ItemId::new));
    let expected = concat!(
        "{\"items\": [\n{\"name\":\"a\"},\n{\"name\":\"x\",\"secondary\":true},\n",
        "{\"name\":\"m\",\"least\":2,\"most\":3}],\n\"options\": [\n",
        "{\"items\":[\"x:red\",\"a\"],\"cost\":3},\n{\"items\":[\"m\"],\"requires\":[[\"a\",\"x\"]]}]}\n"
    );
    assert_eq!(file.to_json(), expected);
}

#[test]
fn dlx_is_written_with_secondary_items_last() {
    let text = r#"{"items": [{"name": "x", "secondary": true}, {"name": "a"}, {"name": "m", "least": 2, "most": 2},
        {"name": "y", "secondary": true}], "options": [{"items": ["x:1", "a"]}, {"items": ["y"], "cost": 5}]}"#;
    let written = read(text, CoverFormat::Json).to_dlx().expect("sayable");
    assert_eq!(written, "| 4 items, 2 options\na 2|m 0:1|y | x\nx:1 a\ny |5\n");
}
