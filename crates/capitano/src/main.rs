//! `capitano`: the games in the browser and on the command line.

use std::process::ExitCode;

/// Games and messages are made of many small pieces: this allocator is quicker with them than the system's,
/// and gives memory back.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// It reads its settings here: few arenas, and what is free goes back to the system soon.
#[cfg(not(target_env = "msvc"))]
#[unsafe(export_name = "_rjem_malloc_conf")]
pub static ALLOCATOR_SETTINGS: &[u8] = b"narenas:2,dirty_decay_ms:500,muzzy_decay_ms:0\0";

fn main() -> ExitCode {
    capitano::main()
}
