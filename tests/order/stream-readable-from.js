// Readable.from(): when the iterator is asked for more, and what it is told when the stream is destroyed.
'use strict';

const { Readable } = require('stream');

let events;
const turn = () => new Promise(setImmediate);
const nameOf = (error) => error?.code ?? error?.message;

function steps(values, isAsync, methods) {
  let place = 0;
  return {
    [isAsync ? Symbol.asyncIterator : Symbol.iterator]() {
      return {
        next() {
          events.push(`next ${place}`);
          const value = values[place++];
          if (value === 'throw') throw new Error('thrown');
          const step = { done: place > values.length, value };
          return isAsync ? Promise.resolve(step) : step;
        },
        ...methods,
      };
    },
  };
}

const closing = {
  return(value) {
    events.push(`return ${value}`);
    return {};
  },
};
const handling = {
  ...closing,
  throw(error) {
    events.push(`throw ${error.message}`);
    return { done: false };
  },
};

const sources = {
  'array': () => ['a', 'b', 'c'],
  'array with promises': () => ['a', Promise.resolve('b'), { then(done) { done('c'); } }],
  'array with a rejection': () => ['a', Promise.reject(new Error('rejected')), 'c'],
  'array with null': () => ['a', null, 'c'],
  'set': () => new Set(['a', 'b']),
  'text': () => 'abc',
  'buffer': () => Buffer.from('abc'),
  'iterator': () => steps(['a', 'b', 'c'], false, closing),
  'iterator that throws': () => steps(['a', 'throw'], false, handling),
  'async iterator': () => steps(['a', 'b', 'c'], true, handling),
  'async iterator of promises': () => steps([Promise.resolve('a'), 'b'], true, closing),
  'async iterator that throws': () => steps(['a', 'throw'], true, closing),
  'generator': () => (function* () {
    try {
      yield 'a';
      yield 'b';
      yield 'c';
    } catch (error) {
      events.push(`saw ${nameOf(error)}`);
    } finally {
      events.push('left');
    }
  })(),
  'async generator': () => (async function* () {
    try {
      yield 'a';
      await turn();
      yield 'b';
      yield 'c';
    } finally {
      events.push('left');
    }
  })(),
};

const readers = {
  data: (stream) => stream.on('data', (chunk) => events.push(`data ${chunk}`)),
  async iterate(stream) {
    try {
      for await (const chunk of stream) events.push(`got ${chunk}`);
      events.push('done');
    } catch (error) {
      events.push(`caught ${nameOf(error)}`);
    }
  },
  async 'break'(stream) {
    for await (const chunk of stream) {
      events.push(`got ${chunk}`);
      break;
    }
    events.push('broken off');
  },
  read: (stream) => stream.on('readable', () => events.push(`read ${stream.read()}`)),
  none: () => {},
};

const fates = {
  'left alone': () => {},
  'destroyed': (stream) => stream.destroy(),
  'failed in a tick': (stream) => process.nextTick(() => stream.destroy(new Error('given up'))),
  'destroyed in a job': (stream) => Promise.resolve().then(() => stream.destroy()),
};

async function observe(source, reader, fate, options) {
  events = [];
  const stream = Readable.from(sources[source](), options);
  for (const event of ['end', 'close']) stream.on(event, () => events.push(event));
  stream.on('error', (error) => events.push(`error ${nameOf(error)}`));
  const reading = readers[reader](stream);
  if (reading instanceof Promise) reading.catch((error) => events.push(`rejected ${nameOf(error)}`));
  fates[fate](stream);
  for (let i = 0; i < 6; i++) await turn();
  stream.destroy();
  await turn();
  console.log(`${source}, ${reader}, ${fate}${options ? `, ${JSON.stringify(options)}` : ''}:`, events.join(', '));
}

process.on('unhandledRejection', (error) => events.push(`unhandled ${nameOf(error)}`));

(async () => {
  for (const source of Object.keys(sources)) {
    for (const reader of Object.keys(readers)) {
      for (const fate of Object.keys(fates)) await observe(source, reader, fate);
    }
    await observe(source, 'data', 'left alone', { highWaterMark: 2 });
    await observe(source, 'iterate', 'left alone', { objectMode: false });
  }
  for (const iterable of [5, null, undefined, {}, () => {}]) {
    try {
      Readable.from(iterable);
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
})();
