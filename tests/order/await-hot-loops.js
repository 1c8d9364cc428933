// Awaits of settled values in loops that are compiled, with others on the stack or in the queue now and then.
'use strict';

let trace = 0;
let steps = 0;
// The order of all steps as one number.
function step(number) {
  trace = (Math.imul(trace, 31) + number) | 0;
  steps += 1;
}

function report(name) {
  console.log(name, steps, trace);
  steps = 0;
  trace = 0;
}

async function awaits(value) {
  step(1);
  await value;
  step(2);
}

async function twice(value) {
  step(3);
  await value;
  step(4);
  await value;
  step(5);
}

async function callsInBetween() {
  for (let i = 0; i < 6000; i += 1) {
    await i;
    step(6);
    if (i % 3 === 0) awaits(i);
    step(7);
    await null;
    step(8);
    if (i % 500 === 0) await twice(i);
  }
}

async function callsEachTime() {
  for (let i = 0; i < 6000; i += 1) {
    step(await i);
    awaits(i);
    step(9);
  }
}

function sum(a, b, c, d, e, f, g, h) {
  return a + b + c + d + e + f + g + (h === undefined ? 1 : 0);
}

async function deepInExpressions() {
  let total = 0;
  for (let i = 0; i < 6000; i += 1) {
    total += sum(1, 2, 3, 4, 5, 6, await i, i % 7 === 0 ? void twice(i) : 0);
    step(10);
    total += await 1;
    if (i % 11 === 0) awaits(total);
  }
  step(total);
}

class Sub extends Promise {}

async function promises() {
  const own = Promise.resolve(1);
  own.constructor = Sub;
  const values = [Promise.resolve(1), new Promise((resolve) => setImmediate(resolve, 2)), Sub.resolve(3), own, 5,
    { then(resolve) { step(12); resolve(6); } }, { value: 7 }, 'eight'];
  for (let i = 0; i < 8000; i += 1) {
    const value = values[i < 6000 ? 0 : i & 7];
    queueMicrotaskAt(i);
    const got = await value;
    step(typeof got === 'number' ? got : 13);
  }
}

function queueMicrotaskAt(i) {
  if (i % 100 === 5) queueMicrotask(() => step(14));
  if (i % 100 === 7) process.nextTick(step, 15);
}

async function anotherConstructor() {
  const settled = Promise.resolve(1);
  for (let i = 0; i < 6000; i += 1) {
    if (i === 4000) Promise.prototype.constructor = Sub;
    if (i === 5000) Promise.prototype.constructor = Promise;
    if (i % 1000 > 990) awaits(i);
    step(await settled);
  }
}

async function rejections() {
  const failed = Promise.reject(new Error('x'));
  for (let i = 0; i < 4000; i += 1) {
    try {
      await (i % 5 === 0 ? failed : i);
      step(16);
    } catch {
      step(17);
    }
    if (i % 9 === 0) awaits(1);
  }
}

async function* generate() {
  for (let i = 0; i < 3000; i += 1) {
    await i;
    step(18);
    yield i;
    if (i % 10 === 0) awaits(i);
  }
}

async function generators() {
  for await (const value of generate()) {
    step(value);
    await null;
    if (value % 13 === 0) twice(value);
  }
}

async function fromGetters() {
  const result = { get then() { awaits(1); step(19); return undefined; } };
  for (let i = 0; i < 4000; i += 1) {
    await i;
    step(20);
    if (i % 10 === 0) await result;
    if (i % 10 === 5) await (async () => result)();
  }
}

async function main() {
  for (const part of [callsInBetween, callsEachTime, deepInExpressions, promises, anotherConstructor, rejections, generators, fromGetters]) {
    await part();
    await new Promise(setImmediate);
    report(part.name);
    // From a timer the same functions are at the top of the stack without a job.
    setTimeout(awaits, 1, 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([part(), part()]);
    await new Promise(setImmediate);
    report(part.name);
  }
}
main();
