//! A connection as a layer on a handle of `binding('stream')`.

use std::io;
use std::rc::Rc;

use rondo_engine::Scope;
use rondo_loop::{Loop, ReadTake, Stream};

use super::{EPROTO, OnHandle};
use crate::binding::stream::{Layer, Outcome, StreamHandle};
use crate::binding::tls::way::Way;
use crate::runtime::Runtime;

impl Layer for OnHandle {
    fn received(&self, owner: &Rc<Runtime>, handle: &Rc<StreamHandle>, what: ReadTake<'_>) {
        let tls = &self.0;
        let mut way = Way::Loop(owner);
        match what {
            ReadTake::Data(bytes) => tls.receive(bytes, &mut way),
            ReadTake::End => tls.receive_end(&mut way),
            ReadTake::Failed(error) => {
                tls.advance(&mut way);
                if !tls.has_ended.get() && !handle.is_closing() {
                    tls.end(&mut way, Some(error));
                }
            }
        }
    }

    fn write(
        &self,
        lp: &Loop,
        handle: &Rc<StreamHandle>,
        pieces: &[&[u8]],
        is_told: bool,
    ) -> Outcome {
        let tls = &self.0;
        if tls.has_failed.get() {
            return Outcome::Failed(EPROTO);
        }
        let is_through = match tls.encrypt(pieces) {
            Ok(is_through) => is_through,
            Err(_) => return Outcome::Failed(EPROTO),
        };
        match tls.send(lp, handle) {
            Ok(is_sent) if is_sent && is_through => Outcome::Written,
            Ok(_) => {
                tls.tells_written.set(tls.tells_written.get() || is_told);
                Outcome::Pending
            }
            Err(error) => Outcome::Failed(crate::binding::stream::status(Err(error))),
        }
    }

    fn is_clear(&self, lp: &Loop, handle: &StreamHandle) -> bool {
        let tls = &self.0;
        !tls.has_failed.get()
            && !tls.has_waiting()
            && !tls.holds_output.get()
            && tls.in_loop.get() == 0
            && handle.stream().write_queue_size(lp) == 0
            && tls
                .with(|connection| connection.is_established())
                .unwrap_or(false)
    }

    fn waiting(&self) -> usize {
        self.0.waiting.borrow().len()
    }

    fn shut_down(&self, scope: &mut Scope<'_>, _: &Rc<StreamHandle>) {
        self.0.shut_down_now(&mut Way::Inside(scope));
    }

    fn has_sent(&self, handle: &Rc<StreamHandle>, outcome: io::Result<()>) {
        let tls = &self.0;
        tls.in_loop.set(tls.in_loop.get().saturating_sub(1));
        let is_over = tls.in_loop.get() == 0 && !tls.has_waiting();
        if (is_over || outcome.is_err()) && tls.tells_written.take() {
            handle.tell_written(outcome);
        }
    }

    fn closed(&self) {
        self.0.detach();
    }
}
