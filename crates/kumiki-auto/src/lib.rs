//! The symmetries of an exact-cover problem, found by refining partitions
