//! File operations on the loop do what they do without it.

mod folder;
mod journal;

mod numbers;

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::fs::File;
use std::os::fd::IntoRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc;

use folder::Folder;
use journal::Callbacks;
use numbers::{at, owned};
use rondo_loop::work::fs::{self, FileRequests, FsError, RemoveOptions, Stat};
use rondo_loop::{Clock, Kind, Loop, Mode, Pool};

const RDONLY: i32 = libc::O_RDONLY;
const RDWR: i32 = libc::O_RDWR;
const CREATE: i32 = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC;

/// Where a result is put, as text in which the directory has no name of its own.
#[derive(Clone)]
struct Answer {
    text: Rc<RefCell<Option<String>>>,
    dir: String,
}

impl Answer {
    fn set(&self, result: impl Debug) {
        let text = format!("{result:?}").replace(&self.dir, "DIR");
        let before = self.text.borrow_mut().replace(text);
        assert_eq!(before, None, "called twice");
    }
}

/// What a case does, without and with the loop, in a directory.
struct Case {
    name: &'static str,
    direct: fn(&Folder, &Answer),
    request: fn(&Folder, FileRequests<'_>, Answer),
}

/// A case of a function: its arguments, and what of the result is compared.
macro_rules! case {
    ($name:literal, $dir:ident => $function:ident($($arg:expr),*)) => {
        case!($name, $dir => $function($($arg),*), |result| result)
    };
    ($name:literal, $dir:ident => $function:ident($($arg:expr),*), $view:expr) => {
        Case {
            name: $name,
            direct: |$dir, answer| answer.set(see(fs::$function($($arg),*), $view)),
            request: |$dir, lp, answer| {
                lp.$function($($arg,)* move |_, result| answer.set(see(result, $view)));
            },
        }
    };
}

/// Helps to find out what is given to a closure.
fn see<R, V>(result: R, view: impl FnOnce(R) -> V) -> V {
    view(result)
}

/// A descriptor that is open until the process ends.
fn open(path: &Path) -> i32 {
    fs::open(path, RDWR, 0).unwrap().into_raw_fd()
}

/// What is the same of two files that were made in the same way.
fn alike(stat: Stat) -> (u64, u32, u64, u64, i64, i64) {
    let times = (stat.atime.sec, stat.mtime.sec);
    (
        stat.size,
        stat.mode,
        stat.nlink,
        stat.rdev,
        times.0.min(9),
        times.1.min(9),
    )
}

/// The directory in which each case begins.
fn prepare() -> Folder {
    let dir = Folder::new();
    dir.with("file", "some text");
    dir.with("other", "");
    fs::mkdir(&dir.at("full"), 0o755).unwrap();
    dir.with("full/inside", "x");
    fs::mkdir(&dir.at("empty"), 0o700).unwrap();
    fs::symlink(Path::new("file"), &dir.at("link")).unwrap();
    fs::symlink(Path::new("nowhere"), &dir.at("dangling")).unwrap();
    for name in ["file", "other"] {
        fs::chmod(&dir.at(name), 0o644).unwrap();
        fs::utimes(&dir.at(name), 5.0, 6.0).unwrap();
    }
    dir
}

/// What is in the directory afterwards: names, kinds, permissions, sizes and content.
fn contents(dir: &Path, text: &mut String) {
    for entry in fs::read_dir(dir).unwrap() {
        // Random parts of names differ.
        let name = entry.name.to_str().unwrap();
        let shown = if name.starts_with("temporary") {
            "temporary"
        } else {
            name
        };
        let stat = fs::lstat(&dir.join(name)).unwrap();
        *text += &format!("{shown} {:?} {:o} {} ", entry.kind, stat.mode, stat.nlink);
        if stat.is_dir() {
            *text += "[ ";
            contents(&dir.join(name), text);
            *text += "] ";
        } else if stat.is_file() {
            *text += &format!("{:?} ", std::fs::read(dir.join(name)).unwrap());
        }
    }
}

fn outcome(text: &Rc<RefCell<Option<String>>>, dir: &Folder) -> (String, String) {
    let mut after = String::new();
    contents(&dir.0, &mut after);
    (text.borrow_mut().take().expect("there is a result"), after)
}

fn check(case: &Case) {
    let [direct, request] = [false, true].map(|with_loop| {
        let dir = prepare();
        let text = Rc::default();
        let answer = Answer {
            text: Rc::clone(&text),
            dir: dir.0.to_str().unwrap().into(),
        };
        if with_loop {
            let lp = Loop::new().unwrap();
            (case.request)(&dir, lp.fs(), answer);
            assert_eq!(lp.active_requests(), 1, "{}", case.name);
            assert!(
                text.borrow().is_none(),
                "{}: not before the loop runs",
                case.name
            );
            assert!(!lp.run(Mode::Default));
        } else {
            (case.direct)(&dir, &answer);
        }
        outcome(&text, &dir)
    });
    assert_eq!(direct, request, "{}", case.name);
}

#[test]
fn names_and_links() {
    let cases = [
        case!("access", dir => access(&dir.at("file"), 4)),
        case!("access of nothing", dir => access(&dir.at("none"), 0)),
        case!("link", dir => link(&dir.at("file"), &dir.at("new"))),
        case!("link over a file", dir => link(&dir.at("file"), &dir.at("other"))),
        case!("symlink", dir => symlink(Path::new("a/b"), &dir.at("new"))),
        case!("symlink over a file", dir => symlink(Path::new("a/b"), &dir.at("file"))),
        case!("readlink", dir => readlink(&dir.at("link"))),
        case!("readlink of a file", dir => readlink(&dir.at("file"))),
        case!("realpath", dir => realpath(&dir.at("link"))),
        case!("realpath of nothing", dir => realpath(&dir.at("dangling"))),
        case!("rename", dir => rename(&dir.at("file"), &dir.at("other"))),
        case!("rename of nothing", dir => rename(&dir.at("none"), &dir.at("other"))),
        case!("rename over a full directory", dir => rename(&dir.at("empty"), &dir.at("full"))),
        case!("unlink", dir => unlink(&dir.at("link"))),
        case!("unlink of nothing", dir => unlink(&dir.at("none"))),
        case!("unlink of a directory", dir => unlink(&dir.at("empty"))),
        case!("a zero byte", _dir => unlink(Path::new("a\0b"))),
        case!("remove", dir => remove(&dir.at("full"), RemoveOptions { recursive: true, ..Default::default() })),
        case!("remove of a directory", dir => remove(&dir.at("full"), RemoveOptions::default())),
        case!("remove of nothing", dir => remove(&dir.at("none"), RemoveOptions::default())),
    ];
    cases.iter().for_each(check);
}

#[test]
fn directories() {
    let cases = [
        case!("mkdir", dir => mkdir(&dir.at("new"), 0o750)),
        case!("mkdir over a file", dir => mkdir(&dir.at("file"), 0o750)),
        case!("mkdir_all", dir => mkdir_all(&dir.at("new/and/newer"), 0o755)),
        case!("mkdir_all of what is there", dir => mkdir_all(&dir.at("full"), 0o755)),
        case!("mkdir_all below a file", dir => mkdir_all(&dir.at("file/x"), 0o755)),
        case!("rmdir", dir => rmdir(&dir.at("empty"))),
        case!("rmdir of a full one", dir => rmdir(&dir.at("full"))),
        case!("rmdir of a file", dir => rmdir(&dir.at("file"))),
        case!("read_dir", _dir => read_dir(Path::new("/proc/self/fdinfo/..")), |result| result.map(|entries| entries.iter().any(|entry| entry.name == "fdinfo"))),
        case!("read_dir of what is empty", dir => read_dir(&dir.at("empty"))),
        case!("read_dir of a full one", dir => read_dir(&dir.at("full"))),
        case!("read_dir of a file", dir => read_dir(&dir.at("file"))),
        case!("read_dir of nothing", dir => read_dir(&dir.at("none"))),
        case!("open_dir", dir => open_dir(&dir.at("full")), |result| result.map(|mut dir| dir.read(10))),
        case!("open_dir of a file", dir => open_dir(&dir.at("file")), |result| result.map(drop)),
        case!("open_dir of nothing", dir => open_dir(&dir.at("none")), |result| result.map(drop)),
        case!("mkdtemp", dir => mkdtemp(&dir.at("temporary-")), |result| result.map(drop)),
        case!("mkdtemp in nothing", dir => mkdtemp(&dir.at("none/temporary-"))),
        case!("mkstemp", dir => mkstemp(&dir.at("temporary-")), |result| {
            result.map(|(fd, path)| (fs::write(&fd, b"text", None), fs::close(fd), path.exists()))
        }),
        case!("mkstemp in nothing", dir => mkstemp(&dir.at("none/temporary-"))),
    ];
    cases.iter().for_each(check);
}

#[test]
fn what_is_known_of_files() {
    let cases = [
        case!("stat", dir => stat(&dir.at("link")), |result| result.map(alike)),
        case!("stat of a device", _dir => stat(Path::new("/dev/null")), |result| result.map(|stat| stat.rdev)),
        case!("stat of nothing", dir => stat(&dir.at("dangling"))),
        case!("lstat", dir => lstat(&dir.at("dangling")), |result| result.map(alike)),
        case!("lstat below a file", dir => lstat(&dir.at("file/x"))),
        case!("fstat", dir => fstat(at(open(&dir.at("file")))), |result| result.map(alike)),
        case!("fstat of no descriptor", _dir => fstat(at(i32::MAX))),
        case!("statfs", dir => statfs(&dir.at("file")), |result| result.map(|found| (found.kind, found.bsize))),
        case!("statfs of nothing", dir => statfs(&dir.at("none"))),
    ];
    cases.iter().for_each(check);
}

#[test]
fn attributes() {
    const SAME: u32 = u32::MAX;
    let cases = [
        case!("chmod", dir => chmod(&dir.at("file"), 0o600)),
        case!("chmod of nothing", dir => chmod(&dir.at("none"), 0o600)),
        case!("fchmod", dir => fchmod(at(open(&dir.at("file"))), 0o640)),
        case!("fchmod of no descriptor", _dir => fchmod(at(99_999), 0o640)),
        case!("chown", dir => chown(&dir.at("file"), SAME, SAME)),
        case!("chown of nothing", dir => chown(&dir.at("none"), SAME, SAME)),
        case!("fchown", dir => fchown(at(open(&dir.at("file"))), SAME, SAME)),
        case!("fchown of no descriptor", _dir => fchown(at(i32::MAX), SAME, SAME)),
        case!("lchown", dir => lchown(&dir.at("dangling"), SAME, SAME)),
        case!("lchown of nothing", dir => lchown(&dir.at("none"), SAME, SAME)),
        case!("utimes", dir => utimes(&dir.at("file"), 1.5, 2.5)),
        case!("utimes of nothing", dir => utimes(&dir.at("none"), 1.5, 2.5)),
        case!("futimes", dir => futimes(at(open(&dir.at("file"))), 3.0, f64::NAN)),
        case!("futimes of no descriptor", _dir => futimes(at(i32::MAX), 3.0, 4.0)),
        case!("lutimes", dir => lutimes(&dir.at("link"), 7.0, f64::INFINITY)),
        case!("lutimes of nothing", dir => lutimes(&dir.at("none"), 7.0, 8.0)),
        case!("truncate", dir => truncate(&dir.at("file"), 4)),
        case!("truncate of nothing", dir => truncate(&dir.at("none"), 4)),
        case!("ftruncate", dir => ftruncate(at(open(&dir.at("file"))), 12)),
        case!("ftruncate of no descriptor", _dir => ftruncate(at(i32::MAX), 12)),
        case!("fsync", dir => fsync(at(open(&dir.at("file"))))),
        case!("fsync of no descriptor", _dir => fsync(at(i32::MAX))),
        case!("fdatasync", dir => fdatasync(at(open(&dir.at("file"))))),
        case!("fdatasync of no descriptor", _dir => fdatasync(at(i32::MAX))),
    ];
    cases.iter().for_each(check);
}

#[test]
fn content() {
    let cases = [
        case!("open", dir => open(&dir.at("file"), RDWR, 0), |result| result.map(fs::close)),
        case!("open to make", dir => open(&dir.at("new"), CREATE, 0o600), |result| result.map(fs::close)),
        case!("open of nothing", dir => open(&dir.at("none"), RDONLY, 0)),
        case!("close", dir => close(owned(open(&dir.at("file"))))),
        case!("close of no descriptor", _dir => close(owned(i32::MAX))),
        case!("copy_file", dir => copy_file(&dir.at("file"), &dir.at("other"), 0)),
        case!("copy_file to make", dir => copy_file(&dir.at("file"), &dir.at("new"), fs::COPY_CLONE)),
        case!("copy_file over one", dir => copy_file(&dir.at("file"), &dir.at("other"), fs::COPY_EXCLUSIVE)),
        case!("copy_file of nothing", dir => copy_file(&dir.at("none"), &dir.at("other"), 0)),
        case!("copy_file of a directory", dir => copy_file(&dir.at("full"), &dir.at("new"), 0)),
        case!("send_file", dir => send_file(at(open(&dir.at("other"))), at(open(&dir.at("file"))), 2, 5)),
        case!("send_file from no descriptor", dir => send_file(at(open(&dir.at("other"))), at(i32::MAX), 0, 5)),
        case!("send_file to no descriptor", dir => send_file(at(99_999), at(open(&dir.at("file"))), 0, 5)),
        case!("read_file", dir => read_file(&dir.at("file"), RDONLY, 100)),
        case!("read_file that is too large", dir => read_file(&dir.at("file"), RDONLY, 3)),
        case!("read_file of nothing", dir => read_file(&dir.at("none"), RDONLY, 100)),
        case!("write_file", dir => write_file(&dir.at("new"), b"text", CREATE, 0o600, true)),
        case!("write_file over a directory", dir => write_file(&dir.at("full"), b"text", CREATE, 0o600, true)),
    ];
    cases.iter().for_each(check);
}

/// These take memory along, and so have another form on the loop.
#[test]
fn reading_and_writing() {
    let dir = prepare();
    let lp = Loop::new().unwrap();
    let fd = open(&dir.at("file"));
    let seen = Rc::new(Cell::new(0));
    let count = seen.clone();
    let next = move || count.set(count.get() + 1);
    let done = next.clone();
    lp.fs().read(at(fd), [0; 4], Some(5), move |lp, result| {
        assert_eq!(result, Ok((4, *b"text")));
        lp.fs().write(at(fd), "Some", None, move |lp, result| {
            assert_eq!(result, Ok((4, "Some")));
            let buffers = vec![vec![0; 1], vec![0; 3], vec![0; 9]];
            lp.fs()
                .read_vectored(at(fd), buffers, None, move |lp, result| {
                    let expected = vec![
                        b" ".to_vec(),
                        b"tex".to_vec(),
                        b"t\0\0\0\0\0\0\0\0".to_vec(),
                    ];
                    assert_eq!(result, Ok((5, expected)));
                    lp.fs().write_vectored(
                        at(fd),
                        vec!["T", "E", "XT"],
                        Some(5),
                        move |_, result| {
                            assert_eq!(result, Ok((4, vec!["T", "E", "XT"])));
                            done();
                        },
                    );
                });
        });
    });
    for (fd, position) in [(-1, None), (99_999, Some(3))] {
        let bad = |syscall| {
            Err(FsError {
                code: libc::EBADF,
                syscall,
            })
        };
        let done = [(); 4].map(|()| next.clone());
        let [one, two, three, four] = done;
        lp.fs().read(at(fd), [0], position, move |_, result| {
            assert_eq!(result.map(drop), bad("read"));
            one();
        });
        lp.fs()
            .read_vectored(at(fd), vec![[0]], position, move |_, result| {
                assert_eq!(result.map(drop), bad("read"));
                two();
            });
        lp.fs().write(at(fd), [0], position, move |_, result| {
            assert_eq!(result.map(drop), bad("write"));
            three();
        });
        lp.fs()
            .write_vectored(at(fd), vec![[0]], position, move |_, result| {
                assert_eq!(result.map(drop), bad("write"));
                four();
            });
    }
    assert!(!lp.run(Mode::Default));
    assert_eq!(seen.get(), 9);
    assert_eq!(std::fs::read(dir.at("file")).unwrap(), b"Some TEXT");
}

#[test]
fn a_directory_bit_by_bit() {
    fn read_on(lp: &Loop, dir: fs::Dir, names: Rc<RefCell<Vec<String>>>) {
        lp.fs().read_entries(dir, 7, move |lp, result| {
            let (entries, dir) = result.unwrap();
            assert!(entries.len() <= 7);
            if entries.is_empty() {
                lp.fs().close_dir(dir, |_, result| result.unwrap());
                return;
            }
            let found = entries
                .into_iter()
                .map(|entry| entry.name.into_string().unwrap());
            names.borrow_mut().extend(found);
            read_on(lp, dir, names);
        });
    }
    let dir = Folder::new();
    let expected: Vec<_> = (100..200).map(|number| number.to_string()).collect();
    expected.iter().for_each(|name| drop(dir.with(name, "")));
    let lp = Loop::new().unwrap();
    let names: Rc<RefCell<Vec<String>>> = Rc::default();
    let all = names.clone();
    lp.fs()
        .open_dir(&dir.0, move |lp, dir| read_on(lp, dir.unwrap(), all));
    assert!(!lp.run(Mode::Default));
    names.borrow_mut().sort();
    assert_eq!(*names.borrow(), expected);
}

#[test]
fn one_that_has_not_begun_can_be_cancelled() {
    let lp = Loop::with(Clock::real(), Pool::new(1)).unwrap();
    let (begun, has_begun) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    let busy = lp.queue_work(
        move || {
            begun.send(()).unwrap();
            may_go_on.recv().unwrap();
        },
        |_, result| assert!(result.is_ok()),
    );
    has_begun.recv().unwrap();
    let dir = Folder::new();
    let cancelled = Rc::new(Cell::new(0));
    let expect = |syscall: &'static str| {
        let cancelled = cancelled.clone();
        move |error: FsError| {
            assert_eq!((error.name(), error.syscall), ("ECANCELED", syscall));
            cancelled.set(cancelled.get() + 1);
        }
    };
    let (made, read, listed) = (expect("mkdir"), expect("read"), expect("scandir"));
    let requests = [
        lp.fs().mkdir(dir.at("new"), 0o755, move |_, result| {
            made(result.unwrap_err())
        }),
        lp.fs().read(at(0), vec![0], None, move |_, result| {
            read(result.unwrap_err())
        }),
        lp.fs()
            .read_dir(&dir.0, move |_, result| listed(result.unwrap_err())),
    ];
    assert!(!lp.cancel(busy));
    for request in requests {
        assert!(lp.cancel(request) && !lp.cancel(request));
    }
    go_on.send(()).unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(cancelled.get(), 3);
    assert!(!dir.at("new").exists());
}

