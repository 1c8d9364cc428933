//! Since when and until when something was in a queue.

use std::collections::HashMap;

use super::{NONE, Queue, Wait};

/// What is known of a resource.
#[derive(Clone, Copy)]
struct State {
    kind: u32,
    way: Way,
    /// Since when it is in its queue; 0 if it is not
    since: u64,
    /// When it was settled; 0 if it was not
    settled: u64,
    /// The resource that a promise follows
    follows: u32,
}

/// How a resource gets into a queue.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Once, when it is made
    Once(Queue),
    /// When it is made, and again after each run: a timer, which may be an interval
    Again,
    /// When what it follows is settled
    Promise,
    /// Not by itself
    Never,
}

/// A handle of the loop's.
struct Handle {
    kind: u32,
    resource: u32,
    /// Since when it waits for something
    started: Option<u64>,
    /// Since when it is being closed, and the call in which that was asked for
    closing: Option<(u64, u64)>,
}

/// Makes the list of what was in queues.
#[derive(Default)]
pub(crate) struct Queues {
    pub(crate) waits: Vec<Wait>,
    /// Jobs of promises before they are in the queue
    unsettled: Vec<Wait>,
    states: Vec<State>,
    handles: HashMap<u64, Handle>,
    /// A handle that was created, and whose resource comes next
    created: Option<u64>,
    /// When the callback began that is not a tick or microtask
    callback: u64,
    /// When promises were settled since then, and how many of these were accounted for
    settled: Vec<u64>,
    claimed: usize,
}

fn way(kind: &str, is_handle: bool) -> Way {
    match kind {
        _ if is_handle => Way::Never,
        "Timeout" => Way::Again,
        "Immediate" => Way::Once(Queue::Check),
        "TickObject" => Way::Once(Queue::Ticks),
        "Microtask" => Way::Once(Queue::Microtasks),
        "PROMISE" => Way::Promise,
        _ => Way::Once(Queue::Poll),
    }
}

impl Queues {
    /// Something was made; resources come in the order of their numbers.
    pub(crate) fn made(&mut self, name: &str, kind: u32, follows: u32, time: u64, is_handle: bool) {
        if is_handle && let Some(handle) = self.created.take() {
            let resource = self.states.len() as u32;
            if let Some(handle) = self.handles.get_mut(&handle) {
                handle.resource = resource;
            }
        }
        self.states.push(State {
            kind,
            way: way(name, is_handle),
            since: time,
            settled: 0,
            follows,
        });
    }

    /// A callback begins that is neither a tick nor a microtask: there are none of both then.
    pub(crate) fn callback_begins(&mut self, time: u64) {
        self.callback = time;
        self.settled.clear();
        self.claimed = 0;
    }

    pub(crate) fn settled(&mut self, resource: u32, time: u64) {
        self.states[resource as usize].settled = time;
        self.settled.push(time);
    }

    /// A callback of a resource begins.
    pub(crate) fn runs(&mut self, resource: u32, time: u64, span: u32) {
        let state = self.states[resource as usize];
        if state.since == 0 {
            return;
        }
        let (queue, enter) = match state.way {
            Way::Never => return,
            Way::Once(queue) => (queue, state.since),
            Way::Again => (Queue::Timers, state.since),
            Way::Promise => (Queue::Microtasks, self.since_settled(&state)),
        };
        self.states[resource as usize].since = 0;
        if state.way == Way::Promise {
            self.was_unsettled(&state, enter, resource, span);
        }
        self.waits.push(Wait {
            queue,
            enter,
            leave: time,
            resource,
            span,
            kind: state.kind,
        });
    }

    /// It is told since when the resource that begins to run was in its queue.
    pub(crate) fn last_was_queued(&mut self, enter: u64) {
        if let Some(wait) = self.waits.last_mut() {
            wait.enter = enter;
        }
        if let Some(wait) = self.unsettled.last_mut() {
            wait.leave = enter;
        }
    }

    /// A job of a promise was asked for long before.
    fn was_unsettled(&mut self, state: &State, leave: u64, resource: u32, span: u32) {
        self.unsettled.push(Wait {
            queue: Queue::Microtasks,
            enter: state.since,
            leave,
            resource,
            span,
            kind: state.kind,
        });
    }

