//! Puzzles of BurrTools: what is understood, and what is refused in which words.

use flate2::Compression;
use flate2::write::GzEncoder;
use kumiki_formats::puzzle::{PuzzleFile, PuzzleFormat, read, read_problem, to_xmpuzzle};
use kumiki_model::{Hold, PackQuestion, Piece, Rgb, Shape, Turns};
use std::io::Write;

/// Two corners in a rectangle, with groups, colours, a comment and things that are skipped.
const CORNERS: &str = r##"<?xml version="1.0"?>
<!-- made by hand -->
<puzzle version="2">
<gridType type="0"/>
<colors><color red="255" green="0" blue="0"/></colors>
<shapes>
<voxel x="2" y="2" z="1" type="0" name="L &amp; R">###_</voxel>
<voxel x="3" y="2" z="1" weight="1" type="0" hx="0" hy="0" hz="0">####1##</voxel>
<voxel x="2" y="2" z="2" type="0">#_
 _#  +_ <![CDATA[#_]]></voxel>
</shapes>
<problems>
<problem name="rectangle" state="2" assemblies="1" solutions="1" time="0">
<shapes><shape id="0" count="2"><group group="1" count="2"/></shape></shapes><result id="1"/><bitmap/>
<solutions><solution asmNum="1"><assembly>0 0 0 0 2 1 0 3</assembly></solution></solutions>
</problem>
<problem state="0"><shapes><shape id="0" min="0" max="3" group="1"/><shape id="1" count="0"/></shapes>
<result id="2"/></problem>
</problems>
<comment>no <b>comment</b></comment>
</puzzle>
"##;

/// A file with these shapes and this inside of its one problem, which is in line 2.
fn file(shapes: &[&str], problem: &str) -> String {
    let shapes: String = shapes.iter().map(|shape| format!("<voxel {shape}</voxel>\n")).collect();
    format!(
        "<puzzle version=\"2\"><problems>\n<problem \
         {problem}</problem></problems>\n<shapes>\n{shapes}</shapes></puzzle>"
    )
}

const DOMINO: &str = r##"x="2" y="1" z="1" type="0">##"##;
const ROW: &str = r##"x="4" y="1" z="1" type="0">####"##;
const LOOSE_ROW: &str = r##"x="4" y="1" z="1" type="0">++++"##;
const MIXED_ROW: &str = r##"x="4" y="1" z="1" type="0">#+++"##;

fn parsed(text: &str) -> PuzzleFile {
    read(text.as_bytes(), PuzzleFormat::BurrTools).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str, expected: &str) {
    let error = read(text.as_bytes(), PuzzleFormat::BurrTools).expect_err(expected).to_string();
    assert_eq!(error, expected, "for\n{text}");
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).expect("to memory");
    encoder.finish().expect("to memory")
}

#[test]
fn a_file_has_problems_with_pieces_and_a_result() {
    let first = parsed(CORNERS);
    assert_eq!(first.format, PuzzleFormat::BurrTools);
    assert_eq!(first.notes.len(), 2, "{:?}", first.notes);
    let question = &first.question;
    assert_eq!(question.title(), "rectangle");
    assert_eq!(question.must(), [[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0], [0, 1, 1], [0, 1, 2]]);
    let corner = Shape::new([[0, 0, 0], [0, 0, 1], [0, 1, 0]]).expect("cells");
    let piece = Piece {
        name: "L & R".to_owned(),
        shape: corner,
        least: 2,
        most: Some(2),
        turns: Turns::Rotations,
        colour: None,
    };
    assert_eq!(question.pieces(), std::slice::from_ref(&piece));
    let second = read_problem(CORNERS.as_bytes(), PuzzleFormat::Auto, 1).expect("a second problem");
    assert_eq!(
        second.notes,
        ["groups of pieces are ignored: they say what need not be taken apart"]
    );
    assert_eq!(second.question.title(), "");
    assert_eq!(second.question.must(), [[0, 0, 0], [0, 1, 1], [1, 1, 0]]);
    assert_eq!(second.question.may(), [[1, 0, 0]]);
    assert_eq!(second.question.pieces(), [Piece { least: 0, most: Some(3), ..piece }]);
    assert_eq!(read(&packed(CORNERS.as_bytes()), PuzzleFormat::Auto), Ok(first));
    let error =
        read_problem(CORNERS.as_bytes(), PuzzleFormat::Auto, 2).expect_err("two only").to_string();
    assert_eq!(
        error,
        "there is no puzzle 2, the file has 2 puzzles: 0 'rectangle', 1 without a title"
    );
}

