//! Threads, progress, limits and interruption for every engine.
