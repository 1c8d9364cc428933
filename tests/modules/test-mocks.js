// Mocks of functions, methods and properties, and how all is put back.
'use strict';
const assert = require('node:assert');
const { mock } = require('node:test');

const add = mock.fn((a, b) => a + b);
console.log(add(1, 2), add.call('self', 3, 4), add.mock.callCount());
console.log(add.mock.calls.map(({ arguments: args, result, this: self, target }) => [args, result, self, target]));
add.mock.mockImplementationOnce(() => 'once');
console.log(add(1, 2), add(1, 2));
add.mock.resetCalls();
console.log(add.mock.calls, add.name, add.length);

const twice = mock.fn(() => 'original', () => 'instead', { times: 2 });
console.log(twice(), twice(), twice());

class Clock {
  #time = 5;
  get time() { return this.#time; }
  set time(value) { this.#time = value; }
  show() { return `it is ${this.time}`; }
}
const clock = new Clock();
const show = mock.method(clock, 'show', function() { return `mocked ${this.time}`; });
const getter = mock.getter(clock, 'time', () => 9);
console.log(clock.show(), show.mock.callCount(), getter.mock.callCount());
mock.restoreAll();
console.log(clock.show(), clock.time);
const Class = mock.fn(Clock);
console.log(new Class() instanceof Clock, Class.mock.calls[0].target === Clock);

const object = { value: 1 };
const property = mock.property(object, 'value', 2);
console.log(object.value, (object.value = 3), object.value, property.mock.accesses.map(({ type, value }) => [type, value]));
property.mock.restore();
console.log(object.value);

for (const wrong of [
  () => mock.fn(5), () => mock.fn(() => {}, {}, { times: 0 }), () => mock.fn({ times: 0 }), () => mock.method({}, 'none'),
  () => mock.method(null, 'x'), () => mock.method({}, 5), () => mock.property({}, 'none'),
  () => mock.method({ x: 1 }, 'x'), () => mock.getter({}, 'x', { getter: false }),
]) {
  try {
    wrong();
    console.log('no error', wrong.toString());
  } catch (error) {
    console.log(error.code, error.message.split('\n')[0]);
  }
}
assert.ok(true);
