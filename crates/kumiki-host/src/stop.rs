//! Ctrl-C and SIGTERM as a flag.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// From now on Ctrl-C and SIGTERM raise a flag instead of ending the process; a second one ends the
/// process. Where there are no signals, nobody raises it.
///
/// # Errors
/// If the system refuses the signal handlers.
pub fn catch_signals() -> std::io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(not(target_family = "wasm"))]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // In this order: the first signal finds the flag down and raises it, the second finds it
        // raised.
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
