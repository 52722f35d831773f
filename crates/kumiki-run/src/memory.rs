//! What the system says about our memory. Zero where it says nothing.

/// The most memory this process has held.
#[must_use]
pub fn peak_bytes() -> u64 {
    status_line("VmHWM:")
}

/// The memory this process holds now.
#[must_use]
pub fn resident_bytes() -> u64 {
    status_line("VmRSS:")
}

/// The memory that this and other processes could still get without trouble, if the system says so.
#[must_use]
pub fn available_bytes() -> Option<u64> {
    Some(line_of("/proc/meminfo", "MemAvailable:")).filter(|bytes| *bytes > 0)
}

fn status_line(name: &str) -> u64 {
    line_of("/proc/self/status", name)
}

fn line_of(file: &str, name: &str) -> u64 {
    let status = std::fs::read_to_string(file).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()).and_then(|n| n.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