#[test]
fn shapes_without_a_name_or_with_the_same_are_called_by_their_numbers() {
    let names = |shapes: &[&str]| -> Vec<String> {
        let parts: String = (1..shapes.len()).map(|id| format!("<shape id=\"{id}\"/>")).collect();
        let text = file(shapes, &format!("><shapes>{parts}</shapes><result id=\"0\"/>"));
        parsed(&text).question.pieces().iter().map(|piece| piece.name.clone()).collect()
    };
    let named = r##"x="1" y="1" z="1" type="0" name="a">#"##;
    assert_eq!(names(&[ROW, DOMINO, named, DOMINO]), ["S2", "a", "S4"]);
    assert_eq!(names(&[ROW, named, named, DOMINO]), ["S2 a", "S3 a", "S4"]);
}

#[test]
fn the_limit_on_holes_is_taken_where_burrtools_takes_it() {
    let question = |goal: &str, part: &str, holes: &str| {
        let text = file(
            &[DOMINO, goal],
            &format!("{holes}><shapes><shape id=\"0\" {part}/></shapes><result id=\"1\"/>"),
        );
        let question = parsed(&text).question;
        (question.must().len(), question.may().len(), question.leftover)
    };
    let range = "min=\"0\" max=\"2\"";
    assert_eq!(question(LOOSE_ROW, range, ""), (0, 4, 0), "no limit");
    assert_eq!(question(LOOSE_ROW, range, "maxHoles=\"4\""), (0, 4, 0), "a limit that is none");
    assert_eq!(question(LOOSE_ROW, range, "maxHoles=\"2\""), (4, 0, 2), "only variable cells");
    assert_eq!(question(MIXED_ROW, range, "maxHoles=\"0\""), (4, 0, 0), "no holes at all");
    assert_eq!(question(ROW, range, "maxHoles=\"0\""), (4, 0, 0), "nothing variable");
    assert_eq!(
        question(LOOSE_ROW, "count=\"1\"", "maxHoles=\"1\""),
        (0, 4, 0),
        "two holes anyway: not consulted"
    );
    assert_eq!(
        question(LOOSE_ROW, "count=\"1\"", "maxHoles=\"2\""),
        (4, 0, 2),
        "two holes anyway: makes no difference"
    );
    assert_eq!(question(MIXED_ROW, "count=\"1\"", "maxHoles=\"2\""), (1, 3, 0), "not consulted");
    let text = file(
        &[DOMINO, MIXED_ROW],
        &format!("maxHoles=\"1\"><shapes><shape id=\"0\" {range}/></shapes><result id=\"1\"/>"),
    );
    let expected = "line 2, column 1: unsupported limit: maxHoles is 1 for 3 variable cells \
        beside 1 fixed ones";
    refused(&text, expected);
}

#[test]
fn colours_matter_only_where_they_forbid_something() {
    let red = r##"x="2" y="1" z="1" type="0">#1#"##;
    let grey_and_blue = r##"x="4" y="1" z="1" type="0">##12##"##;
    let problem = |bitmap: &str| {
        file(
            &[red, grey_and_blue],
            &format!("><shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/>{bitmap}"),
        )
    };
    let allowed = problem("<bitmap><pair piece=\"0\" result=\"11\"/></bitmap>");
    assert_eq!(parsed(&allowed).notes, ["colours are no rules here: they forbid nothing"]);
    let expected =
        "line 2, column 19: unsupported colours: colour 1 of 'S1' may not lie on colour 12";
    refused(&problem("<bitmap><pair piece=\"11\" result=\"0\"/></bitmap>"), expected);
    refused(&problem(""), expected);
    let bad = problem("<bitmap><pair piece=\"63\" result=\"0\"/></bitmap>");
    refused(&bad, "line 2, column 77: colours [63, 0] of a <pair>, expected numbers below 63");
    let plain =
        file(&[red, ROW], "><shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/>");
    assert_eq!(parsed(&plain).notes, ["colours are no rules here: they forbid nothing"]);
}

