//! The library's JavaScript: part of the program, compiled when first required.

use rondo_engine::{Args, HIDDEN_SCRIPT, IteratorKind, JsResult, Local, Scope};

mod files {
    include!(concat!(env!("OUT_DIR"), "/library_files.rs"));
}

/// Changes with every change of the library.
pub(crate) const KEY: u64 = files::KEY;

/// The ids of all library files: public modules by their names, others under `internal/`.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    files::FILES.iter().map(|(id, _)| *id)
}

/// Whether there is a library file of this id.
pub(crate) fn has(id: &str) -> bool {
    live::has(id) || find(id).is_some()
}

fn find(id: &str) -> Option<&'static str> {
    let index = files::FILES
        .binary_search_by(|(name, _)| (*name).cmp(id))
        .ok()?;
    Some(files::FILES[index].1)
}

/// The library file as a function of `(exports, require, module, process, binding, $)`; `None` if
/// there is no such file.
pub(crate) fn compile<'s>(scope: &mut Scope<'s>, id: &str) -> Option<JsResult<Local<'s>>> {
    let name = format!("node:{id}");
    if let Some(source) = live::source(id) {
        return Some(scope.eval(&source, &name));
    }
    Some(scope.eval_cached(find(id)?, &name))
}

/// Compiles every library file into the code cache, for the starts to come.
pub(crate) fn warm_cache(scope: &mut Scope<'_>) {
    for (id, source) in files::FILES {
        warm(scope, source, &format!("node:{id}"));
    }
    warm(scope, LATE_CAPTURE, LATE_SCRIPT);
}

fn warm(scope: &mut Scope<'_>, source: &'static str, name: &str) {
    scope.nested(|scope| {
        if let Err(thrown) = scope.warm_cache(source, name) {
            scope.catch(thrown);
        }
    });
}

/// What every library file takes its built-ins from. To be made before any script runs.
pub(crate) fn capture<'s>(scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
    let make = match live::snapshot() {
        Some(snapshot) => scope.eval(&snapshot.start, HIDDEN_SCRIPT)?,
        None => scope.eval_cached(CAPTURE, HIDDEN_SCRIPT)?,
    };
    let original = scope.function("original", 1, original)?;
    let late = scope.function("late", 0, late)?;
    let arrays = scope.iterator_prototype(IteratorKind::Array)?;
    let strings = scope.iterator_prototype(IteratorKind::String)?;
    let undefined = scope.undefined();
    scope.call(make, undefined, &[original, late, arrays, strings])
}

const CAPTURE: &str = include_str!(concat!(env!("OUT_DIR"), "/capture.js"));
const LATE_CAPTURE: &str = include_str!(concat!(env!("OUT_DIR"), "/late_capture.js"));
/// Below [`HIDDEN_SCRIPT`], so that it is no more seen in stacks than that.
const LATE_SCRIPT: &str = "node:internal/capture/late";

fn late<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    #[cfg(test)]
    tests::LATE_WAS_MADE.set(true);
    match live::snapshot() {
        Some(snapshot) => scope.eval(&snapshot.late, LATE_SCRIPT),
        None => scope.eval_cached(LATE_CAPTURE, LATE_SCRIPT),
    }
}

fn original<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    args.get(scope, 0).original_class(scope)
}

/// The first script that runs: the loader of library files.
pub(crate) const BOOTSTRAP: &str = include_str!(concat!(env!("OUT_DIR"), "/bootstrap.js"));

/// With the feature `live-js` the files in the source folder come first, or those in the folder that
/// `RONDO_JS` names: one program then serves several checkouts.
#[cfg(feature = "live-js")]
mod live {
    use std::collections::BTreeSet;

    use rondo_capture::{Problem, Snapshot, rewrite, rewrite_script, snapshot as make_snapshot};

    /// An id is a path below the folder and no more: `./util` is a file of a script's.
    pub(super) fn has(id: &str) -> bool {
        let is_id = id.split('/').all(|part| !matches!(part, "" | "." | ".."));
        is_id && std::path::Path::new(&format!("{}/{id}.js", folder())).is_file()
    }

