//! Every mistake in a file, with the line that the user is told.

use kumiki_formats::cover::{CoverFile, CoverFormat};

fn refused(format: CoverFormat, file: &[u8], expected: &str) {
    let shown = String::from_utf8_lossy(file);
    match CoverFile::read(file, format) {
        Ok(_) => panic!("{shown:?} is read, expected: {expected}"),
        Err(error) => assert_eq!(error.to_string(), expected, "{shown:?}"),
    }
}

#[test]
fn mistakes_in_the_line_of_items() {
    for (file, expected) in [
        ("", "nothing to read, expected a line of items"),
        ("| a b\n\n  \t\r\n", "nothing to read, expected a line of items"),
        ("a b a\n", "line 1, column 5: item 'a' is named twice, expected different names"),
        ("a | x y x\n", "line 1, column 9: item 'x' is named twice, expected different names"),
        (
            "| c\na b | b\n",
            "line 2, column 7: item 'b' stands before and after '|', expected only one of the two",
        ),
        (
            "a | b | c\n",
            "line 1, column 7: a second '|', expected at most one in the line of items",
        ),
        ("ä 3:1|x\n", "line 1, column 3: bounds 3:1, expected lo at most hi"),
        ("0:0|x\n", "line 1, column 1: upper bound 0, expected at least 1"),
        ("0|x\n", "line 1, column 1: upper bound 0, expected at least 1"),
        ("a b:c\n", "line 1, column 4: ':' in 'b:c', expected bounds such as 2:3|name"),
        ("a q|c\n", "line 1, column 3: bound 'q', expected a number"),
        ("a 1:|c\n", "line 1, column 5: bound '', expected a number"),
        ("a :2|c\n", "line 1, column 3: bound '', expected a number"),
        ("a -1|c\n", "line 1, column 3: bound '-1', expected a number"),
        ("a 1:2:3|c\n", "line 1, column 5: bound '2:3', expected a number"),
        ("a 4294967296|c\n", "line 1, column 3: bound '4294967296', expected at most 4294967295"),
        ("a 2:3|\n", "line 1, column 7: an empty name, expected at least one character"),
        (
            "a 2:3|b|c\n",
            "line 1, column 8: '|' in the name 'b|c', expected a name without blanks, ':' and '|'",
        ),
        (
            "a 2:3|b:c\n",
            "line 1, column 8: ':' in the name 'b:c', expected a name without blanks, ':' and '|'",
        ),
        (
            "a | 2|x\n",
            "line 1, column 6: '|' in the name '2|x', expected a name without blanks, ':' and '|'",
        ),
        (
            "a | x:c\n",
            "line 1, column 6: ':' in the name 'x:c', expected a name without blanks, ':' and '|'",
        ),
    ] {
        refused(CoverFormat::Dlx, file.as_bytes(), expected);
        refused(CoverFormat::Auto, file.as_bytes(), expected);
    }
}

#[test]
fn mistakes_in_an_option() {
    for (option, expected) in [
        ("a  xy b", "line 4, column 4: unknown item 'xy', expected one of the items of line 2"),
        ("ä:c", "line 4, column 1: unknown item 'ä', expected one of the items of line 2"),
        ("a b a", "line 4, column 5: item 'a' twice in an option, expected it once"),
        ("a x:1 x:1", "line 4, column 7: item 'x' twice in an option, expected it once"),
        ("a m m", "line 4, column 5: item 'm' twice in an option, expected it once"),
        ("x a:1", "line 4, column 4: a colour on primary item 'a', expected none before '|'"),
        ("m:1", "line 4, column 2: a colour on primary item 'm', expected none before '|'"),
        ("a x:", "line 4, column 5: nothing after ':', expected a colour"),
        ("a :1", "line 4, column 3: nothing before ':', expected an item"),
        (
            "a x:red|3",
            "line 4, column 8: '|' in the colour 'red|3', expected a blank before a cost",
        ),
        ("a|3", "line 4, column 2: '|' in 'a|3', expected a blank before a cost"),
        ("a |", "line 4, column 3: cost '|', expected a number right after '|'"),
        ("a | 3", "line 4, column 3: cost '|', expected a number right after '|'"),
        ("a |3x", "line 4, column 3: cost '|3x', expected a number right after '|'"),
        ("a |-3", "line 4, column 3: cost '|-3', expected a number right after '|'"),
        (
            "a |9007199254740992",
            "line 4, column 3: cost '|9007199254740992', expected at most 9007199254740991",
        ),
        (
            "a |99999999999999999999",
            "line 4, column 3: cost '|99999999999999999999', expected at most 9007199254740991",
        ),
        (
            "a |9007199254740991 |0 |1",
            "line 4, column 24: costs add up to more than 9007199254740991, expected at most that",
        ),
    ] {
        let file = format!("| comment\na b 0:2|m | x\na b\n{option}\nnobody reads this\n");
        refused(CoverFormat::Dlx, file.as_bytes(), expected);
        refused(CoverFormat::Auto, file.replace('\n', "\r\n").as_bytes(), expected);
    }
}

