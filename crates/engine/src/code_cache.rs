//! Compiled code kept between starts: the engine's self-hosted library and our own.
//!
//! One file a build. It is only believed when its key and checksums are right; otherwise it counts
//! as absent, and is written anew.

use std::cell::{Cell, RefCell};
use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use memmap2::Mmap;
#[cfg(not(feature = "debugmozjs"))]
use mozjs::jsapi::CompileGlobalScriptToStencil;
use mozjs::jsapi::{
    DecodeStencil, JSContext, ReadOnlyDecodeOptions, Stencil, StencilRelease, TranscodeResult,
};
use mozjs::rust::transform_str_to_source_text;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::error::Thrown;
use crate::script::CompileOptions;
use crate::string::byte_range;
use crate::version::ENGINE_KEY;
use crate::{JsResult, Local, Scope};

const MAGIC: &[u8; 8] = b"rondoCC2";
const SELF_HOSTED: &str = "\0self-hosted";

unsafe extern "C" {
    /// `JS::EncodeStencil`, which the bindings leave out.
    #[link_name = "_ZN2JS13EncodeStencilEP9JSContextPN2js8frontend32InitialStencilAndDelazificationsERN7mozilla6VectorIhLm0ENS6_17MallocAllocPolicyEEE"]
    fn EncodeStencil(
        cx: *mut JSContext,
        stencil: *mut Stencil,
        buffer: *mut TranscodeBuffer,
    ) -> TranscodeResult;
    /// `JS::CompileGlobalScriptToStencil` for UTF-8 as a debug engine has it: its smart pointer then has
    /// a destructor, so it is returned through memory, which the bindings do not say.
    #[cfg(feature = "debugmozjs")]
    #[link_name = "_ZN2JS28CompileGlobalScriptToStencilEP9JSContextRKNS_22ReadOnlyCompileOptionsERNS_10SourceTextIN7mozilla8Utf8UnitEEE"]
    fn CompileGlobalScriptToStencilIn(
        result: *mut *mut Stencil,
        cx: *mut JSContext,
        options: *const mozjs::jsapi::ReadOnlyCompileOptions,
        text: *mut mozjs::jsapi::SourceText<mozjs::jsapi::mozilla::Utf8Unit>,
    );
}

/// `mozilla::Vector<uint8_t>` with the malloc policy.
#[repr(C)]
struct TranscodeBuffer {
    begin: *mut u8,
    length: usize,
    capacity: usize,
    #[cfg(feature = "debugmozjs")]
    reserved: usize,
    #[cfg(feature = "debugmozjs")]
    entered: bool,
}

/// The file: magic, key, length of the index and its checksum; the index, an entry a script: name length,
/// code length, checksum, name; then the code of each in the same order. Names and codes are padded to 8
/// bytes. With the index in front a start touches only the code that it uses.
pub struct CodeCache {
    path: PathBuf,
    key: u64,
    entries: Vec<Entry>,
    added: RefCell<Vec<(String, Vec<u8>)>>,
    stale: Cell<bool>,
}

struct Entry {
    name: &'static str,
    code: &'static [u8],
    checksum: u64,
}

impl CodeCache {
    /// What the file of a build is to be called: engines do not take each other's away.
    pub fn file_name(key: u64) -> String {
        format!("code-{:016x}", with_engine(key))
    }

    /// Opens the cache file, if there is a sound one made by the same engine and the same build (`key`).
    pub fn open(path: impl Into<PathBuf>, key: u64) -> CodeCache {
        let path = path.into();
        let key = with_engine(key);
        let entries = map_file(&path).and_then(|bytes| parse(bytes, key));
        let stale = entries.is_none();
        CodeCache {
            path,
            key,
            entries: entries.unwrap_or_default(),
            added: RefCell::default(),
            stale: Cell::new(stale),
        }
    }

    /// Whether there is code that the file does not have yet.
    pub fn is_incomplete(&self) -> bool {
        !self.added.borrow().is_empty()
    }

