//! Trees of moves below a start: paths that never go straight back, and the positions they end in.

use super::board::Tiles;
use super::readable;
use crate::envelope::{at_most, equal, judge_presence};
use crate::fault::{refuse, require};
use crate::{Fault, Verdict, rule};
use kumiki_model::{Answer, Metric, PathLevel, SlideAsk, SlideTreePart, SlidingPosition};
use num_bigint::BigUint;
use std::collections::HashSet;

/// So many paths of one length are walked: less than a second.
const MAX_WALKED_PATHS: usize = 50_000;

/// Trees are so deep at most.
const DEEPEST: usize = 40;

/// Judges an answer about the paths below a start (P13).
pub(super) fn judge_tree(
    answer: &Answer,
    ask: &SlideAsk,
    part: &SlideTreePart,
) -> Result<Verdict, Fault> {
    let mut verdict = Verdict::of(answer);
    let (Some(start), Some(board), Some(depth)) = (&ask.start, &ask.board, ask.tree) else {
        return refuse(rule::ASKED, "no start, no board or no depth, expected all of them");
    };
    let how = &answer.question.how;
    let is_asked = (1..=DEEPEST).contains(&depth)
        && ask.metric == Metric::Single
        && !(ask.all || ask.happy || ask.letters || how.count || how.verify)
        && how.list.is_none()
        && ask.goal.is_none()
        && ask.heuristic.is_none();
    require(is_asked, rule::ASKED, || {
        format!("a tree of depth {depth}, expected 1 to {DEEPEST} and no other wishes")
    })?;
    let start = board.parse().and_then(|board| SlidingPosition::parse(board, start));
    let start = readable(rule::ASKED, "the start", start)?;
    require(part.start == start.to_string(), rule::ASKED, || {
        format!("it is about the start {}, expected {start}", part.start)
    })?;
    judge_presence("solutions", answer.solutions.is_some(), false)?;
    judge_presence("why_none", answer.why_none.is_some(), false)?;
    let (levels, what) = (&part.levels, "the number of levels");
    match answer.is_complete() {
        true => equal(rule::ROW, what, levels.len(), depth + 1)?,
        false => at_most(rule::ROW, what, levels.len(), depth + 1)?,
    }
    let walked = judge_levels(&start, levels)?;
    verdict.proved.push(format!("paths that were walked one by one: levels 0 to {}", walked - 1));
    if walked < levels.len() {
        verdict.trusted.push(format!(
            "how many positions there are from level {walked} on: too many paths to walk them here"
        ));
    }
    let sum: BigUint = levels.iter().map(|level| &level.new.0).sum();
    let count = answer.count.clone().unwrap_or_default();
    equal(rule::SUM, "the number of positions", count.0, sum)?;
    Ok(verdict)
}

/// A path: where it ends, and the tile that was pushed last.
type Path = (Tiles, Option<u8>);

/// Judges all levels, and says how many were walked.
fn judge_levels(start: &SlidingPosition, levels: &[PathLevel]) -> Result<usize, Fault> {
    let mut paths: Vec<Path> = vec![(Tiles::of(start), None)];
    let mut met: HashSet<Vec<u8>> = HashSet::new();
    let mut walked = 0;
    let counts = path_counts(start, levels.len());
    for ((at, level), count) in levels.iter().enumerate().zip(counts) {
        equal(rule::ROW, &format!("the length of row {}", at + 1), level.level, at)?;
        equal(
            rule::RECOUNT,
            &format!("the number of paths of {at} moves"),
            level.paths.0.clone(),
            count,
        )?;
        let positions = format!("the number of positions at level {at}");
        let new = format!("the number of new positions at level {at}");
        at_most(rule::RECOUNT, &positions, level.positions.0.clone(), level.paths.0.clone())?;
        at_most(rule::RECOUNT, &new, level.new.0.clone(), level.positions.0.clone())?;
        if walked < at || paths.len() > MAX_WALKED_PATHS {
            continue;
        }
        let ends: HashSet<Vec<u8>> =
            paths.iter().map(|(tiles, _)| tiles.cells().to_vec()).collect();
        equal(rule::RECOUNT, &positions, level.positions.0.clone(), ends.len())?;
        let before = met.len();
        met.extend(ends);
        equal(rule::RECOUNT, &new, level.new.0.clone(), met.len() - before)?;
        walked = at + 1;
        let longer = |(tiles, last): &Path| -> Vec<Path> {
            let on = tiles.beside_the_blank().into_iter().filter(|tile| Some(*tile) != *last);
            on.map(|tile| (tiles.pushed(tile), Some(tile))).collect()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    require(walked > 0, rule::ROW, || "no level, expected at least one")?;
    Ok(walked)
}

/// How many paths of the blank there are of each length: from the number of those that end with
/// each step, which is a pair of cells.
fn path_counts(start: &SlidingPosition, levels: usize) -> Vec<BigUint> {
    let columns = start.board().columns();
    let cells = start.tiles().len();
    let is_step = |from: usize, to: usize| {
        (from / columns).abs_diff(to / columns) + (from % columns).abs_diff(to % columns) == 1
    };
    let all_steps: Vec<[usize; 2]> = (0..cells)
        .flat_map(|from| (0..cells).map(move |to| [from, to]))
        .filter(|[from, to]| is_step(*from, *to))
        .collect();
    let one = |[from, _]: &[usize; 2]| BigUint::from(u32::from(*from == start.blank()));
    let mut ways: Vec<BigUint> = all_steps.iter().map(one).collect();
    let mut counts = vec![BigUint::from(1_u32)];
    while counts.len() < levels {
        counts.push(ways.iter().sum());
        let before = |[from, to]: &[usize; 2]| -> BigUint {
            let leads = |[origin, middle]: &[usize; 2]| middle == from && origin != to;
            all_steps.iter().zip(&ways).filter(|(step, _)| leads(step)).map(|(_, n)| n).sum()
        };
        ways = all_steps.iter().map(before).collect();
    }
    counts
}
