//! Engine: exact cover on bit sets of options