    pub(super) fn source(id: &str) -> Option<String> {
        Some(match rewrite(&read(id)?, &read) {
            Ok(rewritten) => rewritten.text,
            Err(problems) => {
                let Problem { line, message } = &problems[0];
                format!(
                    "throw new SyntaxError({:?})",
                    format!("{id}.js:{line}: {message}")
                )
            }
        })
    }

    fn read(id: &str) -> Option<String> {
        std::fs::read_to_string(format!("{}/{id}.js", folder())).ok()
    }

    /// Any file may be loaded, so all of them are read for what they use.
    pub(super) fn snapshot() -> Option<Snapshot> {
        let bootstrap = include_str!("bootstrap.js");
        let mut uses = rewrite_script(bootstrap).ok()?.uses;
        collect(folder().as_ref(), &mut uses);
        Some(make_snapshot(&uses))
    }

    fn folder() -> String {
        std::env::var("RONDO_JS")
            .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/js").to_string())
    }

    fn collect(folder: &std::path::Path, uses: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, uses);
            } else if let Ok(text) = std::fs::read_to_string(&path)
                && let Ok(rewritten) = rewrite(&text, &|_| None)
            {
                uses.extend(rewritten.uses);
            }
        }
    }
}

#[cfg(not(feature = "live-js"))]
mod live {
    pub(super) fn has(_: &str) -> bool {
        false
    }

    pub(super) fn source(_: &str) -> Option<String> {
        None
    }

    /// The two scripts of a snapshot, which is never made here.
    pub(super) struct Snapshot {
        pub(super) start: String,
        pub(super) late: String,
    }

    pub(super) fn snapshot() -> Option<Snapshot> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use crate::{Program, Role, Runtime, Settings};

    thread_local! {
        pub(super) static LATE_WAS_MADE: Cell<bool> = const { Cell::new(false) };
    }

    /// Runs a script file, and says whether it took a built-in that a start does not need.
    fn makes_late_part(name: &str, text: &str) -> bool {
        let file = std::env::temp_dir().join(format!("rondo-{}-{name}", std::process::id()));
        std::fs::write(&file, text).unwrap();
        let settings = Settings {
            program: Program::File(file.to_str().unwrap().into()),
            arguments: Vec::new(),
            exec_arguments: Vec::new(),
            options: Vec::new(),
            argv0: "rondo".into(),
            variables: Vec::new(),
            role: Role::Worker,
        };
        let run = move || {
            let code = Runtime::start(settings).unwrap().run();
            (code, LATE_WAS_MADE.get())
        };
        let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run);
        let (code, is_made) = thread.unwrap().join().unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(code, 0);
        is_made
    }

    /// The key of the code cache changes with what the build writes: a script that is taken from the source folder instead would
    /// be run in its old form by whoever has a cache.
    #[test]
    fn scripts_are_taken_from_where_the_key_is_made() {
        let beside = concat!("include_str!", "(\"");
        let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let names = text.split(beside).skip(1);
                    let names = names.filter_map(|rest| rest.split('"').next());
                    // `bootstrap.js` is read for what it uses, and not run.
                    let wrong = names
                        .filter(|name| name.ends_with(".js") && *name != "bootstrap.js")
                        .count();
                    assert_eq!(wrong, 0, "{}", path.display());
                }
            }
        }
    }

    /// The late part costs a start 0.3 ms: a library file that asks for something of it has to do without, or it
    /// has to be named in `AT_START` of `crates/capture/src/builtins.rs`.
    #[test]
    fn a_start_does_without_the_late_part() {
        crate::prepare_process();
        assert!(!makes_late_part("start.js", "console.log('a line')"));
        assert!(!makes_late_part("timer.js", "setTimeout(() => {}, 1)"));
        assert!(makes_late_part("late.js", "require('util')"));
    }
}
