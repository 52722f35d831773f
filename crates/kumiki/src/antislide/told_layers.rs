//! The count by layers told half by half: `rising 1.1.2 1.2.2; occupied 1.1.1 1.2.1; needed 1.3.2
//! or 1.3.3`.

use super::cover_file::cell_names;
use crate::Halt;
use crate::draft::{Draft, break_if};
use kumiki_layers::{Cell, HalfTold, Told, tell_count};
use kumiki_model::{AntislideQuestion, Cuboid, TraceEvent, TraceOutcome};

/// Tells the first steps of the count of all packings.
///
/// # Errors
/// If the method does not apply, or the run was stopped.
pub(super) fn trace(question: &AntislideQuestion, draft: &mut Draft<'_>) -> Result<(), Halt> {
    draft.note(
        "trace: the steps are those of all halves; the count keeps one of those that turns take to \
         each other",
    );
    let container = question.container();
    let words = Words { container, names: cell_names(container) };
    let mut stopped = None;
    tell_count(question, &mut |level, told| {
        stopped = draft.run.check().err();
        break_if(stopped.is_some())?;
        draft.tell(level, words.event(&told))
    })?;
    stopped.map_or(Ok(()), |stopped_by| Err(stopped_by.into()))
}

/// What cells and halves are called.
struct Words {
    container: Cuboid,
    /// The names of the cells, in their order.
    names: Vec<String>,
}

impl Words {
    fn event(&self, told: &Told) -> TraceEvent {
        match told {
            Told::Level { axis, layer, states } => TraceEvent::Level {
                on: format!("layer {}", called(*axis, *layer)),
                states: *states,
            },
            Told::Lay { half, bricks, becomes, is_new } => TraceEvent::Carry {
                state: self.half(half),
                choice: self.bricks(bricks),
                becomes: self.half(becomes),
                outcome: if *is_new { TraceOutcome::Alive } else { TraceOutcome::Merged },
            },
            Told::Middle { axis, layers, states } => {
                let last = called(*axis, layers - 1);
                TraceEvent::Level {
                    on: format!("the middle of layers up to {last}"),
                    states: *states,
                }
            }
            Told::Join { half, between, other } => {
                let between =
                    between.as_ref().map(|bricks| self.bricks(bricks) + "; ").unwrap_or_default();
                TraceEvent::Carry {
                    state: self.half(half),
                    choice: format!("{between}meet {}", self.half(other)),
                    becomes: String::new(),
                    outcome: TraceOutcome::Solution,
                }
            }
        }
    }

    fn cells(&self, cells: &[Cell], between: &str) -> String {
        let name = |cell: &Cell| self.names[self.container.cell(*cell)].as_str();
        cells.iter().map(name).collect::<Vec<_>>().join(between)
    }

    fn bricks(&self, bricks: &[Vec<Cell>]) -> String {
        let brick = |cells: &Vec<Cell>| format!("brick {}", self.cells(cells, " "));
        match bricks {
            [] => "nothing".to_owned(),
            bricks => bricks.iter().map(brick).collect::<Vec<_>>().join(" and "),
        }
    }

    fn half(&self, half: &HalfTold) -> String {
        let HalfTold::Half { rising, occupied, needed } = half else {
            return "the floor".to_owned();
        };
        let rising = rising.iter().map(|cells| format!("rising {}", self.cells(cells, " ")));
        let mut parts: Vec<String> = rising.collect();
        if !occupied.is_empty() {
            parts.push(format!("occupied {}", self.cells(occupied, " ")));
        }
        let needed = needed.iter().map(|cells| format!("needed {}", self.cells(cells, " or ")));
        parts.extend(needed);
        if parts.is_empty() { "empty".to_owned() } else { parts.join("; ") }
    }
}

/// A layer across an axis, such as `*.*.1`.
fn called(axis: usize, layer: usize) -> String {
    let part = |other: usize| match other == axis {
        true => (layer + 1).to_string(),
        false => "*".to_owned(),
    };
    [0, 1, 2].map(part).join(".")
}
