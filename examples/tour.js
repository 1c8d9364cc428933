// A tour of the event loop: every phase and both queues, in the order in which they happen.
// Run it, read what it prints beside the code. It prints the same on Node.
'use strict';

const fs = require('fs');

const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text);
let chapters = 0;
let steps = 0;

/** Begins a chapter: its title, and what there is to know. */
function chapter(title, ...lines) {
  console.log(`\n${bold(`${++chapters}. ${title}`)}`);
  for (const line of lines) console.log(`   ${line}`);
}

/** Prints a step: where it runs, and what it is. Steps are numbered as they happen. */
function step(where, what) {
  console.log(`${String(++steps).padStart(6)}  ${where.padEnd(10)} ${what}`);
}

console.log(`${bold('The event loop')}, one turn after another:

    ┌─> timers ─> pending ─> idle, prepare ─> poll ─> check ─> closing ─┐
    └───────────────────────────────────────────────────────────────────┘
    and after every callback: all ticks, then all microtasks, until none is left`);

theScript();

function theScript() {
  chapter('The script', 'It runs first, to its end, before the loop turns at all. Then the two queues are emptied:',
    'ticks (process.nextTick), then microtasks (promises, queueMicrotask).');

  setTimeout(timers, 20);
  Promise.resolve().then(() => {
    step('microtask', 'asked for first, yet after all ticks');
    process.nextTick(() => step('tick', 'asked for by a microtask: when the microtasks are through'));
  });
  queueMicrotask(() => step('microtask', 'asked for second'));
  process.nextTick(() => {
    step('tick', 'asked for third, runs before any microtask');
    process.nextTick(() => step('tick', 'asked for by a tick: still before the microtasks'));
  });
  step('script', 'the last line of the script');
}

function timers() {
  chapter('Timers', 'The loop reads the clock once, then runs every timer that is due, the earliest first.',
    'The queues are emptied after each of them, not only at the end.');

  setTimeout(() => {
    step('timer', '60 ms: asked for first, due last');
    poll();
  }, 60);
  setTimeout(() => {
    step('timer', '10 ms');
    Promise.resolve().then(() => step('microtask', 'of that timer'));
    process.nextTick(() => step('tick', 'of that timer'));
  }, 10);
  setTimeout(() => step('timer', '10 ms too: after the queues of the one before'), 10);
}

function poll() {
  chapter('Pending, idle, prepare', 'Callbacks that the last turn put off, and work of the loop itself.',
    'A script seldom meets them: a refused connection is reported here, for one.');
  chapter('Poll', 'Here the loop sleeps until something happens: a file was read, a socket has data.',
    'Files are read by a pool of threads; your callback runs on the one thread of JavaScript.');

  fs.readFile(__filename, (error, bytes) => {
    step('poll', `a thread has read this file: ${bytes.includes('A tour') ? 'found myself' : error}`);
    setTimeout(() => {
      step('timer', '0 ms (that is, 1): the phase after poll is check, so timers come later');
      check();
    }, 0);
    setImmediate(() => step('check', 'the immediate: always before the timer, when both come from poll'));
    process.nextTick(() => step('tick', 'but first the queues, as ever'));
  });
}

function check() {
  chapter('Check', 'setImmediate runs here, right after poll. An immediate set by an immediate waits for the',
    'next turn, so that it cannot hold up the loop.');

  setImmediate(() => {
    step('check', 'immediate 1, which sets immediate 3');
    process.nextTick(() => step('tick', 'of immediate 1'));
    setImmediate(() => {
      step('check', 'immediate 3: a turn later');
      closing();
    });
  });
  setImmediate(() => step('check', 'immediate 2'));
}

function closing() {
  chapter('Closing', "'close' events of sockets and other handles that were destroyed. Then the next turn begins.");
  blocking();
}

function blocking() {
  chapter('One thread', 'While a callback runs, nothing else does. Timers wait, and then run by due time.');

  setTimeout(() => {
    step('timer', '40 ms, late');
    starving();
  }, 40);
  setTimeout(() => step('timer', '20 ms, late'), 20);
  step('check', 'this callback now keeps the thread for 100 ms');
  const end = performance.now() + 100;
  while (performance.now() < end);
  step('check', 'done');
}

function starving() {
  chapter('Starving', 'A tick that asks for a tick is served at once, again and again: the loop stands still.',
    'With setImmediate instead, the loop turns in between.');

  let ticks = 0;
  let immediates = 0;
  setTimeout(() => {
    step('timer', `after ${ticks} ticks: a timer of 1 ms that had to wait for them all`);
    setImmediate(immediate);
    setTimeout(() => {
      step('timer', `after ${immediates < 1000000 ? 'some' : 'all'} immediates: they let it through`);
      immediates = Infinity;
    }, 5);
  }, 1);
  process.nextTick(tick);

  function tick() {
    if (++ticks < 200000) process.nextTick(tick);
  }

  function immediate() {
    if (++immediates < 1000000) setImmediate(immediate);
  }
}

process.once('beforeExit', () => {
  chapter('The end', 'Nothing is left to wait for: the loop ends. beforeExit may bring new work, exit may not.');
  step('beforeExit', 'sets one more immediate');
  setImmediate(() => step('check', 'the last one'));
});

process.on('exit', (code) => {
  setTimeout(() => step('timer', 'never: the loop has ended'), 0);
  step('exit', `code ${code}: a timer set here will never run`);
});
