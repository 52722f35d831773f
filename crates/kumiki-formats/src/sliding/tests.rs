//! Positions as people write them, alone and in lists, good ones and bad ones.

use super::*;

fn board(size: &str) -> SlidingBoard {
    size.parse().expect("a board")
}

fn positions(size: &str, text: &str) -> Vec<(usize, Result<String, String>)> {
    let entries = read(board(size), text.as_bytes());
    let written = |position: Result<SlidingPosition, FormatError>| {
        position.map(|position| position.to_string()).map_err(|error| error.to_string())
    };
    entries.into_iter().map(|(line, position)| (line, written(position))).collect()
}

fn one(size: &str, text: &str) -> Result<String, String> {
    let read = position(board(size), text);
    read.map(|position| position.to_string()).map_err(|error| error.to_string())
}

/// The position that a seed prints as a square.
const TRANSPOSED: &str = "159d26ae37bf48c0";

#[test]
fn a_position_is_read_however_it_is_written() {
    for text in [
        "159d26ae37bf48c0",
        " 159D26AE37BF48C0\n",
        "159d 26ae 37bf 48c0",
        "159d/26ae/37bf/48c0",
        "159d;26ae;37bf;48c0;",
        "159d\n26ae\n37bf\n48c0\n",
        "1 5 9 d / 2 6 a e / 3 7 b f / 4 8 c 0",
        "1 5 9 d\n2 6 a e\r\n3 7 b f\n4 8 c 0\n",
        "1,5,9,d,2,6,a,e,3,7,b,f,4,8,c,0",
        "1 5 9 13  2 6 10 14  3 7 11 15  4 8 12 0",
        "1,5,9,13; 2,6,10,14; 3,7,11,15; 4,8,12,0",
        "1, 5, 9, 13 / 2, 6, 10, 14 / 3, 7, 11, 15 / 4, 8, 12, 0 /",
        "\n  1   5   9  13\n  2   6  10  14\n\n  3   7  11  15\n  4   8  12   0\n",
    ] {
        assert_eq!(one("4x4", text), Ok(TRANSPOSED.to_owned()), "{text:?}");
    }
    assert_eq!(one("2x2", "12 30"), Ok("1230".to_owned()));
    assert_eq!(one("8x2", "12 34 56 78 9a bc de f0"), Ok("123456789abcdef0".to_owned()));
    let tiles: Vec<String> = (0..25).rev().map(|tile| tile.to_string()).collect();
    let rows: Vec<String> = tiles.chunks(5).map(|row| row.join(" ")).collect();
    assert_eq!(one("5x5", &rows.join(" / ")), Ok(tiles.join(",")));
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    for (size, text, reason) in [
        ("3x3", "", "'' is too short, expected 9 digits, one for each cell of 3x3"),
        (
            "4x4",
            "1 5 9 d 2 6 10 e 3 7 b f 4 8 c 0",
            "'d' and '10', expected all tiles as decimal \
            numbers or all as hexadecimal digits",
        ),
        (
            "4x4",
            "1 5 9 d / 2 6 a / e 3 7 b / f 4 8 c 0",
            "row 2 has 3 tiles, expected 4 for a \
            board of 4x4",
        ),
        ("3x3", "1 2 3 / 4 5 6", "2 rows, expected 3 for a board of 3x3"),
        ("4x4", "1 5 9 d 2 6 a e", "8 tiles, expected 16 for a board of 4x4"),
        (
            "4x4",
            "159d 26ae 37bf 48cc",
            "'159d26ae37bf48cc' has c twice and no 0, expected each \
            digit once",
        ),
        ("4x4", "159d 26ae 37bf 48c", "'159d' is no tile, expected numbers from 0 to 15"),
        ("3x3", "1 2 3 4 5 6 7 a 0", "'a' at place 8 of '1234567a0', expected digits from 0 to 8"),
        ("3x3", "1 2 3 4 5 6 7 x 0", "'x' is no tile, expected numbers from 0 to 8"),
        ("3x3", "1 2 3 4 5 6 7 -8 0", "'-8' is no tile, expected numbers from 0 to 8"),
        ("4x4", "1 5 9 d 2 6 0a e 3 7 b f 4 8 c 0", "'0a' is no tile, expected digits from 0 to f"),
        ("3x3", "1 2 3 4 5 6 7 7 0", "tile 7 comes twice, expected once"),
        ("5x5", "1 2 a", "'a' is no tile, expected numbers from 0 to 24"),
    ] {
        assert_eq!(one(size, text), Err(reason.to_owned()), "{text:?}");
    }
}

