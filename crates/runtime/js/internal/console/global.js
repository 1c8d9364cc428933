// The global console.
'use strict';

const { Console } = require('internal/console/console');
const { ConsoleState, methods, setUpConsole } = require('internal/console/methods');
const writer = require('internal/console/stdout_writer');

// As a namespace of the Console standard has it: an object between this one and Object.prototype.
const console = Object.create({});
const state = new ConsoleState('auto', undefined, 2, writer);

setUpConsole(console, state, true, methods);

console.Console = Console;

// For the profiler of an inspector, if one is attached; otherwise these do nothing.
Object.assign(console, { profile() {}, profileEnd() {}, timeStamp() {} });

Object.defineProperties(console, {
  _stdout: {
    __proto__: null,
    get: () => state.stdout ?? process.stdout,
    set: (stream) => { state.stdout = stream; },
    configurable: true,
  },
  _stderr: {
    __proto__: null,
    get: () => state.stderr ?? process.stderr,
    set: (stream) => { state.stderr = stream; },
    configurable: true,
  },
});

module.exports = console;
