//! What scripts make and run, with the places in their sources.
//!
//! A recorded server makes thousands of things a second, so a place is found by the engine's own terms for it (`Site`), and its
//! words only the first time. Jobs of promises are told by the engine (`JobObserver`): no script runs for them.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};

use rondo_engine::{Caller, JobObserver, Local, Scope, Site};
use rondo_record::{Event, PlaceId, QuickHash, TextId};

use super::Recorder;

/// How many frames are looked at for one of the script.
const FRAMES: u32 = 24;
/// What the names of the library's files begin with.
const LIBRARY: &str = "node:";
/// The number of the main script, as async hooks have it.
const MAIN_SCRIPT: u64 = 1;
/// So many sites are known at most.
const MOST_SITES: usize = 1 << 16;
/// So many notes of queued jobs are kept before the old ones are looked for.
const MANY_NOTES: usize = 256;

/// What is known of scripts.
pub(super) struct Scripts {
    last_id: Cell<u64>,
    /// No callback has run yet.
    is_main: Cell<bool>,
    /// What runs, the innermost last.
    running: RefCell<Vec<u64>>,
    /// How deep in that a job of a promise is, none if it is the library's affair.
    job: Cell<Option<usize>>,
    sites: RefCell<HashMap<Site, PlaceId, QuickHash>>,
    /// The count of collections up to which the sites are good.
    collections: Cell<u64>,
    /// Up to which number jobs had been queued when so many events had been written.
    queued: RefCell<VecDeque<(u64, u64)>>,
    last_queued: Cell<u64>,
    watches_jobs: Cell<bool>,
}

impl Default for Scripts {
    fn default() -> Self {
        Scripts {
            last_id: Cell::new(MAIN_SCRIPT),
            is_main: Cell::new(true),
            running: RefCell::default(),
            job: Cell::new(None),
            sites: RefCell::default(),
            collections: Cell::new(0),
            queued: RefCell::default(),
            last_queued: Cell::new(0),
            watches_jobs: Cell::new(false),
        }
    }
}

fn is_of_script(file: &str) -> bool {
    !file.starts_with(LIBRARY) && !file.is_empty()
}

impl Recorder {
    /// The loop has begun to call back.
    pub(super) fn main_is_over(&self) {
        self.scripts.is_main.set(false);
    }

    /// A number for something that a script has made.
    pub(crate) fn new_id(&self) -> u64 {
        let id = self.scripts.last_id.get() + 1;
        self.scripts.last_id.set(id);
        id
    }

    /// Jobs of promises are told by the engine from now on.
    pub(crate) fn watches_jobs(&self) {
        self.scripts.watches_jobs.set(true);
    }

    /// What runs now.
    fn current(&self) -> u64 {
        let last = self.scripts.running.borrow().last().copied();
        last.unwrap_or(if self.scripts.is_main.get() {
            MAIN_SCRIPT
        } else {
            0
        })
    }

    /// A place that was met before since the last collection; otherwise what `find` finds.
    fn known<'s>(
        &self,
        scope: &mut Scope<'s>,
        site: Site,
        find: impl FnOnce(&mut Scope<'s>) -> PlaceId,
    ) -> PlaceId {
        let scripts = &self.scripts;
        if scripts.collections.replace(scope.collections()) != scope.collections() {
            scripts.sites.borrow_mut().clear();
        }
        if let Some(&known) = scripts.sites.borrow().get(&site) {
            return known;
        }
        let found = find(scope);
        // What was looked up may have collected.
        if scripts.collections.get() == scope.collections() {
            let mut sites = scripts.sites.borrow_mut();
            if sites.len() >= MOST_SITES {
                sites.clear();
            }
            sites.insert(site, found);
        }
        found
    }

