//! What may answer a question before a search of it does.

/// Work that takes turns with a search of the same question. When it has the answer, the search
/// ends without one.
///
/// It leaves nothing in a journal: a run that is taken up begins it anew.
pub trait Beside: Sync {
    /// Takes a turn after the search has visited so many nodes, on the thread of the search that
    /// calls. Others may call at the same time, and should not have to wait.
    fn turn(&self, nodes: u64) -> Wish;
}

/// What work beside a search wishes after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// That the search goes on.
    Wait,
    /// Another turn at once.
    Again,
    /// That the search ends: there is an answer.
    End,
}
