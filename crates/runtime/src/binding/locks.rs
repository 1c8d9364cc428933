//! `binding('locks')`: the locks of `navigator.locks`, which all threads of the process share. What a thread asks for and
//! gives back is done at once; what comes of it for requests that wait is news for the threads whose they are.
//!
//! What a thread is told depends on the others: for a recording that is an answer of the world.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rondo_engine::{Args, JsResult, Local, Persistent, Scope};
use rondo_loop::{Handle, Waker, Wakeup, seam};

use super::define;
use crate::runtime::runtime;

/// There once a thread has asked for a lock.
#[derive(Default)]
pub(crate) struct State(OnceCell<Arc<Client>>);

impl Drop for State {
    fn drop(&mut self) {
        if let Some(client) = self.0.get() {
            registry().forget(client);
        }
    }
}

/// A thread that asks for locks.
struct Client {
    thread: u64,
    news: Mutex<VecDeque<News>>,
    waker: Waker,
}

/// What became of a request of a thread's, by its number.
#[derive(Clone, Copy)]
enum News {
    Granted(u64),
    Stolen(u64),
}

impl Client {
    fn news(&self) -> MutexGuard<'_, VecDeque<News>> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who is told by itself looks by itself.
    fn tell(&self, news: News, teller: &Client) {
        self.news().push_back(news);
        if self.thread != teller.thread {
            self.waker.wake();
        }
    }
}

struct Request {
    id: u64,
    name: String,
    is_shared: bool,
    client: Arc<Client>,
}

/// Locks that are held, in the order in which they were granted, and requests that wait, in that of the calls.
#[derive(Default)]
struct Registry {
    held: Vec<Request>,
    waiting: Vec<Request>,
    last: u64,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    held: Vec::new(),
    waiting: Vec::new(),
    last: 0,
});

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    fn is_grantable(&self, name: &str, is_shared: bool) -> bool {
        let mut others = self.held.iter().filter(|held| held.name == name);
        others.all(|held| held.is_shared && is_shared)
    }

    fn is_free(&self, name: &str, is_shared: bool) -> bool {
        self.is_grantable(name, is_shared)
            && !self.waiting.iter().any(|waiting| waiting.name == name)
    }

    /// Takes all locks of that name away.
    fn rob(&mut self, name: &str, thief: &Client) {
        for robbed in self.held.extract_if(.., |held| held.name == name) {
            robbed.client.tell(News::Stolen(robbed.id), thief);
        }
    }

    /// What [`request`] gives.
    fn request(&mut self, name: String, is_shared: bool, kind: u32, client: Arc<Client>) -> i64 {
        if kind == STEAL {
            self.rob(&name, &client);
        }
        let is_granted = kind == STEAL || self.is_free(&name, is_shared);
        if !is_granted && kind == IF_AVAILABLE {
            return 0;
        }
        self.last += 1;
        let id = self.last;
        let list = match is_granted {
            true => &mut self.held,
            false => &mut self.waiting,
        };
        list.push(Request {
            id,
            name,
            is_shared,
            client,
        });
        if is_granted { id as i64 } else { -(id as i64) }
    }

    /// Names, and whether they are shared, of what a thread holds, or waits for.
    fn of(&self, client: &Client, is_held: bool) -> Vec<(String, bool)> {
        let list = match is_held {
            true => &self.held,
            false => &self.waiting,
        };
        let its = list.iter().filter(|its| its.client.thread == client.thread);
        its.map(|its| (its.name.clone(), its.is_shared)).collect()
    }

    /// Grants what can be, in order: one that must wait keeps all behind it waiting.
    fn grant_waiting(&mut self, name: &str, teller: &Client) {
        loop {
            let next = self.waiting.iter().position(|waiting| waiting.name == name);
            let Some(next) = next else { return };
            if !self.is_grantable(name, self.waiting[next].is_shared) {
                return;
            }
            let request = self.waiting.remove(next);
            request.client.tell(News::Granted(request.id), teller);
            self.held.push(request);
        }
    }

    fn remove(&mut self, id: u64, teller: &Client) {
        let held = self.held.iter().position(|held| held.id == id);
        let waiting = self.waiting.iter().position(|waiting| waiting.id == id);
        let gone = match (held, waiting) {
            (Some(index), _) => self.held.remove(index),
            (None, Some(index)) => self.waiting.remove(index),
            (None, None) => return,
        };
        self.grant_waiting(&gone.name, teller);
    }

    /// A thread has ended, and with it all that it had.
    fn forget(&mut self, client: &Client) {
        let its = |request: &&Request| request.client.thread == client.thread;
        let ids: Vec<_> = self.waiting.iter().filter(its).map(|its| its.id).collect();
        let held: Vec<_> = self.held.iter().filter(its).map(|its| its.id).collect();
        for id in ids.into_iter().chain(held) {
            self.remove(id, client);
        }
    }
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "open", open)?;
    define(scope, object, "request", request)?;
    define(scope, object, "release", release)?;
    define(scope, object, "takeNews", take_news)?;
    define(scope, object, "mine", mine)
}

