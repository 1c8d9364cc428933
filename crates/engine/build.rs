//! Finds out which engine this is built with: its version, and a key that changes with it and with our own scripts.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

fn main() {
    let package = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let lock = package
        .ancestors()
        .map(|folder| folder.join("Cargo.lock"))
        .find(|file| file.is_file())
        .expect("there is a Cargo.lock above this package");
    let version = locked_version(&read(&lock), "mozjs_sys").expect("Cargo.lock has mozjs_sys");
    let mut key = Xxh3::new();
    key.update(version.as_bytes());
    key.update(std::env::var("CARGO_PKG_VERSION").unwrap().as_bytes());
    key.update(&[u8::from(
        std::env::var_os("CARGO_FEATURE_DEBUGMOZJS").is_some(),
    )]);
    // The same version may be built in more than one way.
    println!("cargo:rerun-if-env-changed=MOZJS_ARCHIVE");
    if let Some(archive) = std::env::var_os("MOZJS_ARCHIVE").map(PathBuf::from)
        && archive.is_file()
    {
        println!("cargo:rerun-if-changed={}", archive.display());
        key.update(&std::fs::read(archive).unwrap());
    }
    for script in own_scripts(&package.join("src")) {
        key.update(read(&script).as_bytes());
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=RONDO_ENGINE_VERSION={version}");
    println!("cargo:rustc-env=RONDO_ENGINE_KEY={:016x}", key.digest());
}

/// The scripts of this crate, in an order that does not change by itself.
fn own_scripts(folder: &Path) -> Vec<PathBuf> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let files = std::fs::read_dir(folder).unwrap();
    let mut scripts: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    scripts.retain(|file| file.extension().is_some_and(|extension| extension == "js"));
    scripts.sort();
    scripts
}

fn read(file: &Path) -> String {
    println!("cargo:rerun-if-changed={}", file.display());
    std::fs::read_to_string(file).unwrap()
}

/// The version of a package in the text of a `Cargo.lock`.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let (_, entry) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    entry
        .split_once('"')
        .map(|(version, _)| version.to_string())
}
