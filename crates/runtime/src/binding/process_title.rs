//! `process.title`: what `ps` shows of this process.

use std::fs::{self, File};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::seam;

use super::define;
use crate::runtime::runtime;
use crate::trace_events;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "getTitle", get_title)?;
    define(scope, object, "setTitle", set_title)
}

/// `getTitle()`
fn get_title<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let owner = runtime(scope);
    let title = owner.state.title.borrow().clone();
    scope.string(title.as_deref().unwrap_or(&owner.settings.argv0))
}

/// `setTitle(title)`: as far as there is room, it stands where the command line was.
fn set_title<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let title = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let end = title.find('\0').unwrap_or(title.len());
    let shown = &title.as_bytes()[..end];
    let kept = seam::ask("process.title", || show(shown) as u64) as usize;
    let kept = String::from_utf8_lossy(&shown[..kept.min(end)]).into_owned();
    if trace_events::is_on() {
        trace_events::tell_name("process_name", None, &kept);
    }
    *runtime(scope).state.title.borrow_mut() = Some(kept);
    Ok(())
}

/// Shows a title as the thread's name, of which the system keeps 15 bytes, and as the command line. Gives how many bytes of
/// it are shown there; all of them where the system has no such place.
fn show(title: &[u8]) -> usize {
    if let Ok(name) = std::ffi::CString::new(&title[..title.len().min(15)]) {
        let _ = rustix::thread::set_name(&name);
    }
    overwrite_command_line(title).unwrap_or(title.len())
}

/// The rest of the place is zeroed, the last byte always.
fn overwrite_command_line(title: &[u8]) -> Option<usize> {
    let place = command_line()?;
    let mut bytes = vec![0; (place.end - place.start) as usize];
    let kept = title.len().min(bytes.len() - 1);
    bytes[..kept].copy_from_slice(&title[..kept]);
    let memory = File::options().write(true).open("/proc/self/mem").ok()?;
    memory.write_all_at(&bytes, place.start).ok()?;
    Some(kept)
}

/// Where in the memory of the process its arguments are: the program's copy of them was made when it started.
fn command_line() -> Option<Range<u64>> {
    static PLACE: OnceLock<Option<Range<u64>>> = OnceLock::new();
    PLACE
        .get_or_init(|| {
            let facts = fs::read_to_string("/proc/self/stat").ok()?;
            // The second of the facts is a name, in which there may be anything; the 48th and 49th are the addresses.
            let after_name = &facts[facts.rfind(')')? + 1..];
            let mut addresses = after_name.split_ascii_whitespace().skip(45);
            let start = addresses.next()?.parse().ok()?;
            let end = addresses.next()?.parse().ok()?;
            (start < end).then_some(start..end)
        })
        .clone()
}
