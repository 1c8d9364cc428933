// PerformanceObserver: what it is told, when, and in which order; timerify().
'use strict';

const { performance, PerformanceObserver, PerformanceObserverEntryList, timerify } = require('node:perf_hooks');

function attempt(label, run) {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}
const list = (entries) => entries.map(({ entryType, name }) => `${entryType} ${name}`);

attempt('no callback', () => new PerformanceObserver());
attempt('list', () => new PerformanceObserverEntryList());
const refusing = new PerformanceObserver(() => {});
const wrong = [
  undefined, null, {}, { entryTypes: 'mark' }, { entryTypes: ['mark'], type: 'mark' }, { entryTypes: [] },
  { entryTypes: ['other'] }, { type: 'other' }, { entryTypes: ['mark'] },
];
for (const options of wrong) attempt(JSON.stringify(options), () => refusing.observe(options));
refusing.disconnect();
refusing.observe({ entryTypes: ['mark'] });
attempt('single after multiple', () => refusing.observe({ type: 'mark' }));
performance.mark('taken');
console.log(refusing, list(refusing.takeRecords()), refusing.takeRecords());
refusing.disconnect();
console.log(refusing);

function observer(label, ...observed) {
  const made = new PerformanceObserver(function(entries, self) {
    console.log(label, this === self, list(entries.getEntries()));
    console.log('  marks', list(entries.getEntriesByType('mark')), 'x', list(entries.getEntriesByName('x')));
    attempt('  ', () => entries.getEntriesByName());
  });
  for (const options of observed) made.observe(options);
  return made;
}
observer('both', { entryTypes: ['mark', 'measure'] });
observer('buffered', { type: 'mark', buffered: true });
observer('added', { type: 'measure' }, { type: 'mark' });
observer('replaced', { entryTypes: ['mark'] }, { entryTypes: ['measure'] });
observer('disconnected', { type: 'mark' }).disconnect();

process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
setImmediate(() => console.log('immediate'));
performance.mark('y', { startTime: 0.9 });
performance.mark('x', { startTime: 0.5 });
performance.measure('x', { start: 0.1, end: 0.2 });

setTimeout(functions, 50);

function functions() {
  class Made {
    constructor(value) { this.value = value; }
  }
  const add = timerify(function add(a, b) { return this.base + a + b; });
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) {
      console.log(entry.name, entry.entryType, entry.detail, entry[0], entry.duration >= 0, entry.constructor.name);
      console.log(Object.keys(entry.toJSON()));
    }
  }).observe({ entryTypes: ['function'] });
  console.log(add.name, add.length, add.call({ base: 1 }, 2, 3));
  const Timed = timerify(Made);
  console.log(new Timed(4) instanceof Made);
  attempt('throws', timerify(() => { throw new Error('of the function'); }));
  const wait = timerify(async function wait(value) { return value; });
  wait('later').then((value) => console.log('resolved with', value));
  attempt('no function', () => timerify(5));
  attempt('histogram', () => timerify(() => {}, { histogram: 5 }));
}
