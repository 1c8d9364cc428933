//! Settings of the whole process.

use std::ffi::CStr;
use std::sync::OnceLock;

use crate::{Result, sys};

/// Whether only algorithms are found that a provider has for FIPS.
pub fn has_fips() -> bool {
    sys::init();
    sys::settings::has_fips()
}

/// Has only such algorithms found from now on, or all again. What was found before stays.
pub fn set_fips(enabled: bool) -> Result<()> {
    sys::init();
    sys::settings::set_fips(enabled)
}

/// Sets OpenSSL up as a section of a configuration file says, if there is one.
pub fn configure(file: &CStr, section: &CStr) -> Result<()> {
    sys::init();
    sys::clear_errors();
    sys::settings::load(file, section)
}

/// Has algorithms found that only the legacy provider has, such as MD4 and RC4, besides all others.
pub fn use_legacy_provider() -> Result<()> {
    sys::init();
    sys::settings::add_provider(c"legacy")?;
    // It is there by itself only as long as no other was asked for.
    sys::settings::add_provider(c"default")
}

/// The heap for secrets.
#[derive(Debug, Clone, Copy, Default)]
pub struct SecureHeap {
    /// How many bytes it has
    pub total: usize,
    /// How many are in use
    pub used: usize,
    /// The least that is allocated
    pub least: usize,
}

static HEAP: OnceLock<(usize, usize)> = OnceLock::new();

/// Makes a heap for secrets, which is never swapped out. Both sizes are powers of 2.
pub fn make_secure_heap(size: usize, least: usize) {
    if sys::settings::make_secure_heap(size, least) {
        let _ = HEAP.set((size, least));
    }
}

/// How much of the heap for secrets is used; all zero if there is none.
pub fn secure_heap() -> SecureHeap {
    match HEAP.get() {
        Some(&(total, least)) => SecureHeap {
            total,
            used: sys::settings::secure_heap_used(),
            least,
        },
        None => SecureHeap::default(),
    }
}
