//! Watching files and folders, with the real system.

mod folder;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use folder::Folder;
use rondo_loop::{Handle, Kind, Loop, Mode, Timer, Watch, WatchOptions};

const PLAIN: WatchOptions = WatchOptions { recursive: false };
const TREE: WatchOptions = WatchOptions { recursive: true };

/// What a watch has reported.
#[derive(Clone, Default)]
struct Seen(Rc<RefCell<Vec<String>>>);

impl Seen {
    /// A watch that takes down what it is told: the name, after a `+` if something has come, gone or
    /// been renamed, and a `*` if its content has changed.
    fn watch(&self, lp: &Loop) -> Watch {
        let all = self.0.clone();
        Watch::new(lp, move |_, _, change| {
            let line = match change {
                Ok(change) => {
                    let renamed = if change.renamed { "+" } else { "" };
                    let changed = if change.changed { "*" } else { "" };
                    format!("{renamed}{changed}{}", change.name.display())
                }
                Err(error) => format!("error {}", error.raw_os_error().unwrap()),
            };
            all.borrow_mut().push(line);
        })
    }

    fn take(&self) -> Vec<String> {
        self.0.take()
    }

    /// Runs the loop until something was reported and then nothing more, or fails after a long time.
    fn settle(&self, lp: &Loop) -> Vec<String> {
        let limit = Timer::new(lp, |_, _| panic!("nothing is reported"));
        limit.start(lp, 30_000, 0);
        while self.0.borrow().is_empty() {
            lp.run(Mode::Once);
        }
        limit.close(lp, |_| {});
        lp.run(Mode::NoWait);
        lp.run(Mode::NoWait);
        self.take()
    }

    /// Runs the loop until a line was reported, or fails after a long time.
    fn wait_for(&self, lp: &Loop, line: &str) {
        let limit = Timer::new(lp, |_, _| panic!("it is not reported"));
        limit.start(lp, 30_000, 0);
        while !self.0.borrow().iter().any(|seen| seen == line) {
            lp.run(Mode::Once);
        }
        limit.close(lp, |_| {});
        lp.run(Mode::NoWait);
    }
}

fn code(result: std::io::Result<()>) -> i32 {
    result.unwrap_err().raw_os_error().unwrap()
}

