//! A walk through a recording: where it is, and what the commands do.

use std::collections::HashMap;
use std::fmt::Write as _;

use rondo_record::model::{Job, Model, NONE, Queue, Span, Wait};

use crate::show::{self, Paint};
use crate::words;

const HELP: &str = "\
n [N]        the next callback, or N of them
s            the first callback of the next phase
c [TEXT]     on to the next callback whose name, file:line or output has TEXT; without one, to the end
back [N]     one callback back, or N of them
queues       what waits, and where
where        the source, and who asked for this callback
out          what was printed so far
list [N]     the callbacks around this one
help         this
q            the end
An empty line does once more what was done last.
";

/// How many callbacks `list` shows before and after the current one.
const AROUND: usize = 5;
/// How many entries of a queue are shown.
const SHOWN: usize = 10;
/// How far back it is told who asked for whom.
const DEPTH: usize = 12;

/// Somebody who walks.
pub struct Session {
    model: Model,
    jobs: HashMap<u32, Job>,
    /// When something was printed, and what was printed up to there
    printed: Vec<(u64, usize)>,
    at: usize,
    paint: Paint,
    last: String,
}

impl Session {
    /// Begins at the first callback.
    pub fn new(model: Model, has_colour: bool) -> Session {
        let mut end = 0;
        let outputs = model.outputs.iter();
        let printed = outputs.map(|&(time, _, count)| {
            end += count as usize;
            (time, end)
        });
        Session {
            printed: printed.collect(),
            jobs: model.jobs_by_span(),
            model,
            at: 0,
            paint: Paint(has_colour),
            last: "n".into(),
        }
    }

    /// What is shown first.
    pub fn greeting(&self) -> String {
        let steps = self.model.spans.len();
        let mut about = self.model.about.iter();
        let program = about.find(|(name, _)| name == "program");
        let program = program.map_or("?", |(_, value)| value);
        format!(
            "{program}: {steps} callback{}. help tells the commands.\n{}",
            if steps == 1 { "" } else { "s" },
            self.here()
        )
    }

    /// Does what a line says, and gives what is to be shown; none at the end.
    pub fn command(&mut self, line: &str) -> Option<String> {
        let line = match line {
            "" => self.last.clone(),
            line => line.to_string(),
        };
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let rest = rest.trim();
        let count = rest.parse().unwrap_or(1usize);
        let answer = match word {
            "n" | "next" => self.go(self.at.saturating_add(count)),
            "b" | "back" => match self.at {
                0 => "this is the first callback\n".into(),
                at => self.go(at.saturating_sub(count)),
            },
            "s" | "step" => self.next_phase(),
            "c" | "continue" => self.find(rest),
            "queues" | "qu" => self.queues(),
            "where" | "w" => self.whence(),
            "out" | "o" => self.output(),
            "list" | "l" => self.list(rest.parse().unwrap_or(AROUND)),
            "help" | "h" | "?" => HELP.into(),
            "q" | "quit" | "exit" => return None,
            _ => return Some(format!("{word}? help tells the commands\n")),
        };
        self.last = line;
        Some(answer)
    }

    fn span(&self) -> Option<&Span> {
        self.model.spans.get(self.at)
    }

    /// What was printed after one moment and up to another.
    fn printed(&self, after: u64, until: u64) -> &[u8] {
        let end = |moment: u64| {
            let count = self.printed.partition_point(|&(time, _)| time <= moment);
            count.checked_sub(1).map_or(0, |last| self.printed[last].1)
        };
        self.model
            .printed
            .get(end(after)..end(until))
            .unwrap_or_default()
    }

    fn go(&mut self, to: usize) -> String {
        let last = self.model.spans.len().saturating_sub(1);
        if to > last && self.at == last {
            return self.end();
        }
        self.at = to.min(last);
        self.here()
    }

    fn end(&self) -> String {
        match self.model.code {
            Some(code) => format!("the program has ended, exit code {code}\n"),
            None => "the recording ends here; the program did not\n".into(),
        }
    }

    fn next_phase(&mut self) -> String {
        let spans = &self.model.spans;
        let Some(now) = self.span() else {
            return self.end();
        };
        let here = self.model.position(now.begin);
        let is_other = |span: &Span| self.model.position(span.begin) != here;
        let next = (self.at..spans.len()).find(|&place| is_other(&spans[place]));
        self.go(next.unwrap_or(usize::MAX))
    }

    fn find(&mut self, text: &str) -> String {
        let spans = &self.model.spans;
        let matches = |span: &Span| {
            if text.is_empty() {
                return false;
            }
            let printed = self.printed(span.begin, span.end);
            words::of_span(&self.model, span).contains(text)
                || show::spot_of_span(&self.model, span)
                    .is_some_and(|spot| is_line(&words::of_spot(&self.model, &spot), text))
                || String::from_utf8_lossy(printed).contains(text)
        };
        let next = (self.at + 1..spans.len()).find(|&place| matches(&spans[place]));
        match next {
            None if !text.is_empty() => format!("no callback after this one has {text}\n"),
            next => self.go(next.unwrap_or(usize::MAX)),
        }
    }

