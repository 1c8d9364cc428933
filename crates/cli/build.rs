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
        // `crates/engine/src/source_of.rs` is asked before these functions of the engine.
        ask_first("_ZN2js13ValueToSourceEP9JSContextN2JS6HandleINS2_5ValueEEE");
        ask_first(
            "_ZN2js40ReportIsNullOrUndefinedForPropertyAccessEP9JSContextN2JS6HandleINS2_5ValueEEEiNS3_INS2_11PropertyKeyEEE",
        );
        // `crates/engine/src/typed_array_length.rs`, likewise.
        ask_first("_ZN2js11ToIndexSlowEP9JSContextN2JS6HandleINS2_5ValueEEEjPm");
        ask_first(
            "_ZN2js34NewTypedArrayWithTemplateAndLengthEP9JSContextN2JS6HandleIP8JSObjectEEi",
        );
        // `crates/engine/src/fixed_prototype.rs`, likewise.
        ask_first(
            "_ZN2js27GetPrototypeFromConstructorEP9JSContextN2JS6HandleIP8JSObjectEE10JSProtoKeyNS2_13MutableHandleIS5_EE",
        );
        // `crates/engine/src/awaiting.rs`, likewise.
        ask_first(
            "_ZN2JS19CaptureCurrentStackEP9JSContextNS_13MutableHandleIP8JSObjectEEON7mozilla7VariantIJNS_9AllFramesENS_9MaxFramesENS_18FirstSubsumedFrameEEEENS_6HandleIS4_EE",
        );
        if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64") {
            // `crates/engine/src/top_frame.rs`, likewise.
            ask_first("_ZN2js12CanSkipAwaitEP9JSContextN2JS6HandleINS2_5ValueEEEPb");
        }
        link_static_libraries();
        place_start_together();
    }
}

/// Has the linker put `__wrap_FUNCTION` in the place of a function of the engine. It is named beforehand, as the linker
/// is past the crate that has it when it meets the engine, and would take it only by luck.
fn ask_first(function: &str) {
    println!("cargo:rustc-link-arg-bins=-Wl,--wrap={function}");
    println!("cargo:rustc-link-arg-bins=-Wl,--undefined=__wrap_{function}");
}

/// Links the compiler's C++ and unwinding libraries into the program, if it has them in that form:
/// loading them and looking up their symbols takes a tenth of a start. A folder that holds only the
/// static ones comes first in the linker's search.
fn link_static_libraries() {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    for (library, name) in [
        ("libstdc++.a", "libstdc++.a"),
        ("libgcc_eh.a", "libgcc_s.a"),
    ] {
        let Some(found) = compiler_file(library) else {
            return;
        };
        if std::fs::copy(found, folder.join(name)).is_err() {
            return;
        }
    }
    println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
}

/// Where the C compiler has one of its libraries.
fn compiler_file(name: &str) -> Option<PathBuf> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let answer = Command::new(compiler)
        .arg(format!("-print-file-name={name}"))
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    path.is_absolute().then_some(path)
}

/// Puts the functions of the engine that every start calls side by side (`start-order.txt`, made by
/// `tools/start_order.py`): a start then reads a tenth of the program instead of nearly all of it. This
/// needs the linker that comes with Rust; without it all works the same, a little slower.
fn place_start_together() {
    println!("cargo:rerun-if-changed=start-order.txt");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let Ok(answer) = Command::new(rustc).args(["--print", "sysroot"]).output() else {
        return;
    };
    let target = std::env::var("TARGET").unwrap();
    let linker = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim())
        .join("lib/rustlib")
        .join(target)
        .join("bin/gcc-ld");
    if !linker.join("ld.lld").exists() {
        return;
    }
    // A copy: another clone that shares the build folder may have another path.
    let order = PathBuf::from(std::env::var_os("OUT_DIR").unwrap()).join("start-order.txt");
    std::fs::copy("start-order.txt", &order).expect("start-order.txt lies beside build.rs");
    println!("cargo:rustc-link-arg-bins=-B{}", linker.display());
    println!("cargo:rustc-link-arg-bins=-fuse-ld=lld");
    println!("cargo:rustc-link-arg-bins=-Wl,--no-warn-symbol-ordering");
    println!(
        "cargo:rustc-link-arg-bins=-Wl,--symbol-ordering-file={}",
        order.display()
    );
}
