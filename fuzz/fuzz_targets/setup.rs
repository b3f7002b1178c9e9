//! A byte that names the scenario, then a set-up, as JSON or as a short text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((table, text, mut lot)) = capitano_fuzz::begin(data) else { return };
    if let Ok(setup) = kernel::handwritten::value_of(text) {
        kernel::conformance::set_up_broken(&*table, &setup, &mut lot);
    }
});
