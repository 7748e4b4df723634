//! Objects, addresses, copy-on-write bytes, symbolic overlays; pure data, calls nobody.
