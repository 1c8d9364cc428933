//! What is known of 64 files is asked for again and again, one request for each under way.

use std::cell::Cell;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rondo_loop::{Loop, Mode};

use crate::{Case, Start, Took, other};

const REQUESTS: u32 = 200_000;
const FILES: usize = 64;

pub const CASE: Case = Case {
    name: "fs-stat",
    title: "200,000 stats of 64 files, 64 under way",
    rondo: || with_files(rondo),
    libuv: other!(|| with_files(other::libuv)),
};

/// Runs a side with a folder of files, which is removed afterwards.
fn with_files(run: fn(Vec<PathBuf>) -> Took) -> Took {
    let name = format!("rondo-loop-bench-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir(&folder).expect("a folder can be made");
    let paths: Vec<_> = (0..FILES)
        .map(|number| folder.join(format!("file-{number}")))
        .collect();
    for path in &paths {
        File::create(path).expect("a file can be made");
    }
    let took = run(paths);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    took
}

fn rondo(paths: Vec<PathBuf>) -> Took {
    let lp = Loop::new().expect("a loop");
    let left = Rc::new(Cell::new(REQUESTS));
    let start = Start::now();
    for path in paths {
        submit(&lp, path.into(), left.clone());
    }
    lp.run(Mode::Default);
    start.elapsed()
}

fn submit(lp: &Loop, path: Rc<Path>, left: Rc<Cell<u32>>) {
    if left.get() == 0 {
        return;
    }
    left.set(left.get() - 1);
    lp.fs().stat(path.clone(), move |lp, result| {
        assert!(matches!(result, Ok(stat) if stat.is_file()));
        submit(lp, path, left);
    });
}

#[cfg(feature = "libuv")]
mod other {
    use std::ffi::CString;
    use std::os::unix::ffi::OsStrExt;

    use super::*;
    use crate::uv::{self, *};

    pub fn libuv(paths: Vec<PathBuf>) -> Took {
        struct Stat {
            request: uv_fs_t,
            path: CString,
        }
        static mut LEFT: u32 = REQUESTS;
        unsafe extern "C" fn on_done(request: *mut uv_fs_t) {
            unsafe {
                assert!(
                    (*request).result == 0 && (*request).statbuf.st_mode & 0o170000 == 0o100000
                );
                uv_fs_req_cleanup(request);
                submit((*request).loop_, (*request).data.cast());
            }
        }
        unsafe fn submit(lp: *mut uv_loop_t, stat: *mut Stat) {
            unsafe {
                if LEFT == 0 {
                    return;
                }
                LEFT -= 1;
                let (request, path) = (&raw mut (*stat).request, (*stat).path.as_ptr());
                (*request).data = stat.cast();
                ok(uv_fs_stat(lp, request, path, Some(on_done)));
            }
        }

        let lp = uv::new_loop();
        let start = Start::now();
        for path in paths {
            unsafe {
                let stat = uv::room::<Stat>();
                let path = CString::new(path.as_os_str().as_bytes()).expect("a path");
                (&raw mut (*stat).path).write(path);
                submit(lp, stat);
            }
        }
        uv::run(lp);
        start.elapsed()
    }
}
