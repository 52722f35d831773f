//! Saved answers, judged from first principles.
//!
//! ```
//! use kumiki::saved::judge;
//! let fault = judge("{\"question\": {\"command\": \"guess\"}, \"complete\": true}")
//!     .expect_err("no command of ours");
//! assert!(fault.to_string().starts_with("it answers the command 'guess', expected 'antislide'"));
//! ```

pub use kumiki_judge::{Fault, Verdict, judge};