#[test]
fn a_folder_tells_of_its_files() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    let watch = seen.watch(&lp);
    watch.start(&lp, &dir.0, PLAIN).unwrap();
    assert!(watch.is_active(&lp));
    assert_eq!(watch.path(&lp).as_deref(), Some(&*dir.0));
    assert_eq!(code(watch.start(&lp, &dir.0, PLAIN)), libc::EINVAL);

    let path = dir.with("file", "");
    assert_eq!(seen.settle(&lp), ["+file"]);
    fs::write(&path, "content").unwrap();
    assert!(seen.settle(&lp).iter().all(|line| line == "*file"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(seen.settle(&lp), ["*file"]);
    fs::rename(&path, dir.at("other")).unwrap();
    assert_eq!(seen.settle(&lp), ["+file", "+other"]);
    fs::remove_file(dir.at("other")).unwrap();
    assert_eq!(seen.settle(&lp), ["+other"]);
    fs::create_dir(dir.at("folder")).unwrap();
    assert_eq!(seen.settle(&lp), ["+folder"]);
    dir.with("folder/inside", "");
    fs::set_permissions(dir.at("folder"), fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(
        seen.settle(&lp),
        ["+*folder"],
        "what is inside does not count"
    );
}

#[test]
fn a_file_tells_of_itself() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    let path = dir.with("file", "x");
    dir.with("other", "x");
    let watch = seen.watch(&lp);
    watch.start(&lp, &path, TREE).unwrap();
    dir.with("other", "changed");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(seen.settle(&lp), ["*file"]);
    fs::remove_file(&path).unwrap();
    // It has one name less, is gone, and is no longer watched.
    assert_eq!(seen.settle(&lp), ["*file", "+file", "+file"]);
    assert!(watch.is_active(&lp));
    watch.stop(&lp);
    assert!(!watch.is_active(&lp) && watch.path(&lp).is_none());
    assert_eq!(code(watch.start(&lp, &path, PLAIN)), libc::ENOENT);
    assert!(!watch.is_active(&lp) && watch.path(&lp).is_none());
    dir.with("file", "again");
    watch.start(&lp, &path, PLAIN).unwrap();
    dir.with("file", "and again");
    assert!(seen.settle(&lp).iter().all(|line| line == "*file"));
}

#[test]
fn several_can_watch_the_same() {
    let (lp, dir) = (Loop::new().unwrap(), Folder::new());
    let all = [(); 3].map(|()| Seen::default());
    let watches = all.each_ref().map(|seen| seen.watch(&lp));
    for watch in watches {
        watch.start(&lp, &dir.0, PLAIN).unwrap();
    }
    dir.with("a", "");
    for seen in &all {
        assert_eq!(seen.settle(&lp), ["+a"]);
    }
    watches[0].stop(&lp);
    watches[1].close(&lp, |_| {});
    dir.with("b", "");
    assert_eq!(all[2].settle(&lp), ["+b"]);
    assert!(all[0].take().is_empty() && all[1].take().is_empty());
}

#[test]
fn one_that_another_callback_stops_is_not_told() {
    let (lp, dir) = (Loop::new().unwrap(), Folder::new());
    let calls = Rc::new(Cell::new(0));
    let watches: Rc<RefCell<Vec<Watch>>> = Rc::default();
    for _ in 0..3 {
        let (all, count) = (watches.clone(), calls.clone());
        let watch = Watch::new(&lp, move |lp, _, _| {
            count.set(count.get() + 1);
            all.borrow().iter().for_each(|watch| watch.stop(lp));
        });
        watch.start(&lp, &dir.0, PLAIN).unwrap();
        watches.borrow_mut().push(watch);
    }
    dir.with("a", "x");
    assert!(!lp.run(Mode::Default));
    assert_eq!(calls.get(), 1);
    // What happened before a start is not reported after it.
    let seen = Seen::default();
    let watch = seen.watch(&lp);
    watch.start(&lp, &dir.0, PLAIN).unwrap();
    dir.with("b", "");
    watch.stop(&lp);
    watch.start(&lp, &dir.0, PLAIN).unwrap();
    dir.with("c", "");
    assert_eq!(seen.settle(&lp), ["+c"]);
}

#[test]
fn a_tree_is_watched_to_its_ends() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    fs::create_dir_all(dir.at("a/b/c")).unwrap();
    let elsewhere = Folder::new();
    symlink(&elsewhere.0, dir.at("link")).unwrap();
    let watch = seen.watch(&lp);
    watch.start(&lp, &dir.0, TREE).unwrap();
    dir.with("a/b/c/deep", "");
    assert_eq!(seen.settle(&lp), ["+a/b/c/deep"]);
    elsewhere.with("not followed", "");
    fs::set_permissions(dir.at("a/b"), fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(seen.settle(&lp), ["+*a/b"]);
    fs::remove_file(dir.at("a/b/c/deep")).unwrap();
    fs::remove_dir(dir.at("a/b/c")).unwrap();
    assert_eq!(seen.settle(&lp), ["+a/b/c/deep", "+a/b/c"]);
    watch.stop(&lp);
    dir.with("a/b/unseen", "");
    let other = Seen::default();
    other.watch(&lp).start(&lp, &dir.0, PLAIN).unwrap();
    dir.with("seen", "");
    assert_eq!(other.settle(&lp), ["+seen"]);
    assert!(seen.take().is_empty());
}

#[test]
fn new_folders_are_followed_and_nothing_in_them_is_missed() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    seen.watch(&lp).start(&lp, &dir.0, TREE).unwrap();
    // All of it before the loop hears of the first folder.
    fs::create_dir_all(dir.at("new/er")).unwrap();
    dir.with("new/file", "");
    dir.with("new/er/file", "");
    let mut lines = seen.settle(&lp);
    assert_eq!(lines[0], "+new");
    lines.sort();
    assert_eq!(
        lines,
        ["+new", "+new/er", "+new/er/file", "+new/file"],
        "each once"
    );
    // From now on they are watched.
    dir.with("new/er/second", "");
    assert_eq!(seen.settle(&lp), ["+new/er/second"]);
    fs::remove_file(dir.at("new/file")).unwrap();
    dir.with("new/file", "");
    assert_eq!(seen.settle(&lp), ["+new/file", "+new/file"]);
}

