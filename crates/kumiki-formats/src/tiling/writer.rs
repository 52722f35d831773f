//! Tiling problems, written.

use super::reader::APART;
use crate::toml_keys::{VERSION, literal};
use kumiki_model::{Polygon, Tile, TilingQuestion};
use kumiki_ring::{Point, Ring};
use std::fmt::Write;

/// A problem in our format. What is written reads back as the same problem, corner by corner; only
/// empty names and tiles of which there are none in any colour are not read.
///
/// # Panics
/// Never: writing to a string does not fail.
#[must_use]
pub fn to_toml(question: &TilingQuestion) -> String {
    let mut text = format!("kumiki = {VERSION}\n");
    write_question(&mut text, question).expect("writing to a string does not fail");
    text
}

fn write_question(text: &mut String, question: &TilingQuestion) -> std::fmt::Result {
    if !question.title().is_empty() {
        writeln!(text, "title = {}", literal(question.title()))?;
    }
    let ring = question.ring();
    writeln!(text, "ring = {}\n\n[region]\n{}", ring.order(), outline(ring, question.region()))?;
    for tile in question.tiles() {
        write_tile(text, ring, tile)?;
    }
    if let Some(colours) = question.colours() {
        let names: Vec<String> = colours.names.iter().map(|name| literal(name)).collect();
        let apart =
            APART.iter().find(|(_, apart)| *apart == colours.apart).map_or("", |(word, _)| word);
        writeln!(text, "\n[colours]\nnames = [{}]\napart = \"{apart}\"", names.join(", "))?;
    }
    Ok(())
}

fn write_tile(text: &mut String, ring: &Ring, tile: &Tile) -> std::fmt::Result {
    writeln!(text, "\n[[tile]]\nname = {}\n{}", literal(&tile.name), outline(ring, &tile.shape))?;
    match (tile.least, tile.most) {
        (1, Some(1)) => {}
        (0, None) => writeln!(text, "count = \"any\"")?,
        (least, Some(most)) if least == most => writeln!(text, "count = {most}")?,
        (least, Some(most)) => writeln!(text, "count = \"{least}..{most}\"")?,
        (least, None) => writeln!(text, "count = \"{least}..\"")?,
    }
    if let Some(each) = tile.most_of_a_colour {
        writeln!(text, "each = {each}")?;
    }
    for (key, is_allowed) in [("turn", tile.turns), ("flip", tile.flips)] {
        if !is_allowed {
            writeln!(text, "{key} = false")?;
        }
    }
    Ok(())
}

/// A polygon by its corners: as columns and rows if it lies on a square grid, otherwise by
/// coordinates.
fn outline(ring: &Ring, polygon: &Polygon) -> String {
    let corners = polygon.corners();
    let grid: Option<Vec<String>> = corners.iter().map(|corner| on_grid(ring, *corner)).collect();
    let (key, corners) = match grid {
        Some(corners) => ("grid", corners),
        None => ("corners", corners.iter().map(listed).collect()),
    };
    format!("{key} = [{}]", corners.join(", "))
}

/// Column and row of a point, if it has them.
fn on_grid(ring: &Ring, point: Point) -> Option<String> {
    if !ring.order().is_multiple_of(4) {
        return None;
    }
    // The square root of -1 is one of the basis: a quarter of the order is less than the degree,
    // for each order up to 24.
    let up = ring.order() / 4;
    let (x, y) = (point.coordinates()[0], point.coordinates()[up]);
    let is_there = ring.unit(0).times(x) + ring.unit(up).times(y) == point;
    is_there.then(|| format!("[{x}, {y}]"))
}

/// The coordinates of a point without zeros at the end.
fn listed(point: &Point) -> String {
    let coordinates = point.coordinates();
    let len =
        coordinates.iter().rposition(|coordinate| *coordinate != 0).map_or(1, |last| last + 1);
    format!("{:?}", &coordinates[..len])
}
