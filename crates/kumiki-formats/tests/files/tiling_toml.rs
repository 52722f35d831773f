//! Tiling problems in TOML: what is understood, and what is refused in which words.

use kumiki_formats::tiling::{read, to_toml};
use kumiki_model::{Apart, TilingQuestion};
use kumiki_ring::Point;

fn question(text: &str) -> TilingQuestion {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A file with a ring, the lengths a and b of ring 10 if it is that, and this region in line 7.
fn with_region(order: usize, region: &str) -> String {
    let lengths = if order == 10 { "a = [0, 0, 1, -1]\nb = [1, 0, -1, 1]" } else { "\n" };
    let tile = "[[tile]]\nname = 't'\ncorners = [[0], [1], [0, 1]]";
    format!("kumiki = 1\nring = {order}\n[lengths]\n{lengths}\n[region]\n{region}\n{tile}\n")
}

/// A file with a tile of these lines, which start in line 7.
fn with_tile(lines: &str) -> String {
    format!(
        "kumiki = 1\nring = 4\n[region]\nwalk = '0:4 1:4 2:4 3:4'\n[[tile]]\nname = \
         't'\n{lines}\n[colours]\nnames = ['red']\n"
    )
}

fn refused(text: &str, expected: &str) {
    let error = read(text.as_bytes()).expect_err(expected).to_string();
    assert_eq!(error, expected, "for\n{text}");
}

fn corners(text: &str) -> Vec<Point> {
    question(text).region().corners().to_vec()
}

#[test]
fn a_polygon_may_be_written_in_four_ways() {
    let square = corners(&with_region(8, "corners = [[0], [1], [1, 0, 1], [0, 0, 1]]"));
    assert_eq!(square, [&[0][..], &[1], &[1, 0, 1], &[0, 0, 1]].map(Point::new));
    for other in [
        "grid = [[0, 0], [1, 0], [1, 1], [0, 1]]",
        "walk = '0 2 4 6'",
        "walk = '0:1 2:2-1 4:+1 6:1'",
        "walk = '''\n0 2\n  4\t6\n'''",
        "angles = '2 2 2 2'\nsides = '1 1 1 1'",
    ] {
        assert_eq!(corners(&with_region(8, other)), square, "{other}");
    }
    let triangle = corners(&with_region(10, "angles = '1 2 2'\nsides = '1 a 1'"));
    assert_eq!(corners(&with_region(10, "walk = '0 3:a 6'")), triangle);
    assert_eq!(corners(&with_region(10, "walk = '0:a+b 3:2a-a 6:1'")), triangle);
}

#[test]
fn outlines_may_go_around_in_both_directions_and_have_straight_corners() {
    let left = corners(&with_region(4, "walk = '0:2 1 2:2 3'"));
    let mut right = corners(&with_region(4, "walk = '1 0:2 3 2:2'"));
    let straight = corners(&with_region(4, "angles = '1 2 1 1 1'\nsides = '1 1 1 2 1'"));
    let start = right.iter().position(|corner| *corner == Point::ZERO).expect("a corner");
    right.rotate_left(start);
    assert_eq!(right, left);
    assert_eq!(straight, left);
}

#[test]
fn counts_flags_and_colours_have_defaults() {
    let shape = "walk = '0 1 2 3'";
    let cases = [
        ("", (1, Some(1))),
        ("count = 3", (3, Some(3))),
        ("count = 'any'", (0, None)),
        ("count = '2..5'", (2, Some(5))),
        ("count = '0..1'", (0, Some(1))),
        ("count = '..5'", (0, Some(5))),
        ("count = '2..'", (2, None)),
        ("count = '10000..10000'", (10_000, Some(10_000))),
    ];
    for (line, (least, most)) in cases {
        let tile = question(&with_tile(&format!("{shape}\n{line}"))).tiles()[0].clone();
        assert_eq!((tile.least, tile.most), (least, most), "{line}");
        assert!(tile.turns && tile.flips && tile.most_of_a_colour.is_none());
    }
    let tile = question(&with_tile(&format!("{shape}\neach = 2\nturn = false\nflip = false")))
        .tiles()[0]
        .clone();
    assert_eq!((tile.most_of_a_colour, tile.turns, tile.flips), (Some(2), false, false));
    let text = with_tile(shape);
    assert_eq!(question(&text).title(), "");
    for (line, apart) in [
        ("", Apart::Free),
        ("apart = 'none'", Apart::Free),
        ("apart = 'sides'", Apart::Sides),
        ("apart = 'points'", Apart::Points),
    ] {
        let question = question(&format!("{text}{line}\n"));
        assert_eq!(question.colours().map(|colours| colours.apart), Some(apart));
    }
}

#[test]
fn a_file_that_states_no_problem_is_refused() {
    refused("kumiki = 2", "line 1, column 10: kumiki is 2, expected 1, the only version so far");
    refused(
        "kumiki = 1",
        "line 1, column 1: the file has no key 'ring', expected the order of the ring, such as \
         'ring = 10'",
    );
    refused("kumiki = 1\nring = 32", "line 2, column 8: ring is 32, expected 4 to 30");
    refused(
        "kumiki = 1\nring = 26",
        "line 2, column 8: ring of order 26, expected an even order from 4 to 24, or 30",
    );
    refused(
        "kumiki = 1\nring = 8",
        "line 1, column 1: the file has no key 'region', expected a table [region]",
    );
    let text = "kumiki = 1\nring = 4\n[region]\nwalk = '0 1 2 3'\n";
    refused(
        text,
        "line 1, column 1: the file has no key 'tile', expected [[tile]] for each kind of tile",
    );
    let found = "line 5, column 1: tile is a table";
    refused(
        &format!("{text}[tile]\nname = 't'"),
        &format!("{found}, expected [[tile]], with two brackets, for each kind of tile"),
    );
    refused(
        &format!("{text}[[tile]]\nwalk = '0 1 2 3'"),
        "line 5, column 1: [[tile]] has no key 'name', expected a name for each tile",
    );
    let tile = "[[tile]]\nname = 't'\nwalk = '0 1 2 3'\n";
    refused(
        &format!("{text}{tile}{tile}"),
        "line 9, column 8: tile 't' is given twice, expected different names",
    );
    refused(
        &format!("{text}{tile}each = 1"),
        "line 8, column 8: each is for colours, expected a table [colours] too",
    );
    let many: String = (0..65).map(|k| tile.replace("'t'", &format!("'{k}'"))).collect();
    refused(&format!("{text}{many}"), "line 5, column 1: 65 kinds of tiles, expected 1 to 64");
}

#[test]
fn unknown_keys_are_refused_wherever_they_are() {
    let keys = "kumiki, title, ring, lengths, region, tile, colours";
    refused(
        &format!("colors = 1\n{}", with_tile("walk = '0 1 2 3'")),
        &format!("line 1, column 1: unknown key 'colors' in the file, expected one of {keys}"),
    );
    refused(
        &with_region(10, "name = 'r'"),
        "line 7, column 1: unknown key 'name' in [region], expected one of corners, grid, walk, \
         angles, sides",
    );
    let keys = "name, count, each, turn, flip, corners, grid, walk, angles, sides";
    refused(
        &with_tile("walk = '0 1 2 3'\nturns = true"),
        &format!("line 8, column 1: unknown key 'turns' in [[tile]], expected one of {keys}"),
    );
    refused(
        &format!("{}touch = 1", with_tile("walk = '0 1 2 3'")),
        "line 10, column 1: unknown key 'touch' in [colours], expected one of names, apart",
    );
}

#[test]
fn lengths_are_real_positive_and_have_plain_names() {
    let text = |line: &str| with_region(10, "walk = '0'").replace("a = [0, 0, 1, -1]", line);
    refused(
        &text("a = [0, 1]"),
        "line 4, column 5: length 'a' is (0.809, 0.588), expected a real number",
    );
    refused(
        &text("a = [0, 0, -1, 1]"),
        "line 4, column 5: length 'a' is not positive, expected more than 0",
    );
    refused(&text("a = [0]"), "line 4, column 5: length 'a' is not positive, expected more than 0");
    refused(
        &text("a = [1, 0, 0, 0, 0]"),
        "line 4, column 5: a length has 5 coordinates, expected 1 to 4, the degree of ring 10",
    );
    refused(
        &text("'1' = [1]"),
        "line 4, column 7: length '1' has a strange name, expected a letter, then letters and \
         digits",
    );
    refused(
        &text("a = 1"),
        "line 4, column 5: a is an integer, expected a length as a list of at most 4 numbers",
    );
    refused(&text("a = [1001]"), "line 4, column 6: a is 1001, expected -1000 to 1000");
}

#[test]
fn a_bad_walk_is_refused_at_the_step() {
    let step = |word: &str, reason: &str| {
        refused(
            &with_region(10, &format!("walk = '0:a  {word} 3'")),
            &format!("line 7, column 14: {reason}"),
        );
    };
    step("10", "direction '10', expected a number from 0 to 9");
    step("-1", "direction '-1', expected a number from 0 to 9");
    step("+1", "direction '+1', expected a number from 0 to 9");
    step("x:a", "direction 'x', expected a number from 0 to 9");
    step("1:", "length '' is no sum, expected one such as 1, a or 2a+1");
    step("1:c", "unknown length 'c' in 'c', expected one of 1, a, b");
    step("1:2a+ab", "unknown length 'ab' in '2a+ab', expected one of 1, a, b");
    step("1:a++b", "length 'a++b' is no sum, expected one such as 1, a or 2a+1");
    step("1:a+", "length 'a+' is no sum, expected one such as 1, a or 2a+1");
    step("1:a*2", "length 'a*2' is no sum, expected one such as 1, a or 2a+1");
    step("1:a-1", "length 'a-1' is not positive, expected more than 0");
    step("1:a+b-1", "length 'a+b-1' is not positive, expected more than 0");
    step("1:1001a", "length '1001a' is absurd, expected factors up to 1000");
    step("1:99999999999", "length '99999999999' is absurd, expected factors up to 1000");
    let far = format!("1:{}", vec!["1000"; 1001].join("+"));
    let far = read(with_region(10, &format!("walk = '0 {far}'")).as_bytes())
        .expect_err("far")
        .to_string();
    assert_eq!(
        far,
        "line 7, column 11: a length or corner is too far away, expected a smaller polygon"
    );
    refused(
        &with_region(10, "walk = ' '"),
        "line 7, column 8: walk is empty, expected steps such as \"0:2 1:a+1\"",
    );
    refused(
        &with_region(10, "walk = 3"),
        "line 7, column 8: walk is an integer, expected steps such as \"0:2 1:a+1\"",
    );
}

#[test]
fn an_outline_that_stays_open_is_refused_with_the_rest() {
    let open = "expected to come back to the start";
    refused(
        &with_region(10, "walk = '0 3 6:a'"),
        &format!(
            "line 7, column 8: the outline ends at [0, 1, -1, 1], about (0.191, 0.588), {open}"
        ),
    );
    refused(
        &with_region(10, "angles = '1 2 2'\nsides = '1 a b'"),
        &format!(
            "line 7, column 10: the outline ends at [1, -1, 1, 0], about (0.500, 0.363), {open}"
        ),
    );
    refused(
        &with_region(10, "angles = '1 2 3'\nsides = '1 a 1'"),
        "line 7, column 10: the angles add up to 6, expected 5 for 3 corners",
    );
    refused(
        &with_region(10, "angles = '1 2 2'\nsides = '1 a'"),
        "line 8, column 9: 2 sides and 3 angles, expected as many",
    );
    refused(
        &with_region(10, "angles = '1 0 4'\nsides = '1 a 1'"),
        "line 7, column 13: angle '0', expected a number from 1 to 9",
    );
    refused(
        &with_region(10, "angles = '1 2 2'"),
        "line 6, column 1: [region] has no key 'sides', expected the lengths of the sides beside \
         the angles",
    );
    refused(
        &with_region(10, "walk = '0'\nsides = '1'"),
        "line 8, column 9: 'walk' is there too, expected sides with angles only",
    );
    refused(
        &with_region(10, "walk = '0'\nangles = '1'"),
        "line 8, column 10: 'walk' is in [region] too, expected only one of corners, grid, walk, \
         angles",
    );
    refused(
        &with_region(10, "sides = '1'"),
        "line 6, column 1: [region] has none of the keys corners, grid, walk, angles, expected \
         one of them",
    );
}

#[test]
fn corners_off_the_ring_are_named() {
    refused(
        &with_region(10, "corners = [[0], [1, 2, 3, 4, 5]]"),
        "line 7, column 17: corner 2 has 5 coordinates, expected 1 to 4, the degree of ring 10",
    );
    refused(
        &with_region(10, "corners = [[0], []]"),
        "line 7, column 17: corner 2 has 0 coordinates, expected 1 to 4, the degree of ring 10",
    );
    refused(
        &with_region(10, "corners = [[0], [0.5]]"),
        "line 7, column 18: corners is a float, expected -1000 to 1000",
    );
    refused(
        &with_region(10, "corners = [0, 1]"),
        "line 7, column 12: corners is an integer, expected corner 1 as a list of at most 4 \
         numbers",
    );
    refused(
        &with_region(10, "grid = [[0, 0], [1, 0], [0, 1]]"),
        "line 7, column 8: ring 10 has no square grid, expected an order that 4 divides",
    );
    refused(
        &with_region(8, "grid = [[0, 0], [1, 0, 0]]"),
        "line 7, column 17: corner 2 has 3 numbers, expected a column and a row",
    );
    refused(
        &with_region(8, "grid = [[0, 0], [600, 0], [0, 1]]"),
        "line 7, column 8: corner 2 is too far away, expected coordinates up to 500",
    );
}

#[test]
fn what_is_no_simple_polygon_is_refused() {
    refused(
        &with_region(4, "walk = '0:2 1 2 3:2 2 1'"),
        "line 7, column 8: polygon that touches or crosses itself where sides 1 and 4 meet, \
         expected a simple one",
    );
    refused(
        &with_tile("grid = [[0, 0], [2, 0], [0, 2], [2, 2]]"),
        "line 7, column 8: polygon that touches or crosses itself where sides 2 and 4 meet, \
         expected a simple one",
    );
    refused(
        &with_tile("walk = '0 2'"),
        "line 7, column 8: polygon that turns back at corner 1, expected a simple one",
    );
    refused(
        &with_tile("corners = []"),
        "line 7, column 11: polygon without area, expected at least three corners",
    );
}

#[test]
fn absurd_counts_and_names_are_refused() {
    let tile = |line: &str, reason: &str| {
        refused(&with_tile(&format!("walk = '0 1 2 3'\n{line}")), reason);
    };
    let expected = "expected 1 to 10000, or a range such as \"2..5\", or \"any\"";
    tile("count = 0", &format!("line 8, column 9: count is 0, {expected}"));
    tile("count = -3", &format!("line 8, column 9: count is -3, {expected}"));
    tile("count = 10001", &format!("line 8, column 9: count is 10001, {expected}"));
    tile("count = 1.5", &format!("line 8, column 9: count is a float, {expected}"));
    for text in ["", "..", "5..2", "..0", "0..0", "-1..2", "+1..2", "1...2", "2", "..10001", "many"]
    {
        tile(
            &format!("count = '{text}'"),
            &format!("line 8, column 9: count is '{text}', {expected}"),
        );
    }
    tile("each = 0", "line 8, column 8: each is 0, expected 1 to 10000");
    tile("turn = 1", "line 8, column 8: turn is an integer, expected true or false");
    tile("flip = 'no'", "line 8, column 8: flip is a string, expected true or false");
    let text = with_tile("walk = '0 1 2 3'");
    refused(
        &text.replace("'t'", "''"),
        "line 6, column 8: the name is empty, expected at least one character",
    );
    refused(
        &text.replace("['red']", "['red', 'red']"),
        "line 9, column 17: colour 'red' is given twice, expected different names",
    );
    refused(&text.replace("['red']", "[]"), "line 9, column 9: 0 colours, expected 1 to 16");
    let many: Vec<String> = (0..17).map(|colour| format!("'{colour}'")).collect();
    let many = text.replace("['red']", &format!("[{}]", many.join(", ")));
    refused(&many, "line 9, column 9: 17 colours, expected 1 to 16");
    refused(
        &format!("{text}apart = 'edges'"),
        "line 10, column 9: apart is 'edges', expected one of \"none\", \"sides\", \"points\"",
    );
}

#[test]
fn the_example_of_the_book_is_a_problem() {
    let book = include_str!("../../../../book/tile.md");
    let mut blocks =
        book.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest));
    let (problem, colours) = (blocks.next().expect("a problem"), blocks.next().expect("colours"));
    assert_eq!(blocks.next(), None);
    let plain = question(problem);
    let counts: Vec<u32> = plain.tiles().iter().map(|tile| tile.least).collect();
    assert_eq!((plain.title(), &counts[..]), ("Pentagon of golden triangles", &[4, 3][..]));
    let painted = question(&format!("{problem}\n{colours}"));
    assert_eq!(painted.colours().map(|colours| colours.names.len()), Some(4));
    assert!(to_toml(&painted).contains("apart = \"points\""));
    // Lines may break anywhere.
    let prose = book.split_whitespace().collect::<Vec<_>>().join(" ");
    for (order, root, square) in [(8, "[0, 1, 0, -1]", "2"), (12, "[0, 2, 0, -1]", "3")] {
        assert!(prose.contains(&format!("in ring {order} it is `{root}`")));
        // A rectangle with sides r and r has the area of one with sides 1 and r².
        let area = |walk: &str| {
            let quarter = order / 4;
            let turned = walk
                .split(' ')
                .enumerate()
                .map(|(at, length)| format!("{}:{length}", at * quarter));
            let text =
                with_region(order, &format!("walk = '{}'", turned.collect::<Vec<_>>().join(" ")));
            let question =
                question(&text.replace("[lengths]\n", &format!("[lengths]\nr = {root}\n")));
            question.region().area(question.ring())
        };
        assert_eq!(area("r r r r"), area(&format!("1 {square} 1 {square}")));
    }
}
