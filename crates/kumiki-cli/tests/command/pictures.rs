//! Pictures: they appear whole, in nobody's place, and nothing else is left behind.

use crate::program::{Folder, assert_refused, run_in};
use serde_json::Value;

/// A picture that is whole, with one caption per packing.
fn assert_picture(text: &str, captions: usize, line: &str) {
    assert!(text.starts_with("<svg ") || text.starts_with("<?xml"), "{line}");
    assert!(text.trim_end().ends_with("</svg>"), "{line}");
    for tag in ["svg", "g", "text", "title", "desc"] {
        let opened =
            text.matches(&format!("<{tag}>")).count() + text.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, text.matches(&format!("</{tag}>")).count(), "{line}: <{tag}>");
    }
    let is_caption = |text: &&str| {
        let text = text.split("</text>").next().unwrap_or_default();
        (text.contains(" brick") || text.contains(" piece") || text.contains(" tile"))
            && (text.ends_with(", no symmetry") || text.ends_with(" symmetries"))
    };
    assert_eq!(text.split("<text ").skip(1).filter(is_caption).count(), captions, "{line}");
}

#[test]
fn every_listed_packing_is_drawn() {
    let folder = Folder::new("drawn");
    for (line, captions, title) in [
        (
            "antislide 4x4x4 --max-bricks 13 --list --svg a.svg",
            5,
            "1x2x2 bricks that cannot slide in a 4x4x4 box<",
        ),
        ("antislide 4x4x4 --svg b.svg", 24, "in a 4x4x4 box: 24 of 1170<"),
        ("antislide 4x4x4 --list 3 --count --svg c.svg", 3, "in a 4x4x4 box: 3 of 1170<"),
        ("antislide 4x4x4 --first --svg d.svg --json", 1, "in a 4x4x4 box<"),
        ("antislide 3x3x3 --symmetry none --list --svg e.svg", 9, "in a 3x3x3 box<"),
        (
            "antislide 2x2x2 --brick 5x5x5 --fewest --svg f.svg",
            0,
            "5x5x5 bricks that cannot slide in a 2x2x2 box<",
        ),
        ("demo --svg g.svg", 4, "Bricks that cannot slide, as few as possible<"),
        ("pack soma --svg h.svg", 24, "Soma cube: 24 of 240<"),
        (
            "pack soma --list 2 --count --symmetry none --svg i.svg --json",
            2,
            "Soma cube: 2 of 11520<",
        ),
        ("pack rods --list --svg j.svg", 20, "Rods that hold each other<"),
        (
            "pack pentominoes-8x8 --sample 3 --svg k.svg",
            3,
            "Pentominoes 8x8 around a hole: 3 of 65<",
        ),
        ("pack tetrominoes-4x5 --svg l.svg", 0, "Tetrominoes 4x5<"),
        ("tile colorstar --list --svg m.svg", 37, "Star of golden triangles in four colours<"),
        ("tile stomachion --svg n.svg", 24, "Stomachion: 24 of 2144<"),
        ("tile octagon --symmetry none --svg o.svg --json", 8, "Octagon of squares and rhombi<"),
    ] {
        let finished = run_in(folder.path(), line);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{line}");
        let name = line
            .split("--svg ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .expect("a file name");
        let picture = folder.read(name);
        assert_picture(&picture, captions, line);
        assert!(picture.contains(title), "{line}: {}", picture.get(..400).unwrap_or(&picture));
    }
    let names: Vec<String> = ('a'..='o').map(|letter| format!("{letter}.svg")).collect();
    assert_eq!(folder.names(), names);
}

#[test]
fn postscript_shows_the_same_tilings() {
    let folder = Folder::new("postscript");
    let line = "tile pentagon --list --svg a.svg --eps a.eps";
    assert_eq!(run_in(folder.path(), line).code, Some(0));
    let (svg, eps) = (folder.read("a.svg"), folder.read("a.eps"));
    assert!(
        eps.starts_with("%!PS-Adobe-3.0 EPSF-3.0\n") && eps.trim_end().ends_with("%%EOF"),
        "{eps}"
    );
    let captions = svg.matches(" tiles, ").count();
    assert!(captions > 0 && eps.contains("(1: 7 tiles, "), "{eps}");
    assert_eq!(run_in(folder.path(), "tile octagon --eps a.eps").code, Some(2), "it exists");
    assert_eq!(folder.read("a.eps"), eps);
}

#[test]
fn an_existing_picture_is_replaced_only_by_force() {
    let folder = Folder::new("forced");
    folder.write("a.svg", "mine");
    assert_eq!(run_in(folder.path(), "antislide 3x3x3 --svg a.svg").code, Some(2));
    assert_eq!(folder.read("a.svg"), "mine");
    assert_eq!(run_in(folder.path(), "antislide 3x3x3 --svg a.svg --force").code, Some(0));
    assert_picture(&folder.read("a.svg"), 1, "forced");
    assert_eq!(folder.names(), ["a.svg"]);
}

#[test]
fn a_picture_does_not_change_the_answer() {
    let folder = Folder::new("same-answer");
    let listed = run_in(folder.path(), "antislide 3x4x4 --list 5 --count");
    let drawn = run_in(folder.path(), "antislide 3x4x4 --list 5 --count --svg a.svg");
    assert_eq!(listed.stdout, drawn.stdout);
    let counted = run_in(folder.path(), "pack soma");
    let drawn = run_in(folder.path(), "pack soma --svg b.svg");
    // What is drawn has been judged, which is said.
    let judged = "the judge, which shares no code with the search, has checked the 24 packings \
        shown, one by one\n";
    assert_eq!(counted.stdout.clone() + judged, drawn.stdout);
}

#[test]
fn a_run_stopped_by_a_limit_draws_what_it_found() {
    let folder = Folder::new("stopped");
    let line = "antislide 5x5x5 --list 2 --count --time-limit 300ms --svg a.svg --json";
    let stopped = run_in(folder.path(), line);
    assert_eq!(stopped.code, Some(3));
    // On a busy machine these may be fewer than two.
    let answer: Value = serde_json::from_str(&stopped.stdout).expect("one JSON object");
    let found = answer["solutions"].as_array().map_or(0, Vec::len);
    assert_picture(&folder.read("a.svg"), found, line);
    assert_eq!(folder.names(), ["a.svg"]);
}

#[test]
fn braces_give_each_solution_a_picture_of_its_own() {
    let folder = Folder::new("numbered");
    let mut expected: Vec<String> = Vec::new();
    for (line, (count, digits)) in [
        // If it is known how many there are at most, the numbers are equally long.
        ("antislide 4x4x4 --max-bricks 13 --list 12 --svg a{}.svg", (4, 2)),
        ("pack soma --svg b-{}.svg", (24, 2)),
        ("pack soma --sample 2 --svg c{}.svg --json", (2, 1)),
        ("tile octagon --list --symmetry none --svg d{}.svg", (8, 1)),
        ("tile pentagon --list 100 --eps e{}.eps --json-lines", (6, 3)),
        ("tours 6x6 --list 10 --svg f{}.svg", (10, 2)),
        ("graph cycles grid:3x3 --list --svg g{}.svg", (13, 1)),
        ("slide 120453786 --board 3x3 --all --list --svg h{}.svg", (1, 1)),
        // What is not a list is one picture.
        ("slide 120453786 --board 3x3 --svg i{}.svg", (1, 1)),
        ("slide --table 2x3 --svg j{}.svg", (1, 1)),
        ("pack tetrominoes-4x5 --svg k{}.svg", (0, 1)),
    ] {
        let finished = run_in(folder.path(), line);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{line}");
        let pattern = line.split(' ').find(|word| word.contains("{}")).expect("a pattern");
        for number in 1..=count {
            let name = pattern.replace("{}", &format!("{number:0digits$}"));
            let picture = folder.read(&name);
            let caption = match &pattern[..1] {
                "b" | "c" => format!(">{number}: 7 pieces, "),
                "d" => format!(">{number}: 6 tiles, "),
                "e" => format!("({number}: 7 tiles, "),
                "f" | "g" => format!(">{number}</text>"),
                "h" | "i" => ">2 moves</text>".to_owned(),
                _ => String::new(),
            };
            assert!(picture.contains(&caption), "{line}: {name} without {caption}");
            let is_whole = match name.ends_with("eps") {
                true => picture.starts_with("%!PS-Adobe") && picture.ends_with("%%EOF\n"),
                false => picture.starts_with("<svg ") && picture.ends_with("</svg>\n"),
            };
            assert!(is_whole, "{line}: {name}");
            expected.push(name);
        }
    }
    expected.sort();
    assert_eq!(folder.names(), expected, "and nothing else is left behind");
}

#[test]
fn pictures_of_single_solutions_are_those_of_the_sheet_and_change_no_answer() {
    let folder = Folder::new("numbered-same");
    let line = "tile octagon --list --symmetry none";
    let plain = run_in(folder.path(), line);
    let drawn = run_in(folder.path(), &format!("{line} --svg {{}}.svg --eps {{}}.eps"));
    assert_eq!(plain.stdout, drawn.stdout);
    assert_eq!(run_in(folder.path(), &format!("{line} --svg all.svg")).code, Some(0));
    // What is drawn of a tiling: its polygons, wherever they are on the sheet.
    let tiles = |text: &str| {
        let paths = text.split("<path ").skip(1);
        let shape = |path: &str| path.split("/>").next().unwrap_or_default().to_owned();
        paths.map(shape).filter(|shape| shape.contains("fill=\"#")).collect::<Vec<String>>()
    };
    let all = tiles(&folder.read("all.svg"));
    for number in 1..=8 {
        let one = tiles(&folder.read(&format!("{number}.svg")));
        assert!(one.len() >= 6 && one.iter().all(|tile| all.contains(tile)), "{number}: {one:?}");
    }
}

#[test]
fn a_picture_that_is_there_ends_the_list_and_says_how_many_were_written() {
    let folder = Folder::new("numbered-clash");
    folder.write("s-03.svg", "mine");
    let line = "pack soma --list 12 --svg s-{}.svg";
    let clash =
        ["cannot write --svg 's-03.svg': it exists already, expected a new name or --force"];
    let finished = run_in(folder.path(), line);
    assert_eq!(finished.code, Some(2));
    let message = format!("error: {}; 2 pictures have been written\n", clash[0]);
    assert_eq!(finished.stderr, message);
    assert_eq!(folder.names(), ["s-01.svg", "s-02.svg", "s-03.svg"]);
    assert_eq!(folder.read("s-03.svg"), "mine");
    assert_picture(&folder.read("s-02.svg"), 1, line);
    // The first is looked for before anything is done.
    assert_refused(line, &run_in(folder.path(), line), &["'s-01.svg': it exists already"]);
    assert_eq!(run_in(folder.path(), &format!("{line} --force")).code, Some(0));
    assert_picture(&folder.read("s-03.svg"), 1, line);
    assert_eq!(folder.names().len(), 12);

    folder.write("3.toml", &run_in(folder.path(), "tile octagon --write toml -").stdout);
    for (line, words) in [
        ("pack soma --list 3 --svg no/{}.svg", ["'no/1.svg'", "expected a folder that exists"]),
        ("tile octagon --svg a{}.x --eps a{}.x --force", ["--eps 'a01.x'", "--svg goes there too"]),
        ("tile octagon --svg a{}.x --eps a01.x --force", ["--eps 'a01.x'", "--svg goes there too"]),
        (
            "tile 3.toml --list --symmetry none --svg {}.toml --force",
            ["'3.toml': it is the file that is read", "; 2 pictures have been written"],
        ),
        (
            "tile octagon --list --symmetry none --svg b{}.x --eps b3.x --force",
            ["--svg 'b3.x': --eps goes there too", "; 2 pictures have been written"],
        ),
        (
            "tile rhombs-10 --list --symmetry none --svg 1{}.x --eps {}.x --force",
            ["--eps '11.x': another picture is there", "; 10 pictures have been written"],
        ),
    ] {
        let finished = run_in(folder.path(), line);
        assert_eq!((finished.code, finished.stderr.lines().count()), (Some(2), 1), "{line}");
        for word in words {
            assert!(finished.stderr.contains(word), "{line}: {}", finished.stderr);
        }
    }
}
