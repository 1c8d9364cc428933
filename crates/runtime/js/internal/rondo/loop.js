// rondo:loop: figures of the event loop. They are counted from the first call of figures() on; until then nothing is.
'use strict';

const native = binding('health');

// As the binding has them.
const kPhases = ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing'];

// Times are milliseconds.
function figures() {
  const numbers = native.figures();
  let place = 0;
  const next = () => numbers[place++];
  const share = () => ({ time: next(), callbacks: next(), longest: next() });
  const result = { measured: next(), turns: next(), busy: next(), idle: next(), phases: {} };
  for (const name of kPhases) result.phases[name] = share();
  result.queues = share();
  result.delay = { p50: next(), p90: next(), p99: next(), max: next() };
  const jobs = next();
  const byLoop = next();
  const wait = { mean: next(), max: next() };
  const run = { mean: next(), max: next() };
  result.pool = { size: next(), threads: next(), busy: next(), queued: next(), jobs, byLoop, wait, run };
  return result;
}

// Counts from 0 again.
function reset() {
  native.reset();
}

module.exports = { figures, reset };
