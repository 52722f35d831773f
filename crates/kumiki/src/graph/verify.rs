//! The count once more, in another way.

use super::Subgraphs;
use crate::Halt;
use crate::frontier::{SAME_RULES, count, second_plan};
use crate::report::NOT_VERIFIED;
use kumiki_drive::Run;
use kumiki_frontier::{Keys, Network, Plan, Problem};
use kumiki_judge::recount::spanning_trees;
use kumiki_model::SubgraphKind;
use num_bigint::BigUint;

/// Determinants of larger graphs take minutes.
const DETERMINANT_VERTICES: usize = 400;

impl Subgraphs {
    /// Counts again, and gives a line that says how.
    ///
    /// # Errors
    /// If the second count is another, which is a bug, or cannot be made.
    pub(super) fn verify(
        &self,
        network: &Network,
        problem: &Problem,
        first: &Plan,
        counted: &BigUint,
        run: &Run<'_>,
    ) -> Result<String, Halt> {
        let compare = |second: &BigUint, how: &str, shared: Option<&str>| {
            if second == counted {
                return Ok(match shared {
                    None => format!("verified: {how} says {counted} too"),
                    Some(shared) => {
                        format!("verified in part: {how} says {counted} too; {shared}")
                    }
                });
            }
            let (first, second) = (counted.to_string(), format!("{second} by {how}"));
            Err(Halt::Disagreement { first, second })
        };
        if self.ask.kind == SubgraphKind::SpanningTrees
            && self.graph.vertex_count() <= DETERMINANT_VERTICES
        {
            let trees = spanning_trees(&self.graph, u64::MAX).expect("nobody takes so many steps");
            return compare(&trees, "Kirchhoff's determinant", None);
        }
        let Some(second) = second_plan(network, problem, first, run)? else {
            return Ok(format!("{NOT_VERIFIED}the graph has no other order of vertices"));
        };
        let counted_again =
            count(&second, Keys::Wide, run).or_else(|_| count(&second, Keys::Narrow, run));
        let how = "counting in another order of vertices";
        compare(&counted_again?.tally?.total(), how, Some(SAME_RULES))
    }
}
