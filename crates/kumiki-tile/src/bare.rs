//! A question without its colours.

use kumiki_model::{ModelError, Tile, TilingQuestion};

/// The question without its colours. What can be painted is a tiling of it.
///
/// # Errors
/// If tiles could not be laid even so.
pub fn without_colours(question: &TilingQuestion) -> Result<TilingQuestion, ModelError> {
    let names = question.colours().map_or(0, |colours| colours.names.len());
    let names = u32::try_from(names).unwrap_or(u32::MAX);
    let bare = |tile: &Tile| {
        let paintable = tile.most_of_a_colour.map(|each| each.saturating_mul(names));
        let most = tile.most.into_iter().chain(paintable).min();
        // A kind that cannot be painted is left to whoever paints.
        Tile {
            most: most.filter(|most| *most >= tile.least.max(1)),
            most_of_a_colour: None,
            ..tile.clone()
        }
    };
    let tiles = question.tiles().iter().map(bare).collect();
    let (ring, region) = (question.ring().clone(), question.region().clone());
    TilingQuestion::new(question.title(), ring, region, tiles, None)
}