    /// The current callback.
    fn here(&self) -> String {
        let Some(span) = self.span() else {
            return "nothing was called\n".into();
        };
        let model = &self.model;
        let mut shown = format!(
            "{} {} {}\n",
            self.paint
                .dim(&format!("[{}/{}]", self.at + 1, model.spans.len())),
            self.paint.bold(&words::of_span(model, span)),
            self.paint.dim(&format!(
                "({}, at {})",
                show::position(model, span.begin),
                show::time(span.begin)
            ))
        );
        if let Some(spot) = show::spot_of_span(model, span) {
            shown += &show::source(model, &spot, 0, self.paint);
        }
        shown += &show::output(self.printed(span.begin, span.end), self.paint);
        shown
    }

    fn whence(&self) -> String {
        let Some(span) = self.span() else {
            return self.end();
        };
        let model = &self.model;
        let mut shown = format!("{}\n", self.paint.bold(&words::of_span(model, span)));
        shown += &show::details(span, self.jobs.get(&(self.at as u32)));
        let Some(resource) = model.resources.get(span.resource as usize) else {
            return shown;
        };
        if let Some(delay) = resource.delay {
            let _ = writeln!(shown, "  set for {delay} ms");
        }
        if let Some(spot) = show::spot_of_span(model, span) {
            let _ = writeln!(shown, "  {}", words::of_spot(model, &spot));
            shown += &show::source(model, &spot, 2, self.paint);
        }
        self.tell_makers(&mut shown, span.resource);
        shown
    }

    /// Who asked for a resource, and who for that one.
    fn tell_makers(&self, shown: &mut String, mut resource: u32) {
        let model = &self.model;
        for _ in 0..DEPTH {
            let Some(made) = model.resources.get(resource as usize) else {
                break;
            };
            let _ = writeln!(
                shown,
                "  {} was asked for by {}, at {}",
                words::of_resource(model, resource).unwrap_or_default(),
                words::of_number(model, made.maker),
                show::time(made.made)
            );
            let mut unsettled = model.unsettled.iter();
            if let Some(wait) = unsettled.find(|wait| wait.resource == resource)
                && wait.leave > wait.enter
                && wait.leave <= model.end
            {
                let who = model.running_at(wait.leave.saturating_sub(1));
                let who = who.map_or("the loop".into(), |who| words::of_number(model, who as u32));
                let at = show::time(wait.leave);
                let _ = writeln!(shown, "    its promise was settled by {who}, at {at}");
            }
            let maker = model.spans.get(made.maker as usize);
            resource = maker.map_or(NONE, |maker| maker.resource);
        }
    }

    fn output(&self) -> String {
        let at = self.span().map_or(0, |span| span.end);
        match show::output(self.printed(0, at), self.paint) {
            text if text.is_empty() => "nothing yet\n".into(),
            text => text,
        }
    }

    fn list(&self, around: usize) -> String {
        let spans = &self.model.spans;
        let first = self.at.saturating_sub(around);
        let last = spans.len().min(self.at.saturating_add(around + 1));
        let mut shown = String::new();
        let mut position = String::new();
        for (place, span) in spans.iter().enumerate().take(last).skip(first) {
            let here = show::position(&self.model, span.begin);
            if here != position {
                let _ = writeln!(shown, "{}", self.paint.dim(&here));
                position = here;
            }
            let mark = if place == self.at { ">" } else { " " };
            let row = format!(
                "{mark} {:>4}  {}",
                place + 1,
                words::of_span(&self.model, span)
            );
            let _ = match place == self.at {
                true => writeln!(shown, "{}", self.paint.mark(&row)),
                false => writeln!(shown, "{row}"),
            };
        }
        shown
    }

    /// The queues as they are when the callback has returned.
    fn queues(&self) -> String {
        let Some(span) = self.span() else {
            return self.end();
        };
        let model = &self.model;
        let mut shown = String::from("when this callback has returned:\n");
        for (name, queue) in [
            ("ticks", Queue::Ticks),
            ("microtasks", Queue::Microtasks),
            ("timers", Queue::Timers),
            ("pending", Queue::Pending),
            ("poll", Queue::Poll),
            ("check", Queue::Check),
            ("closing", Queue::Closing),
        ] {
            self.queue(&mut shown, name, &model.queue_at(queue, span.end));
        }
        self.queue(&mut shown, "not settled", &model.unsettled_at(span.end));
        shown
    }

    fn queue(&self, shown: &mut String, name: &str, waits: &[&Wait]) {
        let first = waits.iter().take(SHOWN);
        let mut names: Vec<_> = first
            .map(|wait| words::of_wait(&self.model, wait))
            .collect();
        if waits.len() > SHOWN {
            names.push(format!("and {} more", waits.len() - SHOWN));
        }
        let text = match names.is_empty() {
            true => self.paint.dim("-"),
            false => names.join(", "),
        };
        let _ = writeln!(shown, "  {:<13}{text}", format!("{name}:"));
    }
}

/// Whether a text names a place: `app.js:12`, or just `12`.
fn is_line(place: &str, text: &str) -> bool {
    place == text || place.rsplit_once(':').is_some_and(|(_, line)| line == text)
}
