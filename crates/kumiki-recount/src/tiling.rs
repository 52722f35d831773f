//! Tilings: exact geometry, all ways to lay tiles, and when two tilings are the same.

mod painting;
mod plane;
mod recount;
mod sectors;
mod shape;
mod site;
mod symmetry;
mod tally;

pub use painting::TilingPainter;
pub use plane::{Motion, Plane, Real, Spot};
pub use recount::{TilingCounts, TilingRecount, ways_to_name};
pub use shape::Shape;
pub use site::Site;
pub use symmetry::{CanonicalTile, CanonicalTiling, TilingSymmetries};
pub use tally::{TilingTally, Viewed, Viewer};