#[test]
fn a_piece_has_the_colour_of_most_of_its_cells() {
    let colours = "<colors><color red=\"1\" green=\"2\" blue=\"3\"/>\
        <color red=\"255\" green=\"128\" blue=\"0\"/></colors>";
    let of_cells = |cells: &str| {
        let voxel = format!("x=\"4\" y=\"1\" z=\"1\" type=\"0\">{cells}");
        let inside = "><shapes><shape id=\"0\"/></shapes><result id=\"1\"/>";
        let text =
            file(&[&voxel, ROW], inside).replace("<shapes>\n", &format!("{colours}<shapes>\n"));
        parsed(&text).question.pieces()[0].colour
    };
    let [first, second] = [Rgb::new(1, 2, 3), Rgb::new(255, 128, 0)];
    for (cells, expected) in [
        ("####", None),
        ("#1#1#1#1", Some(first)),
        ("#2#2##2", Some(second)),
        ("#1#1#2#2", None),
        ("#1#1##", None),
        ("#1__2_2", Some(first)),
        // The list has two.
        ("#3#3#3#3", None),
    ] {
        assert_eq!(of_cells(cells), expected, "{cells}");
    }
}

#[test]
fn a_bad_colour_is_refused() {
    let with = |attributes: &str| CORNERS.replace("red=\"255\" green=\"0\" blue=\"0\"", attributes);
    for (attributes, expected) in [
        ("red=\"1\" green=\"2\"", "<color> has no attribute blue, expected a number"),
        (
            "red=\"256\" green=\"0\" blue=\"0\"",
            "attribute red of <color> is 256, expected 0 to 255",
        ),
        (
            "red=\"1\" green=\"x\" blue=\"0\"",
            "attribute green of <color> is 'x', expected a number",
        ),
    ] {
        refused(&with(attributes), &format!("line 5, column 9: {expected}"));
    }
}

#[test]
fn no_more_colours_are_written_than_burrtools_has() {
    let coloured = |count: u8| {
        let piece = |at: u8| {
            let shape = Shape::new([[0, 0, 0]]).expect("a cell");
            let (name, turns, colour) = (at.to_string(), Turns::Rotations, Some(Rgb::grey(at)));
            Piece { name, shape, least: 1, most: Some(1), turns, colour }
        };
        let cells = (0..usize::from(count)).map(|column| [0, 0, column]);
        PackQuestion::new("", cells, [], (0..count).map(piece).collect()).expect("a puzzle")
    };
    let file = to_xmpuzzle(&coloured(63), false).expect("63 colours");
    assert_eq!(read(&file, PuzzleFormat::Auto).expect("our own file").question, coloured(63));
    let error = to_xmpuzzle(&coloured(64), false).expect_err("64 colours").to_string();
    assert_eq!(error, "BurrTools files cannot say this: more than 63 colours");
}

#[test]
fn a_bad_grid_is_refused_by_name() {
    for (grid, name) in [
        ("1", "1 (triangular prisms)"),
        ("2", "2 (spheres)"),
        ("3", "3 (rhombic tetrahedra)"),
        ("4", "4 (tetrahedra and octahedra)"),
        ("5", "5"),
    ] {
        let text = CORNERS.replace("gridType type=\"0\"", &format!("gridType type=\"{grid}\""));
        refused(
            &text,
            &format!("line 4, column 1: unsupported grid type {name}, expected 0 (bricks)"),
        );
    }
}

#[test]
fn a_bad_voxel_is_refused() {
    let cases = [
        (
            "x=\"2\" y=\"1\" z=\"1\">###",
            "line 4, column 1: a voxel of 2x1x1 with 3 cells, expected 2",
        ),
        (
            "x=\"2\" y=\"1\" z=\"1\">#",
            "line 4, column 1: a voxel of 2x1x1 with 1 cells, expected 2",
        ),
        (
            "x=\"99999999999\" y=\"99999999999\" z=\"1\">#",
            "line 4, column 1: a voxel of 99999999999x99999999999x1 with 1 cells, expected too \
             many",
        ),
        ("x=\"2\" y=\"1\">##", "line 4, column 1: <voxel> has no attribute z, expected a number"),
        (
            "x=\"2\" y=\"1\" z=\"-1\">##",
            "line 4, column 1: attribute z of <voxel> is '-1', expected a number",
        ),
        (
            "x=\"2\" y=\"1\" z=\"1\" type=\"1\">##",
            "line 4, column 1: unsupported type 1 of <voxel>, expected 0",
        ),
        (
            "x=\"2\" y=\"1\" z=\"1\">\n#x",
            "line 5, column 2: unknown character 'x' in a voxel, expected '_', '#' or '+', \
             perhaps with a colour up to 63",
        ),
        (
            "x=\"2\" y=\"1\" z=\"1\">1##",
            "line 4, column 26: unknown character '1' in a voxel, expected '_', '#' or '+', \
             perhaps with a colour up to 63",
        ),
        (
            "x=\"2\" y=\"1\" z=\"1\">#64#",
            "line 4, column 28: unknown character '4' in a voxel, expected '_', '#' or '+', \
             perhaps with a colour up to 63",
        ),
        (
            "x=\"2\" y=\"1\" z=\"1\">#<b>#</b>",
            "line 4, column 27: more than text in <voxel>, expected cells only",
        ),
        (
            "x=\"2\" y=\"1\" z=\"1\">#&lt;",
            "line 4, column 27: more than text in <voxel>, expected cells only",
        ),
    ];
    for (voxel, expected) in cases {
        refused(&file(&[voxel], "><shapes><shape id=\"0\"/></shapes><result id=\"0\"/>"), expected);
    }
}

