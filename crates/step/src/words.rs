//! Things by the names that people have for them.

use rondo_record::{Model, Place, What};

/// A kind of thing, and what its callback is called.
pub(crate) fn of_kind(kind: &str) -> &str {
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
        other => other,
    }
}

/// `app.js:12`
pub(crate) fn of_place(place: &Place<'_>) -> String {
    let file = place.file.rsplit('/').next().unwrap_or_default();
    format!("{file}:{}", place.line)
}

/// `timer of app.js:12`
pub(crate) fn of_thing(model: &Model<'_, '_>, id: u64) -> String {
    if id <= 1 {
        return if id == 1 { "main script" } else { "the loop" }.into();
    }
    let Some(thing) = model.thing(id) else {
        return format!("something that was made before the recording ({id})");
    };
    let kind = of_kind(model.text(thing.kind));
    match model.place_of(id) {
        Some(place) => format!("{kind} of {}", of_place(&place)),
        None => kind.into(),
    }
}

/// `timer of app.js:12 (100 ms)`
pub(crate) fn of_timer(model: &Model<'_, '_>, id: u64) -> String {
    match model.thing(id).and_then(|thing| thing.delay) {
        Some(delay) => format!("{} ({delay} ms)", of_thing(model, id)),
        None => of_thing(model, id),
    }
}

/// A step.
pub(crate) fn of_step(model: &Model<'_, '_>, what: What) -> String {
    match what {
        What::Main => "main script".into(),
        What::Run(id) => of_thing(model, id),
        What::Call(id) => {
            let kind = model.call(id).map_or("", |call| model.text(call.kind));
            match kind {
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
    }
}