#[test]
fn a_panic_in_a_callback_loses_nothing() {
    let lp = Loop::new().unwrap();
    let seen = Rc::new(Cell::new(0));
    for number in 0..4 {
        let seen = seen.clone();
        lp.fs().stat("/", move |_, result| {
            assert!(result.unwrap().is_dir());
            seen.set(seen.get() + 1);
            assert!(number % 2 == 0, "on purpose");
        });
    }
    let mut panics = 0;
    while catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err() {
        panics += 1;
    }
    assert_eq!((seen.get(), panics), (4, 2));
}

#[test]
fn observers_see_them_as_work() {
    let lp = Loop::new().unwrap();
    let seen = Callbacks::watch(&lp);
    lp.fs().stat("/", |lp, _| {
        lp.fs().stat("/", |_, _| {});
    });
    lp.run(Mode::Default);
    assert_eq!(seen.take(), [(Kind::Work, 1, 0), (Kind::Work, 2, 1)]);
}

#[test]
fn a_request_outlives_its_loop() {
    let dir = Folder::new();
    // Never closed: a thread may write even after the last loop is gone.
    let fd = File::create(dir.at("file")).unwrap().into_raw_fd();
    for _ in 0..20 {
        let lp = Loop::new().unwrap();
        lp.fs().write(at(fd), vec![1; 100_000], Some(0), |_, _| {
            panic!("the loop is gone")
        });
    }
}
