//! Saved answers, judged from first principles.
//!
//! ```
//! use kumiki::saved::judge;
//! let fault = judge("{\"question\": {\"command\": \"guess\"}, \"complete\": true}")
//!     .expect_err("no command of ours");
//! assert!(fault.to_string().starts_with("it answers the command 'guess', expected 'antislide'"));
//! ```

mod printed;

pub use kumiki_judge::{Fault, Verdict};

use kumiki_judge::rule;

/// How the fault of an answer that lists what COLORSTAR prints begins.
const PRINTED: &str = "it answers the command 'tile --as-printed',";

/// Judges the JSON of an answer.
///
/// # Errors
/// If it is no answer, or with the first thing found wrong.
pub fn judge(text: &str) -> Result<Verdict, Fault> {
    match kumiki_judge::judge(text) {
        Err(fault) if fault.rule == rule::COMMAND && fault.what.contains(PRINTED) => {
            printed::judge(&kumiki_judge::read_exactly(text)?)
        }
        judged => judged,
    }
}
