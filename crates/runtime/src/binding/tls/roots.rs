//! The certificates that are trusted by default.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rondo_crypto::tls::{
    Certificate, Roots, bundled_certificates, read_certificates, system_certificates,
};
use rondo_engine::{Args, JsResult, Local, Scope};

use crate::binding::define;
use crate::request::Failed;
use crate::runtime::runtime;

/// What is trusted by default, once somebody has asked.
#[derive(Default)]
pub(super) struct State {
    chosen: RefCell<Option<Vec<Certificate>>>,
    roots: RefCell<Option<Rc<Roots>>>,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "bundledCertificates", bundled)?;
    define(scope, object, "systemCertificates", system)?;
    define(scope, object, "splitCertificates", split)?;
    define(scope, object, "setRoots", set_roots)
}

/// The certificates that contexts trust which have none of their own.
pub(super) fn current(scope: &mut Scope<'_>) -> JsResult<Rc<Roots>> {
    let state = &runtime(scope).state.tls.roots;
    if let Some(roots) = &*state.roots.borrow() {
        return Ok(roots.clone());
    }
    let made = match &*state.chosen.borrow() {
        Some(chosen) => Roots::new(chosen),
        None => Roots::new(bundled_certificates()),
    };
    let roots = Rc::new(made.map_err(|error| error.throw(scope))?);
    state.roots.replace(Some(roots.clone()));
    Ok(roots)
}

fn list<'s>(
    scope: &mut Scope<'s>,
    certificates: &[Certificate],
    is_bundled: bool,
) -> JsResult<Local<'s>> {
    let mut texts = Vec::with_capacity(certificates.len());
    for certificate in certificates {
        let pem = certificate.to_pem().unwrap_or_default();
        // Those of the program are told without the last line's end.
        let pem = if is_bundled {
            pem.trim_ascii_end()
        } else {
            &pem
        };
        texts.push(scope.string_latin1(pem)?);
    }
    scope.array(&texts)
}

/// `bundledCertificates()`: those of the program, in PEM.
fn bundled<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    list(scope, bundled_certificates(), true)
}

/// `systemCertificates(file, folders)`: those of the system, in PEM.
fn system<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let file = args.get(scope, 0).as_string(scope)?;
    let folders = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let folders = folders.split(':').filter(|folder| !folder.is_empty());
    let folders: Vec<PathBuf> = folders.map(PathBuf::from).collect();
    let found = system_certificates(file.as_deref().map(Path::new), &folders);
    list(scope, &found, false)
}

/// `splitCertificates(pem)`: the certificates in a text, one by one. Throws if there is none, or a bad one.
fn split<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let given = args.get(scope, 0);
    let pem = match given.to_bytes(scope) {
        Some(bytes) => bytes,
        None => given.as_string(scope)?.unwrap_or_default().into_bytes(),
    };
    let found = read_certificates(&pem).map_err(|error| error.throw(scope))?;
    list(scope, &found, false)
}

/// `setRoots(list)`: texts in PEM, each of one certificate, are what is trusted by default from now on.
fn set_roots<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let given = args.get(scope, 0);
    let mut chosen = Vec::new();
    for index in 0..given.array_length(scope)?.unwrap_or(0) {
        let text = given
            .get_index(scope, index)?
            .as_string(scope)?
            .unwrap_or_default();
        let found = read_certificates(text.as_bytes()).map_err(|error| error.throw(scope))?;
        chosen.extend(found);
    }
    let state = &runtime(scope).state.tls.roots;
    state.chosen.replace(Some(chosen));
    state.roots.replace(None);
    Ok(())
}