    /// Since when the reaction of a promise is in the queue: since the promise that it follows was settled. An await does
    /// not tell which one that is; but the queue was empty before this callback, and is first in, first out.
    fn since_settled(&mut self, state: &State) -> u64 {
        let followed = self.states.get(state.follows as usize);
        let settled = followed.map_or(0, |followed| followed.settled);
        let enter = settled.max(state.since);
        if enter >= self.callback {
            return enter;
        }
        let claimed = self.settled.get(self.claimed).copied();
        self.claimed += 1;
        claimed.unwrap_or(self.callback)
    }

    /// A callback of a resource has returned.
    pub(crate) fn ran(&mut self, resource: u32, time: u64) {
        let state = &mut self.states[resource as usize];
        if state.way == Way::Again {
            state.since = time;
        }
    }

    /// A resource is over; `last` is the time of the event before.
    pub(crate) fn dropped(&mut self, resource: u32, time: u64, last: u64) {
        let state = &mut self.states[resource as usize];
        let since = std::mem::take(&mut state.since);
        // A timer that goes right after it ran was not set again, and one that goes while it runs will not be.
        let is_over = since == 0 || state.way == Way::Again && since == last;
        let state = *state;
        self.states[resource as usize].way = Way::Never;
        if !is_over {
            self.leave(&state, since, time, resource);
        }
    }

    fn leave(&mut self, state: &State, enter: u64, leave: u64, resource: u32) {
        let queue = match state.way {
            Way::Once(queue) => queue,
            Way::Again => Queue::Timers,
            Way::Promise => return self.was_unsettled(state, leave, resource, NONE),
            Way::Never => return,
        };
        self.waits.push(Wait {
            queue,
            enter,
            leave,
            resource,
            span: NONE,
            kind: state.kind,
        });
    }

    /// Something of the loop's own was in a queue; gives its place in the list.
    pub(crate) fn waited(&mut self, queue: Queue, kind: u32, enter: u64, leave: u64) -> usize {
        self.waits.push(Wait {
            queue,
            enter,
            leave,
            resource: NONE,
            span: NONE,
            kind,
        });
        self.waits.len() - 1
    }

    /// Something became of a handle.
    pub(crate) fn handle(&mut self, number: u64, kind: u32, what: &str, by: u64, time: u64) {
        if what == "created" {
            self.created = Some(number);
        }
        let handle = self.handles.entry(number).or_insert(Handle {
            kind,
            resource: NONE,
            started: None,
            closing: None,
        });
        let (kind, resource) = (handle.kind, handle.resource);
        let started = match what {
            "started" => {
                handle.started.get_or_insert(time);
                return;
            }
            "stopped" => handle.started.take(),
            "closing" => {
                handle.closing = Some((time, by));
                handle.started.take()
            }
            _ => None,
        };
        if let Some(enter) = started {
            let wait = self.waited(Queue::Poll, kind, enter, time);
            self.waits[wait].resource = resource;
        }
    }

    /// The callback of a closed handle is called; of those that were closed by the same call, the last is called first.
    pub(crate) fn closed(&mut self, by: u64, time: u64) -> Option<usize> {
        let closing = self
            .handles
            .iter()
            .filter_map(|(&number, handle)| Some((handle.closing?, number)))
            .filter(|((_, closer), _)| *closer == by)
            .max()?;
        let ((enter, _), number) = closing;
        let handle = self.handles.remove(&number)?;
        let wait = self.waited(Queue::Closing, handle.kind, enter, time);
        self.waits[wait].resource = handle.resource;
        Some(wait)
    }

    /// All waits by enter, and those for promises; what still waits does so until the end.
    pub(crate) fn finish(mut self, end: u64) -> (Vec<Wait>, Vec<Wait>) {
        for resource in 0..self.states.len() {
            let state = self.states[resource];
            if state.since != 0 {
                self.leave(&state, state.since, end, resource as u32);
            }
        }
        for handle in std::mem::take(&mut self.handles).into_values() {
            let queue = match handle.closing {
                Some(_) => Queue::Closing,
                None => Queue::Poll,
            };
            let since = handle.closing.map(|(time, _)| time).or(handle.started);
            if let Some(enter) = since {
                let wait = self.waited(queue, handle.kind, enter, end);
                self.waits[wait].resource = handle.resource;
            }
        }
        let order = |wait: &Wait| (wait.enter, wait.leave, wait.resource);
        self.waits.sort_by_key(order);
        self.unsettled.sort_by_key(order);
        (self.waits, self.unsettled)
    }
}
