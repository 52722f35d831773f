//! Puzzles of Polycube: what is understood, and what is refused in which words.

use kumiki_formats::puzzle::{PuzzleFile, PuzzleFormat, read, read_problem, to_polycube};
use kumiki_model::{Hold, PackQuestion, Piece, Shape, Turns};

/// Two puzzles: a solid one by coordinates and by map, and a flat one with one side.
const TWO: &str = "# Corners
# made by hand

D:xDim=2:yDim=2:zDim=2   # a cube
C:name=A:layout=0 0 0, 1 0 0,	0 1 0
C : name = B b : type = M : layout = 5 5 5, 5 5 6, 5 6 5
L:stationary= *
. ., * .
. ., . .
~L ignored
L
c, .
~L
~D

#
# Flat
D:xDim=3:yDim=1:zDim=1:oneSide
L
I I

J
~L
~D
";

fn parsed(text: &str) -> PuzzleFile {
    read(text.as_bytes(), PuzzleFormat::Polycube).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str, expected: &str) {
    let error = read(text.as_bytes(), PuzzleFormat::Polycube).expect_err(expected).to_string();
    assert_eq!(error, expected, "for\n{text}");
}

fn shape(cells: &[[i64; 3]]) -> Shape {
    Shape::new(cells.iter().copied()).expect("cells")
}

#[test]
fn coordinates_and_maps_give_pieces_and_walls() {
    let PuzzleFile { question, format, notes } =
        read(TWO.as_bytes(), PuzzleFormat::Auto).expect("a puzzle");
    assert_eq!(format, PuzzleFormat::Polycube);
    assert_eq!(notes, ["stationary pieces are walls: '*'", "copies of piece 'A': 'B b'"]);
    assert_eq!(question.title(), "Corners");
    let walls: Vec<_> = question.must().to_vec();
    assert_eq!(walls.len(), 7);
    assert!(!walls.contains(&[1, 0, 0]), "the map has the largest y first, in row 0");
    let names: Vec<_> = question
        .pieces()
        .iter()
        .map(|piece| (piece.name.as_str(), piece.least, piece.most))
        .collect();
    assert_eq!(names, [("A", 2, Some(2)), ("c", 1, Some(1))]);
    assert_eq!(
        question.pieces()[0].shape,
        shape(&[[0, 0, 0], [0, 1, 0], [0, 1, 1]]),
        "y counts upwards"
    );
    assert!(question.pieces().iter().all(|piece| piece.turns == Turns::Rotations));
    let flat = read_problem(TWO.as_bytes(), PuzzleFormat::Auto, 1).expect("a second puzzle");
    assert_eq!(flat.question.title(), "Flat");
    assert_eq!(flat.question.must(), [[0, 0, 0], [0, 0, 1], [0, 0, 2]]);
    assert!(
        flat.notes.is_empty()
            && flat.question.pieces().iter().all(|piece| piece.turns == Turns::InPlane)
    );
    let error =
        read_problem(TWO.as_bytes(), PuzzleFormat::Auto, 2).expect_err("two only").to_string();
    assert_eq!(error, "there is no puzzle 2, the file has 2 puzzles: 0 'Corners', 1 'Flat'");
}

#[test]
fn pieces_are_copies_if_an_allowed_turn_makes_them_equal() {
    let text = |one_side: &str| {
        format!(
            "D:xDim=4:yDim=2:zDim=1{one_side}\nC:name=S:layout=0 0 0,1 0 0,1 1 0,2 1 \
             0\nC:name=Z:layout=0 1 0,1 1 0,1 0 0,2 0 0\n~D"
        )
    };
    let counts = |text: &str| -> Vec<u32> {
        parsed(text).question.pieces().iter().map(|piece| piece.least).collect()
    };
    assert_eq!(counts(&text("")), [2]);
    assert_eq!(counts(&text(":oneSide=0")), [2]);
    assert_eq!(counts(&text(":oneSide")), [1, 1]);
    assert_eq!(counts(&text(":oneSide=1")), [1, 1]);
}

