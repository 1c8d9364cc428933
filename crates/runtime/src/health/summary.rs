//! `--loop-summary`: the table that is printed at the end.

use std::fmt::Write as _;

use rondo_loop::{PoolFigures, monotonic_nanos};

use super::WORTH_NAMING;
use super::figures::{Counts, PHASES, PhaseFigures};
use super::longest::Longest;
use super::words::{counted, grouped, time};

/// How many callbacks are named.
const LONGEST: usize = 10;

/// The whole of it.
pub(super) fn table(counts: &Counts, longest: &Longest, pool: PoolFigures) -> String {
    let mut text = String::new();
    let all = monotonic_nanos().saturating_sub(counts.since);
    let (busy, asleep) = (counts.busy(), counts.asleep);
    let outside = all.saturating_sub(busy + asleep);
    // Texts take whatever is written to them.
    let _ = writeln!(
        text,
        "rondo: the loop, {} in {}: busy {}, asleep {}, main script and start {}",
        counted(counts.turns, "turn"),
        time(all),
        time(busy),
        time(asleep),
        time(outside),
    );
    let _ = writeln!(
        text,
        "\n  {:<22}{:>10}{:>8}{:>12}{:>12}",
        "phase", "time", "", "callbacks", "longest"
    );
    for (phase, (_, name)) in counts.phases.iter().zip(PHASES) {
        if phase.callbacks > 0 || matches!(name, "timers" | "poll" | "check" | "closing") {
            add_row(&mut text, name, phase, busy);
        }
    }
    add_row(&mut text, "ticks and microtasks", &counts.queues, busy);
    let delay = &counts.delay;
    let _ = write!(
        text,
        "\n  delay from one look at what has come to the next:"
    );
    for (name, percent) in [("half", 50.0), ("90 %", 90.0), ("99 %", 99.0)] {
        let _ = write!(text, " {name} {},", time(delay.percentile(percent)));
    }
    let _ = writeln!(text, " most {}", time(delay.most()));
    add_longest(&mut text, longest);
    add_pool(&mut text, counts, pool);
    text
}

fn add_row(text: &mut String, name: &str, figures: &PhaseFigures, busy: u64) {
    let share = (figures.time * 100).checked_div(busy).unwrap_or(0);
    let _ = writeln!(
        text,
        "  {:<22}{:>10}{:>6} %{:>12}{:>12}",
        name,
        time(figures.time),
        share,
        grouped(figures.callbacks),
        time(figures.longest),
    );
}

fn add_longest(text: &mut String, longest: &Longest) {
    let first = longest.first(LONGEST);
    if first.is_empty() {
        let _ = writeln!(
            text,
            "\n  no callback took {} or longer",
            time(WORTH_NAMING)
        );
        return;
    }
    let _ = writeln!(text, "\n  longest callbacks");
    for (name, line) in first {
        let more = match line.times {
            1 => String::new(),
            times => format!(", {} times, {} in all", grouped(times), time(line.sum)),
        };
        let _ = writeln!(
            text,
            "  {:>10}  {}: {name}{more}",
            time(line.most),
            line.what
        );
    }
}

fn add_pool(text: &mut String, counts: &Counts, figures: PoolFigures) {
    let pool = &counts.pool;
    if pool.run.count() == 0 {
        let _ = writeln!(text, "\n  the pool had no jobs");
        return;
    }
    let _ = writeln!(
        text,
        "\n  pool: {}, {} of them done by the loop itself, {} of {} threads; \
         wait {} (99 % {}, most {}), run {} (99 % {}, most {})",
        counted(pool.run.count(), "job"),
        grouped(pool.by_loop),
        figures.threads,
        figures.size,
        time(pool.wait.mean()),
        time(pool.wait.percentile(99.0)),
        time(pool.wait.most()),
        time(pool.run.mean()),
        time(pool.run.percentile(99.0)),
        time(pool.run.most()),
    );
}
