// Pipelines with iterables, generators and functions among their stages: what they see of an end, an
// error or an abort, and what the pipeline gives.
'use strict';

const { PassThrough, Readable, Writable, pipeline } = require('stream');
const { pipeline: pipelinePromise } = require('stream/promises');

let events;
const turn = () => new Promise(setImmediate);
const nameOf = (error) => error?.code ?? error?.message;

function* syncSource() {
  try {
    yield 'a';
    yield Promise.resolve('b');
    yield 'c';
  } finally {
    events.push('source left');
  }
}

async function* asyncSource({ signal } = {}) {
  signal?.addEventListener('abort', () => events.push('source aborted'));
  try {
    yield 'a';
    await turn();
    yield 'b';
    yield 'c';
  } catch (error) {
    events.push(`source saw ${nameOf(error)}`);
    throw error;
  } finally {
    events.push('source left');
  }
}

async function* upper(source, { signal }) {
  signal.addEventListener('abort', () => events.push('transform aborted'));
  try {
    for await (const chunk of source) yield `${chunk}`.toUpperCase();
  } catch (error) {
    events.push(`transform saw ${nameOf(error)}`);
    throw error;
  } finally {
    events.push('transform left');
  }
}

async function* failing(source) {
  for await (const chunk of source) {
    yield chunk;
    throw new Error('transform failed');
  }
}

async function* early(source) {
  for await (const chunk of source) {
    yield chunk;
    return;
  }
}

async function collect(source) {
  let all = '';
  for await (const chunk of source) all += chunk;
  return all;
}

async function failLate(source) {
  await collect(source);
  throw new Error('end failed');
}

async function failAtOnce() {
  throw new Error('end failed at once');
}

async function* again(source) {
  for await (const chunk of source) yield chunk;
}

function sink(behaviour) {
  const stream = new Writable({
    objectMode: true,
    highWaterMark: 1,
    write(chunk, encoding, callback) {
      events.push(`write ${chunk}`);
      if (behaviour === 'fails') callback(new Error('write failed'));
      else if (behaviour === 'slow') setImmediate(callback);
      else callback();
    },
  });
  for (const event of ['finish', 'close']) stream.on(event, () => events.push(`sink ${event}`));
  stream.on('error', (error) => events.push(`sink error ${nameOf(error)}`));
  return stream;
}

const sources = {
  array: () => ['a', 'b', 'c'],
  string: () => 'abc',
  sync: () => syncSource(),
  async: () => asyncSource(),
  function: () => asyncSource,
  stream: () => Readable.from(['a', 'b', 'c']),
};
const middles = { none: undefined, upper, failing, early, passthrough: () => new PassThrough({ objectMode: true }) };
const ends = {
  collect: () => collect,
  failLate: () => failLate,
  failAtOnce: () => failAtOnce,
  generator: () => again,
  sink: () => sink(),
  slow: () => sink('slow'),
  fails: () => sink('fails'),
};

async function observe(source, middle, end) {
  events = [];
  const stages = [sources[source]()];
  if (middle !== 'none') stages.push(middle === 'passthrough' ? middles.passthrough() : middles[middle]);
  stages.push(ends[end]());
  const result = pipeline(...stages, (error, value) => events.push(`CALLED ${nameOf(error)} ${value}`));
  if (end === 'generator') result.on('data', (chunk) => events.push(`out ${chunk}`)).on('error', () => {});
  for (let i = 0; i < 12; i++) await turn();
  console.log(`${source} | ${middle} | ${end}:`, events.join(', '));
}

async function observeAbort(when, options) {
  events = [];
  const controller = new AbortController();
  if (when === 'before') controller.abort(new Error('why'));
  const target = sink('slow');
  const promise = pipelinePromise(asyncSource, upper, target, { signal: controller.signal, ...options });
  promise.then((value) => events.push(`done ${value}`), (error) => events.push(`rejected ${nameOf(error)} ${error.cause?.message}`));
  if (when === 'sync') controller.abort(new Error('why'));
  if (when === 'turn') setImmediate(() => controller.abort(new Error('why')));
  for (let i = 0; i < 12; i++) await turn();
  console.log(`abort ${when} ${JSON.stringify(options)}:`, events.join(', '), target.destroyed, target.writableEnded);
}

function observeThrow(name, ...stages) {
  try {
    pipeline(...stages);
    console.log(name, 'does not throw');
  } catch (error) {
    console.log(name, error.code, error.message);
  }
}

(async () => {
  for (const source of Object.keys(sources)) {
    for (const middle of Object.keys(middles)) {
      for (const end of Object.keys(ends)) await observe(source, middle, end);
    }
  }
  for (const when of ['before', 'sync', 'turn', 'never']) {
    await observeAbort(when, {});
    await observeAbort(when, { end: false });
  }
  const closed = new PassThrough();
  closed.destroy();
  observeThrow('no callback', [], new PassThrough());
  observeThrow('one stage', new PassThrough(), () => {});
  observeThrow('list of one', [new PassThrough()], () => {});
  observeThrow('no stream', 5, new PassThrough(), () => {});
  observeThrow('source', () => 5, new PassThrough(), () => {});
  observeThrow('transform', ['a'], () => ['b'], new PassThrough(), () => {});
  observeThrow('end', ['a'], () => 5, () => {});
  observeThrow('closed', new PassThrough(), closed, () => {});
})();
