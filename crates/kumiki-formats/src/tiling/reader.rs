//! Tiling problems, read. The module's page describes the format.

use super::length::Lengths;
use super::outline;
use crate::toml_keys::{self, Keys, Value};
use crate::{FormatError, quoted};
use kumiki_model::{Apart, Colours, ModelError, Tile, TilingQuestion};
use kumiki_ring::Ring;

/// The most tiles of a kind that can be asked for.
const MAX_COUNT: u32 = 10_000;

/// The most colours.
const MAX_COLOURS: usize = 16;

/// What `apart` may be.
pub(super) const APART: [(&str, Apart); 3] =
    [("none", Apart::Free), ("sides", Apart::Sides), ("points", Apart::Points)];

const FILE_KEYS: [&str; 7] = ["kumiki", "title", "ring", "lengths", "region", "tile", "colours"];
const TILE_KEYS: [&str; 5] = ["name", "count", "each", "turn", "flip"];
const COLOUR_KEYS: [&str; 2] = ["names", "apart"];

/// The problem that a file states.
pub(super) fn read(text: &str) -> Result<TilingQuestion, FormatError> {
    let table = toml_keys::parse(text)?;
    let file = Keys::of_file(text, table.get_ref())?.only(&FILE_KEYS)?;
    let title = file.get("title").map_or(Ok(""), |title| title.string("a string"))?;
    let order = file.require("ring", "the order of the ring, such as 'ring = 10'")?;
    let ring =
        Ring::new(usize::try_from(order.integer(4..=30, "")?).expect("the range was checked"))
            .map_err(|error| order.error(error.to_string()))?;
    let named = file.get("lengths").map(|lengths| lengths.table("[lengths]")).transpose()?;
    let lengths = Lengths::new(text, &ring, named.as_ref())?;
    let region =
        file.require("region", "a table [region]")?.table("[region]")?.only(&outline::KEYS)?;
    let region = outline::polygon(&region, &lengths)?;
    let colours = file.get("colours").map(|colours| read_colours(&colours)).transpose()?;
    let mut tiles: Vec<Tile> = Vec::new();
    let kinds = file.require("tile", "[[tile]] for each kind of tile")?;
    for value in kinds.list("[[tile]], with two brackets, for each kind of tile")? {
        let table = value.table("[[tile]]")?.only(&[&TILE_KEYS[..], &outline::KEYS].concat())?;
        let name = table.require("name", "a name for each tile")?;
        let tile = read_tile(&table, &name, &lengths, colours.is_some())?;
        if tiles.iter().any(|other| other.name == tile.name) {
            let shown = quoted(&tile.name);
            return Err(
                name.error(format!("tile {shown} is given twice, expected different names"))
            );
        }
        tiles.push(tile);
    }
    TilingQuestion::new(title, ring, region, tiles, colours)
        .map_err(|error| kinds.error(model_reason(&error)))
}

/// A kind of tile.
fn read_tile(
    table: &Keys<'_>,
    name: &Value<'_>,
    lengths: &Lengths<'_>,
    has_colours: bool,
) -> Result<Tile, FormatError> {
    let shape = outline::polygon(table, lengths)?;
    let (least, most) = table.get("count").map_or(Ok((1, Some(1))), |count| read_count(&count))?;
    let each = table.get("each");
    if let Some(each) = each.filter(|_| !has_colours) {
        return Err(each.error("each is for colours, expected a table [colours] too"));
    }
    let flag = |key| table.get(key).map_or(Ok(true), |value| value.boolean());
    Ok(Tile {
        name: nonempty(name)?,
        shape,
        least,
        most,
        most_of_a_colour: each
            .map(|each| each.integer(1..=i64::from(MAX_COUNT), ""))
            .transpose()?
            .map(|each| u32::try_from(each).expect("the range was checked")),
        turns: flag("turn")?,
        flips: flag("flip")?,
    })
}

/// How often a tile is used, at least and at most.
fn read_count(value: &Value<'_>) -> Result<(u32, Option<u32>), FormatError> {
    const EXPECTED: &str = ", or a range such as \"2..5\", or \"any\"";
    if !value.is_string() {
        let count = value.integer(1..=i64::from(MAX_COUNT), EXPECTED)?;
        let count = u32::try_from(count).expect("the range was checked");
        return Ok((count, Some(count)));
    }
    let text = value.string("a string")?;
    if text == "any" {
        return Ok((0, None));
    }
    let bound = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|count| is_plain && *count <= MAX_COUNT)
    };
    let range = text.split_once("..").and_then(|(least, most)| match (least, most) {
        ("", "") => None,
        ("", most) => Some((0, Some(bound(most)?))),
        (least, "") => Some((bound(least)?, None)),
        (least, most) => Some((bound(least)?, Some(bound(most)?))),
    });
    match range {
        Some((least, most)) if most.is_none_or(|most| most >= least.max(1)) => Ok((least, most)),
        _ => {
            let reason = format!("count is {}, expected 1 to {MAX_COUNT}{EXPECTED}", quoted(text));
            Err(value.error(reason))
        }
    }
}

/// What tiles are painted with.
fn read_colours(value: &Value<'_>) -> Result<Colours, FormatError> {
    let table = value.table("[colours]")?.only(&COLOUR_KEYS)?;
    let mut names: Vec<String> = Vec::new();
    let list = table.require("names", "a list of colours")?;
    for name in list.list("a list of colours")? {
        let given = nonempty(&name)?;
        if names.contains(&given) {
            let shown = quoted(&given);
            return Err(
                name.error(format!("colour {shown} is given twice, expected different names"))
            );
        }
        names.push(given);
    }
    if names.is_empty() || names.len() > MAX_COLOURS {
        return Err(list.error(format!("{} colours, expected 1 to {MAX_COLOURS}", names.len())));
    }
    let apart = table.get("apart").map_or(Ok(Apart::default()), |apart| apart.word(&APART))?;
    Ok(Colours { names, apart })
}

/// What the model has to say, without the words that introduce it: the place in the file does that.
pub(super) fn model_reason(error: &ModelError) -> String {
    match error {
        ModelError::Tiling { reason } => reason.clone(),
        other => other.to_string(),
    }
}

/// A name.
fn nonempty(name: &Value<'_>) -> Result<String, FormatError> {
    match name.string("a string")? {
        "" => Err(name.error("the name is empty, expected at least one character")),
        given => Ok(given.to_owned()),
    }
}