#[test]
fn lists_of_all_kinds_are_read() {
    let solved = || Ok("123456789abcdef0".to_owned());
    let text = "# a list\n\n123456789abcdef0\n7 123456789abcdef0 80 moves\n\
                1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n3 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 \
                0 12\n\
                1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0\r\n\
                1 2 3 4 / 5 6 7 8 / 9 a b c / d e f 0\n\
                12 1 2 3 4 5 6 7 8 9 a b c d e f 0 80\n\
                1 2 3 4 5 6 7 8 9 a b c d e f 0 80 moves\n\
                5 1234/5678/9abc/def0 80\n";
    let expected: Vec<_> = (3..=11).map(|line| (line, solved())).collect();
    assert_eq!(positions("4x4", text), expected);
    assert_eq!(
        positions("2x2", "1230\n1 2 3 0\n9 1 2 3 0\n9 12 30\n"),
        (1..=4).map(|line| (line, Ok("1230".to_owned()))).collect::<Vec<_>>()
    );
    // What could come before or after is a number before.
    assert_eq!(positions("2x2", "1 2 3 0 1\n"), [(1, Ok("2301".to_owned()))]);
    let long: Vec<String> = (0..25).map(|tile| tile.to_string()).collect();
    let text = format!("1 {} 95", long.join(" "));
    assert_eq!(positions("5x5", &text), [(1, Ok(long.join(",")))]);
}

#[test]
fn a_position_may_take_a_line_for_each_row() {
    let text = "# two squares, and a line between\n1 2 3\n4 5 6\n7 8 0\n876543210\n\n \
                123\n456\n780\n1 2 3\n4 5 6\n0 7 8\n";
    let expected = [(2, "123456780"), (5, "876543210"), (7, "123456780"), (10, "123456078")];
    let expected = expected.map(|(line, position)| (line, Ok(position.to_owned())));
    assert_eq!(positions("3x3", text), expected);
    let square = "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 0\n";
    assert_eq!(positions("4x4", square), [(1, Ok(TRANSPOSED.to_owned()))]);
}

#[test]
fn bad_lines_are_named_and_do_not_spoil_the_others() {
    let text = "123456780\n12345678\n123456788\n1 2 3\n012345678\n123\n456\n\n780\n1 2 x\n";
    let read = positions("3x3", text);
    let lines: Vec<(usize, bool)> =
        read.iter().map(|(line, position)| (*line, position.is_ok())).collect();
    let bad = |line| (line, false);
    assert_eq!(lines, [(1, true), bad(2), bad(3), bad(4), (5, true), bad(6), bad(9), bad(10)]);
    let messages: Vec<&String> =
        read.iter().filter_map(|(_, position)| position.as_ref().err()).collect();
    let expected = "expected 3 one below the other, or a position in a line";
    assert_eq!(
        messages,
        [
            "line 2: '12345678' is too short, expected 9 digits, one for each cell of 3x3",
            "line 3: '123456788' has 8 twice and no 0, expected each digit once",
            &format!("line 4: 1 row of 3 tiles, {expected}"),
            &format!("line 6: 2 rows of 3 tiles, {expected}"),
            &format!("line 9: 1 row of 3 tiles, {expected}"),
            "line 10: 'x' is no tile, expected numbers from 0 to 8",
        ]
    );
    assert_eq!(
        positions("4x4", "1 2 3 4 5 6 7 8 9 a b 12 d e f 0\n"),
        [(
            1,
            Err("line 1: 'a' and '12', expected all tiles as decimal numbers or all as \
                 hexadecimal digits"
                .to_owned())
        )]
    );
}