#[test]
fn a_bad_problem_is_refused() {
    let cases = [
        (
            "><shapes><shape id=\"0\"/></shapes>",
            "line 2, column 1: the problem has no <result>, expected the shape to be made",
        ),
        (
            "><shapes><shape id=\"0\"/></shapes><result id=\"2\"/>",
            "line 2, column 43: there is no shape with id 2, expected 0 to 1",
        ),
        (
            "><shapes><shape id=\"7\"/></shapes><result id=\"1\"/>",
            "line 2, column 19: there is no shape with id 7, expected 0 to 1",
        ),
        (
            "><shapes><shape/></shapes><result id=\"1\"/>",
            "line 2, column 19: <shape> has no attribute id, expected a number",
        ),
        (
            "><shapes><shape id=\"0\"/><shape id=\"0\"/></shapes><result id=\"1\"/>",
            "line 2, column 34: shape 0 is listed twice, expected each shape once",
        ),
        (
            "><shapes><shape id=\"0\" min=\"2\" max=\"1\"/></shapes><result id=\"1\"/>",
            "line 2, column 19: min is 2 and max is 1, expected at least as many",
        ),
        (
            "><shapes><shape id=\"0\" count=\"5000000000\"/></shapes><result id=\"1\"/>",
            "line 2, column 19: 5000000000 times piece 'S1', expected at most 1048576",
        ),
        ("><shapes/><result id=\"1\"/>", "there are no pieces, expected at least one"),
        (
            "><shapes><shape id=\"1\"/></shapes><result id=\"0\"/>",
            "line 5, column 1: piece 'S2' has 4 cells, the box only 2",
        ),
        (
            "maxHoles=\"few\"><shapes/><result id=\"0\"/>",
            "line 2, column 1: attribute maxHoles of <problem> is 'few', expected a number",
        ),
    ];
    for (problem, expected) in cases {
        refused(&file(&[DOMINO, ROW], problem), expected);
    }
    let problem = "><shapes><shape id=\"0\"/></shapes><result id=\"1\"/>";
    let expected = "line 4, column 1: unsupported piece 'S1': it has variable cells ('+'), \
        expected '#' and '_'";
    refused(&file(&[LOOSE_ROW, ROW], problem), expected);
    let apart = r##"x="3" y="1" z="1" type="0">#_#"##;
    refused(
        &file(&[apart, ROW], problem),
        "line 4, column 1: piece 'S1' is not connected, expected cells that share faces",
    );
    let empty = r##"x="1" y="1" z="1" type="0">_"##;
    refused(
        &file(&[empty, ROW], problem),
        "line 4, column 1: piece 'S1': a shape has no cells, expected at least one",
    );
    refused(
        &file(&[DOMINO, empty], problem),
        "line 5, column 1: the box has no cells, expected at least one",
    );
    refused("<puzzle version=\"2\"/>", "the file has no problems, expected at least one");
}

