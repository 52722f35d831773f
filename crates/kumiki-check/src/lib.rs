//! The judge: packings and answers checked from the rules, and naive counters.
