//! A search told step by step.
//!
//! ```
//! use kumiki_model::{TraceEvent, TraceOutcome, TraceStep};
//! let event = TraceEvent::Try {
//!     choice: "a b".to_owned(),
//!     outcome: TraceOutcome::Alive,
//!     forces: vec!["c".to_owned()],
//!     why: String::new(),
//! };
//! let step = TraceStep { step: 2, level: 1, event };
//! assert_eq!(step.to_string(), "     2    try a b, which forces c");
//! let json = serde_json::to_string(&step)?;
//! assert_eq!(
//!     json,
//!     r#"{"step":2,"level":1,"do":"try","choice":"a b","outcome":"alive","forces":["c"]}"#
//! );
//! assert_eq!(serde_json::from_str::<TraceStep>(&json)?, step);
//! # Ok::<(), serde_json::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A step of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TraceStep {
    /// Its number, from 1.
    pub step: usize,
    /// How many choices lead to it.
    pub level: usize,
    /// What happens.
    #[serde(flatten)]
    pub event: TraceEvent,
}

/// What happens at a step of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum TraceEvent {
    /// The search begins again with a wider limit.
    Round {
        /// What is allowed now, in words.
        limit: String,
    },
    /// The search has to decide about something.
    Branch {
        /// What it decides about: an item, a corner, the blank.
        on: String,
        /// How many choices it will try.
        ways: usize,
        /// Why about this, in words; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// A choice is tried.
    Try {
        /// The choice.
        choice: String,
        /// What becomes of it.
        outcome: TraceOutcome,
        /// Choices that follow from it, which are made at once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        forces: Vec<String>,
        /// Why that becomes of it, in words; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Work that goes level by level comes to its next level.
    Level {
        /// What is decided on this level: an item, an edge.
        on: String,
        /// How many different states there are.
        states: usize,
    },
    /// A state of a level is carried on.
    Carry {
        /// The state.
        state: String,
        /// What is decided.
        choice: String,
        /// The state that it becomes; empty if it is dead or done.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        becomes: String,
        /// What becomes of it.
        outcome: TraceOutcome,
    },
}

/// What becomes of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TraceOutcome {
    /// The search goes on below it.
    Alive,
    /// There is no solution below it.
    Dead,
    /// What is below it is an image of what is elsewhere.
    Rejected,
    /// It is the same state as an earlier one: their counts are added.
    Merged,
    /// It is a solution.
    Solution,
}

impl fmt::Display for TraceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Rejected => "rejected",
            Self::Merged => "merged",
            Self::Solution => "solution",
        })
    }
}

/// A line, indented by its level.
impl fmt::Display for TraceStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = 2 * self.level;
        write!(f, "{:>6}  {:indent$}{}", self.step, "", self.event)
    }
}

/// A sentence without a full stop.
impl fmt::Display for TraceEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = |why: &str| if why.is_empty() { String::new() } else { format!(": {why}") };
        match self {
            Self::Round { limit } => write!(f, "round: {limit}"),
            Self::Branch { on, ways, why } => {
                let noun = if *ways == 1 { "way" } else { "ways" };
                write!(f, "branch on {on}, {ways} {noun}{}", reason(why))
            }
            Self::Try { choice, outcome, forces, why } => {
                write!(f, "try {choice}")?;
                if *outcome != TraceOutcome::Alive {
                    write!(f, ", {outcome}")?;
                }
                f.write_str(&reason(why))?;
                if forces.is_empty() {
                    Ok(())
                } else {
                    write!(f, ", which forces {}", forces.join(" and "))
                }
            }
            Self::Level { on, states } => {
                let noun = if *states == 1 { "state" } else { "states" };
                write!(f, "level of {on}, {states} {noun}")
            }
            Self::Carry { state, choice, becomes, outcome } => {
                write!(f, "{state}, {choice}: ")?;
                match becomes.as_str() {
                    "" => write!(f, "{outcome}"),
                    becomes if *outcome == TraceOutcome::Alive => write!(f, "{becomes}"),
                    becomes => write!(f, "{becomes}, {outcome}"),
                }
            }
        }
    }
}
