//! No bytes break the reader of mails.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tesserarius::mail::world_file::FileWorld;
use tesserarius_fuzz::{read_mail, world};

static WORLD: LazyLock<FileWorld> = LazyLock::new(world);

fuzz_target!(|raw: &[u8]| read_mail(raw, &WORLD));
