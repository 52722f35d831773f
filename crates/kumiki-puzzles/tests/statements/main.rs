//! What comes with Kumiki.

mod tilings;
