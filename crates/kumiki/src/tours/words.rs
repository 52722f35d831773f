//! What answers about tours tell in words of the method of Knuth's OBDD.

use crate::words::{plural, table};
use kumiki_model::{Answer, Count, PairingRecord, Part, StepsRecord, ToursPart};
use num_bigint::BigUint;

/// What is known about the folded board: the figures of OBDD.
pub(super) fn figures(answer: &Answer) -> String {
    let Part::Tours(ToursPart { matchings, pseudo, diagram, .. }) = &answer.part else {
        return String::new();
    };
    let both = answer.count.as_ref().zip(pseudo.as_ref());
    let lines = [
        (matchings.as_ref().map(Count::to_string), "perfect matchings of the folded board"),
        (diagram.map(|it| it.nodes.to_string()), "nodes in the diagram of matchings"),
        (diagram.map(|it| it.suppressed.to_string()), "of these are removed by zero-suppression"),
        (both.map(|(tours, _)| tours.to_string()), "tours"),
        (
            both.map(|(_, pseudo)| pseudo.to_string()),
            "pseudo-solutions: two cycles that the half-turn exchanges",
        ),
    ];
    let line = |(count, what)| Option::map(count, |count: String| format!("{count:>12}  {what}\n"));
    let text: String = lines.into_iter().filter_map(line).collect();
    if text.is_empty() { text } else { text + "\n" }
}

/// How matchings were put together and paired, if that was asked for.
pub(super) fn pairing(answer: &Answer) -> String {
    let Part::Tours(ToursPart { pairing: Some(pairing), diagram: Some(sizes), .. }) = &answer.part
    else {
        return String::new();
    };
    let kept = sizes.nodes - sizes.suppressed;
    [edges(pairing), growth(pairing), first_cycles(pairing), steps(pairing, [sizes.nodes, kept])]
        .join("\n")
        + "\n"
}

/// The edges, and the nodes that look at them.
fn edges(pairing: &PairingRecord) -> String {
    let rows = pairing.edges.iter().enumerate().map(|(number, edge)| {
        let name = format!("{number}: {}", edge.edge);
        vec![name, edge.nodes.to_string(), edge.suppressed.to_string()]
    });
    table(
        &["edge of the folded board", "nodes", "removed"],
        &["edge of the folded board"],
        rows.collect(),
    )
}

/// How the diagram grew.
fn growth(pairing: &PairingRecord) -> String {
    let first = vec!["none".to_owned(), "-".to_owned(), pairing.first_nodes.to_string()];
    let rows = pairing
        .intersections
        .iter()
        .map(|row| vec![row.cell.clone(), row.unreduced.to_string(), row.reduced.to_string()]);
    let rows = std::iter::once(first).chain(rows).collect();
    table(&["red cell matched", "unreduced size", "reduced"], &["red cell matched"], rows)
}

/// When pairs close their first cycle, beside the uniform model.
fn first_cycles(pairing: &PairingRecord) -> String {
    let rows = &pairing.first_cycles;
    let pairs: BigUint = rows.iter().map(|row| &row.pairs.0).sum();
    if pairs == BigUint::ZERO {
        return "no pairs of matchings\n".to_owned();
    }
    let single = rows.last().map_or(BigUint::ZERO, |row| row.pairs.0.clone());
    // Hundredths of a per cent.
    let share = |part: &BigUint| {
        let hundredths = part * 10_000_u32 / &pairs;
        format!("{}.{:02}", &hundredths / 100_u32, &hundredths % 100_u32)
    };
    let uniform = share(&(&pairs / rows.len()));
    let lines = rows.iter().map(|row| {
        let numbers = [row.edges.to_string(), row.closed.to_string(), row.pairs.to_string()];
        numbers.into_iter().chain([share(&row.pairs.0), uniform.clone()]).collect()
    });
    let head = ["edges in mu'", "times", "pairs", "per cent", "uniform model"];
    let first: Vec<String> = pairing.by_first_edge.iter().map(ToString::to_string).collect();
    let ratio = if single == BigUint::ZERO {
        "none makes a single cycle".to_owned()
    } else {
        format!("{single} make a single cycle, one of {}", &pairs / &single)
    };
    format!(
        "matchings by their first edge: {}\n{} of these: {ratio}\nthe first cycle closed:\n{}",
        first.join(" and "),
        plural(&pairs, "pair", "pairs"),
        table(&head, &[], lines.collect())
    )
}

/// What zero-suppression saves.
fn steps(pairing: &PairingRecord, [bdd, zdd]: [usize; 2]) -> String {
    let StepsRecord { bdd: bdd_lists, zdd: zdd_lists } = &pairing.listing_steps;
    let StepsRecord { bdd: bdd_pairs, zdd: zdd_pairs } = &pairing.pairing_steps;
    let row = |name: &str, nodes: usize, lists: &Count, pairs: &Count| {
        vec![name.to_owned(), nodes.to_string(), lists.to_string(), pairs.to_string()]
    };
    let rows = vec![row("BDD", bdd, bdd_lists, bdd_pairs), row("ZDD", zdd, zdd_lists, zdd_pairs)];
    table(&["diagram", "nodes", "steps to list all", "steps to pair"], &["diagram"], rows)
}
