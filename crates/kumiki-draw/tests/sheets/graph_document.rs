//! Sheets of subgraphs as SVG text: well-formed, with as many lines as there are, all of them on
//! the page, and equal to the golden files.

use crate::svg_reader::{Element, parsed};
use kumiki_draw::{Card, graph_sheet};
use kumiki_model::Graph;

/// A knight's tour of 6x6, by the numbers of its cells.
const TOUR: [usize; 36] = [
    0, 8, 4, 17, 28, 32, 24, 20, 31, 18, 7, 3, 11, 15, 2, 6, 19, 30, 26, 34, 23, 10, 21, 29, 33,
    25, 12, 1, 14, 22, 35, 27, 16, 5, 9, 13,
];

fn tour_card() -> Card<Vec<[usize; 2]>> {
    let edges = (0..36).map(|at| [TOUR[at], TOUR[(at + 1) % 36]]).collect();
    Card { solution: edges, caption: "a tour".to_owned() }
}

/// Petersen's graph, and a path through all its vertices.
fn petersen() -> (Graph, Card<Vec<[usize; 2]>>) {
    let edges =
        (0..5).flat_map(|at| [[at, (at + 1) % 5], [at, at + 5], [at + 5, (at + 2) % 5 + 5]]);
    let names = (0..10).map(|vertex| format!("<{vertex}>")).collect();
    let path = [0, 1, 2, 3, 4, 9, 7, 5, 8, 6];
    let card = Card {
        solution: path.windows(2).map(|step| [step[0], step[1]]).collect(),
        caption: "a path".to_owned(),
    };
    (Graph::new(names, edges.collect()).expect("a graph"), card)
}

fn board(name: &str) -> Graph {
    name.parse().expect("a board")
}

/// Sheets with the lines that each of them has.
fn documents() -> Vec<(String, usize)> {
    let knight = board("knight:6x6");
    let (petersen, path) = petersen();
    let grid = board("grid:4x5");
    let card = |solution: Vec<[usize; 2]>| Card { solution, caption: "some".to_owned() };
    let matching = card((0..10).map(|at| [2 * at, 2 * at + 1]).collect());
    let all = card(grid.edges().to_vec());
    vec![
        (graph_sheet(&knight, &[tour_card()]).to_svg(), 2),
        (graph_sheet(&knight, &vec![tour_card(); 6]).to_svg(), 12),
        (graph_sheet(&knight, &vec![tour_card(); 30]).to_svg(), 60),
        (graph_sheet(&petersen, &[path, card(Vec::new())]).to_svg(), 15 + 1 + 15),
        // Each checkerboard is one path, and a single cell has none.
        (graph_sheet(&grid, std::slice::from_ref(&matching)).to_svg(), 1 + 10),
        // The lines between the 16 cells with more than two neighbours; four of them go around a
        // corner.
        (graph_sheet(&grid, &[all]).to_svg(), 1 + 31 - 4),
        (graph_sheet(&board("grid:1x1"), &[card(Vec::new())]).to_svg(), 0),
        (graph_sheet(&board("king:20x3"), &[]).to_svg(), 0),
    ]
}

/// The points of a path, moved to where they are on the page.
fn points(path: &Element) -> Vec<[f64; 2]> {
    let numbers: Vec<f64> = path
        .attribute("d")
        .split([' ', 'M', 'Z'])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().expect("a number"))
        .collect();
    numbers.chunks(2).map(|pair| [pair[0] + path.shift[0], pair[1] + path.shift[1]]).collect()
}

#[test]
fn every_document_is_well_formed_and_has_its_lines_on_the_page() {
    for (document, line_count) in documents() {
        let elements = parsed(&document);
        let names: Vec<&str> = elements.iter().map(|element| element.name.as_str()).collect();
        assert_eq!(names[..4], ["svg", "title", "desc", "rect"]);
        assert!(
            elements[2].text.contains(" of a board of ")
                || elements[2].text.contains(" of a graph of ")
        );
        let [width, height] = ["width", "height"].map(|name| elements[0].number(name));
        assert_eq!(elements[0].attribute("viewBox"), format!("-24 -24 {width} {height}"));
        let is_inside = |[x, y]: [f64; 2]| {
            (-24.0..=width - 24.0).contains(&x) && (-24.0..=height - 24.0).contains(&y)
        };
        let paths: Vec<&Element> =
            elements.iter().filter(|element| element.name == "path").collect();
        assert_eq!(paths.len(), line_count);
        for path in paths {
            let points = points(path);
            assert!(points.len() >= 2 && points.into_iter().all(is_inside));
            assert!(path.attributes.iter().any(|(name, _)| name == "fill"));
        }
    }
}

#[test]
fn a_tour_is_one_closed_line_through_the_middles_of_all_cells() {
    let document = graph_sheet(&board("knight:6x6"), &[tour_card()]).to_svg();
    let elements = parsed(&document);
    let tour = elements.iter().rfind(|element| element.name == "path").expect("a tour");
    assert!(tour.attribute("d").ends_with('Z'));
    let shown = points(tour);
    assert_eq!(shown.len(), 36);
    for (at, [x, y]) in shown.iter().enumerate() {
        let cell = |number: f64, start: f64| (number - start) / 56.0;
        let [column, row] = [cell(*x, tour.shift[0]), cell(*y, tour.shift[1])];
        assert_eq!((column.fract(), row.fract()), (0.5, 0.5), "point {at}");
        let [next_x, next_y] = shown[(at + 1) % 36];
        let mut step = [(next_x - x).abs() / 56.0, (next_y - y).abs() / 56.0];
        step.sort_by(f64::total_cmp);
        assert_eq!(step, [1.0, 2.0], "point {at}");
    }
}

#[test]
fn a_sheet_without_subgraphs_says_so() {
    let sheet = graph_sheet(&board("grid:3x3"), &[]);
    assert!(sheet.to_svg().contains(">no subgraphs</text>"));
    assert_eq!(sheet.description, "No subgraphs of a board of 3x3 cells.");
}

#[test]
fn subgraphs_are_described_by_the_names_along_their_lines() {
    let (petersen, path) = petersen();
    let none = Card { solution: Vec::new(), caption: "nothing".to_owned() };
    let apart = Card { solution: vec![[3, 2], [0, 1]], caption: "two".to_owned() };
    assert_eq!(
        graph_sheet(&petersen, &[path, none, apart]).description,
        "3 subgraphs of a graph of 10 vertices. a path: <0> - <1> - <2> - <3> - <4> - <9> - <7> - \
         <5> - <8> - <6>. \
         nothing: no edges. two: <0> - <1>; <2> - <3>."
    );
}

/// The document must be the golden file of that name.
///
/// Rewritten with `KUMIKI_BLESS=1 cargo test -p kumiki-draw`; look at the picture before committing
/// it.
fn check_golden(name: &str, document: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("KUMIKI_BLESS").is_some() {
        std::fs::write(&path, document).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file is there");
    assert_eq!(document, golden, "{name}");
}

#[test]
fn tours_and_paths_are_drawn_as_before() {
    let (petersen, path) = petersen();
    check_golden("tour.svg", &graph_sheet(&board("knight:6x6"), &[tour_card()]).to_svg());
    check_golden("petersen.svg", &graph_sheet(&petersen, &[path]).to_svg());
}
