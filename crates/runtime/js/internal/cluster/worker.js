// Worker: a process of a cluster, as the first one and as it itself sees it. How it ends is different in the two.
'use strict';

const EventEmitter = require('events');

// A function, not a class: it can be called without `new`.
function Worker(options) {
  if (!new.target) return new Worker(options);
  Reflect.apply(EventEmitter, this, []);
  const { id = 0, process: running, state = 'none' } = options ?? {};
  Object.assign(this, { exitedAfterDisconnect: undefined, state, id: id | 0 });
  if (running) adopt(this, running);
}

// What the process says is what its worker says.
function adopt(worker, running) {
  worker.process = running;
  for (const event of ['error', 'message']) {
    running.on(event, (...details) => worker.emit(event, ...details));
  }
}
Object.setPrototypeOf(Worker.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Worker, EventEmitter);

Object.assign(Worker.prototype, {
  kill: function(...args) {
    Reflect.apply(this.destroy, this, args);
  },
  send: function(...args) {
    return Reflect.apply(this.process.send, this.process, args);
  },
  isDead: function isDead() {
    return this.process.exitCode != null || this.process.signalCode != null;
  },
  isConnected: function isConnected() {
    return this.process.connected;
  },
});

module.exports = { Worker };
