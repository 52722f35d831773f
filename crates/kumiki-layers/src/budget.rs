//! Only cheap halves: the way to the fewest bricks of boxes that are too large to count.
//!
//! # The idea
//! Twice the number of bricks of a packing is the sum of its halves' *costs*: a half costs two for
//! each brick of its own and one for each brick that it shares with the other half. (With a layer
//! in between, two for each brick, and the layer's flat bricks come on top.) Costs only grow from
//! level to level, so halves above a budget can be dropped early.
//!
//! What is complete then? Let m be the least cost of any half that is not empty on top. A packing
//! with a half above the budget c costs at least c + 1 + m, so all packings of up to (c + m) / 2
//! bricks are still found. (A half that is empty on top belongs to the empty packing only: a brick
//! above it would have nothing to rest on, and one below it nothing to hold it.)

/// What a half may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// The highest cost of a half, counted in half bricks; `None` if there is no limit.
    most: Option<usize>,
    /// Whether the halves meet at an interface, so that rising bricks are shared.
    shares_rising: bool,
}

impl Budget {
    /// A budget for halves that meet at an interface, or around a layer.
    pub(crate) fn new(most: Option<usize>, at_interface: bool) -> Self {
        Self { most, shares_rising: at_interface }
    }

    /// What tells it from other budgets.
    pub(crate) fn numbers(self) -> [usize; 3] {
        let most = self.most.unwrap_or(0);
        [usize::from(self.most.is_some()), most, usize::from(self.shares_rising)]
    }

    /// The cost of a half.
    pub(crate) fn cost(self, bricks: usize, rising: usize) -> usize {
        2 * bricks - if self.shares_rising { rising } else { 0 }
    }

    /// Whether a half is within the budget.
    #[inline(always)]
    pub(crate) fn allows(self, bricks: usize, rising: usize) -> bool {
        self.most.is_none_or(|most| self.cost(bricks, rising) <= most)
    }

    /// Up to how many bricks all packings are found, if the cheapest half that is not empty on top
    /// costs `least`. `None` if there is no limit.
    pub(crate) fn complete_up_to(self, least: Option<usize>) -> Option<usize> {
        // Without any half at all, even two of the cheapest would be above the budget.
        self.most.map(|most| (most + least.unwrap_or(most + 1)) / 2)
    }
}