    /// Where the script is that runs.
    pub(crate) fn place_of_caller(&self, scope: &mut Scope<'_>) -> PlaceId {
        let find = |scope: &mut Scope<'_>| {
            let frame = scope.first_frame(FRAMES, is_of_script);
            frame.map_or(PlaceId(0), |at| {
                let name = crate::stack::name_of(&at).unwrap_or_default();
                self.place(&at.file, at.line, at.column, &name)
            })
        };
        match scope.caller(FRAMES, LIBRARY.as_bytes()) {
            Caller::Site(site) => self.known(scope, site, find),
            Caller::None => PlaceId(0),
            Caller::Unknown => find(scope),
        }
    }

    fn place_of_function(&self, scope: &mut Scope<'_>, function: Local<'_>) -> PlaceId {
        let Some(site) = scope.function_site(function) else {
            return PlaceId(0);
        };
        self.known(scope, site, |scope| {
            let position = scope.function_position(function);
            let position = position.filter(|position| is_of_script(&position.file));
            position.map_or(PlaceId(0), |at| {
                self.place(&at.file, at.line, at.column, "")
            })
        })
    }

    /// A script has made something that will call a function back, for another thing or for what runs. Gives its number.
    pub(crate) fn made(
        &self,
        scope: &mut Scope<'_>,
        kind: TextId,
        by: u64,
        function: Local<'_>,
    ) -> u64 {
        let id = self.new_id();
        // Around a job of a promise the library knows of nothing that runs.
        let is_in_job = self.scripts.job.get() == Some(self.scripts.running.borrow().len());
        let by = if is_in_job || by == 0 {
            self.current()
        } else {
            by
        };
        let runs = self.place_of_function(scope, function);
        self.tell_made(scope, id, kind, by, runs);
        id
    }

    /// What was made last is a timer, set for so many milliseconds.
    pub(crate) fn has_delay(&self, millis: f64) {
        let what = self.name("delay");
        let value = millis as i64;
        self.add_to_last(&Event::Detail { what, value });
    }

    /// A handle was made. Gives its number: beyond those of others.
    pub(crate) fn made_handle(&self, scope: &mut Scope<'_>, kind: &str, by: u64) -> u64 {
        let id = self.handle_id();
        let kind = self.text(kind);
        self.tell_made(scope, id, kind, by, PlaceId(0));
        id
    }

    fn tell_made(&self, scope: &mut Scope<'_>, id: u64, kind: TextId, by: u64, runs: PlaceId) {
        self.note_queued(scope);
        let place = self.place_of_caller(scope);
        self.add(&Event::Made {
            id,
            kind,
            by,
            place,
            runs,
        });
    }

    /// What is made is about to run.
    pub(crate) fn run_begin(&self, scope: &Scope<'_>, id: u64) {
        self.note_queued(scope);
        self.scripts.running.borrow_mut().push(id);
        self.add(&Event::RunBegin { id });
    }

    /// It has run.
    pub(crate) fn run_end(&self, scope: &Scope<'_>, id: u64) {
        self.note_queued(scope);
        let mut running = self.scripts.running.borrow_mut();
        if let Some(place) = running.iter().rposition(|&other| other == id) {
            running.truncate(place);
        }
        drop(running);
        self.add(&Event::RunEnd { id });
    }

    /// Notes that jobs were queued since the last event, if they were.
    fn note_queued(&self, scope: &Scope<'_>) {
        let scripts = &self.scripts;
        if !scripts.watches_jobs.get() {
            return;
        }
        let queued = scope.queued_jobs();
        if queued <= scripts.last_queued.replace(queued) {
            return;
        }
        let mut notes = scripts.queued.borrow_mut();
        if notes.len() >= MANY_NOTES {
            let taken = scope.last_job();
            notes.retain(|&(up_to, _)| up_to > taken);
        }
        notes.push_back((queued, self.count()));
    }

    /// How many events had been written when the job was queued that was taken from the queue last.
    fn when_queued(&self, scope: &Scope<'_>) -> Option<u64> {
        let number = scope.last_job();
        let mut notes = self.scripts.queued.borrow_mut();
        while notes.front().is_some_and(|&(up_to, _)| up_to <= number) {
            notes.pop_front();
        }
        notes.front().map(|&(_, count)| count)
    }
}

impl JobObserver for Recorder {
    fn made(&self, scope: &mut Scope<'_>, _is_queued: bool) -> u64 {
        let id = self.new_id();
        let kind = self.name("PROMISE");
        self.tell_made(scope, id, kind, self.current(), PlaceId(0));
        id
    }

    fn begins(&self, scope: &mut Scope<'_>, number: Option<u64>, is_queued_late: bool) {
        let Some(id) = number else { return };
        let when = self.when_queued(scope);
        self.run_begin(scope, id);
        self.scripts
            .job
            .set(Some(self.scripts.running.borrow().len()));
        if is_queued_late && let Some(when) = when {
            let what = self.name("queued");
            // Of the events, the last is the one that has just been added.
            let value = (self.count() - 1).saturating_sub(when) as i64;
            self.add_to_last(&Event::Detail { what, value });
        }
    }

    fn ended(&self, scope: &mut Scope<'_>, number: Option<u64>) {
        self.scripts.job.set(None);
        if let Some(id) = number {
            self.run_end(scope, id);
            self.dropped_after_run(id);
        }
    }
}
