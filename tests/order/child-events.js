// The events of a child and its streams: 'spawn' by a tick, data before 'end' before 'close', 'exit' before 'close'.
'use strict';
const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'cat; exit 3']);
const seen = [];
const note = (name) => (...args) => seen.push([name, ...args.map(String)].join(' '));
child.on('spawn', note('spawn'));
child.on('exit', note('exit'));
child.on('close', note('close'));
child.stdout.on('data', note('stdout data'));
child.stdout.on('end', note('stdout end'));
process.nextTick(note('tick'));
Promise.resolve().then(note('microtask'));
child.stdin.end('hello', note('stdin written'));

child.on('close', () => {
  const place = (name) => seen.findIndex((line) => line.startsWith(name));
  console.log(seen.slice(0, 3));
  console.log(place('stdin written') < place('stdout data'), place('stdout data') < place('stdout end'));
  console.log(place('stdout data') < place('exit'), place('exit') < place('close'));
  console.log(seen.at(-1), seen.length);
});
