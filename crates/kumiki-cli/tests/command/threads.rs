//! What an answer says does not depend on the number of threads.

use crate::program::json;
use serde_json::Value;

/// What a run took. These fields, and no others, may depend on the machine and on the number of
/// threads.
const COSTS: [&str; 4] = ["nodes", "seconds", "threads", "peak_bytes"];

/// Leaves out what the run took, wherever it is.
fn without_costs(answer: Value) -> Value {
    match answer {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| !COSTS.contains(&name.as_str()));
            Value::Object(kept.map(|(name, value)| (name, without_costs(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(without_costs).collect()),
        other => other,
    }
}

#[test]
fn an_answer_is_the_same_with_any_number_of_threads() {
    for line in [
        "antislide 4x4x4 --method direct --list 20 --count",
        "antislide 4x4x4 --fewest --list",
        "antislide 4x4x4 --verify",
        "cover examples/queens8.dlx --list --symmetry auto",
        "cover examples/domino16.dlx",
        "pack soma --list 30 --count",
        "pack soma --sample 5",
        "pack soma --list --symmetry none --kernel cells",
        "tile colorstar --list 10 --count",
        "slide 867254301 --board 3x3 --all --list 5",
        "slide 5fcb1846a02379ed --heuristic manhattan",
        "slide 5fcb1846a02379ed --verify",
        "slide --table 3x3",
        "tours 6x6 --list 3",
        "tours 6x6 --symmetry half-turn --method diagram",
        "graph hamiltonian-cycles grid:6x6 --verify --sample 3",
    ] {
        let [one, three] =
            [1, 3].map(|threads| without_costs(json(&format!("{line} --threads {threads}"))));
        assert_eq!(one, three, "{line}");
    }
}