#[test]
fn bad_directives_are_refused() {
    let cases = [
        ("", "there is no puzzle in the file, expected a directive D"),
        (
            "C:name=A:layout=0 0 0",
            "line 1, column 1: directive C outside of a puzzle, expected D before it",
        ),
        ("\nX:y=1", "line 2, column 1: unknown directive 'X', expected one of D, C, L, ~L, ~D"),
        (
            "D:xDim=1:yDim=1:zDim=1\n\n[PUZZLE]\n",
            "line 3, column 1: unknown directive '[PUZZLE]', expected one of D, C, L, ~L, ~D",
        ),
        (
            "D:xDim=1:yDim=1:zDim=1\n~L",
            "line 2, column 1: directive ~L without a map, expected L before it",
        ),
        (
            "D:xDim=1:yDim=1:zDim=1\nD:xDim=1",
            "line 2, column 1: a second D in a puzzle, expected ~D before it",
        ),
        (
            "# t\nD:xDim=1:yDim=1:zDim=1",
            "line 2, column 1: the puzzle that begins here has no end, expected ~D",
        ),
        (
            "D:xDim=1:yDim=1:zDim=1\nL\n.",
            "line 2, column 1: the map that begins here has no end, expected ~L",
        ),
        (
            "D:xDim=1:yDim=1",
            "line 1, column 1: directive D has no zDim, expected xDim, yDim and zDim",
        ),
        ("D:xDim=1:yDim=1:zDim=0", "line 1, column 1: zDim is '0', expected a number from 1"),
        ("D:xDim=1:yDim=1:zDim=x", "line 1, column 1: zDim is 'x', expected a number from 1"),
        (
            "D:xDim=1024:yDim=1024:zDim=2",
            "line 1, column 1: the box is too large, expected at most 1048576 cells",
        ),
        ("D:xDim=1:yDim", "line 1, column 1: setting yDim has no value, expected yDim=..."),
        ("D:xDim=1:xDim=1", "line 1, column 1: setting 'xDim' is given twice"),
        ("D:xDim=1=2", "line 1, column 1: two equals signs in 'xDim=1=2', expected one"),
        (
            "D:dim=1",
            "line 1, column 1: unknown setting 'dim' of directive D, expected xDim, yDim, zDim, \
             oneSide",
        ),
        (
            "D:xDim=1:yDim=1:zDim=2:oneSide",
            "line 1, column 1: zDim is 2 and the puzzle has one side, expected zDim=1",
        ),
        ("D:xDim=1:yDim=1:zDim=1:oneSide=2", "line 1, column 1: oneSide is '2', expected 0 or 1"),
    ];
    for (text, expected) in cases {
        refused(text, expected);
    }
}

#[test]
fn bad_pieces_are_refused() {
    let cases = [
        ("C:layout=0 0 0", "line 2, column 1: directive C has no name, expected name and layout"),
        ("C:name=A", "line 2, column 1: directive C has no layout, expected name and layout"),
        ("C:name=:layout=0 0 0", "line 2, column 1: setting name has no value, expected name=..."),
        ("C:name=A:layout=0 0", "line 2, column 1: bad cell '0 0', expected numbers x y z"),
        ("C:name=A:layout=0 0 0,", "line 2, column 1: bad cell '', expected numbers x y z"),
        ("C:name=A:layout=0 0 a", "line 2, column 1: bad cell '0 0 a', expected numbers x y z"),
        (
            "C:name=A:type=X:layout=0 0 0",
            "line 2, column 1: type is 'X', expected M (mobile) or S (stationary)",
        ),
        (
            "C:name=A:size=1",
            "line 2, column 1: unknown setting 'size' of directive C, expected name, type, layout",
        ),
        (
            "C:name=A:layout=0 0 0\n\nC:name=A:layout=0 0 0",
            "line 4, column 1: piece 'A' is given by an earlier directive too",
        ),
        (
            "C:name=A:layout=0 0 0\nL\n. A\n~L",
            "line 4, column 1: piece 'A' is given by an earlier directive too",
        ),
        (
            "L:mobile=A",
            "line 2, column 1: unknown setting 'mobile' of directive L, expected stationary",
        ),
        ("L:stationary=A B\nA\n~L", "line 2, column 1: stationary piece 'B' is not on the map"),
        (
            "L:stationary=A\n. . A\n~L",
            "line 3, column 1: cell 2 1 0 of stationary piece 'A' is outside of the box or taken",
        ),
        (
            "L:stationary=A\nA\n~L\nC:name=B:type=S:layout=0 1 0",
            "line 5, column 1: cell 0 1 0 of stationary piece 'B' is outside of the box or taken",
        ),
        (
            "C:name=A:layout=0 0 0",
            "line 1, column 1: mobile pieces of 1 cells for a box with room for 4, expected as \
             many",
        ),
        (
            "C:name=A:layout=0 0 0, 1 1 0, 0 1 0, 0 0 0",
            "line 2, column 1: cell 0 0 0 of piece 'A' is given twice",
        ),
        (
            "C:name=A:layout=0 0 0, 1 1 0\nC:name=B:layout=0 0 0, 1 0 0",
            "line 2, column 1: piece 'A' is not connected, expected cells that share faces",
        ),
        (
            "C:name=A:layout=0 0 0, 1 0 0, 2 0 0, 3 0 0",
            "line 2, column 1: piece 'A' is 1x1x4, which fits the box of 1x2x2 in no direction",
        ),
        (
            "L:stationary=A\nA A\nA A\n~L",
            "line 1, column 1: the box has no cells, expected at least one",
        ),
    ];
    for (lines, expected) in cases {
        refused(&format!("D:xDim=2:yDim=2:zDim=1\n{lines}\n~D"), expected);
    }
    refused(
        "D:xDim=2:yDim=2:zDim=1:oneSide\nC:name=A:layout=0 0 0, 0 0 1\n~D",
        "line 2, column 1: piece 'A' leaves the plane of a puzzle with one side, expected z=0",
    );
}

