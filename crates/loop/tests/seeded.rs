//! The seeded mode: the same seed gives the same run, another seed another one, and each is one that
//! could have happened without.

mod journal;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread;

use journal::Journal;
use rondo_loop::{
    Clock, Handle, Loop, LoopOptions, Mode, Pipe, Pool, Read, Stream, Tcp, Timer, Wakeup,
};

/// Everything at once: timers, some of them due together, work that submits more work, pipes that carry
/// several messages, wake-ups. Gives what happened, in order.
fn run(seed: u64) -> Vec<String> {
    let lp = Loop::seeded(seed).unwrap();
    let journal = Journal::default();
    for (name, due) in [("a", 1), ("b", 3), ("c", 3), ("d", 3), ("e", 7)] {
        let journal = journal.clone();
        Timer::new(&lp, move |lp, _| {
            journal.add(format!("timer {name} at {}", lp.now()));
            journal.add(format!("immediate of {name} is set"));
            let journal = journal.clone();
            lp.set_immediate(move |_| journal.add(format!("immediate of {name}")));
        })
        .start(&lp, due, 0);
    }
    let done_by_threads = Arc::new(Mutex::new(Vec::new()));
    for job in 0..8 {
        submit(&lp, &journal, &done_by_threads, job);
    }
    for pipe in 0..4 {
        talk(&lp, &journal, pipe);
    }
    for wakeup in 0..3 {
        let journal = journal.clone();
        let (_, waker) = Wakeup::new(&lp, move |lp, handle| {
            journal.add(format!("wake-up {wakeup}"));
            handle.close(lp, |_| {});
        });
        thread::spawn(move || waker.wake()).join().unwrap();
    }
    lp.run(Mode::Default);
    let mut lines = journal.take();
    lines.extend(done_by_threads.lock().unwrap().drain(..));
    lines
}

fn submit(lp: &Loop, journal: &Journal, done: &Arc<Mutex<Vec<String>>>, job: u32) {
    let (journal, done, again) = (journal.clone(), done.clone(), done.clone());
    lp.queue_work(
        move || done.lock().unwrap().push(format!("job {job} runs")),
        move |lp, result| {
            result.unwrap();
            journal.add(format!("job {job} is done"));
            if job < 4 {
                submit(lp, &journal, &again, job + 100);
            }
        },
    );
}

/// One end sends three messages, each when the one before is written; the other end reads.
fn talk(lp: &Loop, journal: &Journal, pipe: u32) {
    let (sender, receiver) = Pipe::pair(lp).unwrap();
    send(lp, sender, 0);
    let journal = journal.clone();
    receiver
        .read_start(lp, move |lp, receiver, read| match read {
            Read::Data(bytes) => bytes
                .iter()
                .for_each(|byte| journal.add(format!("pipe {pipe} message {byte}"))),
            Read::End => {
                journal.add(format!("pipe {pipe} end"));
                receiver.close(lp, |_| {});
            }
            Read::Failed(error) => panic!("{error}"),
        })
        .unwrap();
}

fn send(lp: &Loop, sender: Pipe, message: u8) {
    if message == 3 {
        return sender.close(lp, |_| {});
    }
    sender
        .write(lp, vec![message], move |lp, result| {
            result.unwrap();
            send(lp, sender, message + 1);
        })
        .unwrap();
}

/// The places of lines that begin with a text, in order.
fn of<'a>(lines: &'a [String], start: &str) -> Vec<&'a str> {
    lines
        .iter()
        .filter(|line| line.starts_with(start))
        .map(String::as_str)
        .collect()
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for seed in [0, 1, u64::MAX] {
        let first = run(seed);
        for _ in 0..50 {
            assert_eq!(run(seed), first, "seed {seed}");
        }
    }
}

#[test]
fn seeds_differ_in_what_the_system_leaves_open_and_in_nothing_else() {
    let runs: Vec<Vec<String>> = (0..60).map(run).collect();
    let mut all = runs[0].clone();
    all.sort();
    for lines in &runs {
        assert_eq!(
            of(lines, "timer"),
            [
                "timer a at 1",
                "timer b at 3",
                "timer c at 3",
                "timer d at 3",
                "timer e at 7"
            ]
        );
        for pipe in 0..4 {
            let messages = of(lines, &format!("pipe {pipe}"));
            let expected = ["message 0", "message 1", "message 2", "end"]
                .map(|what| format!("pipe {pipe} {what}"));
            assert_eq!(messages, expected);
        }
        for name in ["a", "b", "c", "d", "e"] {
            let lines = of(lines, &format!("immediate of {name}"));
            assert!(lines[0].ends_with("is set") && lines.len() == 2);
        }
        let mut same = lines.clone();
        same.sort();
        assert_eq!(same, all, "everything happens, and once");
    }
    let ways = |start: &str| {
        let ways: HashSet<_> = runs.iter().map(|lines| of(lines, start)).collect();
        ways.len()
    };
    assert!(ways("job") > 20, "jobs are done and come back in any order");
    assert!(ways("pipe") > 20, "so do messages of different pipes");
    assert!(ways("wake-up") == 6, "so do wake-ups");
    let put_off = |lines: &Vec<String>| {
        let place = |text: &str| lines.iter().position(|line| line == text);
        place("immediate of b") < place("timer d at 3")
    };
    assert!(runs.iter().any(put_off) && !runs.iter().all(put_off));
}

