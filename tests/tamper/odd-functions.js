// Callbacks with a `call` or `apply` of their own, or without a prototype, are called like others.
'use strict';

function odd(name) {
  const callback = (...args) => { console.log(name, args.length); };
  callback.call = callback.apply = callback.bind = () => console.log('the wrong function');
  return callback;
}

function bare(name) {
  return Object.setPrototypeOf((...args) => console.log(name, args.length), null);
}

for (const make of [odd, bare]) {
  const emitter = new (require('events'))();
  emitter.on('x', make('on'));
  emitter.once('x', make('once'));
  emitter.emit('x', 1);
  emitter.emit('x', 1, 2, 3, 4);
  const target = new EventTarget();
  target.addEventListener('x', make('target'));
  target.dispatchEvent(new Event('x'));
  process.nextTick(make('tick'), 1, 2);
  queueMicrotask(make('microtask'));
  setImmediate(make('immediate'), 1);
  new (require('stream').Readable)({ read: make('read') }).read();
  require('util').callbackify(async () => 5)(make('callbackify'));
  const { AsyncLocalStorage } = require('async_hooks');
  new AsyncLocalStorage().run(1, make('run'), 2);
}
setImmediate(() => {
  for (const make of [odd, bare]) {
    setTimeout(make('timer'), 1, 1, 2, 3);
    require('fs').readFile(__filename, make('file'));
    const until = Date.now() + 5;
    while (Date.now() < until);
  }
});