    /// Whether the file was absent, damaged or of another build when it was opened.
    pub fn was_absent(&self) -> bool {
        self.stale.get()
    }

    /// Whether the file could be written: to be asked before the work of filling it.
    pub fn can_be_saved(&self) -> bool {
        let folder = self
            .path
            .parent()
            .is_none_or(|folder| fs::create_dir_all(folder).is_ok());
        let temporary = self.temporary();
        folder && fs::File::create(&temporary).is_ok() && fs::remove_file(&temporary).is_ok()
    }

    fn temporary(&self) -> PathBuf {
        self.path
            .with_extension(format!("{}.tmp", std::process::id()))
    }

    /// Writes the file anew with all that was added. It appears whole or not at all.
    pub fn save(&self) -> std::io::Result<()> {
        let bytes = self.to_bytes();
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let temporary = self.temporary();
        let written = fs::File::create(&temporary)
            .and_then(|mut file| write_in_pieces(&mut file, &bytes))
            .and_then(|()| fs::rename(&temporary, &self.path));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn to_bytes(&self) -> Vec<u8> {
        let added = self.added.borrow();
        let kept = self.entries.iter().map(|entry| (entry.name, entry.code));
        let kept = kept.filter(|(name, _)| !added.iter().any(|(other, _)| other == name));
        let new = added
            .iter()
            .map(|(name, code)| (name.as_str(), code.as_slice()));
        let (mut index, mut codes) = (Vec::new(), Vec::new());
        for (name, code) in kept.chain(new) {
            for number in [name.len() as u64, code.len() as u64, xxh3_64(code)] {
                index.extend_from_slice(&number.to_le_bytes());
            }
            append_padded(&mut index, name.as_bytes());
            append_padded(&mut codes, code);
        }
        let mut bytes = MAGIC.to_vec();
        for number in [self.key, index.len() as u64, xxh3_64(&index)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.append(&mut index);
        bytes.append(&mut codes);
        bytes
    }

    fn find(&self, name: &str) -> Option<&'static [u8]> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        (xxh3_64(entry.code) == entry.checksum).then_some(entry.code)
    }

    pub(crate) fn self_hosted(&self) -> Option<&'static [u8]> {
        self.find(SELF_HOSTED)
    }

    pub(crate) fn add_self_hosted(&self, code: &[u8]) {
        self.add(SELF_HOSTED, code.to_vec());
    }

    fn add(&self, name: &str, code: Vec<u8>) {
        self.added.borrow_mut().push((name.to_string(), code));
    }
}

/// What is written at once the kernel may keep as one large page, and then map as a whole, although a start
/// reads only parts of it.
fn write_in_pieces(file: &mut fs::File, bytes: &[u8]) -> std::io::Result<()> {
    const PIECE: usize = 16 * 1024;
    bytes
        .chunks(PIECE)
        .try_for_each(|piece| file.write_all(piece))
}

/// A file that is mapped.
struct Mapped {
    /// The device and the number there: what tells it from another that later has its name.
    identity: (u64, u64),
    bytes: &'static [u8],
}

static MAPPED: Mutex<Vec<Mapped>> = Mutex::new(Vec::new());

/// Maps the file for as long as the process lives, once for all contexts: code that the engine borrows must stay.
fn map_file(path: &Path) -> Option<&'static [u8]> {
    let file = fs::File::open(path).ok()?;
    let facts = file.metadata().ok()?;
    let identity = (facts.dev(), facts.ino());
    let mut mapped = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
    // The mapping keeps the file, so that its number is not given to another.
    if let Some(known) = mapped.iter().find(|known| known.identity == identity) {
        return Some(known.bytes);
    }
    // SAFETY: the file is only ever replaced as a whole (`save` renames), never written in place.
    let map = unsafe { Mmap::map(&file) }.ok()?;
    let bytes: &'static [u8] = Box::leak(Box::new(map));
    mapped.push(Mapped { identity, bytes });
    Some(bytes)
}

