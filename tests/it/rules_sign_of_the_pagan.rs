//! Sign of the Pagan: its data and rule index against the book and against each other.

mod cases;
mod data;
mod faults;
mod index;
mod show;
