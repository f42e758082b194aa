//! No text breaks the reader of Legion's orders.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tesserarius::engine::Match;
use tesserarius_fuzz::{read_orders, table};

thread_local! {
    static TABLE: Box<dyn Match> = table("legion");
}

fuzz_target!(|raw: &[u8]| TABLE.with(|table| read_orders(raw, &**table)));