fn parse(bytes: &'static [u8], key: u64) -> Option<Vec<Entry>> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    if take_u64(&mut rest)? != key {
        return None;
    }
    let index_length = take_u64(&mut rest)? as usize;
    let checksum = take_u64(&mut rest)?;
    let mut index = take(&mut rest, index_length)?;
    if xxh3_64(index) != checksum {
        return None;
    }
    let mut entries = Vec::new();
    while !index.is_empty() {
        let name_length = take_u64(&mut index)? as usize;
        let code_length = take_u64(&mut index)? as usize;
        let checksum = take_u64(&mut index)?;
        let name = std::str::from_utf8(take(&mut index, name_length)?).ok()?;
        let code = take(&mut rest, code_length)?;
        entries.push(Entry {
            name,
            code,
            checksum,
        });
    }
    rest.is_empty().then_some(entries)
}

fn take_u64(rest: &mut &'static [u8]) -> Option<u64> {
    let (head, tail) = rest.split_first_chunk::<8>()?;
    *rest = tail;
    Some(u64::from_le_bytes(*head))
}

fn take(rest: &mut &'static [u8], length: usize) -> Option<&'static [u8]> {
    let padded = length.checked_next_multiple_of(8)?;
    if rest.len() < padded {
        return None;
    }
    let (head, tail) = rest.split_at(padded);
    *rest = tail;
    Some(&head[..length])
}

fn append_padded(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(part);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
}

impl<'s> Scope<'s> {
    /// Runs a script of our own library, from the code cache if it has it; else compiles it and adds
    /// it to the cache. `filename` is its name there, too.
    pub fn eval_cached(&mut self, source: &str, filename: &str) -> JsResult<Local<'s>> {
        let Some(cache) = self.state().code_cache.as_ref() else {
            return self.eval(source, filename);
        };
        if let Some(stencil) = cache.find(filename).and_then(|code| self.decode(code)) {
            // SAFETY: just decoded from what `compile_for_cache` made.
            return unsafe { self.run_stencil(stencil.0) };
        }
        let stencil = self.compile_for_cache(source, filename)?;
        if let Some(code) = self.encode(&stencil) {
            cache.add(filename, code);
        }
        // SAFETY: just compiled.
        unsafe { self.run_stencil(stencil.0) }
    }

    /// Compiles a script and adds it to the cache without running it.
    pub fn warm_cache(&mut self, source: &str, filename: &str) -> JsResult<()> {
        let Some(cache) = self.state().code_cache.as_ref() else {
            return Ok(());
        };
        let known = cache.find(filename).is_some()
            || cache
                .added
                .borrow()
                .iter()
                .any(|(name, _)| name == filename);
        if known {
            return Ok(());
        }
        let stencil = self.compile_for_cache(source, filename)?;
        if let Some(code) = self.encode(&stencil) {
            cache.add(filename, code);
        }
        Ok(())
    }

    fn compile_for_cache(&mut self, source: &str, filename: &str) -> JsResult<OwnedStencil> {
        let options = CompileOptions::new(self, filename, 1);
        // Without its source a script is compiled whole, inner functions too: nothing is left to
        // parse at the next start, and the file has no text to check and keep.
        // SAFETY: the options are ours alone.
        unsafe { (*options.0)._base.discardSource = true };
        let mut text = transform_str_to_source_text(source);
        // SAFETY: options and text outlive the call.
        #[cfg(not(feature = "debugmozjs"))]
        let stencil =
            unsafe { CompileGlobalScriptToStencil(self.cx(), options.0, &mut text) }.mRawPtr;
        #[cfg(feature = "debugmozjs")]
        // SAFETY: the same; the result is a pointer that is written before the call returns.
        let stencil = unsafe {
            let mut stencil = std::ptr::null_mut();
            CompileGlobalScriptToStencilIn(&mut stencil, self.cx(), options.0, &mut text);
            stencil
        };
        if stencil.is_null() {
            return Err(Thrown::pending());
        }
        Ok(OwnedStencil(stencil))
    }

    fn decode(&mut self, code: &'static [u8]) -> Option<OwnedStencil> {
        // SAFETY: the code was made by this engine, as its checksum says, and lives for ever.
        unsafe { decode_stencil(self.cx(), code, true) }
    }

    pub(crate) fn encode(&mut self, stencil: &OwnedStencil) -> Option<Vec<u8>> {
        // An empty vector of theirs points one element past nothing: its alignment.
        let mut buffer = TranscodeBuffer {
            begin: std::ptr::dangling_mut(),
            length: 0,
            capacity: 0,
            #[cfg(feature = "debugmozjs")]
            reserved: 0,
            #[cfg(feature = "debugmozjs")]
            entered: false,
        };
        // SAFETY: the layout is theirs; whatever they allocated is malloc memory that we free.
        unsafe {
            if EncodeStencil(self.cx(), stencil.0, &mut buffer) != TranscodeResult::Ok {
                return None;
            }
            let code = std::slice::from_raw_parts(buffer.begin, buffer.length).to_vec();
            if buffer.capacity > 0 {
                mozjs::jsapi::JS_free(self.cx(), buffer.begin.cast());
            }
            Some(code)
        }
    }
}

