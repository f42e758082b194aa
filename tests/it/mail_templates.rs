//! The words of mails as they are written down: no line that is broken once more when it goes out.

use std::fs;
use std::path::Path;

use tesserarius::mail::layout::COLUMNS;

#[test]
fn no_line_of_a_template_is_broken_where_it_does_not_break_itself() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/mail");
    let mut looked_at = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        for line in fs::read_to_string(&path).unwrap().lines() {
            // A line with something filled in is a paragraph of its own and is broken as it needs.
            if !line.contains('{') {
                looked_at += 1;
                let columns = line.chars().count();
                assert!(columns <= COLUMNS, "{}: {line}", path.display());
            }
        }
    }
    assert!(looked_at > 50, "only {looked_at} lines");
}