#[test]
fn a_long_name_is_quoted_in_part() {
    let file = format!("a\n{}\n", "é".repeat(100_000));
    let expected = format!(
        "line 2, column 1: unknown item '{}...', expected one of the items of line 1",
        "é".repeat(40)
    );
    refused(CoverFormat::Dlx, file.as_bytes(), &expected);
}

#[test]
fn bytes_that_are_no_text() {
    for format in CoverFormat::ALL {
        let expected = "line 2, column 4: a byte that is not text, expected UTF-8";
        refused(format, b"a b\n\xc3\xa9 b\xff\n", expected);
        refused(format, b"\xc3", "line 1, column 1: a byte that is not text, expected UTF-8");
    }
    refused(
        CoverFormat::Dlx,
        b"a\nb\0c\n",
        "line 2, column 1: unknown item 'b\\u{0}c', expected one of the items of line 1",
    );
}

#[test]
fn mistakes_in_rows() {
    for (file, expected) in [
        ("", "nothing to read, expected rows of items"),
        ("1 2\n3 3\n", "line 2, column 3: item '3' twice in a row, expected it once"),
        (
            "1 2\n3 x:c\n",
            "line 2, column 4: ':' in the name 'x:c', expected a name without blanks, ':' and '|'",
        ),
        (
            "1 |4\n",
            "line 1, column 3: '|' in the name '|4', expected a name without blanks, ':' and '|'",
        ),
    ] {
        refused(CoverFormat::Rows, file.as_bytes(), expected);
    }
}

#[test]
fn mistakes_in_a_matrix() {
    for (file, expected) in [
        ("", "nothing to read, expected rows of 0 and 1"),
        ("01é\n", "line 1, column 3: 'é', expected 0 or 1"),
        ("01\né0\n", "line 2, column 1: 'é', expected 0 or 1"),
        ("01\n\n1 2\n", "line 3, column 3: '2', expected 0 or 1"),
        ("|c\n01\n110\n", "line 3: row of 3 columns, expected 2 as in line 2"),
        ("01\n1\n", "line 2: row of 1 columns, expected 2 as in line 1"),
        ("01\n00\n", "line 2: row of zeros, expected at least one 1"),
        ("00\n01\n", "line 1: row of zeros, expected at least one 1"),
        (",\n,\n", "line 1: row of zeros, expected at least one 1"),
    ] {
        refused(CoverFormat::Matrix, file.as_bytes(), expected);
    }
    refused(CoverFormat::Auto, b"01\n00\n", "line 2: row of zeros, expected at least one 1");
}

