// process.finalization: callbacks for objects that are still there when the program ends.
'use strict';

const { validateObject, kValidateObjectAllowFunction } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/process/warnings');

// What waits for an event: weak references to objects, each with its callback, in the order of the calls.
const waiting = { __proto__: null, exit: [], beforeExit: [] };

// The objects that were collected need nothing any more. Made with the first.
let collected;

function drop(event, matches) {
  const list = waiting[event];
  if (list.length === 0) return;
  waiting[event] = list.filter((entry) => !matches(entry));
  if (waiting[event].length === 0) process.removeListener(event, listeners[event]);
}

function run(event) {
  for (const { reference, callback } of waiting[event]) {
    const object = reference.deref();
    if (object !== undefined) callback(object, event);
  }
  waiting[event] = [];
}

const listeners = { __proto__: null, exit: () => run('exit'), beforeExit: () => run('beforeExit') };

function add(event, obj, callback) {
  validateObject(obj, 'obj', kValidateObjectAllowFunction);
  const entry = { reference: new WeakRef(obj), callback };
  if (waiting[event].length === 0) process.on(event, listeners[event]);
  waiting[event].push(entry);
  collected ??= new FinalizationRegistry((gone) => drop(gone.event, (other) => other === gone.entry));
  collected.register(obj, { event, entry }, obj);
}

function register(obj, callback) {
  emitExperimentalWarning('process.finalization.register');
  add('exit', obj, callback);
}

function registerBeforeExit(obj, callback) {
  emitExperimentalWarning('process.finalization.registerBeforeExit');
  add('beforeExit', obj, callback);
}

function unregister(obj) {
  emitExperimentalWarning('process.finalization.unregister');
  if (collected === undefined) return;
  if (typeof obj !== 'object' && typeof obj !== 'function' && typeof obj !== 'symbol' || obj === null) {
    throw new TypeError(`Invalid unregisterToken ('${String(obj)}')`);
  }
  collected.unregister(obj);
  const isOf = ({ reference }) => reference.deref() === obj;
  drop('exit', isOf);
  drop('beforeExit', isOf);
}

module.exports = { finalization: { register, registerBeforeExit, unregister } };
