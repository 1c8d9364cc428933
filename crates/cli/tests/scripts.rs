//! Runs the scripts in the `tests` folder of the project, each as a test of its own: what it prints,
//! on which stream, and its exit code. The format of a case is told in `tests/README.md`.
//!
//! `RONDO_TEST_RUNTIME=/path/to/node cargo test --test scripts` runs the same cases on another program.

#[path = "scripts/case.rs"]
mod case;
#[path = "scripts/compare.rs"]
mod compare;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use case::{Case, Outcome};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let program = program();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let tests = tests
        .canonicalize()
        .expect("the project has a tests folder");
    let trials = case::find_all(&tests)
        .into_iter()
        .map(|case| {
            let program = program.clone();
            Trial::test(case.name.clone(), move || check(&case, &program))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The program under test, by its full path: scripts see it in `process.execPath`.
fn program() -> PathBuf {
    let path = env::var_os("RONDO_TEST_RUNTIME")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_rondo")), PathBuf::from);
    path.canonicalize()
        .unwrap_or_else(|error| panic!("cannot test {}: {error}", path.display()))
}

fn check(case: &Case, program: &Path) -> Result<(), Failed> {
    let expected = case.expected()?;
    let actual = case.run(program)?;
    let report = report(&expected, &actual);
    if report.is_empty() {
        Ok(())
    } else {
        Err(report.into())
    }
}

/// What is not as expected, for a person to read; nothing if all is.
fn report(expected: &Outcome, actual: &Outcome) -> String {
    let mut report = String::new();
    for (stream, expected, actual) in [
        ("stdout", &expected.stdout, &actual.stdout),
        ("stderr", &expected.stderr, &actual.stderr),
    ] {
        if let Some(difference) = compare::difference(expected, actual) {
            report += &format!("{stream} (- expected, + printed):\n{difference}");
        }
    }
    if expected.code != actual.code {
        report += &format!("exit code: {} instead of {}\n", actual.code, expected.code);
    }
    report
}
