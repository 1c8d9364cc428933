// EventEmitterAsyncResource: what it is made of, its listeners' context, and methods on foreign objects.
'use strict';

const { EventEmitter, EventEmitterAsyncResource } = require('node:events');
const { AsyncLocalStorage } = require('node:async_hooks');

const storage = new AsyncLocalStorage();
const emitter = storage.run('made here', () => new EventEmitterAsyncResource({ name: 'Mine' }));
emitter.on('event', function(...args) {
  console.log(storage.getStore(), args, this === emitter);
});
console.log(storage.run('emitted here', () => emitter.emit('event', 1, 2)), emitter.emit('other'));
console.log(emitter.asyncResource.eventEmitter === emitter, emitter.asyncId === emitter.asyncResource.asyncId());
console.log(emitter.triggerAsyncId === emitter.asyncResource.triggerAsyncId());

function attempt(label, run) {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code);
  }
}

const { prototype } = EventEmitterAsyncResource;
for (const receiver of [prototype, {}, new EventEmitter()]) {
  attempt('emit', () => prototype.emit.call(receiver, 'event'));
  attempt('emitDestroy', () => prototype.emitDestroy.call(receiver));
  for (const name of ['asyncId', 'triggerAsyncId', 'asyncResource']) {
    attempt(name, () => Reflect.get(prototype, name, receiver));
  }
}
attempt('no name', () => new EventEmitterAsyncResource());
attempt('a class of its own', () => new (class Own extends EventEmitterAsyncResource {})().asyncResource.constructor.name);
