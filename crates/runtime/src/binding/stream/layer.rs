//! Something between a handle and whoever reads and writes it: what comes from the system goes to it first, and what is
//! written goes through it. TLS is such a layer.

use std::rc::Rc;

use rondo_engine::{Args, Scope};
use rondo_loop::{Error, Loop, ReadTake, Stream};

use super::event::Event;
use super::{StreamHandle, end_of_file, status};
use crate::runtime::Runtime;

/// What becomes of bytes that are given to a layer.
pub(crate) enum Outcome {
    /// All of it is written.
    Written,
    /// 'written' will be told.
    Pending,
    /// A negative error number
    Failed(i32),
}

/// A layer on a handle.
pub(crate) trait Layer {
    /// Gets what was read from the system.
    fn received(&self, owner: &Rc<Runtime>, handle: &Rc<StreamHandle>, what: ReadTake<'_>);
    /// Writes pieces, in their order; the script is told of the end of a write that has to wait if `is_told`. No script
    /// runs in this.
    fn write(
        &self,
        lp: &Loop,
        handle: &Rc<StreamHandle>,
        pieces: &[&[u8]],
        is_told: bool,
    ) -> Outcome;
    /// Whether a write would leave at once, as far as is known.
    fn is_clear(&self, lp: &Loop, handle: &StreamHandle) -> bool;
    /// How many bytes wait in it.
    fn waiting(&self) -> usize;
    /// Says to the other side that no more comes, before the system's stream is shut down.
    fn shut_down(&self, scope: &mut Scope<'_>, handle: &Rc<StreamHandle>);
    /// A write that the loop had under way for the layer is over.
    fn has_sent(&self, handle: &Rc<StreamHandle>, outcome: std::io::Result<()>);
    /// The handle is closed.
    fn closed(&self);
}

/// The layer of a handle; most have none.
pub(super) struct OnTop(pub(super) Rc<dyn Layer>);

impl StreamHandle {
    /// Puts a layer on the handle, which stays there until it is closed.
    pub(crate) fn set_layer(&self, layer: Rc<dyn Layer>) {
        self.layer.replace(Some(Box::new(OnTop(layer))));
    }

    pub(crate) fn layer(&self) -> Option<Rc<dyn Layer>> {
        let on_top = self.layer.borrow();
        Some(on_top.as_ref()?.0.clone())
    }

    /// What a layer has made of what came, for whoever reads.
    pub(crate) fn deliver(self: &Rc<StreamHandle>, what: ReadTake<'_>) {
        if let ReadTake::Data(bytes) = &what {
            self.count_read(bytes.len());
            if self.reading.has_own_buffer() {
                self.deliver_into_own(bytes);
                return;
            }
        }
        self.hand_on(what);
    }

    /// Writes what leaves at once: how many bytes that were.
    pub(crate) fn write_at_once(self: &Rc<StreamHandle>, lp: &Loop, bytes: &[u8]) -> Option<usize> {
        let Some(layer) = self.layer() else {
            return self.stream().try_write(lp, bytes).ok();
        };
        if !layer.is_clear(lp, self) {
            return None;
        }
        // What the system does not take at once follows by itself.
        match layer.write(lp, self, &[bytes], false) {
            Outcome::Written | Outcome::Pending => Some(bytes.len()),
            Outcome::Failed(_) => None,
        }
    }

    /// A write that the loop had under way for the layer is over.
    pub(crate) fn layer_has_sent(self: &Rc<StreamHandle>, outcome: std::io::Result<()>) {
        if let Some(layer) = self.layer() {
            layer.has_sent(self, outcome);
        }
    }

    /// Tells the outcome of a write that had to wait, to whoever has the handle.
    pub(crate) fn tell_written(&self, outcome: std::io::Result<()>) {
        let consumer = self.reading.consumer.borrow().clone();
        let Some(outcome) = (match consumer {
            Some(consumer) => consumer.written(outcome),
            None => Some(outcome),
        }) else {
            return;
        };
        self.tell(Event::Written, |scope| {
            let status = status(outcome);
            Ok([scope.number(f64::from(status)), scope.undefined()])
        });
    }

    /// The end of what comes, or an error's number.
    pub(crate) fn tell_end(self: &Rc<StreamHandle>, error: Option<std::io::Error>) {
        match error {
            Some(error) => self.tell_of_count(Error::from(error).code()),
            None => self.tell_of_count(end_of_file()),
        }
    }
}

/// `writeText(...)` and the like, for a handle with a layer.
pub(super) fn write_through(
    lp: &Loop,
    handle: &Rc<StreamHandle>,
    layer: &Rc<dyn Layer>,
    pieces: &[&[u8]],
) -> i32 {
    let length = pieces.iter().map(|piece| piece.len()).sum();
    match layer.write(lp, handle, pieces, true) {
        Outcome::Written => {
            handle.count_written(length);
            0
        }
        Outcome::Pending => {
            handle.count_written(length);
            super::write::PENDING
        }
        Outcome::Failed(number) => number,
    }
}

/// `shutdown()` of a handle with a layer: it is told first.
pub(super) fn shut_down_first<'s>(scope: &mut Scope<'s>, args: &Args<'s>) {
    let handle = super::this(scope, args).filter(|handle| !handle.is_closing());
    if let Some(handle) = handle
        && let Some(layer) = handle.layer()
    {
        layer.shut_down(scope, handle);
    }
}
