//! Saved answers, judged from first principles.
//!
//! ```
//! use kumiki::saved::judge;
//! let fault = judge("{\"question\": {\"command\": \"guess\"}, \"complete\": true}")
//!     .expect_err("no command of ours");
//! assert!(fault.to_string().starts_with("it answers the command 'guess', expected 'antislide'"));
//! ```

mod printed;

pub use kumiki_judge::{SavedFault, Verdict};

/// Judges the JSON of an answer.
///
/// # Errors
/// If it is no answer, or with the first thing found wrong.
pub fn judge(text: &str) -> Result<Verdict, SavedFault> {
    match kumiki_judge::judge(text) {
        Err(SavedFault::OtherCommand { found }) if found == "tile --as-printed" => {
            printed::judge(&kumiki_judge::read_exactly(text)?)
        }
        judged => judged,
    }
}
