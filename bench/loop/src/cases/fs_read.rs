//! The first 4 KiB of an open file are read again and again, 64 requests under way.

use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use rondo_loop::{Loop, Mode};

use crate::{Case, Start, Took, other};

const REQUESTS: u32 = 200_000;
const UNDER_WAY: u32 = 64;
const SIZE: usize = 4096;

pub const CASE: Case = Case {
    name: "fs-read",
    title: "200,000 reads of 4 KiB, 64 under way",
    rondo,
    libuv: other!(other::libuv),
};

/// An open file of the right size that has no name any more.
fn file() -> File {
    let path = std::env::temp_dir().join(format!("rondo-loop-bench-{}", std::process::id()));
    let mut file = File::create_new(&path).expect("a file can be made");
    file.write_all(&[b'x'; SIZE]).expect("it can be filled");
    let file = File::open(&path).expect("it can be opened");
    std::fs::remove_file(&path).expect("it can be removed");
    file
}

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let file = Arc::new(file());
    let left = Rc::new(Cell::new(REQUESTS));
    let start = Start::now();
    for _ in 0..UNDER_WAY {
        submit(&lp, file.clone(), vec![0; SIZE], left.clone());
    }
    lp.run(Mode::Default);
    start.elapsed()
}

fn submit(lp: &Loop, file: Arc<File>, buffer: Vec<u8>, left: Rc<Cell<u32>>) {
    if left.get() == 0 {
        return;
    }
    left.set(left.get() - 1);
    let fd = file.clone();
    lp.fs().read(fd, buffer, Some(0), move |lp, result| {
        let (count, buffer) = result.expect("the file can be read");
        assert_eq!(count, SIZE);
        submit(lp, file, buffer, left);
    });
}

#[cfg(feature = "libuv")]
mod other {
    use std::os::fd::{AsRawFd, RawFd};

    use super::*;
    use crate::uv::{self, *};

    pub fn libuv() -> Took {
        struct Read {
            request: uv_fs_t,
            buffer: [u8; SIZE],
            fd: RawFd,
        }
        static mut LEFT: u32 = REQUESTS;
        unsafe extern "C" fn on_done(request: *mut uv_fs_t) {
            unsafe {
                assert_eq!((*request).result, SIZE as isize);
                uv_fs_req_cleanup(request);
                submit((*request).loop_, (*request).data.cast());
            }
        }
        unsafe fn submit(lp: *mut uv_loop_t, read: *mut Read) {
            unsafe {
                if LEFT == 0 {
                    return;
                }
                LEFT -= 1;
                let request = &raw mut (*read).request;
                (*request).data = read.cast();
                let buffer = uv_buf_init((&raw mut (*read).buffer).cast(), SIZE as u32);
                ok(uv_fs_read(
                    lp,
                    request,
                    (*read).fd,
                    &buffer,
                    1,
                    0,
                    Some(on_done),
                ));
            }
        }

        let lp = uv::new_loop();
        let file = file();
        let start = Start::now();
        for _ in 0..UNDER_WAY {
            unsafe {
                let read = uv::room::<Read>();
                (*read).fd = file.as_raw_fd();
                submit(lp, read);
            }
        }
        uv::run(lp);
        start.elapsed()
    }
}
