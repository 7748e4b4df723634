//! How paths come about. Online exploration is in the coordinator; concolic, hybrid, selective and backward driving get their files here.
