const { expect } = require('expect');
// Frames of stacks are left out: their names differ between engines.
const plain = (error) => error.message.replace(/\x1b\[\d+m/g, '').replace(/^ +at .*\n?/gm, '');
const fails = (body) => {
  try {
    body();
    console.log('passed');
  } catch (error) {
    console.log(error.name, plain(error));
  }
};
fails(() => expect({ a: 1, b: { c: [1, 2] } }).toEqual({ a: 1, b: { c: [1, 3] } }));
fails(() => expect([1, 2]).toContain(3));
fails(() => expect('hello').toMatch(/x/));
fails(() =>
  expect(() => {
    throw new Error('boom');
  }).toThrow('other'),
);
fails(() => expect({ a: 1 }).toMatchObject({ a: expect.any(String) }));
fails(() => expect(0.1 + 0.2).toBeCloseTo(0.3));
fails(() => expect(new Set([1])).toStrictEqual(new Set([2])));
fails(() => expect(null).toBeDefined());
fails(() => expect(undefined).toBeDefined());
fails(() => expect([{ x: 1 }]).toEqual(expect.arrayContaining([expect.objectContaining({ x: 1 })])));
expect.extend({ toBeOdd: (n) => ({ pass: n % 2 === 1, message: () => `${n} is even` }) });
fails(() => expect(4).toBeOdd());
expect(Promise.resolve(1))
  .resolves.toBe(2)
  .catch((error) => console.log(plain(error)));
