//! The data of a page: a head in JSON, then columns of numbers, all of it deflated.
//!
//! ```text
//! data    = length of the head (4 bytes, little endian), head, columns
//! head    = {"about": {..}, "texts": [..], "columns": [[name, kind, count, bytes], ..], ..}
//! column  = numbers, seven bits a byte, lowest first; kind u: as they are, d: each less the one before, in zigzag,
//!           s: in zigzag, b: bytes
//! ```
//! A number that stands for none is 0 in a page, and others are greater by one.

use std::io;

use rondo_compress::{Codec, Deflate, Settings, Wrapping, flush};

use rondo_record::model::{Model, NONE};
use rondo_record::{put_number, zigzag};

use crate::json;

struct Columns {
    list: String,
    bytes: Vec<u8>,
}

fn less(number: u64, base: u64) -> i64 {
    number.wrapping_sub(base) as i64
}

/// None is 0.
fn shifted(number: u32) -> u64 {
    match number {
        NONE => 0,
        number => u64::from(number) + 1,
    }
}

impl Columns {
    fn name(&mut self, name: &str, kind: char, count: usize, from: usize) {
        if !self.list.is_empty() {
            self.list.push(',');
        }
        let size = self.bytes.len() - from;
        self.list
            .push_str(&format!("[\"{name}\",\"{kind}\",{count},{size}]"));
    }

    fn numbers(&mut self, name: &str, kind: char, numbers: impl Iterator<Item = u64>) {
        let from = self.bytes.len();
        let mut count = 0;
        let mut before = 0u64;
        for number in numbers {
            let written = match kind {
                'd' => zigzag(number.wrapping_sub(before) as i64),
                _ => number,
            };
            put_number(&mut self.bytes, written);
            before = number;
            count += 1;
        }
        self.name(name, kind, count, from);
    }

    /// Numbers as they are: for those that are small.
    fn plain(&mut self, name: &str, numbers: impl Iterator<Item = u64>) {
        self.numbers(name, 'u', numbers);
    }

    /// Numbers that are near to the one before.
    fn near(&mut self, name: &str, numbers: impl Iterator<Item = u64>) {
        self.numbers(name, 'd', numbers);
    }

    fn signed(&mut self, name: &str, numbers: impl Iterator<Item = i64>) {
        self.numbers(name, 's', numbers.map(zigzag));
    }

    fn blob(&mut self, name: &str, bytes: &[u8]) {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.name(name, 'b', bytes.len(), from);
    }
}

fn add_loop(columns: &mut Columns, model: &Model) {
    columns.near("turn.number", model.turns.iter().map(|turn| turn.0));
    columns.near("turn.begin", model.turns.iter().map(|turn| turn.1));
    columns.plain(
        "turn.length",
        model.turns.iter().map(|turn| turn.2 - turn.1),
    );
    columns.plain(
        "phase.which",
        model.phases.iter().map(|phase| phase.0 as u64),
    );
    columns.near("phase.begin", model.phases.iter().map(|phase| phase.1));
    let lengths = model.phases.iter().map(|phase| phase.2 - phase.1);
    columns.plain("phase.length", lengths);
    columns.near("sleep.begin", model.sleeps.iter().map(|sleep| sleep.0));
    let lengths = model.sleeps.iter().map(|sleep| sleep.1 - sleep.0);
    columns.plain("sleep.length", lengths);
}

fn add_spans(columns: &mut Columns, model: &Model) {
    let spans = || model.spans.iter();
    columns.near("span.begin", spans().map(|span| span.begin));
    columns.plain("span.length", spans().map(|span| span.end - span.begin));
    columns.plain("span.lane", spans().map(|span| span.lane as u64));
    columns.plain("span.depth", spans().map(|span| span.depth.into()));
    columns.plain("span.kind", spans().map(|span| span.kind.into()));
    columns.near("span.resource", spans().map(|span| shifted(span.resource)));
    // Mostly a callback was asked for where and when its resource was made: then these are 0.
    let made = |resource: u32| {
        let resource = model.resources.get(resource as usize);
        resource.map_or((0, 0), |resource| (shifted(resource.maker), resource.made))
    };
    let causes = spans().map(|span| less(shifted(span.cause), made(span.resource).0));
    columns.signed("span.cause", causes);
    let asked = spans().map(|span| less(span.asked, made(span.resource).1));
    columns.signed("span.asked", asked);
    columns.signed("span.bytes", spans().map(|span| span.bytes));
    columns.signed("span.error", spans().map(|span| span.error));
}

fn add_resources(columns: &mut Columns, model: &Model) {
    let resources = || model.resources.iter();
    columns.near("resource.id", resources().map(|resource| resource.id));
    columns.plain(
        "resource.kind",
        resources().map(|resource| resource.kind.into()),
    );
    columns.near("resource.made", resources().map(|resource| resource.made));
    let makers = resources().map(|resource| shifted(resource.maker));
    columns.near("resource.maker", makers);
    let places = resources().map(|resource| shifted(resource.place));
    columns.plain("resource.place", places);
    columns.plain(
        "resource.runs",
        resources().map(|resource| shifted(resource.runs)),
    );
    let delays = resources().map(|resource| shifted(resource.delay.unwrap_or(NONE)));
    columns.plain("resource.delay", delays);
}

