//! Pictures: they appear whole, in nobody's place, and nothing else is left behind.

use crate::program::{Folder, run_in};

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
    let line = "antislide 5x5x5 --list 2 --count --time-limit 300ms --svg a.svg";
    assert_eq!(run_in(folder.path(), line).code, Some(3));
    assert_picture(&folder.read("a.svg"), 2, line);
    assert_eq!(folder.names(), ["a.svg"]);
}