/// A flat question about one piece of two cells in a row.
fn row(cell_count: usize, change: impl Fn(&mut Piece)) -> PackQuestion {
    let shape = shape(&[[0, 0, 0], [0, 0, 1]]);
    let (name, turns) = ("A".to_owned(), Turns::Rotations);
    let mut piece = Piece { name, shape, least: 1, most: Some(1), turns, colour: None };
    change(&mut piece);
    PackQuestion::new("a\nb", (0..cell_count).map(|column| [0, 0, column]), [], vec![piece])
        .expect("a puzzle")
}

#[test]
fn what_polycube_has_no_words_for_is_refused_by_name() {
    let refused = |question: PackQuestion, expected: &str| {
        let error = to_polycube(&question).expect_err(expected).to_string();
        assert_eq!(error, format!("Polycube files cannot say this: {expected}"));
    };
    let mut question = row(2, |_| ());
    question.leftover = 1;
    refused(question, "cells that may stay empty");
    let mut question = row(2, |_| ());
    question.hold = Hold::Group;
    refused(question, "pieces that are held in place");
    refused(row(2, |piece| piece.least = 0), "a range of how often piece 'A' is used");
    refused(row(2, |piece| piece.most = None), "a range of how often piece 'A' is used");
    refused(row(3, |_| ()), "pieces of 2 cells for a box with room for 3");
    let turns = "other turns than rotations of all pieces, in space or all in the plane";
    refused(row(2, |piece| piece.turns = Turns::All), turns);
    refused(row(2, |piece| piece.turns = Turns::Fixed), turns);
    for name in ["", " A", "A=B", "A:B", "A#B", "A\nB"] {
        let shown = name.replace('\n', "\\n");
        refused(
            row(2, |piece| piece.name = name.to_owned()),
            &format!("the name '{shown}', with spaces at an end or with ':', '=' or '#'"),
        );
    }
    let piece = row(4, |_| ()).pieces()[0].clone();
    let twin =
        Piece { name: "B".to_owned(), shape: shape(&[[0, 0, 0], [1, 0, 0]]), ..piece.clone() };
    let places = |count: usize| (0..count).map(|column| [0, 0, column]);
    let twins = PackQuestion::new("", places(4), [], vec![piece.clone(), twin]).expect("a puzzle");
    refused(twins, "pieces 'A' and 'B' have the same shape");
    let flat = Piece { turns: Turns::InPlane, ..piece };
    let layers = PackQuestion::new("", [[0, 0, 0], [1, 0, 0]], [], vec![flat]).expect("a puzzle");
    refused(layers, "turns in a plane only, in a box with several layers");
}

#[test]
fn what_is_written_names_copies_and_walls_apart() {
    let piece = Piece {
        name: "*".to_owned(),
        shape: shape(&[[0, 0, 0], [0, 1, 0], [0, 1, 1]]),
        least: 2,
        most: Some(2),
        turns: Turns::InPlane,
        colour: None,
    };
    let box_cells = [[2, 0, 4], [2, 0, 5], [2, 1, 4], [2, 1, 5], [2, 2, 5], [2, 2, 6]];
    let question =
        PackQuestion::new("two\ncorners ", box_cells, [], vec![piece]).expect("a puzzle");
    let text = to_polycube(&question).expect("can be said");
    let expected = "# two corners
D:xDim=3:yDim=3:zDim=1:oneSide
C:name=*:type=M:layout=0 1 0, 0 0 0, 1 0 0
C:name=*.2:type=M:layout=0 1 0, 0 0 0, 1 0 0
L:stationary=**
. . **
. . **
** . .
~L
~D
";
    assert_eq!(text, expected);
    let back = parsed(&text).question;
    assert_eq!(back.must(), [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 2, 1], [0, 2, 2]]);
    assert_eq!(back.pieces(), question.pieces());
    assert_eq!(back.title(), "two corners");
}
