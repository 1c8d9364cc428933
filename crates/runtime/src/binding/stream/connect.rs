//! Connecting and listening: what sockets and pipes have in common.

use std::io;
use std::rc::Rc;

use rondo_engine::Persistent;
use rondo_loop::{Handle, Loop, Stream};

use super::event::Event;
use super::{Behind, StreamHandle, status};

impl StreamHandle {
    /// What is to be called when the handle is connected, or could not be.
    pub(super) fn when_connected(
        self: &Rc<StreamHandle>,
        context: Option<Persistent>,
    ) -> impl FnOnce(&Loop, io::Result<()>) + 'static {
        let handle = self.clone();
        move |_, outcome| handle.tell_outcome(Event::Connected, context.as_ref(), outcome)
    }

    /// Takes connections.
    pub(super) fn listen(self: &Rc<StreamHandle>, lp: &Loop, backlog: i32) -> io::Result<()> {
        let handle = self.clone();
        match self.behind() {
            Behind::Tcp(tcp) => tcp.listen(lp, backlog, move |lp, _, client| {
                handle.has_connection(lp, client.map(Behind::Tcp));
            }),
            Behind::Pipe(pipe) => pipe.listen(lp, backlog, move |lp, _, client| {
                handle.has_connection(lp, client.map(Behind::Pipe));
            }),
            Behind::Tty(_) => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn has_connection(&self, lp: &Loop, client: io::Result<Behind>) {
        let (status, client) = match client {
            Ok(client) => (0, Some(client)),
            Err(error) => (status(Err(error)), None),
        };
        let mut left = client.map(Behind::any);
        self.tell(Event::Connection, |scope| {
            let status = scope.number(f64::from(status));
            let object = match client {
                Some(client) => StreamHandle::adopt_from(scope, client, self.recorded.get())?,
                None => scope.undefined(),
            };
            left = None;
            Ok([status, object])
        });
        if let Some(left) = left {
            // Nobody is there to take it.
            left.close(lp, |_| {});
        }
    }
}
