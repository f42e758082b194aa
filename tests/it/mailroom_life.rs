//! The life of a match by mail: invited, agreed on, started, ended.

use super::support::postbox::{ANNA, BRUNO, Postbox};

#[test]
fn a_match_starts_when_all_have_accepted_by_reply() {
    let mut box_ = Postbox::new();
    box_.invite(|_| {});
    box_.sync();
    let to_anna = box_.letter_to(ANNA);
    println!("{}", to_anna.text);
    let to_bruno = box_.letter_to(BRUNO);
    box_.answer(&to_anna, ANNA, "ACCEPT");
    let synced = box_.sync();
    println!("{:?}", synced.read);
    for letter in box_.post_of(ANNA) {
        println!("{}\n{}", letter.subject, letter.text);
    }
    box_.answer(&to_bruno, BRUNO, "ACCEPT");
    box_.sync();
    for letter in box_.post_of(BRUNO) {
        println!("{}\n{}", letter.subject, letter.text);
        for (name, text) in letter.files {
            println!("{name}: {} bytes", text.len());
        }
    }
}