#[test]
fn jobs_begin_in_an_order_that_so_many_threads_allow() {
    let order = |seed, threads| {
        let options = LoopOptions {
            pool: Pool::new(threads),
            seed: Some(seed),
            ..LoopOptions::default()
        };
        let lp = Loop::with_options(options).unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        for job in 0..12 {
            let order = order.clone();
            lp.queue_work(move || order.lock().unwrap().push(job), |_, _| {});
        }
        lp.run(Mode::Default);
        Arc::into_inner(order).unwrap().into_inner().unwrap()
    };
    let by_one: Vec<usize> = (0..12).collect();
    for seed in 0..50 {
        assert_eq!(order(seed, 1), by_one, "one thread takes them in turn");
        let by_three = order(seed, 3);
        for (place, job) in by_three.iter().enumerate() {
            assert!(*job < place + 3, "{by_three:?}");
        }
    }
    assert!((0..50).any(|seed| order(seed, 3) != by_one));
}

#[test]
fn work_can_be_cancelled_while_no_thread_could_have_begun_it() {
    for seed in 0..20 {
        let lp = Loop::seeded(seed).unwrap();
        let journal = Journal::default();
        let ids: Vec<_> = (0..6)
            .map(|job| {
                let journal = journal.clone();
                lp.queue_work(
                    move || job,
                    move |_, result| journal.add(format!("{job} {}", result.is_ok())),
                )
            })
            .collect();
        assert!(lp.cancel(ids[2]) && !lp.cancel(ids[2]));
        assert!(!lp.run(Mode::Default));
        let mut lines = journal.take();
        lines.sort();
        let expected = ["0 true", "1 true", "2 false", "3 true", "4 true", "5 true"];
        assert_eq!(lines, expected);
    }
}

#[test]
fn a_seed_implies_a_virtual_clock_and_keeps_one_that_is_given() {
    assert!(Loop::seeded(1).unwrap().has_virtual_clock());
    let options = LoopOptions {
        clock: Clock::virtual_at(500),
        seed: Some(1),
        ..LoopOptions::default()
    };
    assert_eq!(Loop::with_options(options).unwrap().now(), 500);
}

#[test]
fn timers_that_are_late_or_repeat_are_put_off_a_turn_at_most() {
    for seed in 0..50 {
        let lp = Loop::seeded(seed).unwrap();
        let journal = Journal::default();
        let lines = journal.clone();
        let mut left = 5;
        let timer = Timer::new(&lp, move |lp, timer| {
            lines.add(format!("{}", lp.now()));
            left -= 1;
            if left == 0 {
                timer.close(lp, |_| {});
            }
        });
        timer.start(&lp, 2, 10);
        lp.run(Mode::Default);
        assert_eq!(journal.take(), ["2", "12", "22", "32", "42"]);
        assert!(lp.metrics().turns <= 12, "seed {seed}: {:?}", lp.metrics());
    }
}

#[test]
fn a_reset_between_ends_of_one_loop_is_no_orderly_end() {
    for seed in 0..20 {
        let lp = Loop::seeded(seed).unwrap();
        let journal = Journal::default();
        let lines = journal.clone();
        let server = Tcp::new(&lp);
        server.bind(&lp, "127.0.0.1:0".parse().unwrap()).unwrap();
        let accepted = move |lp: &Loop, server: Tcp, connection: std::io::Result<Tcp>| {
            server.close(lp, |_| {});
            let lines = lines.clone();
            let heard = move |lp: &Loop, connection: Tcp, read: Read<'_>| match read {
                Read::Data(bytes) => bytes.iter().for_each(|byte| lines.add(format!("{byte}"))),
                Read::End => lines.add("end"),
                Read::Failed(error) => {
                    lines.add(format!("{:?}", error.kind()));
                    connection.close(lp, |_| {});
                }
            };
            connection.unwrap().read_start(lp, heard).unwrap();
        };
        server.listen(&lp, 1, accepted).unwrap();
        let client = Tcp::new(&lp);
        let address = server.local_address(&lp).unwrap();
        let connected = move |lp: &Loop, result: std::io::Result<()>| {
            result.unwrap();
            let reset = move |lp: &Loop, _| client.close_reset(lp, |_| {}).unwrap();
            client.write(lp, &[7, 8], reset).unwrap();
        };
        client.connect(&lp, address, connected).unwrap();
        lp.run(Mode::Default);
        assert_eq!(journal.take(), ["7", "8", "ConnectionReset"], "seed {seed}");
    }
}