#[test]
fn mistakes_in_json() {
    let items = r#"{"items": [{"name": "a"}, {"name": "x", "secondary": true}], "options": ["#;
    for (tail, expected) in [
        (r#"{"items": ["a", "b"]}]}"#, "option 1: unknown item 'b', expected one of the items"),
        (
            r#"{"items": ["a"]}, {"items": ["a", "a"]}]}"#,
            "option 2: item 'a' twice, expected it once",
        ),
        (
            r#"{"items": ["a:c"]}]}"#,
            "option 1: a colour on item 'a', expected colours on secondary items only",
        ),
        (r#"{"items": ["x:"]}]}"#, "option 1: nothing after ':', expected a colour"),
        (r#"{"items": []}]}"#, "option 1: no items, expected at least one"),
        (
            r#"{"items": ["a"], "requires": [[]]}]}"#,
            "option 1: an empty list in 'requires', expected at least one item",
        ),
        (
            r#"{"items": ["a"], "requires": [["b"]]}]}"#,
            "option 1: unknown item 'b', expected one of the items",
        ),
    ] {
        refused(CoverFormat::Auto, format!("{items}{tail}").as_bytes(), expected);
    }
    for (item, expected) in [
        (r#"{"name": "a"}"#, "item 2: 'a' is named twice, expected different names"),
        (r#"{"name": ""}"#, "item 2: an empty name, expected at least one character"),
        (
            r#"{"name": "b", "least": 1}"#,
            "item 2: 'b' has one bound, expected both 'least' and 'most'",
        ),
        (
            r#"{"name": "b", "secondary": true, "least": 0, "most": 1}"#,
            "item 2: 'b' is secondary and has bounds, expected only one of the two",
        ),
        (
            r#"{"name": "b", "least": 3, "most": 1}"#,
            "item 2: 'b' has 'least' 3 and 'most' 1, expected 'least' at most 'most', and 'most' \
             at least 1",
        ),
        (
            r#"{"name": "b", "least": 0, "most": 0}"#,
            "item 2: 'b' has 'least' 0 and 'most' 0, expected 'least' at most 'most', and 'most' \
             at least 1",
        ),
    ] {
        let file = format!(r#"{{"items": [{{"name": "a"}}, {item}], "options": []}}"#);
        refused(CoverFormat::Json, file.as_bytes(), expected);
    }
}

#[test]
fn json_that_is_none_says_where_it_stops_being_it() {
    let place = |file: &str| {
        let error = CoverFile::read(file.as_bytes(), CoverFormat::Json).expect_err(file);
        let text = error.to_string();
        assert!(
            text.contains("bad JSON: ") && !text.contains(" at line") && !text.contains('\n'),
            "{text}"
        );
        assert!(text.chars().count() < 250, "{text}");
        (error.line, error.column)
    };
    assert_eq!(place("{\n\"ä\": 1}"), (Some(2), Some(3)));
    assert_eq!(place("{\"items\": [],\n \"options\": [],\n}"), (Some(3), Some(1)));
    assert_eq!(place("{\"items\": ["), (Some(1), Some(11)));
    assert_eq!(
        place("{\"items\": [],\n\"options\": [{\"items\": [], \"cost\": -1}]}"),
        (Some(2), Some(36))
    );
    assert_eq!(place("").0, Some(1));
    place(&format!("{{\"{}\": 1}}", "long\\n".repeat(100_000)));
    place(&"[".repeat(100_000));
}

#[test]
fn costs_whose_sums_would_not_be_exact_are_refused() {
    // Each is fine alone; a solution that takes both would cost more than a number in JSON can say.
    let reason = "cost 1, with which all options add up to more than 9007199254740991, expected \
        at most that";
    refused(CoverFormat::Dlx, b"a b\na |9007199254740991\nb |1\n", &format!("line 3: {reason}"));
    assert!(CoverFile::read(b"a b\na |9007199254740990\nb |1\n", CoverFormat::Dlx).is_ok());
    let json = |cost: u64| {
        let options = format!(
            "{{\"items\": [\"a\"], \"cost\": 9007199254740991}},\n{{\"items\": [\"b\"], \"cost\": \
             {cost}}}"
        );
        format!(
            "{{\"items\": [{{\"name\": \"a\"}}, {{\"name\": \"b\"}}], \"options\": [{options}]}}"
        )
    };
    assert!(CoverFile::read(json(0).as_bytes(), CoverFormat::Json).is_ok());
    let error =
        CoverFile::read(json(1).as_bytes(), CoverFormat::Json).expect_err("too dear").to_string();
    assert!(error.contains(reason), "{error}");
}
