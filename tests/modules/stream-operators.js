// map(), filter() and the other methods of readable streams: results, options, how far they read ahead,
// and how they end.
'use strict';

const { PassThrough, Readable } = require('stream');

const turns = async (count) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
};
const nameOf = (error) => `${error.code ?? ''} ${error.message}`;
const three = () => Readable.from([1, 2, 3]);

async function show(name, fn) {
  try {
    const made = fn();
    const isPromise = made instanceof Promise;
    console.log(name, isPromise ? 'promise' : made.constructor.name, isPromise ? await made : await made.toArray());
  } catch (error) {
    console.log(name, nameOf(error));
  }
}

async function results() {
  await show('map', () => three().map((x) => x * 2));
  await show('map, async', () => three().map(async (x) => x * 2));
  await show('map, thenable', () => three().map((x) => ({ then(done) { done(-x); } })));
  await show('map to undefined', () => three().map(() => {}));
  await show('map to null', () => three().map(() => null));
  await show('filter', () => three().filter((x) => x !== 2));
  await show('filter, async', () => three().filter(async (x) => x > 1));
  await show('flatMap', () => three().flatMap((x) => [x, [x]]));
  await show('flatMap, streams', () => three().flatMap((x) => Readable.from([x, x])));
  await show('flatMap, text', () => three().flatMap(async (x) => `<${x}>`));
  await show('flatMap, promises', () => three().flatMap((x) => [Promise.resolve(x)]));
  await show('drop', () => three().drop(1));
  await show('drop all', () => three().drop(Infinity));
  await show('take', () => three().take(2));
  await show('take none', () => three().take(0));
  await show('take no number', () => three().take('many'));
  await show('take text', () => three().take('1.5'));
  await show('forEach', () => three().forEach((x) => x));
  await show('toArray', () => three().toArray());
  await show('some', () => three().some((x) => x === 2));
  await show('some, none', () => three().some(async () => false));
  await show('every', () => three().every((x) => x > 0));
  await show('every, not', () => three().every((x) => x < 2));
  await show('find', () => three().find((x) => x > 1));
  await show('find, none', () => three().find((x) => x > 9));
  await show('reduce', () => three().reduce((a, b) => a + b));
  await show('reduce from', () => three().reduce(async (a, b) => a + b, 10));
  await show('reduce nothing', () => Readable.from([]).reduce((a, b) => a + b));
  await show('reduce nothing from', () => Readable.from([]).reduce((a, b) => a + b, undefined));
  await show('chain', () => three().map((x) => x + 1).filter((x) => x > 2).flatMap((x) => [x, x]).drop(1).take(2));
}

async function errors() {
  for (const name of ['map', 'filter', 'flatMap', 'forEach', 'some', 'every', 'find', 'reduce']) {
    await show(`${name} of no function`, () => three()[name](5));
  }
  for (const name of ['map', 'filter', 'flatMap', 'forEach', 'some', 'every', 'find']) {
    await show(`${name}, options`, () => three()[name](() => {}, 5));
    await show(`${name}, signal`, () => three()[name](() => {}, { signal: 5 }));
    await show(`${name}, concurrency`, () => three()[name](() => {}, { concurrency: 'x' }));
    await show(`${name}, concurrency 0`, () => three()[name](() => {}, { concurrency: 0 }));
    await show(`${name}, high water mark`, () => three()[name](() => {}, { highWaterMark: -1 }));
    await show(`${name} throws`, () => three()[name](() => { throw new Error(`${name} threw`); }));
    await show(`${name} rejects`, () => three()[name](async (x) => {
      if (x === 2) throw new Error(`${name} rejected`);
      return name === 'some' || name === 'find' ? false : [x];
    }));
  }
  await show('drop less than none', () => three().drop(-1));
  await show('take less than none', () => three().take(-Infinity));
  await show('take, options', () => three().take(1, 5));
  await show('drop, signal', () => three().drop(1, { signal: 5 }));
  await show('toArray, options', () => three().toArray(5));
  await show('reduce, options', () => three().reduce(() => {}, 0, 5));
  await show('iterator, options', () => three().iterator(5));
}

// How often the function was called when nothing was read, and after each of three reads.
async function readAhead() {
  for (const concurrency of [1, 2, 5]) {
    for (const highWaterMark of [undefined, 0, 1, 4]) {
      const counts = [];
      let calls = 0;
      const source = Readable.from(Array(30).keys());
      const stream = source.map(async (x) => {
        calls++;
        await turns(1);
        return x;
      }, { concurrency, highWaterMark });
      stream.read(0);
      for (let i = 0; i < 4; i++) {
        await turns(25);
        counts.push(calls);
        if (i < 3) counts.push(`(${stream.read()})`);
      }
      stream.destroy();
      await turns(3);
      console.log('ahead', concurrency, highWaterMark, counts.join(' '), source.destroyed);
    }
  }
}

async function order() {
  const events = [];
  const source = Readable.from([5, 1, 3, 2, 4]);
  const stream = source.map(async (x) => {
    events.push(`start ${x}`);
    await turns(x * 3);
    events.push(`end ${x}`);
    return x;
  }, { concurrency: 3 });
  for await (const x of stream) events.push(`got ${x}`);
  console.log(events.join(', '));
}

async function aborts() {
  for (const name of ['map', 'filter', 'flatMap', 'drop', 'take']) {
    const controller = new AbortController();
    const source = new PassThrough({ objectMode: true });
    const argument = { drop: 0, take: 9, flatMap: (x) => [x] }[name] ?? ((x) => x);
    const stream = source[name](argument, { signal: controller.signal });
    stream.on('data', (x) => console.log(name, 'data', x));
    stream.on('error', (error) => console.log(name, nameOf(error), error.cause));
    source.write(1);
    await turns(3);
    controller.abort('why');
    await turns(3);
    console.log(name, stream.destroyed);
    source.write(2);
    await turns(3);
    console.log(name, stream.destroyed, source.destroyed);
  }
  for (const name of ['toArray', 'reduce', 'forEach', 'some', 'every', 'find']) {
    const source = three();
    const options = { signal: AbortSignal.abort('why') };
    try {
      if (name === 'toArray') await source.toArray(options);
      else if (name === 'reduce') await source.reduce((a, b) => a + b, 0, options);
      else await source[name](() => {}, options);
      console.log(name, 'not aborted');
    } catch (error) {
      console.log(name, error.name, error.cause, source.destroyed);
    }
  }
}

async function signals() {
  const { signal } = new AbortController();
  await three().map(function(...args) {
    console.log(this === undefined, args.length, Object.keys(args[1]), args[1].signal === signal, args[1].signal.aborted);
  }, { signal }).take(1).toArray();
  await three().reduce((a, b, options) => console.log(Object.keys(options), options.signal.aborted), 0);
}

(async () => {
  await results();
  await errors();
  await readAhead();
  await order();
  await aborts();
  await signals();
})();
