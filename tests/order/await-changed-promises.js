// Loops that await settled promises go on as before until a script changes promises; then every await asks for the constructor.
'use strict';
const { Readable } = require('stream');

const TURNS = 5000;
let asked = 0;
const counting = {
  configurable: true,
  get() { asked += 1; return Promise; },
};

async function own() {
  let sum = 0;
  for (let i = 0; i < TURNS; i++) {
    const promise = Promise.resolve(i);
    if (i >= TURNS - 5) Object.defineProperty(promise, 'constructor', counting);
    sum += await promise;
  }
  console.log('own', sum, asked);
}

async function ofPrototype() {
  const before = Object.getOwnPropertyDescriptor(Promise.prototype, 'constructor');
  asked = 0;
  const made = Promise.resolve(1);
  for (let i = 0; i < TURNS; i++) {
    if (i === TURNS - 5) Object.defineProperty(Promise.prototype, 'constructor', counting);
    await made;
  }
  Object.defineProperty(Promise.prototype, 'constructor', before);
  console.log('of the prototype', asked);
}

async function replaced() {
  const log = [];
  const made = Promise.resolve(1);
  for (let i = 0; i < TURNS; i++) {
    if (i === TURNS - 1) {
      Promise.prototype.constructor = class Other {};
      queueMicrotask(() => { log.push('first'); queueMicrotask(() => { log.push('second'); }); });
    }
    await made;
  }
  Promise.prototype.constructor = Promise;
  log.push('awaited');
  await null;
  console.log('replaced', log.join());
}

async function subclass() {
  class Mine extends Promise {}
  const log = [];
  for (let i = 0; i < TURNS; i++) {
    const promise = i === TURNS - 1 ? Mine.resolve(i) : Promise.resolve(i);
    if (i === TURNS - 1) queueMicrotask(() => { log.push('job'); });
    await promise;
  }
  log.push('awaited');
  console.log('subclass', log.join());
}

async function results() {
  let count = 0;
  let thens = 0;
  for await (const chunk of Readable.from(Array(TURNS).keys())) {
    count += 1;
    if (chunk === TURNS - 3) {
      Object.defineProperty(Object.prototype, 'then', {
        configurable: true,
        get() { thens += 1; return undefined; },
      });
    }
  }
  delete Object.prototype.then;
  console.log('results', count, thens > 0);
}

(async () => {
  await own();
  await ofPrototype();
  await replaced();
  await subclass();
  await results();
})();
