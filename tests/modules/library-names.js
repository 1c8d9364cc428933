// What functions that promisify() makes are called; which channels a tracing channel misses; ports that hooks hear of.
'use strict';

const { promisify } = require('util');
const { exec, execFile } = require('child_process');
const { channel, tracingChannel } = require('diagnostics_channel');
const { createHook } = require('async_hooks');

console.log(promisify(exec).name, promisify(execFile).name);
for (const given of [{}, { start: '' }, { start: channel('a') }, { start: channel('a'), end: 5 }, { start: null }]) {
  try {
    tracingChannel(given);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
const ports = [];
const hook = createHook({ init(id, type, trigger, resource) { if (type === 'MESSAGEPORT') ports.push(resource); } }).enable();
const { port1, port2 } = new MessageChannel();
hook.disable();
console.log(ports.length, ports[0] === port1, ports[1] === port2);
