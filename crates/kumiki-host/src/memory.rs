//! How much memory the process uses and could still get.
//!
//! Linux tells; other systems are not asked. As WebAssembly, the process has one memory of at most
//! 4 GiB, which only grows, so that what it holds is the most it has held.

#[cfg(target_family = "wasm")]
mod system {
    /// The most that 32 bits can address.
    const ALL: u64 = 1 << 32;
    /// Bytes of a page.
    const PAGE: u64 = 1 << 16;

    pub(crate) fn held() -> Option<u64> {
        u64::try_from(core::arch::wasm32::memory_size::<0>()).ok().map(|pages| pages * PAGE)
    }

    pub(crate) fn available() -> Option<u64> {
        held().map(|held| ALL - held)
    }

    pub(crate) fn peak() -> Option<u64> {
        held()
    }
}

#[cfg(not(target_family = "wasm"))]
mod system {
    pub(crate) fn held() -> Option<u64> {
        bytes_in("/proc/self/status", "VmRSS:")
    }

    pub(crate) fn available() -> Option<u64> {
        bytes_in("/proc/meminfo", "MemAvailable:")
    }

    pub(crate) fn peak() -> Option<u64> {
        bytes_in("/proc/self/status", "VmHWM:")
    }

    /// The kilobytes of a line such as `VmRSS:` in a file of the system, as bytes, if there are
    /// any.
    fn bytes_in(file: &str, line: &str) -> Option<u64> {
        let text = std::fs::read_to_string(file).ok()?;
        let kilobytes = text.lines().find_map(|other| other.strip_prefix(line))?;
        Some(kilobytes.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
    }
}

pub(crate) use system::{available, held, peak};
