//! Feeds the kernel's stable hash by way of `Hash`, so that the position's hash names every field.

use kernel::hash::StableHasher;
use std::hash::Hasher;

#[derive(Default)]
pub(crate) struct Feed(StableHasher);

impl Hasher for Feed {
    fn finish(&self) -> u64 {
        self.0.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.write_bytes(bytes);
    }
    fn write_u8(&mut self, i: u8) {
        self.0.write_u64(i.into());
    }
    fn write_u16(&mut self, i: u16) {
        self.0.write_u64(i.into());
    }
    fn write_u32(&mut self, i: u32) {
        self.0.write_u64(i.into());
    }
    fn write_u64(&mut self, i: u64) {
        self.0.write_u64(i);
    }
    // sizes and enum tags must not depend on the machine's word
    fn write_usize(&mut self, i: usize) {
        self.0.write_u64(i as u64);
    }
    fn write_isize(&mut self, i: isize) {
        self.0.write_u64(i as i64 as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.0.write_u64(i as i64 as u64);
    }
}