#[test]
fn what_is_no_xml_is_refused() {
    refused("", "line 1, column 1: no element, expected <puzzle>");
    refused("\n<svg/>", "line 2, column 1: the file is an element 'svg', expected <puzzle>");
    refused("<puzzle version=\"3\"/>", "line 1, column 1: version 3 of <puzzle>, expected 1 or 2");
    refused(
        "<puzzle>\n<shapes>",
        "line 2, column 9: the file ends inside <shapes>, expected </shapes>",
    );
    refused(
        "<puzzle>\n<shapes>\n<voxel x=\"1\" y=\"1\" z=\"1\">#",
        "line 3, column 27: the file ends inside <voxel>, expected </voxel>",
    );
    for (text, line) in [
        ("<puzzle>\n</puzle>", "line 2, column 1: bad XML: "),
        ("<puzzle>\n\n<solutions><a>", "line 3, column "),
        ("<puzzle>\n<", "line 2, column "),
        ("<puzzle>\n<voxel x=1/>", ""),
        ("<puzzle version=\"&nothing;\"/>", "line 1, column 1: bad attribute in <puzzle>: "),
        ("\n<puzzle version=1/>", "line 2, column 1: bad attribute in <puzzle>: "),
    ] {
        let error = read(text.as_bytes(), PuzzleFormat::BurrTools).expect_err(text).to_string();
        assert!(error.starts_with(line) && !error.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn a_truncated_or_damaged_gzip_is_refused() {
    let whole = packed(CORNERS.as_bytes());
    for length in 2..whole.len() {
        let error = read(&whole[..length], PuzzleFormat::Auto).expect_err("cut off").to_string();
        assert_eq!(error, "the gzip data are cut off, expected a complete file", "{length} bytes");
    }
    let mut damaged = whole.clone();
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    let error = read(&damaged, PuzzleFormat::Auto).expect_err("damaged").to_string();
    assert!(error.starts_with("bad gzip data: "), "{error}");
}

#[test]
fn a_file_that_unpacks_to_too_much_is_refused() {
    let bomb = packed(&vec![b' '; (64 << 20) + 1]);
    assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
    let error = read(&bomb, PuzzleFormat::Auto).expect_err("a bomb").to_string();
    assert_eq!(error, "the file is too long, expected at most 67108864 bytes of XML");
}

#[test]
fn deep_nesting_does_no_harm() {
    let deep = format!("<puzzle>{}", "<a>".repeat(1_000_000));
    let error = read(deep.as_bytes(), PuzzleFormat::Auto).expect_err("no end").to_string();
    assert!(error.starts_with("line 1, column "), "{error}");
    let closed = format!("<puzzle>{}{}</puzzle>", "<a>".repeat(100_000), "</a>".repeat(100_000));
    refused(&closed, "the file has no problems, expected at least one");
}

/// A question about dominoes in these cells of a row.
fn row(must: usize, may: usize, least: u32, most: Option<u32>) -> PackQuestion {
    let shape = Shape::new([[0, 0, 0], [0, 0, 1]]).expect("cells");
    let (name, turns) = ("<\"&'>".to_owned(), Turns::Rotations);
    let piece = Piece { name, shape, least, most, turns, colour: None };
    let places = |range: std::ops::Range<usize>| range.map(|column| [0, 0, column]);
    PackQuestion::new("ä <b> & \"c\"", places(0..must), places(must..must + may), vec![piece])
        .expect("a puzzle")
}

#[test]
fn what_burrtools_has_no_words_for_is_refused_by_name() {
    let refused = |change: &dyn Fn(&mut PackQuestion), expected: &str| {
        let mut question = row(4, 0, 1, Some(1));
        change(&mut question);
        let error = to_xmpuzzle(&question, false).expect_err(expected).to_string();
        assert_eq!(error, format!("BurrTools files cannot say this: {expected}"));
    };
    refused(&|question| question.hold = Hold::Piece, "pieces that are held in place");
    refused(
        &|question| question.leftover = 1,
        "at most 1 leftover cells, with pieces that always leave 2",
    );
    refused(
        &|question| question.leftover = 4,
        "as many leftover cells as there are cells; make them optional",
    );
    let with = |question: &PackQuestion, change: &dyn Fn(&mut Piece)| {
        let mut pieces = question.pieces().to_vec();
        change(&mut pieces[0]);
        let (must, may) = (question.must().to_vec(), question.may().to_vec());
        PackQuestion::new(question.title(), must, may, pieces).expect("a puzzle")
    };
    refused(
        &|question| {
            *question = row(3, 1, 1, Some(1));
            question.leftover = 1;
        },
        "leftover cells beside optional cells",
    );
    refused(
        &|question| *question = with(question, &|piece| piece.turns = Turns::All),
        "other turns than rotations in space, for piece '<\"&'>'",
    );
    refused(
        &|question| *question = with(question, &|piece| piece.most = Some(65536)),
        "65536 times piece '<\"&'>', more than 65535",
    );
    refused(
        &|question| *question = with(question, &|piece| piece.name = "a\u{1}".to_owned()),
        "control characters in the name 'a\\u{1}'",
    );
}

#[test]
fn leftover_cells_and_open_ranges_are_written() {
    let mut question = row(4, 0, 0, Some(2));
    question.leftover = 3;
    let xml = to_xmpuzzle(&question, false).expect("can be said");
    assert_eq!(read(&xml, PuzzleFormat::BurrTools).expect("ours").question, question);
    let open = row(4, 1, 1, None);
    let packed = to_xmpuzzle(&open, true).expect("can be said");
    assert_eq!(read(&packed, PuzzleFormat::Auto).expect("ours").question, row(4, 1, 1, Some(2)));
}
