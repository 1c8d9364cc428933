// Globals and timers that a script (or a library of fake timers) replaces do not trip events, event
// targets and signals. Callbacks of event targets are called whatever they are.
const events = require('events');
const { AbortController, AbortSignal, Event, EventTarget } = globalThis;
const { setTimeout } = globalThis;
const timers = require('timers');
const replaced = ['AbortController', 'AbortSignal', 'CustomEvent', 'DOMException', 'Event', 'EventTarget',
  'performance', 'queueMicrotask', 'setTimeout', 'clearTimeout'];
for (const name of replaced) {
  globalThis[name] = function() { throw new Error(`the replaced ${name} was called`); };
}
timers.setTimeout = globalThis.setTimeout;

const controller = new AbortController();
events.addAbortListener(controller.signal, () => console.log('listener of the abort'));
events.once(new events.EventEmitter(), 'event', { signal: controller.signal })
  .catch((error) => console.log('once', error.name, error.code));
controller.abort();
events.addAbortListener(controller.signal, () => console.log('aborted before'));
console.log(AbortSignal.any([controller.signal]).aborted, controller.signal.reason.name);

const timed = AbortSignal.timeout(10);
timed.onabort = ({ type, isTrusted }) => console.log('timeout', type, isTrusted, timed.reason.name);
setTimeout(() => {}, 100);

const target = new EventTarget();
target.addEventListener('event', Object.setPrototypeOf(function() {
  console.log('without prototype', this === target);
}, null));
target.addEventListener('event', Object.assign(function() {
  console.log('own call', this === target);
}, { call: () => console.log('wrong') }));
target.addEventListener('event', { handleEvent() { console.log('object'); } });
target.dispatchEvent(new Event('event'));
const other = new AbortController();
other.signal.onabort = Object.setPrototypeOf(function() {
  console.log('onabort', this === other.signal);
}, null);
other.abort();

// Options are read in this order, and the signal's listener stays until it is collected.
const read = [];
target.addEventListener('options', () => {}, {
  get once() { read.push('once'); return true; },
  get capture() { read.push('capture'); return false; },
  get passive() { read.push('passive'); return false; },
  get signal() { read.push('signal'); return undefined; },
});
target.removeEventListener('options', () => {}, { get capture() { read.push('capture'); return false; } });
console.log(read.join());
