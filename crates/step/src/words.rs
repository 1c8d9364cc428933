//! Things by the names that people have for them.

use rondo_record::model::{Model, Span, Spot, Wait};

/// A kind of thing, and what its callback is called.
fn of_kind(kind: &str) -> &str {
    match kind {
        "Timeout" => "timer",
        "Immediate" => "immediate",
        "TickObject" => "tick",
        "Microtask" => "microtask",
        "PROMISE" => "promise job",
        "FSREQCALLBACK" | "FSREQPROMISE" => "file request",
        "GETADDRINFOREQWRAP" | "GETNAMEINFOREQWRAP" => "lookup",
        "TCPSERVERWRAP" | "PIPESERVERWRAP" => "server",
        "TCPWRAP" | "PIPEWRAP" => "socket",
        "TTYWRAP" => "terminal",
        "PROCESSWRAP" => "child",
        "callback" => "something that was made before the recording",
        other => other,
    }
}

/// `app.js:12`
pub(crate) fn of_spot(model: &Model, spot: &Spot) -> String {
    let file = model.text(spot.file);
    let file = file.rsplit('/').next().unwrap_or_default();
    format!("{file}:{}", spot.line)
}

/// `timer of app.js:12`
pub(crate) fn of_resource(model: &Model, resource: u32) -> Option<String> {
    let kind = of_kind(model.text(model.resources.get(resource as usize)?.kind));
    Some(match model.spot_of(resource) {
        Some(spot) => format!("{kind} of {}", of_spot(model, &spot)),
        None => kind.into(),
    })
}

/// What waits in a queue, a timer with its delay: `timer of app.js:12 (100 ms)`
pub(crate) fn of_wait(model: &Model, wait: &Wait) -> String {
    let resource = model.resources.get(wait.resource as usize);
    let name = of_resource(model, wait.resource);
    let name = name.unwrap_or_else(|| of_call(model.text(wait.kind)));
    match resource.and_then(|resource| resource.delay) {
        Some(delay) => format!("{name} ({delay} ms)"),
        None => name,
    }
}

/// A callback of the loop's that is no thing's.
fn of_call(kind: &str) -> String {
    match kind {
        "main script" | "outside of the loop" => kind.into(),
        "Tcp" | "Pipe" | "Tty" | "Udp" => format!("something on a {kind} handle"),
        "Work" => "end of a job of the pool".into(),
        "Close" => "close callback".into(),
        "Process" => "end of a child".into(),
        "Connect" => "end of connecting".into(),
        "Write" | "Send" => "end of a write".into(),
        "Shutdown" => "end of sending".into(),
        kind => format!("{kind} callback"),
    }
}

/// A callback.
pub(crate) fn of_span(model: &Model, span: &Span) -> String {
    of_resource(model, span.resource).unwrap_or_else(|| of_call(model.text(span.kind)))
}

/// The callback with that number; none is the loop itself.
pub(crate) fn of_number(model: &Model, span: u32) -> String {
    let span = model.spans.get(span as usize);
    span.map_or("the loop".into(), |span| of_span(model, span))
}
