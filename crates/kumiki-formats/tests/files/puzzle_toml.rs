//! Puzzles in our own format: what is understood, and what is refused in which words.

use kumiki_formats::puzzle::{PuzzleFormat, read, to_toml};
use kumiki_model::{Hold, PackQuestion, Rgb, Turns};

fn question(text: &str) -> PackQuestion {
    read(text.as_bytes(), PuzzleFormat::Toml)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .question
}

/// A file with this inside of `[box]` and these further lines.
fn file(container: &str, pieces: &str) -> String {
    format!("kumiki = 1\n[box]\n{container}\n{pieces}")
}

/// A file with a box of 3x3x3 and these lines in its one piece, which start in line 6.
fn with_piece(lines: &str) -> String {
    file("size = \"3x3x3\"", &format!("[[piece]]\nname = \"p\"\n{lines}"))
}

fn refused(text: &str, expected: &str) {
    let error = read(text.as_bytes(), PuzzleFormat::Toml).expect_err(expected).to_string();
    assert_eq!(error, expected, "for\n{text}");
}

#[test]
fn a_box_may_be_sized_drawn_or_listed() {
    let piece = "[[piece]]\nname = \"p\"\nbrick = \"1x1\"";
    let sized =
        question(&file("size = \"1x2x2\"\nremove = [[0, 0, 1]]\noptional = [[0, 1, 1]]", piece));
    let flat = question(&file("size = \"2x2\"\nremove = [[0, 1]]\noptional = [[1, 1]]", piece));
    let drawn = question(&file("layers = \"\"\"\n#.\n#+\n\"\"\"", piece));
    let rows = question(&file("layers = [[\"#\", \"#+\"]]", piece));
    let listed = question(&file("cells = [[0, 0], [1, 0], [1, 1]]\noptional = [[1, 1]]", piece));
    assert_eq!((sized.must(), sized.may()), (&[[0, 0, 0], [0, 1, 0]][..], &[[0, 1, 1]][..]));
    for other in [flat, drawn, rows, listed] {
        assert_eq!(other, sized);
    }
    let all = question(&file("layers = '+#'\noptional = \"all\"", piece));
    assert_eq!((all.must(), all.may()), (&[][..], &[[0, 0, 0], [0, 0, 1]][..]));
    let layered = question(&file("layers = \"\"\"\n\n#\n\n\n.#\n\n\"\"\"", piece));
    assert_eq!(layered.must(), [[0, 0, 0], [1, 0, 1]]);
}

#[test]
fn a_piece_may_be_drawn_listed_or_a_brick() {
    let drawn = question(&with_piece("layers = '''\n  .#\n  ##\n\n  _#'''"));
    let rows = question(&with_piece("layers = [['.#', '##'], ['.#']]"));
    let escaped = question(&with_piece("layers = \".#\\n##\\n\\n.#\""));
    let windows = question(&with_piece("layers = '''\r\n.#\r\n##\r\n\r\n.#\r\n'''"));
    let listed = question(&with_piece("cells = [[-1, 7, 1], [-1, 8, 0], [-1, 8, 1], [0, 7, 1]]"));
    assert_eq!(drawn.pieces()[0].shape.cells(), [[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 1]]);
    for other in [rows, escaped, windows, listed] {
        assert_eq!(other, drawn);
    }
    let brick = question(&with_piece("brick = \"1x2x3\""));
    assert_eq!(brick, question(&with_piece("layers = [['###', '###']]")));
}

