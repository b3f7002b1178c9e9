//! Lines of the engine protocol: each that is not blank has an answer.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    capitano::answers(data);
});
