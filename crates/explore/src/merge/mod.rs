//! Who is joined. States at the same place are merged here; so far nobody is.
