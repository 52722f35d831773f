//! Exact combinatorial search: the facade over Kumiki's engines.