#[test]
fn counts_turns_and_rules_have_defaults() {
    let plain = question(&with_piece("brick = '1x1'"));
    assert_eq!((plain.title(), plain.leftover, plain.hold), ("", 0, Hold::Free));
    assert_eq!(plain.pieces()[0].turns, Turns::Rotations);
    let cases = [
        ("", (1, Some(1))),
        ("count = 3", (3, Some(3))),
        ("count = \"any\"", (0, None)),
        ("min = 2", (2, None)),
        ("max = 2", (0, Some(2))),
        ("min = 1\nmax = 0x1F", (1, Some(31))),
        ("min = 4\nmax = \"any\"", (4, None)),
    ];
    for (lines, (least, most)) in cases {
        let piece = question(&with_piece(&format!("brick = '1x1'\n{lines}"))).pieces()[0].clone();
        assert_eq!((piece.least, piece.most), (least, most), "{lines}");
    }
    for (word, turns) in [
        ("fixed", Turns::Fixed),
        ("in-plane", Turns::InPlane),
        ("rotations", Turns::Rotations),
        ("all", Turns::All),
    ] {
        let piece = question(&with_piece(&format!("brick = '1x1'\nturns = \"{word}\""))).pieces()
            [0]
        .clone();
        assert_eq!(piece.turns, turns);
    }
    for (colour, expected) in [
        ("", None),
        ("colour = 'sky'", Some(Rgb::new(0x56, 0xb4, 0xe9))),
        ("colour = \"#0a0B0c\"", Some(Rgb::new(10, 11, 12))),
    ] {
        let piece = question(&with_piece(&format!("brick = '1x1'\n{colour}"))).pieces()[0].clone();
        assert_eq!(piece.colour, expected, "{colour}");
    }
    for (word, hold) in [("free", Hold::Free), ("piece", Hold::Piece), ("group", Hold::Group)] {
        let text = file(
            &format!("size = '3x3'\nleftover = 2\nhold = '{word}'"),
            "[[piece]]\nname='p'\nbrick='1x1'",
        );
        let question = question(&text);
        assert_eq!((question.leftover, question.hold), (2, hold));
    }
}

#[test]
fn a_file_that_is_no_puzzle_is_refused() {
    refused(
        "",
        "line 1, column 1: the file has no key 'kumiki', expected 'kumiki = 1', the version of \
         the format",
    );
    refused(
        "\nkumiki = 2\nfuture = 1",
        "line 2, column 10: kumiki is 2, expected 1, the only version so far",
    );
    refused(
        "kumiki = '1'",
        "line 1, column 10: kumiki is a string, expected 1, the only version so far",
    );
    refused("kumiki = 1", "line 1, column 1: the file has no key 'box', expected a table [box]");
    refused("kumiki = 1\nbox = 3", "line 2, column 7: box is an integer, expected a table [box]");
    refused(&file("size = '1x1'", ""), "there are no pieces, expected at least one");
    let text = "kumiki = 1\n\ntitel = 'x'\n[box]\nsize = '1x1'";
    refused(
        text,
        "line 3, column 1: unknown key 'titel' in the file, expected one of kumiki, title, box, \
         piece",
    );
    let text = file("size = '1x1'", "[piece]\nname = 'p'");
    refused(
        &text,
        "line 4, column 1: piece is a table, expected [[piece]], with two brackets, for each piece",
    );
    let error =
        read(b"kumiki = 1\ntitle = \"abc", PuzzleFormat::Toml).expect_err("no end").to_string();
    assert!(error.starts_with("line 2, column ") && !error.contains('\n'), "{error}");
}

