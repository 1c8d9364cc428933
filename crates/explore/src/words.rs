//! Two runs compared, in words: what came before what, with the lines of the source.

use std::collections::HashMap;

use rondo_record::{Event, Recording};

use crate::choice::ordinal;

/// A callback that the loop ran, as people would name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    /// "the timer of line 12"
    pub(crate) name: String,
    /// Which run of that name, from 1
    pub(crate) nth: usize,
}

/// The callbacks of a run in their order, without what only follows from them: ticks, microtasks, promises.
pub(crate) fn steps(recording: &Recording<'_>) -> Vec<Step> {
    let mut names: HashMap<u64, (&str, Option<String>, usize)> = HashMap::new();
    let mut made: HashMap<(&str, Option<String>), usize> = HashMap::new();
    let mut places: HashMap<u64, Option<String>> = HashMap::new();
    let mut last = None;
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut is_new = false;
    for (_, event) in recording.events() {
        let was_new = std::mem::take(&mut is_new);
        match event {
            Event::Made {
                id,
                kind,
                place,
                by,
                ..
            } => {
                if let Some(words) = words_for(recording.text(kind)) {
                    let place = name_of_place(recording, place);
                    let maker = || places.get(&by).cloned().flatten();
                    let place = place.or_else(maker);
                    let nth = made.entry((words, place.clone())).or_default();
                    *nth += 1;
                    names.insert(id, (words, place.clone(), *nth));
                    places.insert(id, place);
                }
            }
            Event::RunBegin { id } => {
                if let Some((words, place, nth)) = names.get(&id) {
                    steps.push(Step {
                        name: with_place(words, place.as_deref()) + &which_of_many(*nth),
                        nth: 0,
                    });
                    is_new = true;
                    last = place.clone();
                }
            }
            // What happened to a handle is told right after it runs.
            Event::Detail { what, .. } if was_new => {
                if let (Some(words), Some(step)) =
                    (words_of(recording.text(what)), steps.last_mut())
                {
                    step.name = with_place(words, last.as_deref());
                }
            }
            _ => {}
        }
    }
    for step in &mut steps {
        let count = counts.entry(step.name.clone()).or_default();
        *count += 1;
        step.nth = *count;
    }
    steps
}

fn words_for(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "PROMISE" | "TickObject" | "Microtask" => return None,
        "Timeout" => "the timer",
        "Immediate" => "the immediate",
        "FSREQCALLBACK" | "FSREQPROMISE" => "the answer to the file request",
        "GETADDRINFOREQWRAP" | "GETNAMEINFOREQWRAP" => "the answer to the lookup",
        "TCPSERVERWRAP" | "PIPESERVERWRAP" => "a connection of the server",
        "TCPWRAP" | "PIPEWRAP" | "TTYWRAP" => "something on the socket",
        "PROCESSWRAP" => "the end of the child",
        "ZLIB" => "the answer of zlib",
        _ => "the callback",
    })
}

/// What can happen to a socket.
fn words_of(event: &str) -> Option<&'static str> {
    Some(match event {
        "read" => "what came on the socket",
        "written" => "the end of a write to the socket",
        "shutDown" => "the end of sending on the socket",
        "connected" => "the connection of the socket",
        "connection" => "a connection to the server",
        _ => return None,
    })
}

fn name_of_place(recording: &Recording<'_>, place: rondo_record::PlaceId) -> Option<String> {
    let place = recording.place(place)?;
    let file = place.file.rsplit('/').next().unwrap_or_default();
    Some(format!("line {} ({file})", place.line))
}

fn with_place(words: &str, place: Option<&str>) -> String {
    match place {
        Some(place) => format!("{words} of {place}"),
        None => words.into(),
    }
}

/// Of things that one line makes, all but the first are told apart by the order in which they were made.
fn which_of_many(nth: usize) -> String {
    match nth {
        1 => String::new(),
        nth => format!(", the {} of that line,", ordinal(nth as u64)),
    }
}

/// Says where a run first departs from another.
pub(crate) fn difference(usual: &[Step], other: &[Step]) -> Option<String> {
    let same = usual.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (expected, came) = (usual.get(same), other.get(same));
    Some(match (expected, came) {
        (Some(expected), Some(came)) => {
            let comes_later = usual[same..].contains(came);
            let expected_later = other[same..].contains(expected);
            match (comes_later, expected_later) {
                (true, true) => format!("{} came before {}", shown(came), shown(expected)),
                (true, false) => format!("{} never came, {} did", shown(expected), shown(came)),
                (false, _) => format!(
                    "{} came, which it does not otherwise, before {}",
                    shown(came),
                    shown(expected)
                ),
            }
        }
        (None, Some(came)) => format!("{} came, which it does not otherwise", shown(came)),
        (Some(expected), None) => format!("{} never came", shown(expected)),
        (None, None) => return None,
    })
}

fn shown(step: &Step) -> String {
    match step.nth {
        1 => step.name.clone(),
        nth => format!("{} (run {nth})", step.name),
    }
}

#[cfg(test)]
mod tests {
    use rondo_record::{Bounds, Writer};

    use super::*;

    fn steps(names: &[&str]) -> Vec<Step> {
        let step = |name: &&str| Step {
            name: name.to_string(),
            nth: 1,
        };
        names.iter().map(step).collect()
    }

    /// Two requests of one line, of which the second or the first is answered first.
    #[test]
    fn requests_of_one_line_are_told_apart() {
        let run = |order: [u64; 2]| {
            let mut writer = Writer::in_memory(&[], Bounds::default());
            let kind = writer.text("FSREQCALLBACK");
            let place = writer.place("/tmp/a.js", 6, 1, "");
            for id in [2, 3] {
                let (by, runs) = (1, place);
                let made = Event::Made {
                    id,
                    kind,
                    by,
                    place,
                    runs,
                };
                writer.add(0, &made);
            }
            for id in order {
                writer.add(0, &Event::RunBegin { id });
            }
            let bytes = writer.to_bytes();
            super::steps(&Recording::parse(&bytes).unwrap())
        };
        assert_eq!(
            difference(&run([2, 3]), &run([3, 2])).unwrap(),
            "the answer to the file request of line 6 (a.js), the 2nd of that line, came before the answer to the file request of line 6 (a.js)"
        );
    }

    #[test]
    fn the_first_difference_is_told() {
        let usual = steps(&["a", "b", "c"]);
        let tell = |names: &[&str]| difference(&usual, &steps(names));
        assert_eq!(tell(&["a", "b", "c"]), None);
        assert_eq!(tell(&["a", "c", "b"]).unwrap(), "c came before b");
        assert_eq!(tell(&["a", "c"]).unwrap(), "b never came, c did");
        assert_eq!(tell(&["a", "b"]).unwrap(), "c never came");
    }
}
