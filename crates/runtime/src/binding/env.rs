//! The environment of the process as scripts see it: a copy that they may change. The system's own is
//! left as it is, for other threads may be reading it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::seam;

use super::define;
use crate::runtime::{Role, runtime};

/// The variable that sets the zone of local times, also while a program runs.
pub(crate) const TIME_ZONE: &str = "TZ";

/// Names and values, in the system's order. A clone is the same environment, for threads that share one.
#[derive(Clone)]
pub(crate) struct Environment(Arc<Mutex<Vec<(String, String)>>>);

impl Default for Environment {
    fn default() -> Environment {
        let lossy = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        let list = std::env::vars_os().map(|(name, value)| (lossy(name), lossy(value)));
        Environment::of(list.collect())
    }
}

impl Environment {
    fn of(list: Vec<(String, String)>) -> Environment {
        Environment(Arc::new(Mutex::new(list)))
    }

    /// An environment of these variables.
    pub(crate) fn from_variables(variables: Vec<(String, String)>) -> Environment {
        let environment = Environment::of(Vec::new());
        for (name, value) in variables {
            environment.set(name, value);
        }
        environment
    }

    /// The same variables, by way of the seam.
    pub(crate) fn taped(&self) -> Environment {
        Environment::of(seam::ask("environment", || self.list().clone()))
    }

    /// Another one with the same variables.
    pub(crate) fn copied(&self) -> Environment {
        Environment::of(self.list().clone())
    }

    fn list(&self) -> MutexGuard<'_, Vec<(String, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, name: &str) -> Option<String> {
        self.list()
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    }

    /// Shows all names and values.
    pub(crate) fn with<R>(&self, look: impl FnOnce(&[(String, String)]) -> R) -> R {
        look(&self.list())
    }

    /// What the system would not take as a name is left out; a text ends at its first zero character.
    fn set(&self, name: String, value: String) {
        let (name, value) = (up_to_zero(name), up_to_zero(value));
        if name.is_empty() || name.contains('=') {
            return;
        }
        let mut list = self.list();
        match list.iter_mut().find(|(known, _)| *known == name) {
            Some(entry) => entry.1 = value,
            None => list.push((name, value)),
        }
    }

    /// Adds those of names that are not there.
    pub(crate) fn add_missing(&self, variables: &[(String, String)]) {
        for (name, value) in variables {
            if self.get(name).is_none() {
                self.set(name.clone(), value.clone());
            }
        }
    }

    fn delete(&self, name: &str) {
        self.list().retain(|(known, _)| known != name);
    }
}

fn up_to_zero(mut text: String) -> String {
    if let Some(end) = text.find('\0') {
        text.truncate(end);
    }
    text
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "envGet", get)?;
    define(scope, object, "envSet", set)?;
    define(scope, object, "envDelete", delete)?;
    define(scope, object, "envKeys", keys)
}

/// `envGet(name)`: the value, or `undefined`.
fn get<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let value = runtime(scope).state.environment.get(&name);
    value.map(|value| scope.string(&value)).transpose()
}

/// `envSet(name, value)`
fn set<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let value = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    if name == TIME_ZONE && runtime(scope).settings.role == Role::Main {
        scope.set_time_zone(Some(value.strip_prefix(':').unwrap_or(&value)));
    }
    runtime(scope).state.environment.set(name, value);
    Ok(())
}

/// `envDelete(name)`
fn delete<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    if name == TIME_ZONE && runtime(scope).settings.role == Role::Main {
        scope.set_time_zone(None);
    }
    runtime(scope).state.environment.delete(&name);
    Ok(())
}

/// `envKeys()`: all names.
fn keys<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let names: Vec<String> = {
        let list = runtime(scope).state.environment.list();
        list.iter().map(|(name, _)| name.clone()).collect()
    };
    super::process::strings(scope, &names)
}