/// # Safety
/// The context is valid. The code was made by this engine, and is aligned to 8 bytes; if it is borrowed it lives for ever.
pub(crate) unsafe fn decode_stencil(
    cx: *mut JSContext,
    code: &[u8],
    is_borrowed: bool,
) -> Option<OwnedStencil> {
    let options = ReadOnlyDecodeOptions {
        borrowBuffer: is_borrowed,
        usePinnedBytecode: is_borrowed,
        introducerFilename_: mozjs::jsapi::ConstUTF8CharsZ {
            data_: std::ptr::null(),
        },
        introductionType: std::ptr::null(),
        introductionLineno: 0,
        introductionOffset: 0,
    };
    // SAFETY: a range is two pointers; as promised.
    unsafe {
        let range: mozjs::jsapi::TranscodeRange = byte_range(code);
        let mut stencil = std::ptr::null_mut();
        let result = DecodeStencil(cx, &options, &range, &mut stencil);
        (result == TranscodeResult::Ok && !stencil.is_null()).then_some(OwnedStencil(stencil))
    }
}

/// A stencil, released when dropped.
pub(crate) struct OwnedStencil(pub(crate) *mut Stencil);

/// The key of a build with this engine.
fn with_engine(key: u64) -> u64 {
    xxh3_64_with_seed(ENGINE_KEY.as_bytes(), key)
}

impl Drop for OwnedStencil {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { StencilRelease(self.0) };
    }
}

#[cfg(test)]
mod tests {
    use super::{CodeCache, ENGINE_KEY, MAGIC};

    #[test]
    fn a_file_is_named_by_build_and_engine() {
        let names = [7, 8].map(CodeCache::file_name);
        assert_ne!(names[0], names[1]);
        assert_ne!(names[0], format!("code-{:016x}", 7));
    }

    #[test]
    fn a_file_of_another_engine_is_not_believed() {
        let path = std::env::temp_dir().join(format!("rondo-cache-{}", std::process::id()));
        CodeCache::open(&path, 7).save().unwrap();
        assert!(!CodeCache::open(&path, 7).was_absent());
        assert!(CodeCache::open(&path, 8).was_absent());
        // As an engine with another key would have written it: the number after the magic is of both.
        let mut bytes = std::fs::read(&path).unwrap();
        let other = xxhash_rust::xxh3::xxh3_64_with_seed(format!("{ENGINE_KEY}0").as_bytes(), 7);
        bytes[MAGIC.len()..][..8].copy_from_slice(&other.to_le_bytes());
        std::fs::write(&path, bytes).unwrap();
        assert!(CodeCache::open(&path, 7).was_absent());
        // Nor does the embedder's key alone do.
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[MAGIC.len()..][..8].copy_from_slice(&7u64.to_le_bytes());
        std::fs::write(&path, bytes).unwrap();
        assert!(CodeCache::open(&path, 7).was_absent());
        std::fs::remove_file(&path).unwrap();
    }
}