fn add_waits(columns: &mut Columns, model: &Model) {
    let waits = || model.waits.iter();
    columns.plain("wait.queue", waits().map(|wait| wait.queue as u64));
    // Mostly something is queued when it is made, and leaves when it runs: then these are 0.
    let made = |resource: u32| {
        let resource = model.resources.get(resource as usize);
        resource.map_or(0, |resource| resource.made)
    };
    let run = |span: u32| model.spans.get(span as usize).map_or(0, |span| span.begin);
    let enters = waits().map(|wait| less(wait.enter, made(wait.resource)));
    columns.signed("wait.enter", enters);
    let leaves = waits().map(|wait| less(wait.leave, run(wait.span)));
    columns.signed("wait.leave", leaves);
    columns.near("wait.resource", waits().map(|wait| shifted(wait.resource)));
    columns.near("wait.span", waits().map(|wait| shifted(wait.span)));
    columns.plain("wait.kind", waits().map(|wait| wait.kind.into()));
}

fn add_others(columns: &mut Columns, model: &Model) {
    let jobs = || model.jobs.iter();
    columns.plain("job.thread", jobs().map(|job| job.thread.into()));
    columns.near("job.queued", jobs().map(|job| job.queued));
    columns.near("job.begin", jobs().map(|job| job.begin));
    columns.plain("job.length", jobs().map(|job| job.end - job.begin));
    columns.near("job.span", jobs().map(|job| shifted(job.span)));
    let outputs = || model.outputs.iter();
    columns.near("output.time", outputs().map(|output| output.0));
    columns.plain("output.to", outputs().map(|output| output.1.into()));
    columns.plain("output.size", outputs().map(|output| output.2.into()));
    let choices = || model.choices.iter();
    columns.near("choice.time", choices().map(|choice| choice.time));
    columns.plain("choice.point", choices().map(|choice| choice.point.into()));
    columns.plain("choice.nth", choices().map(|choice| choice.nth));
    columns.plain("choice.of", choices().map(|choice| choice.of.into()));
    columns.plain(
        "choice.chosen",
        choices().map(|choice| choice.chosen.into()),
    );
    columns.near("jump.time", model.jumps.iter().map(|jump| jump.0));
    columns.near("jump.to", model.jumps.iter().map(|jump| jump.1));
    let spots = || model.spots.iter();
    columns.plain("spot.file", spots().map(|spot| spot.file.into()));
    columns.plain("spot.line", spots().map(|spot| spot.line.into()));
    columns.plain("spot.column", spots().map(|spot| spot.column.into()));
    columns.plain("spot.function", spots().map(|spot| spot.function.into()));
    let sources = || model.sources.iter();
    columns.plain("source.file", sources().map(|source| source.0.into()));
    columns.plain("source.size", sources().map(|source| source.1.len() as u64));
    let texts: Vec<&[u8]> = sources().map(|source| &source.1[..]).collect();
    columns.blob("source.bytes", &texts.concat());
    columns.blob("output.bytes", &model.printed);
}

fn head(model: &Model, columns: &str) -> String {
    let mut head = String::from("{\"about\":{");
    for (nth, (name, value)) in model.about.iter().enumerate() {
        if nth > 0 {
            head.push(',');
        }
        json::quote(&mut head, name);
        head.push(':');
        json::quote(&mut head, value);
    }
    head.push_str("},\"texts\":[");
    for (nth, text) in model.texts.iter().enumerate() {
        if nth > 0 {
            head.push(',');
        }
        json::quote(&mut head, text);
    }
    let code = model
        .code
        .map_or("null".to_string(), |code| code.to_string());
    head.push_str(&format!(
        "],\"events\":{},\"end\":{},\"code\":{code},\"columns\":[{columns}]}}",
        model.events, model.end
    ));
    head
}

/// The data of a page, before it is deflated.
fn columns(model: &Model) -> Vec<u8> {
    let mut columns = Columns {
        list: String::new(),
        bytes: Vec::new(),
    };
    add_loop(&mut columns, model);
    add_spans(&mut columns, model);
    add_resources(&mut columns, model);
    add_waits(&mut columns, model);
    add_others(&mut columns, model);
    let head = head(model, &columns.list);
    let mut bytes = (head.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(head.as_bytes());
    bytes.append(&mut columns.bytes);
    bytes
}

/// The data of a page, deflated.
pub fn pack(model: &Model) -> io::Result<Vec<u8>> {
    let mut codec = Codec::from(Deflate::new(Wrapping::Raw, Settings::default(), None));
    match codec.run(&columns(model), flush::FINISH, usize::MAX) {
        Ok(packed) => Ok(packed.bytes),
        Err(_) => Err(io::Error::other("the data of the page cannot be deflated")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_as_few_bytes_as_they_can() {
        let mut columns = Columns {
            list: String::new(),
            bytes: Vec::new(),
        };
        columns.near("near", [1_000_000, 1_000_001, 999_999].into_iter());
        columns.plain("plain", [shifted(NONE), shifted(0), 300].into_iter());
        columns.signed("signed", [-1, 1].into_iter());
        assert_eq!(
            columns.list,
            "[\"near\",\"d\",3,5],[\"plain\",\"u\",3,4],[\"signed\",\"s\",2,2]"
        );
        assert_eq!(columns.bytes[3..], [2, 3, 0, 1, 0xac, 2, 1, 2]);
    }
}
