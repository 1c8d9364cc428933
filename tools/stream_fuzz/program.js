// Random programs of streams. Usage: program.js FIRST COUNT [--show]
//
// Each seed from FIRST on is a program: one to three streams with random options and methods, and some
// calls on them, in the script, in ticks, microtasks or immediates. What happens is logged, with the
// streams' states, and printed: a digest in a line, or all of it. compare.py runs it on two runtimes.
'use strict';
const fs = require('fs');
const stream = require('stream');

const { random, pick, chance, setSeed } = require('./choice.js');
const { makeStream } = require('./make.js');
const { makeAction } = require('./act.js');
const { later, times } = require('./when.js');
const { describe, snapshot } = require('./describe.js');

const [first, count] = process.argv.slice(2, 4).map(Number);
const show = process.argv[4] === '--show';
const MAX_LINES = 1500;
const TURNS = 14;
let seed = first;
let lines = [];

function log(line) {
  lines.push(line);
  if (lines.length <= MAX_LINES) return;
  // One that never ends ends here; compare.py goes on with the next.
  fs.writeSync(1, `#${seed} runaway\n`);
  process.exit(0);
}

function attempt(what, call) {
  try {
    return call();
  } catch (error) {
    log(`${what} threw ${describe(error)}`);
    return undefined;
  }
}

function digest(text) {
  let hash = 5381;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0;
  return `${hash.toString(16)} ${text.length}`;
}

function afterTurns(turns, callback) {
  if (turns === 0) callback();
  else setImmediate(afterTurns, turns - 1, callback);
}

function run() {
  if (seed === first + count) return;
  setSeed(seed);
  lines = [];
  const streams = [];
  const world = { stream, streams, log, attempt, serial: 0 };
  attempt('making', () => {
    for (let left = 1 + random(3); left > 0; left -= 1) streams.push(makeStream(world));
  });
  for (let left = streams.length > 0 ? 2 + random(9) : 0; left > 0; left -= 1) {
    const action = makeAction(world, 0);
    later[pick(times)](() => lines.length < 300 && action());
  }
  afterTurns(TURNS, () => finish(streams));
}

function finish(streams) {
  for (const one of streams) log(`${one.label} at last${snapshot(one)}`);
  const text = lines.join('\n');
  console.log(`#${seed} ${show ? `\n${text}` : digest(text)}`);
  for (const one of streams) {
    one.removeAllListeners();
    one.on('error', () => {});
    attempt('cleaning up', () => one.destroy());
  }
  afterTurns(8, () => {
    seed += 1;
    run();
  });
}

process.on('uncaughtException', (error) => log(`uncaught ${describe(error)}`));
process.on('unhandledRejection', (error) => log(`unhandled ${describe(error)}`));
run();
