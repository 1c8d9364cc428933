// What a script sees of the lists of an emitter: their counter of emits, the wrappers of once(), and
// who is told when listeners go.
const EventEmitter = require('events');
const emitter = new EventEmitter();
const first = () => console.log('while emitting', emitter._events.event);
emitter.on('event', first);
emitter.once('event', function second() {});
console.log(emitter);
emitter.emit('event');
console.log('after it', emitter._events);

emitter.once('event', function named(a, b) {});
const [, wrapper] = emitter.rawListeners('event');
console.log(wrapper.name, wrapper.length, wrapper.listener.name, emitter.listeners('event'));
emitter.on('event', () => { throw new Error('thrown'); });
try {
  emitter.emit('event');
} catch (error) {
  console.log(error.message, emitter._events);
}

// A list that a script made is one like others.
const made = new EventEmitter();
made._events.event = [() => console.log('one'), () => console.log('two')];
made._eventsCount = 1;
made.emit('event');
made._events.event.unshift(() => console.log('zero'));
made.on('event', () => console.log('three'));
made.emit('event');

// The last of all listeners to go is told of itself.
const told = new EventEmitter();
const { emit } = told;
told.emit = function(...args) {
  console.log('emit', args[0], args[1]);
  return emit.apply(this, args);
};
const listener = () => {};
told.on('removeListener', listener);
told.on('other', listener);
told.off('other', listener);
told.off('removeListener', listener);

// One after the other, the last first, those of 'removeListener' in the end; by the emitter's own methods.
const watched = new EventEmitter();
watched.on('a', function a1() {});
watched.once('a', function a2() {});
watched.on('removeListener', function r1(type, removed) { console.log('removed', type, removed.name); });
watched.prependOnceListener('b', function b1() {});
watched.on('a', function a3() {});
watched.removeListener = function(type, one) {
  console.log('removeListener', type, one.name);
  return EventEmitter.prototype.removeListener.call(this, type, one);
};
watched.removeAllListeners();
console.log(watched.eventNames(), watched._eventsCount);
