//! Engine: exact covers counted, not listed, by merging equal states
