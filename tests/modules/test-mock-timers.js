// Timers, dates and their promises by a clock that the script moves.
'use strict';
const { mock } = require('node:test');
const timers = require('node:timers');
const promises = require('node:timers/promises');

async function main() {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], now: 1000 });
  console.log(Date.now(), new Date().toISOString(), Date.isMock, typeof Date());
  setTimeout((text) => console.log('timeout', text, Date.now()), 100, 'with text');
  const interval = setInterval(() => console.log('interval', Date.now()), 40);
  setImmediate(() => console.log('immediate', Date.now()));
  timers.setTimeout(() => setTimeout(() => console.log('nested', Date.now()), 10), 90);
  clearTimeout(setTimeout(() => console.log('not to be seen'), 5));
  mock.timers.tick(0);
  mock.timers.tick(99);
  console.log('at', Date.now());
  mock.timers.tick(1);
  clearInterval(interval);
  mock.timers.runAll();

  const waiting = promises.setTimeout(500, 'value').then((value) => console.log('promise', value));
  mock.timers.tick(500);
  await waiting;
  const controller = new AbortController();
  const aborted = promises.setTimeout(500, 'value', { signal: controller.signal });
  controller.abort();
  await aborted.catch((error) => console.log(error.name, error.code));
  const ticks = promises.setInterval(10, 'tick');
  const first = ticks.next();
  mock.timers.tick(20);
  console.log(await first, await ticks.next(), await ticks.return());
  mock.timers.setTime(5);
  console.log(Date.now());
  mock.timers.reset();
  console.log(Date.isMock, Date.now() > 1e12);
  try {
    mock.timers.tick(1);
  } catch (error) {
    console.log(error.code, error.message);
  }
  try {
    mock.timers.enable({ apis: ['nothing'] });
  } catch (error) {
    console.log(error.code, error.message);
  }
  mock.timers.enable();
  const signal = AbortSignal.timeout(50);
  console.log(signal.aborted);
  mock.timers.tick(50);
  console.log(signal.aborted, signal.reason.name);
}
main().then(() => mock.timers.reset());
