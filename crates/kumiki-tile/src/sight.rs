//! Tilings that a search has come to, plain or coloured, as members of their classes.

/// A tiling at which a search holds still, as one of its class.
pub trait Sight {
    /// What stands for a tile.
    type Tile: Copy;

    /// Its tiles, in no particular order.
    fn tiles(&self) -> impl Iterator<Item = Self::Tile>;

    /// The kind of a tile.
    fn kind(&self, tile: Self::Tile) -> usize;

    /// Whether it stands for its class.
    fn is_first(&self) -> bool;

    /// How many symmetries leave it unchanged.
    fn symmetries(&self) -> usize;

    /// Whether a symmetry, given by its number, leaves it unchanged.
    fn is_fixed_by(&self, symmetry: usize) -> bool;

    /// What a symmetry makes of it.
    fn image(&self, symmetry: usize) -> Vec<Self::Tile>;
}
