//! Exact cover with requirements and isomorph rejection.
