//! Signals that end programs, while a command of ours runs some: they are for these, and what they did until then is shown.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Ctrl+C.
pub const SIGINT: i32 = 2;

/// What becomes of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The process ends
    End,
    /// The program with that number gets it
    PassOn(i32),
    /// The command looks for it now and then
    Keep,
}

/// What a command that runs programs knows of signals.
#[derive(Debug, Default)]
pub struct Interrupt {
    is_heard: AtomicBool,
    /// The last that came; 0 if none did
    signal: AtomicI32,
    /// The number of the program that runs; 0 if none does
    program: AtomicI32,
}

impl Interrupt {
    /// Nobody hears of signals yet.
    pub const fn new() -> Interrupt {
        Interrupt {
            is_heard: AtomicBool::new(false),
            signal: AtomicI32::new(0),
            program: AtomicI32::new(0),
        }
    }

    /// While `act` runs signals do not end the process.
    pub fn during<T>(&self, act: impl FnOnce() -> T) -> T {
        self.is_heard.store(true, Ordering::Release);
        let result = act();
        self.is_heard.store(false, Ordering::Release);
        result
    }

    /// They are passed on to the program with that number; with 0 to none.
    pub fn pass_on_to(&self, program: u32) {
        self.program
            .store(program.try_into().unwrap_or(0), Ordering::Release);
    }

    /// Whether one has come.
    pub fn has_come(&self) -> bool {
        self.signal.load(Ordering::Acquire) != 0
    }

    /// The one that has come, which is forgotten then.
    pub fn take(&self) -> Option<i32> {
        Some(self.signal.swap(0, Ordering::AcqRel)).filter(|&signal| signal != 0)
    }

    /// One has come.
    pub fn arrived(&self, signal: i32) -> Act {
        // What is typed at a terminal comes to all programs there.
        let is_typed = || std::io::stdin().is_terminal() || std::io::stderr().is_terminal();
        if !self.is_heard.load(Ordering::Acquire) {
            return Act::End;
        }
        self.signal.store(signal, Ordering::Release);
        match self.program.load(Ordering::Acquire) {
            0 => Act::Keep,
            _ if signal == SIGINT && is_typed() => Act::Keep,
            program => Act::PassOn(program),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGTERM: i32 = 15;

    #[test]
    fn signals_are_for_the_program_that_runs() {
        let interrupt = Interrupt::new();
        assert_eq!(interrupt.arrived(SIGTERM), Act::End);
        interrupt.during(|| {
            assert_eq!(interrupt.arrived(SIGTERM), Act::Keep);
            assert_eq!((interrupt.take(), interrupt.take()), (Some(SIGTERM), None));
            interrupt.pass_on_to(7);
            assert_eq!(interrupt.arrived(SIGTERM), Act::PassOn(7));
            assert!(interrupt.has_come());
        });
        assert_eq!(interrupt.arrived(SIGTERM), Act::End);
    }
}
