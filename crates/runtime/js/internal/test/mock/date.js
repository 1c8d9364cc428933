// A Date that tells the time of a mock clock.
'use strict';

const RealDate = Date;

function makeDate(clock) {
  function MockDate(...args) {
    if (new.target === undefined) return new RealDate(clock.now).toString();
    const time = args.length === 0 ? [clock.now] : args;
    return Reflect.construct(RealDate, time, new.target === MockDate ? RealDate : new.target);
  }
  const descriptors = Object.getOwnPropertyDescriptors(RealDate);
  Object.defineProperties(MockDate, Object.setPrototypeOf({
    ...descriptors,
    now: { __proto__: null, ...descriptors.now, value: { now() { return clock.now; } }.now },
    isMock: { __proto__: null, value: true, configurable: false, enumerable: true, writable: false },
    toString: {
      __proto__: null, value: () => 'function Date() { [native code] }', configurable: true, enumerable: false,
      writable: true,
    },
  }, null));
  return MockDate;
}

module.exports = { makeDate };
