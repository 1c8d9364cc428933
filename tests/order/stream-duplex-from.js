// Duplex.from(): pairs, functions, promises and iterables; how they end, fail and are destroyed.
'use strict';

const { Duplex, PassThrough, Readable, Writable } = require('stream');

let events;
const turn = () => new Promise(setImmediate);
const nameOf = (error) => error?.code ?? error?.message;

function observed(name, stream) {
  for (const event of ['end', 'finish', 'close']) stream.on(event, () => events.push(`${name}.${event}`));
  stream.on('error', (error) => events.push(`${name}.error ${nameOf(error)}`));
  return stream;
}

function listen(signal) {
  signal.addEventListener('abort', () => events.push('aborted'));
}

const bodies = {
  pair: () => ({
    readable: observed('r', Readable.from(['1', '2'])),
    writable: observed('w', new Writable({ write(chunk, encoding, callback) { callback(); } })),
  }),
  'same stream twice': () => {
    const stream = observed('both', new PassThrough());
    return { readable: stream, writable: stream };
  },
  readable: () => observed('r', new Readable({ read() {} })),
  writable: () => observed('w', new Writable({ write(chunk, encoding, callback) { setImmediate(callback); } })),
  'pair of other things': () => ({ readable: ['1', '2'], writable: async (source) => {
    for await (const chunk of source) events.push(`took ${chunk}`);
  } }),
  iterable: () => ['1', '2'],
  text: () => 'text',
  promise: () => Promise.resolve('value'),
  'promise of nothing': () => Promise.resolve(null),
  'rejected promise': () => Promise.reject(new Error('rejected')),
  generator: () => async function* (source, { signal }) {
    listen(signal);
    try {
      for await (const chunk of source) yield `<${chunk}>`;
      events.push('over');
    } catch (error) {
      events.push(`saw ${nameOf(error)}`);
      throw error;
    }
  },
  'generator without interest': () => async function* () {
    yield '1';
  },
  'async function': () => async (source, { signal }) => {
    listen(signal);
    try {
      for await (const chunk of source) events.push(`took ${chunk}`);
      events.push('over');
    } catch (error) {
      events.push(`saw ${nameOf(error)}`);
    }
  },
  'slow function': () => async (source, { signal }) => {
    listen(signal);
    for await (const chunk of source) {
      events.push(`took ${chunk}`);
      await turn();
    }
    events.push('over');
  },
  'function that leaves early': () => async (source) => {
    for await (const chunk of source) {
      events.push(`took ${chunk}`);
      break;
    }
  },
  'function that fails': () => async () => {
    throw new Error('function failed');
  },
};

const treatments = {
  write(stream) {
    if (!stream.writable) return;
    stream.write('a', () => events.push('a written'));
    stream.end('b', () => events.push('b written'));
  },
  'destroy at once': (stream) => stream.destroy(),
  async 'fail later'(stream) {
    treatments.write(stream);
    await turn();
    stream.destroy(new Error('given up'));
  },
};

async function observe(name, treatment, isRead) {
  events = [];
  const stream = observed('d', Duplex.from(bodies[name]()));
  events.push(`${stream.readable} ${stream.writable}`);
  if (isRead) stream.on('data', (chunk) => events.push(`out ${chunk}`));
  await treatments[treatment](stream);
  for (let i = 0; i < 6; i++) await turn();
  console.log(`${name}, ${treatment}, ${isRead ? 'read' : 'not read'}:`, events.join(', '));
}

(async () => {
  for (const name of Object.keys(bodies)) {
    for (const treatment of Object.keys(treatments)) {
      await observe(name, treatment, true);
      await observe(name, treatment, false);
    }
  }
  const duplex = new PassThrough();
  console.log(Duplex.from(duplex) === duplex);
  for (const body of [5, null, {}, new ArrayBuffer(2), () => 5, () => {}, { readable: 5 }]) {
    try {
      Duplex.from(body);
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
})();
