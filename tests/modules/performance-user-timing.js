// Marks and measures: how they are made, listed, shown and cleared, and what they refuse.
'use strict';

const { performance, PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('node:perf_hooks');

function attempt(label, run) {
  try {
    console.log(label, run());
  } catch (error) {
    const fromEngine = error instanceof TypeError && error.code === undefined;
    console.log(label, error.name, error.code, fromEngine ? '' : error.message);
  }
}
const list = (entries) => entries.map(({ entryType, name, startTime }) => `${entryType} ${name} ${startTime}`);
const span = (...args) => {
  const { startTime, duration } = performance.measure('span', ...args);
  return [startTime, duration];
};

const detail = { of: ['mine'] };
const mark = performance.mark('a', { startTime: 5.5, detail });
console.log(mark, JSON.stringify(mark), mark.detail === detail);
console.log(mark instanceof PerformanceMark, mark instanceof PerformanceEntry, String(mark));
console.log(performance.mark('now').startTime <= performance.now());
console.log(performance.mark(null, { startTime: 2 }).name, new PerformanceMark('not listed').duration);
performance.mark('a', { startTime: 7 });
console.log(performance.measure('m', { start: 'a', end: 9, detail: 'text' }));

attempt('mark to mark', () => span('null', 'a'));
attempt('start and duration', () => span({ start: 'a', duration: 3 }));
attempt('end and duration', () => span({ end: 'a', duration: 3 }));
attempt('end', () => span({ end: 4 }));
attempt('number as end', () => span(undefined, 4));
attempt('number as start', () => span(4, 4));
attempt('options without a span', () => span({ detail: 1, duration: 2 }, 'a'));
attempt('until now', () => performance.measure('span').duration > 0);
attempt('since a milestone', () => performance.measure('span', 'nodeStart').startTime >= 0);

attempt('no such mark', () => span('nothing'));
attempt('end twice', () => span({ start: 1 }, 'a'));
attempt('too much', () => span({ start: 1, end: 2, duration: 3 }));
attempt('before all', () => span({ start: -1, end: 2 }));
attempt('no name', () => performance.measure());
attempt('name of a measure', () => performance.measure(1));
attempt('no name', () => performance.mark());
attempt('symbol as name', () => performance.mark(Symbol('name')));
attempt('milestone as name', () => performance.mark('bootstrapComplete'));
for (const options of [null, 1, [], { startTime: -1 }, { startTime: '1' }, { startTime: null }]) {
  attempt('options of a mark', () => performance.mark('b', options).name);
}
attempt('detail', () => performance.mark('b', { detail() {} }));
attempt('new PerformanceEntry', () => new PerformanceEntry());
attempt('new PerformanceMeasure', () => new PerformanceMeasure());
attempt('new PerformanceMark', () => new PerformanceMark());
attempt('new Performance', () => new Performance());
attempt('now', () => (0, performance.now)());
attempt('mark', () => performance.mark.call({}, 'a'));
attempt('foreign object', () => Reflect.get(PerformanceEntry.prototype, 'name', {}));
attempt('foreign object', () => Reflect.get(PerformanceMark.prototype, 'detail', {}));
attempt('read only', () => { mark.name = 'other'; });

performance.clearMarks('now');
performance.clearMarks('b');
performance.clearMeasures('span');
console.log(list(performance.getEntries()));
performance.measure('a', { start: 5.5, end: 6 });
console.log(list(performance.getEntriesByName('a')), list(performance.getEntriesByName('a', 'measure')));
console.log(list(performance.getEntriesByType('mark')), performance.getEntriesByType('other'));
attempt('by name', () => performance.getEntriesByName());
attempt('by type', () => performance.getEntriesByType());
attempt('clear a milestone', () => performance.clearMarks('nodeStart'));
performance.clearMarks();
attempt('cleared mark', () => span('a'));
console.log(list(performance.getEntries()));
performance.clearMeasures();
console.log(performance.getEntries());
console.log(Object.keys(performance.toJSON()), PerformanceMark === globalThis.PerformanceMark);
