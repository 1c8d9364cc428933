//! What a run leaves to chance: `--seed`, and the schedules of `rondo explore`.
//!
//! With a seed time is virtual, orders are drawn, and so are all random numbers: a script that does not talk to the outside
//! runs the same each time.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::choose::{Chooser, Listed, Noted, Seeded, Wild};
use rondo_loop::{Faults, Loop};

use crate::options;
use crate::runtime::{Role, Settings};

/// When virtual time begins, in milliseconds since 1970: the first of January 2026.
const BEGIN: u64 = 1_767_225_600_000;
/// The number of the process that scripts are told.
pub(crate) const PID: u32 = 4242;

/// What stands in for chance in a run that can be repeated.
pub(crate) struct Chance {
    pub(crate) chooser: Rc<Noted<Box<dyn Chooser>>>,
    pub(crate) faults: Faults,
    seed: u64,
    /// The state of `Math.random`
    random: Cell<u64>,
    log: Option<String>,
}

impl Chance {
    /// What the options ask for; nothing, if they leave things to chance.
    pub(crate) fn of(settings: &Settings) -> Result<Option<Rc<Chance>>, String> {
        let text = |name| options::text(&settings.options, name);
        let (seed, wild, choices) = (text("--seed"), text("--wild"), text("--choices"));
        if settings.role != Role::Main || (seed.is_none() && wild.is_none() && choices.is_none()) {
            return Ok(None);
        }
        let seed = match seed {
            Some(seed) => seed
                .parse()
                .map_err(|_| format!("--seed takes a whole number, not {seed}"))?,
            None => 0,
        };
        let chooser: Box<dyn Chooser> = match (choices, wild) {
            (Some(list), _) => Box::new(Listed::parse(list)?),
            (None, Some(wild)) => Box::new(parse_wild(wild)?),
            (None, None) => Box::new(Seeded(seed)),
        };
        Ok(Some(Rc::new(Chance {
            chooser: Rc::new(Noted::new(chooser)),
            faults: text("--faults").map_or(Ok(Faults::default()), Faults::parse)?,
            seed,
            random: Cell::new(seed),
            log: text("--choices-log").map(String::from),
        })))
    }

    /// Has the clock and the random numbers of the calling thread follow from the seed.
    pub(crate) fn take_over(&self, event_loop: &Loop) {
        rondo_crypto::random::set_seed(Some(self.seed));
        let event_loop = event_loop.downgrade();
        rondo_engine::set_clock(Some(Box::new(move || {
            let nanos = event_loop
                .upgrade()
                .map_or(0, |event_loop| event_loop.hrtime());
            BEGIN as f64 * 1e3 + nanos as f64 / 1e3
        })));
    }

    /// Puts another `Math.random` in place of the engine's.
    pub(crate) fn install(scope: &mut Scope<'_>) -> JsResult<()> {
        let random = scope.function("random", 0, math_random)?;
        let math = scope.global().get_property(scope, "Math")?;
        math.define_property(scope, "random", random, false)
    }

    fn next_random(&self) -> f64 {
        let (state, number) = draw(self.random.get());
        self.random.set(state);
        number
    }

    /// Writes down what was open and what was chosen, if somebody wants to know: a line each. Otherwise says what the seed
    /// did not govern.
    pub(crate) fn end(&self, event_loop: &Loop) {
        let Some(path) = &self.log else {
            return tell_let_in(&event_loop.let_in());
        };
        let mut text = String::new();
        for (question, chosen) in self.chooser.notes() {
            let (name, nth, of) = (question.point.name(), question.nth, question.candidates);
            let _ = writeln!(text, "{name} {nth} {of} {chosen}");
        }
        let _ = std::fs::write(path, text);
    }
}

fn tell_let_in(what: &[&str]) {
    if !what.is_empty() {
        let what = what.join(", ");
        // Who cannot be told goes without.
        let _ = writeln!(
            io::stderr(),
            "rondo: not governed by the seed, since it comes from outside: {what}"
        );
    }
}

/// The next state, and a number from 0 to below 1 (SplitMix64).
pub(crate) fn draw(state: u64) -> (u64, f64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let number = ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
    (state, number)
}

fn parse_wild(text: &str) -> Result<Wild, String> {
    let numbers = text.split_once(':').and_then(|(seed, one_in)| {
        Some(Wild {
            seed: seed.parse().ok()?,
            one_in: one_in.parse().ok()?,
        })
    });
    numbers.ok_or_else(|| format!("--wild takes SEED:ONE_IN, not {text}"))
}

/// `Math.random()`
fn math_random<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let chance = &crate::runtime::runtime(scope).chance;
    let number = chance.as_ref().map_or(0.0, |chance| chance.next_random());
    Ok(scope.number(number))
}
