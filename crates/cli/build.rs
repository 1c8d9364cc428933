//! Link options of the program.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        // A fixed address, and symbols bound when first used: the loader has 40,000 places less to
        // fill in at every start.
        println!("cargo:rustc-link-arg-bins=-no-pie");
        println!("cargo:rustc-link-arg-bins=-Wl,-z,lazy");
        link_static_cpp_library();
    }
}

/// Links the C++ library into the program, if the compiler has it in that form: looking up its
/// symbols takes a tenth of a start. A folder that holds only the static library comes first in the
/// linker's search.
fn link_static_cpp_library() {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let answer = Command::new(compiler)
        .arg("-print-file-name=libstdc++.a")
        .output();
    let Ok(answer) = answer else { return };
    let library = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    if library.is_absolute() && std::fs::copy(&library, folder.join("libstdc++.a")).is_ok() {
        println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
    }
}
