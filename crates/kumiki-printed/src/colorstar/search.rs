//! The search of DECAGON-COLORSTAR, without what overlaps or sticks out.

use super::layout::Layout;
use super::places::{Places, Relation};
use super::{FirstTile, PrintedLine, PrintedStar};
use kumiki_search::{Fuel, Profile, Step};

/// A walk through the program's tree, which holds still at every line.
///
/// * **Z1** `laid` are the places and the colours of the triangles in the layout.
/// * **Z2** All ways before `next` have been tried in the last level.
/// * **Z3** The first `given` triangles stay.
#[derive(Clone, Debug)]
pub struct PrintedSearch<'s> {
    first: FirstTile,
    layout: Layout<'s>,
    places: Places<'s>,
    laid: Vec<(u32, usize)>,
    next: usize,
    given: usize,
    profile: Profile,
}

impl<'s> PrintedSearch<'s> {
    pub(crate) fn new(printed: &'s PrintedStar) -> Self {
        let mut layout = Layout::new(&printed.star);
        layout.open_level();
        Self {
            first: printed.first,
            layout,
            places: Places::new(&printed.star),
            laid: Vec::new(),
            next: 0,
            given: 0,
            profile: Profile::new(&[]),
        }
    }

    /// Goes down some ways, to stay below them. Says whether the program does so too, and something
    /// is left then.
    pub(crate) fn descend(&mut self, ways: &[usize]) -> bool {
        for way in ways {
            let mut tried = std::iter::from_fn(|| {
                let found = self.next_way()?;
                self.next = found.0 + 1;
                Some(found)
            });
            let Some((way, place, colour)) = tried.find(|found| found.0 == *way) else {
                return false;
            };
            self.lay(way, place, colour);
            if self.layout.is_filled() {
                return false;
            }
            self.layout.open_level();
            self.next = 0;
        }
        self.given = self.laid.len();
        true
    }

    /// The line at which the search holds still.
    #[must_use]
    pub fn line(&self) -> Option<PrintedLine> {
        self.layout.is_filled().then(|| self.layout.line())
    }

    /// The next way in which a triangle can be laid, with its place and its colour.
    fn next_way(&mut self) -> Option<(usize, u32, usize)> {
        // D5.
        if self.laid.is_empty() && self.first == FirstTile::Kept && self.next > 0 {
            return None;
        }
        let mut next = self.next;
        while let Some(way) = self.layout.next_tried(next) {
            let (corners, colour) = self.layout.triangle(way);
            if let Some(place) = self.places.number(corners)
                && self.is_clear(place, colour)
            {
                return Some((way, place, colour));
            }
            next = way + 1;
        }
        None
    }

    /// Whether a triangle can be laid beside the others.
    fn is_clear(&mut self, place: u32, colour: usize) -> bool {
        self.laid.iter().all(|(other, its_colour)| match self.places.relation(place, *other) {
            Relation::Apart => true,
            Relation::Touching => colour != *its_colour,
            Relation::Overlapping => false,
        })
    }

    fn lay(&mut self, way: usize, place: u32, colour: usize) {
        self.layout.lay(way);
        self.laid.push((place, colour));
    }

    /// Takes the last triangle away, if there is one, to go on with the way after it.
    fn lift(&mut self) {
        if let Some(way) = self.layout.lift() {
            self.laid.pop();
            self.next = way + 1;
        }
    }
}

impl PrintedSearch<'_> {
    /// Walks on to the next line, the end of the fuel or the end of the tree.
    pub fn advance(&mut self, fuel: &mut Fuel) -> Step {
        if self.layout.is_filled() {
            self.lift();
        }
        loop {
            let Some((way, place, colour)) = self.next_way() else {
                if self.laid.len() == self.given {
                    return Step::Exhausted;
                }
                self.layout.close_level();
                self.lift();
                continue;
            };
            if !fuel.burn() {
                return Step::OutOfFuel;
            }
            self.lay(way, place, colour);
            self.profile.level(self.laid.len()).nodes += 1;
            if self.layout.is_filled() {
                return Step::Solution;
            }
            self.layout.open_level();
            self.next = 0;
        }
    }

    /// The triangles laid so far.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Derives the structures from scratch.
    ///
    /// # Errors
    /// Names the label of the first invariant that fails.
    pub fn audit(&self) -> Result<(), String> {
        if self.laid.len() != self.layout.depth() {
            return Err("Z1: triangles and their places do not fit together".to_owned());
        }
        self.layout.audit()
    }
}
