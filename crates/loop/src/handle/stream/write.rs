//! Writing and shutting down: at once if possible, the rest when the system takes it. Callbacks never
//! run inside the call that makes a request.

use std::io::IoSlice;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::Shutdown;

use super::queue::{Data, Finished};
use super::state::{Done, StreamState, flag};
use crate::Loop;
use crate::handle::{Key, Ready};
use crate::observe::Kind;

/// How often one stream is written to in a turn, so that others get theirs.
const ROUNDS: u32 = 32;

impl StreamState {
    /// Whether a request to write can be made.
    #[inline]
    pub(super) fn check_writable(&self) -> Result<(), Errno> {
        if self.has(flag::WRITABLE) {
            return Ok(());
        }
        Err(if self.has_fd() {
            Errno::PIPE
        } else {
            Errno::BADF
        })
    }

    /// A stream along which descriptors can pass is a channel to a program that is made to answer.
    fn note_question(&self, lp: &Loop) {
        if self.has(flag::PASSES) {
            lp.core.poller.expect_answer();
        }
    }

    /// Adds a request, and writes as much as the system takes now.
    pub(super) fn write(
        &self,
        lp: &Loop,
        key: Key,
        data: Data,
        passed: Option<OwnedFd>,
        done: Done,
    ) {
        self.note_question(lp);
        let mut queue = self.queue();
        let was_empty = queue.is_empty();
        queue.push(data, passed, done);
        drop(queue);
        if was_empty && !self.has(flag::CONNECTING) {
            if self.has(flag::CUT) {
                self.write_rest_later(lp, key);
            }
            self.flush(lp, key);
            if self.has_finished() {
                self.feed(lp, key);
            }
        }
    }

    /// Writes as much as the system takes now; nothing if others wait already.
    pub(super) fn try_write(&self, lp: &Loop, slices: &[IoSlice<'_>]) -> Result<usize, Errno> {
        self.check_writable()?;
        if self.has(flag::CONNECTING) || self.has_queue() {
            return Err(Errno::AGAIN);
        }
        self.note_question(lp);
        if lp.core.schedule.is_some() {
            if self.cannot_write(lp) {
                return Err(Errno::CONNRESET);
            }
            let first = slices.first().map_or(&[][..], |first| first);
            if let Some(part) = self.part_to_write(lp, first) {
                self.set(flag::CUT, true);
                return part;
            }
        }
        self.with(|fd| match slices {
            [bytes] => self.send(fd, bytes),
            _ => self.send_vectored(fd, &slices[..slices.len().min(1024)]),
        })
        .map_err(|error| match error {
            Errno::NOBUFS => Errno::AGAIN,
            error => error,
        })
    }

    /// Writes what waits, but not without end.
    pub(super) fn flush(&self, lp: &Loop, key: Key) {
        if !self.has_queue() || self.waits_for_rest(lp, key) {
            return;
        }
        let mut queue = self.queue();
        let mut rounds = 0;
        while rounds < ROUNDS || self.has(flag::BLOCKING) {
            rounds += 1;
            if self.cannot_write(lp) {
                queue.fail(Errno::CONNRESET);
                return;
            }
            let first = queue.single().filter(|_| queue.passed().is_none());
            if let Some(part) = first.and_then(|bytes| self.part_to_write(lp, bytes)) {
                match part {
                    Ok(sent) => queue.advance(sent),
                    Err(Errno::AGAIN | Errno::NOBUFS) => {}
                    Err(error) => {
                        queue.fail(error);
                        return;
                    }
                }
                self.write_rest_later(lp, key);
                return;
            }
            let is_blocked = match self.send_some(&queue) {
                Ok((sent, of)) => {
                    queue.advance(sent);
                    sent < of && !self.has(flag::BLOCKING)
                }
                Err(Errno::AGAIN | Errno::NOBUFS) => true,
                Err(error) => {
                    queue.fail(error);
                    return;
                }
            };
            if queue.is_empty() {
                return;
            }
            if is_blocked {
                if let Err(error) = self.watch(lp, key, true) {
                    queue.fail(error);
                }
                return;
            }
        }
        lp.core.poller.tell_again(key, Ready::WRITABLE);
    }

    /// What the chooser cut off is written when others had the time to read the beginning.
    fn write_rest_later(&self, lp: &Loop, key: Key) {
        self.set(flag::CUT, true);
        if let Some(schedule) = &lp.core.schedule {
            schedule.tell_writable_later(key);
        }
    }

    /// Whether that time is not over yet.
    fn waits_for_rest(&self, lp: &Loop, key: Key) -> bool {
        if !self.has(flag::CUT) {
            return false;
        }
        let schedule = lp.core.schedule.as_ref();
        let waits = schedule.is_some_and(|schedule| schedule.holds_back(key));
        self.set(flag::CUT, waits);
        waits
    }

    /// Whether a write fails now: the connection breaks, or the other end inside of the loop has reset it.
    fn cannot_write(&self, lp: &Loop) -> bool {
        lp.core.schedule.is_some() && (self.breaks(lp) || self.take_reset())
    }

    /// Writes only the beginning, if a chooser wants that.
    fn part_to_write(&self, lp: &Loop, bytes: &[u8]) -> Option<Result<usize, Errno>> {
        let schedule = lp.core.schedule.as_ref()?;
        if self.has(flag::BLOCKING) {
            return None;
        }
        let part = schedule.write_room(bytes.len());
        (part < bytes.len()).then(|| self.with(|fd| self.send(fd, &bytes[..part])))
    }

    /// Runs the callbacks of requests to write that are over.
    pub(super) fn run_finished(&self, lp: &Loop) {
        while let Some(Finished { data, done, error }) = self.next_finished() {
            let size = (lp.observes() && error.is_none()).then(|| data.len());
            // Whoever is told may use the memory again.
            drop(data);
            done.run_sized(lp, Kind::Write, error.map_or(Ok(()), Err), size);
        }
    }

    fn next_finished(&self) -> Option<Finished> {
        if self.has_finished() {
            self.queue().finished.pop_front()
        } else {
            None
        }
    }

    /// Makes a request to shut down the sending side when all is written.
    pub(super) fn shut_down(&self, lp: &Loop, key: Key, done: Done) {
        self.set(flag::WRITABLE, false);
        self.set(flag::SHUTTING, true);
        let mut queue = self.queue();
        queue.shutdown = Some(done);
        let is_written = queue.is_empty();
        drop(queue);
        if is_written && !self.has(flag::CONNECTING) {
            self.feed(lp, key);
        }
    }

    /// Shuts down the sending side if that is asked for and all is written.
    pub(super) fn shut_down_when_written(&self, lp: &Loop) {
        if !self.has(flag::SHUTTING) || self.has(flag::CONNECTING) || self.has_queue() {
            return;
        }
        let shutdown = self.queue().shutdown.take();
        if let Some(shutdown) = shutdown {
            self.set(flag::SHUTTING, false);
            let result = self.ask("stream.shutdown", |fd| {
                rustix::net::shutdown(fd, Shutdown::Write)
            });
            shutdown.run(lp, Kind::Shutdown, result);
        }
    }
}
