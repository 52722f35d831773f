//! Engine: exact cover of any kind and size on sparse sets
