// Trace events of work that the pool does: 'node,node.threadpoolwork,node.threadpoolwork.async' from when it is asked for until
// its callback is called, '.sync' while a thread is at it.
'use strict';

const { comeBetween } = require('internal/tracing/between');
const { emit, newId } = require('internal/tracing/emit');

const native = binding('trace_events');

const kCategory = 'node,node.threadpoolwork,node.threadpoolwork.async';
let tellsAsync = false;

function work(name) {
  return (next) => (...args) => {
    const last = args.length - 1;
    const callback = args[last];
    if (typeof callback === 'function') args[last] = follow(name, callback);
    return Reflect.apply(next, undefined, args);
  };
}

function follow(name, callback) {
  const id = newId();
  if (tellsAsync) emit('b', kCategory, name, id);
  return (...results) => {
    native.job(name);
    if (tellsAsync) emit('e', kCategory, name, id, { result: 0 });
    Reflect.apply(callback, undefined, results);
  };
}

const readFile = work('fs.readfile');
const writeFile = work('fs.writefile');
const compression = work('zlib');
const crypto = work('crypto');

function update(isOn) {
  const group = ['node', 'node.threadpoolwork'];
  tellsAsync = isOn(...group, 'node.threadpoolwork.async');
  const isTold = tellsAsync || isOn('node.threadpoolwork.sync');
  comeBetween(binding('fs'), 'readFile', readFile, isTold);
  comeBetween(binding('fs'), 'writeFile', writeFile, isTold);
  comeBetween(binding('zlib'), 'run', compression, isTold);
  comeBetween(binding('zlib'), 'write', compression, isTold);
  const functions = binding('crypto');
  for (const name of Object.keys(functions)) {
    // Classes are no work.
    if (typeof functions[name] === 'function' && functions[name].prototype === undefined) {
      comeBetween(functions, name, crypto, isTold);
    }
  }
}

module.exports = { update };