#[test]
fn files_made_while_folders_are_followed_are_reported_once() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    seen.watch(&lp).start(&lp, &dir.0, TREE).unwrap();
    let root = dir.0.clone();
    let writer = std::thread::spawn(move || {
        for number in 0..150 {
            let folder = root.join(format!("{number}/x/y"));
            fs::create_dir_all(&folder).unwrap();
            fs::File::create(folder.join("f")).unwrap();
        }
        fs::File::create(root.join("end")).unwrap();
    });
    seen.wait_for(&lp, "+end");
    writer.join().unwrap();
    let mut lines = seen.take();
    lines.sort();
    let mut expected = vec!["+end".to_string()];
    for number in 0..150 {
        for below in ["", "/x", "/x/y", "/x/y/f"] {
            expected.push(format!("+{number}{below}"));
        }
    }
    expected.sort();
    assert_eq!(lines, expected);
}

#[test]
fn when_the_system_drops_changes_the_watch_hears_of_it() {
    let limit = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
    let limit: usize = limit.trim().parse().unwrap();
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    fs::create_dir(dir.at("early")).unwrap();
    seen.watch(&lp).start(&lp, &dir.0, TREE).unwrap();
    let files = ["a", "b"].map(|name| fs::File::create(dir.at(name)).unwrap());
    for number in 0..limit {
        // In turn: the system makes one of two equal changes in a row.
        let mode = fs::Permissions::from_mode(0o600);
        files[number % 2].set_permissions(mode).unwrap();
    }
    fs::create_dir_all(dir.at("late/sub")).unwrap();
    dir.with("late/sub/file", "");
    seen.wait_for(&lp, "+late/sub/file");
    let lines = seen.take();
    let others = lines
        .iter()
        .filter(|line| !line.ends_with(['a', 'b']) || line.contains("late"));
    let expected = ["error 75", "+late", "+late/sub", "+late/sub/file"];
    assert_eq!(others.collect::<Vec<_>>(), expected);
    // All of it is watched from now on.
    dir.with("late/sub/more", "");
    dir.with("early/more", "");
    assert_eq!(seen.settle(&lp), ["+late/sub/more", "+early/more"]);
}

#[test]
fn folders_that_move_are_watched_under_their_new_names() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    let outside = Folder::new();
    fs::create_dir_all(dir.at("old/sub")).unwrap();
    fs::create_dir_all(outside.at("moved/sub")).unwrap();
    outside.with("moved/sub/file", "");
    seen.watch(&lp).start(&lp, &dir.0, TREE).unwrap();

    fs::rename(dir.at("old"), dir.at("new")).unwrap();
    assert_eq!(seen.settle(&lp), ["+old", "+new", "+new/sub"]);
    dir.with("new/sub/file", "");
    assert_eq!(seen.settle(&lp), ["+new/sub/file"]);

    fs::rename(dir.at("new"), outside.at("gone")).unwrap();
    assert_eq!(seen.settle(&lp), ["+new"]);
    outside.with("gone/sub/unseen", "");

    fs::rename(outside.at("moved"), dir.at("in")).unwrap();
    let expected = ["+in", "+in/sub", "+in/sub/file"];
    assert_eq!(seen.settle(&lp), expected);
    fs::remove_dir_all(dir.at("in")).unwrap();
    assert_eq!(seen.settle(&lp), ["+in/sub/file", "+in/sub", "+in"]);
}

