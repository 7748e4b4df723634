mod against_list;
mod bounds;
mod large;
mod list;
mod paper;
