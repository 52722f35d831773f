//! What the system says about our memory.

/// The most memory this process has held, if the system says so.
pub(crate) fn peak_bytes() -> Option<u64> {
    line_of("/proc/self/status", "VmHWM:")
}

/// The memory this process holds now, if the system says so.
pub(crate) fn resident_bytes() -> Option<u64> {
    line_of("/proc/self/status", "VmRSS:")
}

/// The memory that this and other processes could still get without trouble, if the system says so.
pub(crate) fn available_bytes() -> Option<u64> {
    line_of("/proc/meminfo", "MemAvailable:")
}

/// The kilobytes of a line, as bytes.
fn line_of(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