#[test]
fn a_tree_that_is_closed_from_its_own_callback_is_quiet() {
    let (lp, dir) = (Loop::new().unwrap(), Folder::new());
    let calls = Rc::new(Cell::new(0));
    let count = calls.clone();
    let watch = Watch::new(&lp, move |lp, watch, _| {
        count.set(count.get() + 1);
        watch.close(lp, |_| {});
    });
    watch.start(&lp, &dir.0, TREE).unwrap();
    fs::create_dir_all(dir.at("a/b")).unwrap();
    dir.with("a/b/c", "");
    assert!(!lp.run(Mode::Default));
    assert_eq!(calls.get(), 1);
    assert_eq!(code(watch.start(&lp, &dir.0, PLAIN)), libc::EBADF);
    watch.stop(&lp);
    assert_eq!(watch.path(&lp), None);
}

#[test]
fn a_panic_leaves_no_change_behind() {
    let (lp, dir) = (Loop::new().unwrap(), Folder::new());
    let seen: Rc<RefCell<BTreeSet<String>>> = Rc::default();
    let watches = [PLAIN, TREE].map(|options| {
        let all = seen.clone();
        let watch = Watch::new(&lp, move |_, _, change| {
            let line = format!("{} {}", options.recursive, change.unwrap().name.display());
            all.borrow_mut().insert(line);
            panic!("in a callback");
        });
        watch.start(&lp, &dir.0, options).unwrap();
        watch
    });
    fs::create_dir(dir.at("sub")).unwrap();
    dir.with("sub/inside", "");
    dir.with("file", "");
    let mut panics = 0;
    while seen.borrow().len() < 5 {
        let run = catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Once)));
        panics += usize::from(run.is_err());
    }
    assert_eq!(panics, 5);
    for watch in watches {
        watch.close(&lp, |_| {});
    }
    assert!(!lp.run(Mode::Default));
}

#[test]
fn an_observer_sees_watches() {
    #[derive(Default)]
    struct Kinds(RefCell<Vec<Kind>>);
    impl rondo_loop::Observer for Kinds {
        fn callback_begin(&self, kind: Kind, _: u64, _: u64) {
            self.0.borrow_mut().push(kind);
        }
    }
    let (lp, dir) = (Loop::new().unwrap(), Folder::new());
    let kinds = Rc::new(Kinds::default());
    lp.set_observer(Some(kinds.clone()));
    let watch = Watch::new(&lp, |lp, watch, _| watch.close(lp, |_| {}));
    watch.start(&lp, &dir.0, PLAIN).unwrap();
    dir.with("a", "");
    lp.run(Mode::Default);
    assert_eq!(*kinds.0.borrow(), [Kind::Watch, Kind::Close]);
}

#[test]
fn an_unreferenced_watch_does_not_keep_the_loop_alive() {
    let (lp, dir) = (Loop::new().unwrap(), Folder::new());
    let watch = Watch::new(&lp, |_, _, _| {});
    assert!(!lp.is_alive());
    watch.start(&lp, &dir.0, PLAIN).unwrap();
    assert!(lp.is_alive());
    watch.unref(&lp);
    assert!(!lp.run(Mode::Default));
}

#[test]
fn a_watch_can_be_closed_in_every_state() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Seen::default());
    let closed = Rc::new(Cell::new(0));
    let close = |watch: Watch| {
        let closed = closed.clone();
        watch.close(&lp, move |_| closed.set(closed.get() + 1));
    };
    fs::create_dir_all(dir.at("a/b")).unwrap();
    close(seen.watch(&lp));
    for options in [PLAIN, TREE] {
        let [stopped, started, told] = [(); 3].map(|()| seen.watch(&lp));
        for watch in [stopped, started, told] {
            watch.start(&lp, &dir.0, options).unwrap();
        }
        close(started);
        stopped.stop(&lp);
        dir.with("a/b/c", "");
        close(stopped);
        close(told);
    }
    assert!(!lp.run(Mode::Default));
    assert_eq!(closed.get(), 7);
    assert!(seen.take().is_empty());
}