/// `open(hear)`: called once, before anything else. `hear()` is called when another thread has made news.
fn open<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let hear = args.get(scope, 0);
    let hear = Persistent::new(scope, hear);
    let owner = runtime(scope);
    let weak = Rc::downgrade(owner);
    let (wakeup, waker) = Wakeup::new(&owner.event_loop, move |_, _| {
        let Some(owner) = weak.upgrade() else { return };
        owner.enter(|scope| {
            let (hear, undefined) = (hear.get(scope), scope.undefined());
            scope.call(hear, undefined, &[]).map(drop)
        });
    });
    wakeup.unref(&owner.event_loop);
    let _ = owner.state.locks.0.set(Arc::new(Client {
        thread: owner.thread_id,
        news: Mutex::default(),
        waker,
    }));
    Ok(())
}

fn client<'s>(scope: &Scope<'s>) -> Option<Arc<Client>> {
    runtime(scope).state.locks.0.get().cloned()
}

/// How a request is made, as the library knows it.
const IF_AVAILABLE: u32 = 1;
const STEAL: u32 = 2;

/// `request(name, isShared, kind)`: the number of a request that was granted; the same below zero if it waits; 0 if it was to
/// be granted at once or never.
fn request<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let is_shared = args.get(scope, 1).truthy();
    let kind = args.get(scope, 2).as_u32().unwrap_or(0);
    let Some(client) = client(scope) else {
        return Ok(0.0);
    };
    let asked = || registry().request(name, is_shared, kind, client);
    Ok(seam::ask("locks.request", asked) as f64)
}

/// `release(id)`: gives a lock back, or a request up.
fn release<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = args.get(scope, 0).as_number().unwrap_or(0.0);
    if let Some(client) = client(scope) {
        registry().remove(id as u64, &client);
    }
    Ok(())
}

/// `takeNews()`: the number of a request that was granted; the same below zero if its lock was stolen; 0 if there is no news.
fn take_news<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    let Some(client) = client(scope) else {
        return Ok(0.0);
    };
    let news = seam::ask("locks.news", || match client.news().pop_front() {
        Some(News::Granted(id)) => id as i64,
        Some(News::Stolen(id)) => -(id as i64),
        None => 0,
    });
    Ok(news as f64)
}

/// `mine(isHeld)`: names, and whether they are shared, of the locks that this thread holds, or of its requests that wait.
fn mine<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let is_held = args.get(scope, 0).truthy();
    let Some(client) = client(scope) else {
        return scope.array(&[]);
    };
    let list = seam::ask("locks.mine", || registry().of(&client, is_held));
    let mut flat = Vec::new();
    for (name, is_shared) in list {
        flat.push(scope.string(&name)?);
        flat.push(scope.boolean(is_shared));
    }
    scope.array(&flat)
}
