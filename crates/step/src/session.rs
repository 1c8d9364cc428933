//! A walk through a recording: where it is, and what the commands do.

use std::fmt::Write as _;

use rondo_record::{Event, Model, Queues, Step, What};

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
pub struct Session<'a, 'r> {
    model: &'r Model<'a, 'r>,
    at: usize,
    paint: Paint,
    last: String,
}

impl<'a, 'r> Session<'a, 'r> {
    /// Begins at the first callback.
    pub fn new(model: &'r Model<'a, 'r>, has_colour: bool) -> Session<'a, 'r> {
        Session {
            model,
            at: 0,
            paint: Paint(has_colour),
            last: "n".into(),
        }
    }

    /// What is shown first.
    pub fn greeting(&self) -> String {
        let steps = self.model.steps().len();
        let program = self.model.recording().about("program").unwrap_or("?");
        format!(
            "{program}: {steps} callbacks. help tells the commands.\n{}",
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

    fn step(&self) -> Option<&'r Step> {
        self.model.steps().get(self.at)
    }

    fn go(&mut self, to: usize) -> String {
        let last = self.model.steps().len().saturating_sub(1);
        if to > last && self.at == last {
            return self.end();
        }
        self.at = to.min(last);
        self.here()
    }

    fn end(&self) -> String {
        let code = self.model.events().iter().rev().find_map(|(_, event)| {
            let Event::End { code } = event else {
                return None;
            };
            Some(*code)
        });
        match code {
            Some(code) => format!("the program has ended, exit code {code}\n"),
            None => "the recording ends here; the program did not\n".into(),
        }
    }

    fn next_phase(&mut self) -> String {
        let steps = self.model.steps();
        let Some(now) = self.step() else {
            return self.end();
        };
        let is_other = |step: &Step| (step.turn, step.phase) != (now.turn, now.phase);
        let next = (self.at..steps.len()).find(|&place| is_other(&steps[place]));
        self.go(next.unwrap_or(usize::MAX))
    }

    fn find(&mut self, text: &str) -> String {
        let steps = self.model.steps();
        let matches = |step: &Step| {
            if text.is_empty() {
                return false;
            }
            let printed = self.model.output_between(step.begin, step.end);
            words::of_step(self.model, step.what).contains(text)
                || show::place_of_step(self.model, step.what)
                    .is_some_and(|place| is_line(&words::of_place(&place), text))
                || String::from_utf8_lossy(&printed).contains(text)
        };
        let next = (self.at + 1..steps.len()).find(|&place| matches(&steps[place]));
        match next {
            None if !text.is_empty() => format!("no callback after this one has {text}\n"),
            next => self.go(next.unwrap_or(usize::MAX)),
        }
    }

    /// The current callback.
    fn here(&self) -> String {
        let Some(step) = self.step() else {
            return "nothing was called\n".into();
        };
        let model = self.model;
        let time = model.events()[step.begin].0;
        let mut shown = format!(
            "{} {} {}\n",
            self.paint
                .dim(&format!("[{}/{}]", self.at + 1, model.steps().len())),
            self.paint.bold(&words::of_step(model, step.what)),
            self.paint.dim(&format!(
                "({}, at {})",
                show::position(step),
                show::time(time)
            ))
        );
        if let Some(place) = show::place_of_step(model, step.what) {
            shown += &show::source(model, &place, 0, self.paint);
        }
        shown += &show::output(&model.output_between(step.begin, step.end), self.paint);
        shown
    }

    fn whence(&self) -> String {
        let Some(step) = self.step() else {
            return self.end();
        };
        let model = self.model;
        let mut shown = format!("{}\n", self.paint.bold(&words::of_step(model, step.what)));
        shown += &show::details(model, step);
        let What::Run(mut id) = step.what else {
            return shown;
        };
        if let Some(delay) = model.thing(id).and_then(|thing| thing.delay) {
            let _ = writeln!(shown, "  set for {delay} ms");
        }
        if let Some(place) = show::place_of_step(model, step.what) {
            let _ = writeln!(shown, "  {}", words::of_place(&place));
            shown += &show::source(model, &place, 2, self.paint);
        }
        for _ in 0..DEPTH {
            let Some(thing) = model.thing(id) else { break };
            let by = words::of_thing(model, thing.by);
            let at = show::time(model.events()[thing.made].0);
            let _ = writeln!(
                shown,
                "  {} was asked for by {by}, at {at}",
                words::of_thing(model, id)
            );
            if let Some(queued) = thing.queued.filter(|&queued| queued > thing.made)
                && let Some(event) = queued.checked_sub(1)
            {
                let who = model.running(event).unwrap_or(0);
                let at = show::time(model.events()[queued].0);
                let _ = writeln!(
                    shown,
                    "    its promise was settled by {}, at {at}",
                    words::of_thing(model, who)
                );
            }
            id = thing.by;
        }
        shown
    }

    fn output(&self) -> String {
        let at = self.step().map_or(0, |step| step.end);
        match show::output(&self.model.output(at), self.paint) {
            text if text.is_empty() => "nothing yet\n".into(),
            text => text,
        }
    }

    fn list(&self, around: usize) -> String {
        let steps = self.model.steps();
        let first = self.at.saturating_sub(around);
        let last = steps.len().min(self.at.saturating_add(around + 1));
        let mut shown = String::new();
        let mut position = String::new();
        for (place, step) in steps.iter().enumerate().take(last).skip(first) {
            let here = show::position(step);
            if here != position {
                let _ = writeln!(shown, "{}", self.paint.dim(&here));
                position = here;
            }
            let mark = if place == self.at { ">" } else { " " };
            let row = format!(
                "{mark} {:>4}  {}",
                place + 1,
                words::of_step(self.model, step.what)
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
        let Some(step) = self.step() else {
            return self.end();
        };
        let model = self.model;
        let Queues {
            ticks,
            microtasks,
            timers,
            pending,
            poll,
            check,
            closing,
            waiting,
        } = model.queues(step.end);
        let things = |ids: &[u64]| -> Vec<String> {
            let ids = ids.iter().take(SHOWN);
            ids.map(|id| words::of_thing(model, *id)).collect()
        };
        let set = |ids: &[u64]| -> Vec<String> {
            let ids = ids.iter().take(SHOWN);
            ids.map(|id| words::of_timer(model, *id)).collect()
        };
        let numbers = |ids: &[u64], what: &str| -> Vec<String> {
            let ids = ids.iter().take(SHOWN);
            ids.map(|id| format!("{what} {id}")).collect()
        };
        let mut shown = String::from("when this callback has returned:\n");
        for (queue, names, count) in [
            ("ticks", things(&ticks), ticks.len()),
            ("microtasks", things(&microtasks), microtasks.len()),
            ("timers", set(&timers), timers.len()),
            ("pending", numbers(&pending, "call"), pending.len()),
            ("poll", things(&poll), poll.len()),
            ("check", things(&check), check.len()),
            ("closing", numbers(&closing, "handle"), closing.len()),
            ("not settled", things(&waiting), waiting.len()),
        ] {
            self.queue(&mut shown, queue, names, count);
        }
        shown
    }

    fn queue(&self, shown: &mut String, name: &str, mut names: Vec<String>, count: usize) {
        if count > names.len() {
            names.push(format!("and {} more", count - names.len()));
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