#[test]
fn a_bad_box_is_refused() {
    let cases = [
        (
            "",
            "line 2, column 1: [box] has none of the keys size, layers, cells, expected one of \
             them",
        ),
        (
            "size = '1x1'\nlayers = '#'",
            "line 4, column 10: 'size' is in [box] too, expected only one of size, layers, cells",
        ),
        (
            "siez = '3x3'",
            "line 3, column 1: unknown key 'siez' in [box], \
             expected one of size, layers, cells, remove, optional, leftover, hold",
        ),
        (
            "size = 3",
            "line 3, column 8: size is an integer, \
             expected layers x rows x columns such as \"3x4x5\", or rows x columns",
        ),
        (
            "size = '3x0'",
            "line 3, column 8: size is '3x0', expected layers x rows x columns such as \"3x4x5\", \
             or rows x columns",
        ),
        (
            "size = '1024x1025'",
            "line 3, column 8: size is '1024x1025', expected at most 1048576 cells",
        ),
        (
            "size = '1048576x1048576x1048576'",
            "line 3, column 8: size is '1048576x1048576x1048576', expected at most 1048576 cells",
        ),
        (
            "layers = '''\n##\n#o\n'''",
            "line 5, column 2: unknown character 'o', \
             expected '#' (must be filled), '+' (may be filled), or '.', '_' or a space (wall)",
        ),
        (
            "layers = [['#', 'ä?']]",
            "line 3, column 18: unknown character 'ä', \
             expected '#' (must be filled), '+' (may be filled), or '.', '_' or a space (wall)",
        ),
        (
            "layers = \"#\\n#?\"",
            "line 3, column 10: unknown character '?', \
             expected '#' (must be filled), '+' (may be filled), or '.', '_' or a space (wall)",
        ),
        ("layers = ''", "line 3, column 10: layers is empty, expected a drawing"),
        ("layers = '..'", "line 2, column 1: the box has no cells, expected at least one"),
        (
            "layers = ['#']",
            "line 3, column 11: layers is a string, expected a drawing: a string, or a list of \
             layers, each a list of rows",
        ),
        (
            "layers = [[\"#\\n#\"]]",
            "line 3, column 12: a row of layers has a line break, expected none",
        ),
        ("cells = [[0, 0], [0, 0, 0]]", "line 3, column 18: cell [0, 0, 0] is given twice"),
        (
            "cells = [[0, 0, -1]]",
            "line 3, column 10: cell [0, 0, -1] is negative, expected numbers from 0",
        ),
        (
            "cells = [[0]]",
            "line 3, column 10: a cell with 1 numbers, expected layer, row and column, or row and \
             column",
        ),
        (
            "cells = [[0, 'a']]",
            "line 3, column 14: cells is a string, expected -1048576 to 1048576",
        ),
        (
            "cells = [[1048576, 0]]",
            "line 2, column 1: the box is too long, expected sides of at most 1048576",
        ),
        (
            "size = '2x2'\nremove = [[0, 2]]",
            "line 4, column 11: cell [0, 0, 2] is not in the box, or removed twice",
        ),
        (
            "size = '2x2'\noptional = [[0, 1], [0, 1]]",
            "line 4, column 21: cell [0, 0, 1] is not in the box, or optional twice",
        ),
        (
            "size = '2x2'\noptional = 'some'",
            "line 4, column 12: optional is 'some', expected one of \"all\"",
        ),
        (
            "size = '2x2'\nleftover = -1",
            "line 4, column 12: leftover is -1, expected 0 to 4294967295",
        ),
        (
            "size = '2x2'\nhold = 'tight'",
            "line 4, column 8: hold is 'tight', expected one of \"free\", \"piece\", \"group\"",
        ),
        (
            "size = '2x2'\nhold = true",
            "line 4, column 8: hold is a boolean, expected one of \"free\", \"piece\", \"group\"",
        ),
    ];
    for (container, expected) in cases {
        refused(&file(container, "[[piece]]\nname = 'p'\nbrick = '1x1'"), expected);
    }
}

