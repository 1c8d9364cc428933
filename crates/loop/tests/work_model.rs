//! The pool beside a model of it: random submits, cancels and ends of jobs, in lockstep.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::mpsc;
use std::time::Duration;

use proptest::prelude::*;
use rondo_loop::{Cancelled, Clock, Loop, Mode, Pool, WorkId};

/// More than any thread needs to begin with a job.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug)]
enum Step {
    Submit,
    /// Cancels one of the jobs submitted so far, whatever became of it.
    Cancel(usize),
    /// Ends one of the jobs that run.
    Finish(usize),
    /// Lets the loop see what is done.
    Turn,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Submit),
        2 => any::<usize>().prop_map(Step::Cancel),
        2 => any::<usize>().prop_map(Step::Finish),
        1 => Just(Step::Turn),
    ]
}

type Outcome = Option<Result<usize, Cancelled>>;

/// What should be the case.
#[derive(Default)]
struct Model {
    queued: VecDeque<usize>,
    running: BTreeSet<usize>,
    outcomes: Vec<Outcome>,
}

/// A pool whose jobs say when they begin, and go on until they are let go.
struct Gated {
    lp: Loop,
    threads: usize,
    ids: Vec<WorkId>,
    gates: Vec<mpsc::Sender<()>>,
    begin: mpsc::Sender<usize>,
    begun: mpsc::Receiver<usize>,
    outcomes: Rc<RefCell<Vec<Outcome>>>,
    model: Model,
}

impl Gated {
    fn new(threads: usize) -> Self {
        let (begin, begun) = mpsc::channel();
        Gated {
            lp: Loop::with(Clock::real(), Pool::new(threads)).unwrap(),
            threads,
            ids: Vec::new(),
            gates: Vec::new(),
            begin,
            begun,
            outcomes: Rc::default(),
            model: Model::default(),
        }
    }

    fn submit(&mut self) {
        let job = self.ids.len();
        let (gate, wait) = mpsc::channel::<()>();
        let (begin, outcomes) = (self.begin.clone(), self.outcomes.clone());
        outcomes.borrow_mut().push(None);
        self.gates.push(gate);
        self.ids.push(self.lp.queue_work(
            move || {
                begin.send(job).unwrap();
                wait.recv().unwrap();
                job
            },
            move |_, result| {
                let before = outcomes.borrow_mut()[job].replace(result);
                assert_eq!(before, None, "a job calls back once");
            },
        ));
        self.model.outcomes.push(None);
        self.model.queued.push_back(job);
    }

    fn cancel(&mut self, drawn: usize) {
        if self.ids.is_empty() {
            return;
        }
        let job = drawn % self.ids.len();
        let place = self.model.queued.iter().position(|other| *other == job);
        assert_eq!(self.lp.cancel(self.ids[job]), place.is_some(), "job {job}");
        if let Some(place) = place {
            self.model.queued.remove(place);
            self.model.outcomes[job] = Some(Err(Cancelled));
        }
    }

    fn finish(&mut self, drawn: usize) {
        let count = self.model.running.len();
        let Some(job) = self.model.running.iter().nth(drawn % count.max(1)).copied() else {
            return;
        };
        self.model.running.remove(&job);
        self.model.outcomes[job] = Some(Ok(job));
        self.gates[job].send(()).unwrap();
    }

    /// Waits until all threads that should run a job do.
    fn settle(&mut self) {
        let mut due = BTreeSet::new();
        while self.model.running.len() < self.threads
            && let Some(job) = self.model.queued.pop_front()
        {
            self.model.running.insert(job);
            due.insert(job);
        }
        let begun: BTreeSet<usize> = due
            .iter()
            .map(|_| self.begun.recv_timeout(PATIENCE).expect("a job begins"))
            .collect();
        assert_eq!(begun, due, "the first in the queue begin first");
    }

    /// Ends everything and compares what came of it.
    fn end(mut self) {
        while !self.model.running.is_empty() {
            self.finish(0);
            self.settle();
        }
        assert!(!self.lp.run(Mode::Default));
        assert_eq!(*self.outcomes.borrow(), self.model.outcomes);
        assert!(self.begun.try_recv().is_err(), "no cancelled job has begun");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn agrees_with_a_queue(
        threads in 1..4_usize,
        steps in prop::collection::vec(step(), 1..80),
    ) {
        let mut pool = Gated::new(threads);
        for step in steps {
            match step {
                Step::Submit => pool.submit(),
                Step::Cancel(drawn) => pool.cancel(drawn),
                Step::Finish(drawn) => pool.finish(drawn),
                Step::Turn => {
                    pool.lp.run(Mode::NoWait);
                }
            }
            pool.settle();
        }
        pool.end();
    }
}
