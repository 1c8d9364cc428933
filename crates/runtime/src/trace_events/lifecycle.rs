//! How a runtime begins and ends, as trace events.

use std::fmt::Write as _;
use std::time::Instant;

use rondo_engine::start_helper_threads;

use super::{Event, Moment, is_on, tell, tell_name};
use crate::runtime::{Program, Role, Runtime};

const BOOTSTRAP: &str = "node,node.bootstrap";
const ENVIRONMENT: &str = "node,node.environment";
const ENGINE: &str = "v8";

impl Runtime {
    /// Tells of the parts of the start.
    pub(crate) fn trace_start(&self) {
        if !is_on() {
            return;
        }
        let environment = Moment::of(self.milestones.environment);
        tell(&Event {
            at: environment,
            id: Some(self.thread_id + 1),
            args: &self.described(),
            ..Event::now('b', ENVIRONMENT, "Environment")
        });
        let engine = Moment::of(self.milestones.engine_start);
        tell(&Event {
            at: engine,
            lasted: (
                environment.time - engine.time,
                environment.work - engine.work,
            ),
            ..Event::now('X', ENGINE, "V8.DeserializeContext")
        });
        let milestones = &self.milestones;
        self.trace_milestone("environment", milestones.environment);
        self.trace_milestone("nodeStart", milestones.runtime_start);
        self.trace_milestone("v8Start", milestones.engine_start);
    }

    /// Tells of a part of the run that began at this time.
    pub(crate) fn trace_milestone(&self, name: &str, at: Instant) {
        if is_on() {
            let at = Moment::of(at);
            tell(&Event {
                at,
                ..Event::now('I', BOOTSTRAP, name)
            });
        }
    }

    /// Names the threads. Those of the engine are begun for it, which would else be begun when there is work for them.
    pub(crate) fn trace_threads(&self) {
        if self.settings.role == Role::Worker {
            let name = match self.thread_name.as_str() {
                "" => "WorkerThread",
                name => name,
            };
            let name = format!("[worker {}] {name}", self.thread_id);
            return tell_name("thread_name", None, &name);
        }
        tell_name("thread_name", None, "JavaScriptMainThread");
        for thread in start_helper_threads() {
            tell_name("thread_name", Some(thread), "PlatformWorkerThread");
        }
    }

    /// The arguments of the program, in JSON.
    fn described(&self) -> String {
        let settings = &self.settings;
        let script = match &settings.program {
            Program::File(path) => Some(path),
            _ => None,
        };
        let arguments = [&settings.argv0].into_iter().chain(script);
        let arguments = list(arguments.chain(&settings.arguments));
        let options = list(&settings.exec_arguments);
        format!("{{\"args\":{{\"args\":{arguments},\"exec_args\":{options}}}}}")
    }

    /// Does something, and tells how long it took.
    pub(crate) fn traced<T>(&self, name: &str, act: impl FnOnce() -> T) -> T {
        if !is_on() {
            return act();
        }
        let begin = Moment::now();
        let outcome = act();
        tell(&Event::since(begin, ENVIRONMENT, name));
        outcome
    }

    /// Tells that the runtime has ended.
    pub(crate) fn trace_end(&self) {
        if is_on() {
            tell(&Event {
                id: Some(self.thread_id + 1),
                ..Event::now('e', ENVIRONMENT, "Environment")
            });
        }
    }
}

fn list<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let mut json = String::from("[");
    for text in texts {
        if json.len() > 1 {
            let _ = json.write_char(',');
        }
        rondo_record::quote(&mut json, text);
    }
    json.push(']');
    json
}
