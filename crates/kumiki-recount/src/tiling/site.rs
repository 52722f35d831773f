//! What is prepared once for all tilings of a question.

use super::plane::{Motion, Plane, Real, Spot};
use super::shape::Shape;
use kumiki_model::{PlacedTile, TilingQuestion};

/// A question, and where its tiles are laid.
#[derive(Clone, Debug)]
pub struct Site<'q> {
    /// The question.
    pub question: &'q TilingQuestion,
    /// The plane that its corners lie in.
    pub plane: Plane,
    /// What must be filled.
    pub region: Shape,
}

impl<'q> Site<'q> {
    /// The site of a question.
    #[must_use]
    pub fn new(question: &'q TilingQuestion) -> Self {
        let plane = Plane::new(question.ring().order());
        let region = Shape::new(&plane, plane.corners(question.region()));
        Self { question, plane, region }
    }

    /// A tile in its place; its kind must be known.
    pub fn shape(&self, placed: &PlacedTile) -> Shape {
        Shape::new(&self.plane, self.corners(placed))
    }

    /// The corners of a tile in its place, to the left; its kind must be known.
    pub(super) fn corners(&self, placed: &PlacedTile) -> Vec<Spot> {
        let (PlacedTile { tile, is_flipped, turns, shift, .. }, plane) = (*placed, &self.plane);
        let shape = plane.corners(&self.question.tiles()[tile].shape);
        plane.moved(&shape, Motion { is_flipped, turns, shift: plane.spot(shift.coordinates()) })
    }

    /// Whether areas make up that of the region.
    pub fn have_its_area(&self, areas: impl Iterator<Item = Real>) -> bool {
        let sum = areas.fold(Real::default(), |sum, area| sum + area);
        sum == self.plane.area(self.region.corners())
    }
}
