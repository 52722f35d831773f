//! What the system says about our memory.

/// The kilobytes of a line such as `VmRSS:` in a file of the system, as bytes, if there are any.
pub(crate) fn bytes_in(file: &str, line: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let kilobytes = text.lines().find_map(|other| other.strip_prefix(line))?;
    Some(kilobytes.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
