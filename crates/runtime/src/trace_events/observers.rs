//! What the loop and the engine do, as trace events.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rondo_engine::Collection;
use rondo_loop::{JobReport, Kind, Observer};

use super::{Event, Moment, is_enabled, tell, tell_known};
use crate::runtime::Runtime;

const ENVIRONMENT: &str = "node,node.environment";
const JOBS: &str = "node,node.threadpoolwork,node.threadpoolwork.sync";
const ENGINE: &str = "v8";
const COLLECTIONS: &str = "devtools.timeline,v8";

/// Watches a runtime's loop and its engine.
#[derive(Default)]
pub(crate) struct Watch {
    /// Since when timers or immediates run
    begun: Cell<Option<Moment>>,
    /// The job whose callback follows
    job: Cell<Option<JobReport>>,
    /// What the library has begun and not ended
    pub(crate) spans: RefCell<Vec<Moment>>,
}

impl Runtime {
    /// The one who watches this runtime, from the first time on that it is asked for.
    pub(crate) fn trace_watch(&self) -> &Rc<Watch> {
        self.trace_watch.get_or_init(|| {
            let watch = Rc::new(Watch::default());
            self.event_loop.add_observer(watch.clone());
            watch
        })
    }

    /// Has collections told of, if that is asked for.
    pub(crate) fn trace_collections(&self) {
        let is_asked = is_enabled(ENGINE);
        self.context
            .observe_collections(is_asked.then_some(collection));
    }
}

/// Names for what calls back in a turn, as Node has them.
fn name_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Timer => Some("RunTimers"),
        Kind::Check => Some("CheckImmediate"),
        _ => None,
    }
}

impl Observer for Watch {
    fn callback_begin(&self, kind: Kind, _id: u64, _by: u64) {
        if name_of(kind).is_some() && is_enabled(ENVIRONMENT) {
            self.begun.set(Some(Moment::now()));
        }
    }

    fn callback_end(&self, kind: Kind, _id: u64, _by: u64) {
        if let Some(name) = name_of(kind)
            && let Some(begun) = self.begun.take()
        {
            tell(&Event::since(begun, ENVIRONMENT, name));
        }
    }

    fn job_done(&self, job: JobReport) {
        self.job.set(Some(job));
    }
}

impl Watch {
    /// Tells of the job whose callback runs, by the name that the library has for it.
    pub(crate) fn tell_job(&self, name: &str) {
        let Some(job) = self.job.take().filter(|job| job.task != 0) else {
            return;
        };
        for (phase, nanos) in [('B', job.begin), ('E', job.end)] {
            let at = Moment {
                time: nanos / 1000,
                work: 0,
            };
            let thread = job.task;
            tell(&Event {
                at,
                thread,
                ..Event::now(phase, JOBS, name)
            });
        }
    }
}

thread_local! {
    /// When the slice of a collection began, or a collection of young objects within it.
    static COLLECTING: Cell<[Option<Moment>; 2]> = const { Cell::new([None; 2]) };
}

/// Called by the engine while it collects.
fn collection(moment: Collection, used: u64) {
    let bounds = |phase, name, key| {
        let args = format!("{{\"{key}\":{used}}}");
        tell_known(&Event {
            args: &args,
            ..Event::now(phase, COLLECTIONS, name)
        });
    };
    match moment {
        Collection::YoungBegin => bounds('B', "MinorGC", "usedHeapSizeBefore"),
        Collection::Begin => bounds('B', "MajorGC", "usedHeapSizeBefore"),
        _ => {}
    }
    let mut since = COLLECTING.get();
    match moment {
        Collection::YoungBegin => since[1] = Some(Moment::now()),
        Collection::SliceBegin => since[0] = Some(Moment::now()),
        Collection::YoungEnd => tell_since(since[1].take(), "V8.GCScavenger"),
        Collection::SliceEnd => tell_since(since[0].take(), "V8.GCIncrementalMarking"),
        Collection::Begin | Collection::End => {}
    }
    COLLECTING.set(since);
    match moment {
        Collection::YoungEnd => bounds('E', "MinorGC", "usedHeapSizeAfter"),
        Collection::End => bounds('E', "MajorGC", "usedHeapSizeAfter"),
        _ => {}
    }
}

fn tell_since(begin: Option<Moment>, name: &str) {
    if let Some(begin) = begin {
        tell_known(&Event::since(begin, ENGINE, name));
    }
}
