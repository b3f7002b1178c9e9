//! A record of any game: read, written again, replayed.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for module in capitano_fuzz::MODULES.iter() {
        kernel::conformance::replay_broken(&**module, text, &mut capitano_fuzz::lots(data));
    }
});
