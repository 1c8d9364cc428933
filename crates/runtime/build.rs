//! Makes a table of the library's JavaScript files, each wrapped as a function with its built-ins
//! captured, and a key that changes with any of them: code caches of other builds are not to be used.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use rondo_capture::{Problem, Rewritten, rewrite, rewrite_script, snapshot};

fn main() {
    let package = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    println!("cargo:rerun-if-changed=js");
    println!("cargo:rerun-if-changed=src/bootstrap.js");
    println!("cargo:rerun-if-changed=src/call_site.js");

    let mut build = Build::new(out);
    let bootstrap = std::fs::read_to_string(package.join("src/bootstrap.js")).unwrap();
    build.write(
        "bootstrap.js",
        "src/bootstrap.js",
        rewrite_script(&bootstrap),
    );
    let call_site = std::fs::read_to_string(package.join("src/call_site.js")).unwrap();
    build.save("call_site.js", &call_site);

    let root = package.join("js");
    let mut files = Vec::new();
    collect(&root, &mut files);
    // By id, as text: the table is searched in halves.
    files.sort_by_key(|file| file.with_extension("").to_str().unwrap().to_string());
    let mut table = String::from("pub(super) static FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        let id = file.strip_prefix(&root).unwrap().with_extension("");
        let id = id.to_str().unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        let load = |id: &str| std::fs::read_to_string(root.join(format!("{id}.js"))).ok();
        build.write(
            &format!("library/{id}.js"),
            &format!("js/{id}.js"),
            rewrite(&text, &load),
        );
        let path = format!("concat!(env!(\"OUT_DIR\"), \"/library/{id}.js\")");
        writeln!(table, "({id:?}, include_str!({path})),").unwrap();
    }
    let key = build.finish();
    writeln!(table, "];\npub(super) const KEY: u64 = {key};").unwrap();
    std::fs::write(build.out.join("library_files.rs"), table).unwrap();
}

/// What has been made so far.
struct Build {
    out: PathBuf,
    hash: xxhash_rust::xxh3::Xxh3,
    uses: BTreeSet<String>,
    failed: bool,
}

impl Build {
    fn new(out: PathBuf) -> Build {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        hash.update(env!("CARGO_PKG_VERSION").as_bytes());
        Build {
            out,
            hash,
            uses: BTreeSet::new(),
            failed: false,
        }
    }

    /// Writes a rewritten file into the build folder, or tells what is wrong with it.
    fn write(&mut self, to: &str, from: &str, result: Result<Rewritten, Vec<Problem>>) {
        match result {
            Ok(Rewritten { text, uses }) => {
                self.uses.extend(uses);
                self.save(to, &text);
            }
            Err(problems) => {
                self.failed = true;
                for Problem { line, message } in problems {
                    println!("cargo:error={from}:{line}: {message}");
                }
            }
        }
    }

    /// Writes a file into the build folder. Only from there may the program take what it has in its code cache: the key
    /// changes with what is written.
    fn save(&mut self, to: &str, text: &str) {
        self.hash.update(to.as_bytes());
        self.hash.update(text.as_bytes());
        let path = self.out.join(to);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Writes what all files take their built-ins from, and gives the key of everything.
    fn finish(&mut self) -> u64 {
        if self.failed {
            std::process::exit(1);
        }
        let snapshot = snapshot(&self.uses);
        self.save("capture.js", &snapshot.start);
        self.save("late_capture.js", &snapshot.late);
        self.hash.digest()
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            files.push(path);
        }
    }
}
