// navigator, and its locks: exclusive and shared ones, those that do not wait, steal or are given up.
'use strict';

const { locks } = navigator;

async function attempt(what, run) {
  try {
    console.log(what, await run());
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}

const wait = () => new Promise((resolve) => setImmediate(resolve));
const names = (list) => list.map(({ name, mode, clientId }) => `${name} ${mode} ${clientId === `node-${process.pid}-0`}`);

async function main() {
  console.log(navigator, navigator.userAgent, navigator.languages, navigator.language === navigator.languages[0]);
  console.log(navigator.hardwareConcurrency === require('os').availableParallelism(), navigator.locks === locks);
  console.log(Object.getOwnPropertyNames(Navigator.prototype), Object.prototype.toString.call(locks));
  await attempt('new', () => new Navigator());
  await attempt('result', () => locks.request('a', (lock) => `${lock.name} ${lock.mode}`));
  await attempt('queue', () => locks.request('b', async () => {
    locks.request('b', () => console.log('second')).then(() => console.log('second is through'));
    locks.request('b', { mode: 'shared' }, () => console.log('third'));
    const { held, pending } = await locks.query();
    console.log(names(held), names(pending));
    await wait();
    return 'first';
  }));
  await attempt('not available', () => locks.request('c', () => locks.request('c', { ifAvailable: true }, (lock) => lock)));
  await attempt('available', () => locks.request('c', { ifAvailable: true }, (lock) => lock.name));
  await attempt('shared', () => locks.request('d', { mode: 'shared' }, () =>
    locks.request('d', { mode: 'shared' }, async () => names((await locks.query()).held))));
  await attempt('stolen', () => locks.request('e', async () => {
    await locks.request('e', { steal: true }, () => console.log('thief'));
    return 'kept';
  }));
  const controller = new AbortController();
  await attempt('given up', () => locks.request('f', async () => {
    const second = locks.request('f', { signal: controller.signal }, () => 'never');
    controller.abort(new RangeError('enough'));
    await attempt('second', () => second);
    return 'first';
  }));
  await attempt('callback', () => locks.request('a'));
  await attempt('hyphen', () => locks.request('-a', () => {}));
  await attempt('mode', () => locks.request('a', { mode: 'x' }, () => {}));
  await attempt('both', () => locks.request('a', { ifAvailable: true, steal: true }, () => {}));
  await attempt('shared thief', () => locks.request('a', { mode: 'shared', steal: true }, () => {}));
  await attempt('signal', () => locks.request('a', { signal: 1 }, () => {}));
  await attempt('aborted', () => locks.request('a', { signal: AbortSignal.abort() }, () => {}));
}

main();
