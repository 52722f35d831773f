//! What is told about a round of iterative deepening.

/// One round: all paths of a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// The length of the paths, in moves.
    pub limit: u32,
    /// The lower bound at the start.
    pub least: u32,
    /// Moves made.
    pub nodes: u64,
    /// Whether all of it was searched, or a solution found.
    pub is_finished: bool,
}

impl Round {
    /// How many moves may make the bound worse. With the plain bound and single pushes these are
    /// the *sad* moves.
    #[must_use]
    pub fn sad(&self) -> u32 {
        (self.limit - self.least) / 2
    }

    /// How many moves must make the bound better: the *happy* ones.
    #[must_use]
    pub fn happy(&self) -> u32 {
        self.limit - self.sad()
    }
}
