//! The command `tessera`.

fn main() {}
