//! The shared grammar of searching: fuel, steps, units, profiles.