#[test]
fn a_bad_piece_is_refused() {
    let cases = [
        (
            "",
            "line 4, column 1: [[piece]] has none of the keys layers, cells, brick, expected one \
             of them",
        ),
        (
            "color = 'red'",
            "line 6, column 1: unknown key 'color' in [[piece]], \
             expected one of name, layers, cells, brick, count, min, max, turns, colour",
        ),
        (
            "brick = '1x1'\ncolour = 'reddish'",
            "line 7, column 10: colour is 'reddish', expected \"#rrggbb\" or one of red, orange, \
             yellow, green, blue, sky, purple, pink, brown, grey, white, black",
        ),
        (
            "brick = '1x1'\ncolour = '#12345'",
            "line 7, column 10: colour is '#12345', expected \"#rrggbb\" or one of red, orange, \
             yellow, green, blue, sky, purple, pink, brown, grey, white, black",
        ),
        (
            "brick = '1x1'\ncolour = 0x123456",
            "line 7, column 10: colour is an integer, expected \"#rrggbb\" or one of red, orange, \
             yellow, green, blue, sky, purple, pink, brown, grey, white, black",
        ),
        (
            "layers = '#.#'",
            "line 6, column 10: piece 'p' is not connected, expected cells that share faces",
        ),
        (
            "layers = '#+#'",
            "line 6, column 12: unknown character '+', expected '#' (a cell), or '.', '_' or a \
             space (no cell)",
        ),
        (
            "layers = '.'",
            "line 6, column 10: piece 'p': a shape has no cells, expected at least one",
        ),
        ("cells = [[0, 0], [0, 0]]", "line 6, column 9: piece 'p': cell [0, 0, 0] is given twice"),
        ("cells = []", "line 6, column 9: piece 'p': a shape has no cells, expected at least one"),
        ("brick = '4x7'", "line 6, column 9: piece 'p' has 28 cells, the box only 27"),
        (
            "brick = '1x4'",
            "line 6, column 9: piece 'p' is 1x1x4, which fits the box of 3x3x3 in no direction",
        ),
        (
            "brick = '1x1'\ncount = 0",
            "line 7, column 9: count is 0, expected 1 to 1048576 or \"any\"",
        ),
        (
            "brick = '1x1'\ncount = -3",
            "line 7, column 9: count is -3, expected 1 to 1048576 or \"any\"",
        ),
        (
            "brick = '1x1'\ncount = 99999999999999999999",
            "line 7, column 9: count is 99999999999999999999, expected 1 to 1048576 or \"any\"",
        ),
        (
            "brick = '1x1'\ncount = 'many'",
            "line 7, column 9: count is a string, expected 1 to 1048576 or \"any\"",
        ),
        (
            "brick = '1x1'\ncount = 1.5",
            "line 7, column 9: count is a float, expected 1 to 1048576 or \"any\"",
        ),
        (
            "brick = '1x1'\ncount = 1\nmax = 2",
            "line 8, column 7: 'count' is there too, expected either count or max",
        ),
        (
            "brick = '1x1'\nmin = 3\nmax = 2",
            "line 8, column 7: max is 2 and min is 3, expected at least as many",
        ),
        ("brick = '1x1'\nmin = -1", "line 7, column 7: min is -1, expected 0 to 1048576"),
        (
            "brick = '1x1'\nturns = 'some'",
            "line 7, column 9: turns is 'some', expected one of \"fixed\", \"in-plane\", \
             \"rotations\", \"all\"",
        ),
        (
            "brick = '1x1'\n[[piece]]\nname = 'p'\nbrick = '1x2'",
            "line 9, column 9: two pieces are called 'p', expected different names",
        ),
        (
            "brick = '1x1'\n[[piece]]\nbrick = '1x2'",
            "line 7, column 1: [[piece]] has no key 'name', expected a name for each piece",
        ),
        (
            "brick = '1x1'\n[[piece]]\nname = ''",
            "line 8, column 8: the name is empty, expected at least one character",
        ),
    ];
    for (lines, expected) in cases {
        refused(&with_piece(lines), expected);
    }
}

#[test]
fn a_piece_that_may_not_be_turned_has_to_fit_as_it_lies() {
    let text = |turns: &str| {
        let piece = format!("[[piece]]\nname = 'p'\nlayers = '##'\nturns = '{turns}'");
        file("layers = '''\n#\n#'''", &piece)
    };
    let expected =
        "line 8, column 10: piece 'p' is 1x1x2, which fits the box of 1x2x1 in no direction";
    refused(&text("fixed"), expected);
    assert_eq!(question(&text("in-plane")).pieces()[0].turns, Turns::InPlane);
}

#[test]
fn pieces_may_not_be_huge_together() {
    let mut text = file("size = '32x32'", "");
    for name in 1..=1024 {
        text += &format!("[[piece]]\nname = '{name}'\nbrick = '32x32'\n");
    }
    assert_eq!(question(&text).pieces().len(), 1024);
    text += "[[piece]]\nname = 'one more'\nbrick = '1x1'\n";
    refused(
        &text,
        "line 3078, column 9: the pieces are too large, expected at most 1048576 cells in all",
    );
}

#[test]
fn what_is_written_is_meant_for_people() {
    let text = "kumiki = 1
title = 'a \"b\"'

[box]
layers = \"\"\"
##
#+

##
..
\"\"\"
leftover = 1
hold = \"group\"

[[piece]]
name = \"V\"
layers = \"\"\"
##
#.
\"\"\"
min = 1
max = 2

[[piece]]
name = \"I\"
brick = \"1x1x2\"
count = \"any\"
turns = \"in-plane\"
";
    assert_eq!(to_toml(&question(text)), text);
    let far = question(&file(
        "cells = [[0, 0], [99, 9999]]\noptional = [[0, 0]]",
        "[[piece]]\nname = 'p'\nbrick = '1x1'",
    ));
    let written = to_toml(&far);
    assert!(
        written.contains("cells = [[0, 99, 9999], [0, 0, 0]]\noptional = [[0, 0, 0]]\n"),
        "{written}"
    );
    assert_eq!(question(&written), far);
}
