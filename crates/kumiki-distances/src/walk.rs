//! Answers about single positions, found by walking down to the goal.

use crate::frame::Arrangement;
use crate::planes::Class;
use crate::table::Distances;
use kumiki_model::SlidingPosition;
use rustc_hash::FxHashMap;

impl Distances {
    /// The distance of a position to the goal. Nothing if it cannot be reached, has not been
    /// reached yet, or is of another board.
    ///
    /// Takes a step down for every unit of the distance: some microseconds.
    #[must_use]
    pub fn distance(&self, position: &SlidingPosition) -> Option<u32> {
        let mut at = self.reached(position)?;
        let goal = self.frame().goal_arrangement();
        let mut distance = 0;
        while at != goal {
            at = self
                .below(at)
                .next()
                .expect("L1: what has been reached has a way down to the goal");
            distance += 1;
        }
        Some(distance)
    }

    /// In how many ways the goal is reached from a position in as few moves as possible. Nothing
    /// where there is no distance.
    ///
    /// Takes time and memory for all positions that lie on such ways. The count cannot overflow.
    /// After the first move there are at most 3 ways on, and 2 on boards with two rows or columns,
    /// where distances are at most 53 and 80. If a slide of several tiles is one move, slides in
    /// rows and in columns take turns, so two of them go on in at most 6 ways, and distances are at
    /// most 42.
    #[must_use]
    pub fn shortest_count(&self, position: &SlidingPosition) -> Option<u128> {
        let goal = self.frame().goal_arrangement();
        let mut ways = FxHashMap::from_iter([(self.reached(position)?, 1)]);
        // All arrangements in the map have one distance.
        while !ways.contains_key(&goal) {
            let mut below = FxHashMap::default();
            for (at, count) in &ways {
                for next in self.below(*at) {
                    *below.entry(next).or_insert(0) += count;
                }
            }
            ways = below;
        }
        ways.get(&goal).copied()
    }

    /// The arrangement of a position that has been reached.
    pub(crate) fn reached(&self, position: &SlidingPosition) -> Option<Arrangement> {
        self.frame().arrangement(position).filter(|at| self.class(at).is_some())
    }

    /// Every neighbour that is nearer to the goal.
    fn below(&self, at: Arrangement) -> impl Iterator<Item = Arrangement> {
        self.neighbours_of_class(at, self.class(&at).map(Class::previous))
    }

    /// Every neighbour that has been reached and is farther from the goal.
    pub(crate) fn above(&self, at: Arrangement) -> impl Iterator<Item = Arrangement> {
        self.neighbours_of_class(at, self.class(&at).map(Class::next))
    }

    /// Every neighbour of a class; none of no class.
    fn neighbours_of_class(
        &self,
        at: Arrangement,
        class: Option<Class>,
    ) -> impl Iterator<Item = Arrangement> {
        let neighbours = self.frame().neighbours(at, self.metric());
        neighbours.filter(move |next| class.is_some() && self.class(next) == class)
    }
}
