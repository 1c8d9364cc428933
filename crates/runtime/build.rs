//! Makes a table of the library's JavaScript files, each wrapped as a function, and a key that
//! changes with any of them: code caches of other builds are not to be used.

use std::fmt::Write;
use std::path::{Path, PathBuf};

const BEFORE: &str = "(function (exports, require, module, process, binding) {";
const AFTER: &str = "\n})";

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("js");
    println!("cargo:rerun-if-changed=js");
    let mut files = Vec::new();
    collect(&root, &mut files);
    // By id, as text: the table is searched in halves.
    files.sort_by_key(|file| file.with_extension("").to_str().unwrap().to_string());

    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    hash.update(env!("CARGO_PKG_VERSION").as_bytes());
    let mut table = String::from("pub(super) static FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        let id = file.strip_prefix(&root).unwrap().with_extension("");
        let id = id.to_str().unwrap();
        hash.update(id.as_bytes());
        hash.update(&std::fs::read(file).unwrap());
        // The folder is asked for when the table is compiled: another clone that shares the
        // build folder may have another path.
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/js/{id}.js\"))");
        writeln!(table, "({id:?}, concat!({BEFORE:?}, {text}, {AFTER:?})),").unwrap();
    }
    writeln!(table, "];\npub(super) const KEY: u64 = {};", hash.digest()).unwrap();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap()).join("library_files.rs");
    std::fs::write(out, table).unwrap();
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
