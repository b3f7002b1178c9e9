//! A byte that names the scenario, then a position as JSON: refused, or looked at and played on.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((table, text, mut lot)) = capitano_fuzz::begin(data) else { return };
    if let Ok(position) = serde_json::from_str(text) {
        kernel::conformance::load_broken(&*table, &position, &mut lot);
    }
});
