//! OpenSSL's configuration file: the one that `--openssl-config` or `OPENSSL_CONF` names, or that of the system.
//!
//! Only its section for Node counts, unless `--openssl-shared-config` is given. OpenSSL itself is not touched as long as
//! there is nothing to configure.

use std::ffi::{CStr, CString};
use std::io::ErrorKind;

use rondo_crypto::{Error, random, settings};

use crate::binding::process::abort_process;
use crate::options::{self, GivenOption};

const USUAL_FILE: &str = "/etc/ssl/openssl.cnf";

/// Why a program cannot begin.
#[derive(Debug)]
pub struct Misconfigured {
    /// What is to be said, after the name of the program
    pub message: String,
    /// The exit code
    pub code: i32,
}

/// Has OpenSSL do what its configuration file says, and have the providers that the command line asks for.
pub fn configure(given: &[GivenOption]) -> Result<(), Misconfigured> {
    read_file(given)?;
    if options::is_set(given, "--openssl-legacy-provider") {
        settings::use_legacy_provider().map_err(|error| misconfigured(&error))?;
    }
    Ok(())
}

fn read_file(given: &[GivenOption]) -> Result<(), Misconfigured> {
    let section = match options::is_set(given, "--openssl-shared-config") {
        true => c"openssl_conf",
        false => c"nodejs_conf",
    };
    let variable = std::env::var("OPENSSL_CONF").ok();
    match options::text(given, "--openssl-config").or(variable.as_deref()) {
        Some("") => Ok(()),
        Some(file) => load(file, section),
        None if has_section(section) => load(USUAL_FILE, section),
        None => Ok(()),
    }
}

/// Whether the system's file has to do with us, or cannot be read, of which OpenSSL is to tell.
fn has_section(section: &CStr) -> bool {
    match std::fs::read(USUAL_FILE) {
        Ok(text) => text
            .windows(section.count_bytes())
            .any(|part| part == section.to_bytes()),
        Err(error) => error.kind() != ErrorKind::NotFound,
    }
}

fn load(file: &str, section: &CStr) -> Result<(), Misconfigured> {
    let Ok(file) = CString::new(file) else {
        return Ok(());
    };
    settings::configure(&file, section).map_err(|error| misconfigured(&error))?;
    // Nothing could be done safely by a program that has no random numbers: Node gives up as well.
    if random::fill(&mut [0; 1]).is_err() {
        eprintln!("OpenSSL has no provider of random numbers");
        abort_process();
    }
    Ok(())
}

fn misconfigured(error: &Error) -> Misconfigured {
    let entry = match error {
        Error::OpenSsl(stack) => stack.first(),
        Error::Refused(_) => None,
    };
    Misconfigured {
        message: format!(
            "OpenSSL configuration error:\n{}\n",
            entry.map(|entry| entry.text()).unwrap_or_default()
        ),
        code: entry.map_or(1, |entry| entry.reason_number()),
    }
}
