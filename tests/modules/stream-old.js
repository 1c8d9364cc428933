// Streams of the oldest kind: Stream's own pipe(), readable.wrap() and Readable.wrap().
'use strict';

const { Readable, Stream } = require('stream');
const EventEmitter = require('events');

const turn = () => new Promise(setImmediate);
const nameOf = (error) => error?.code ?? error?.message;

function pipeOld(happening, options) {
  const events = [];
  const note = (text, result) => () => {
    events.push(text);
    return result;
  };
  const source = Object.assign(new Stream(), { readable: true, pause: note('pause'), resume: note('resume') });
  const dest = Object.assign(new Stream(), { writable: true, end: note('end()'), destroy: note('destroy()') });
  dest.write = (chunk) => {
    events.push(`write ${chunk}`);
    return chunk !== 2;
  };
  dest.on('pipe', (from) => events.push(`pipe ${from === source}`));
  events.push(source.pipe(dest, options) === dest);
  source.emit('data', 1);
  source.emit('data', 2);
  dest.emit('drain');
  try {
    happening(source, dest);
  } catch (error) {
    events.push(`thrown ${error.message}`);
  }
  source.emit('data', 3);
  console.log(String(happening), JSON.stringify(options), events.join(', '), source.eventNames(), dest.eventNames());
}

for (const options of [undefined, { end: false }]) {
  pipeOld((source) => source.emit('end'), options);
  pipeOld((source) => source.emit('close'), options);
  pipeOld((source) => [source.emit('end'), source.emit('close')], options);
  pipeOld((source) => source.emit('error', new Error('source')), options);
  pipeOld((source, dest) => dest.emit('error', new Error('dest')), options);
  pipeOld((source, dest) => dest.on('error', () => {}).emit('error', new Error('dest')), options);
  pipeOld((source, dest) => dest.emit('close'), options);
}

// An emitter that a package brings along, without prependListener().
const plain = {
  _events: { error() { console.log('theirs'); } },
  on(event, listener) { this._events[event] = listener; },
  removeListener(event, listener) {
    console.log('removed', event, Array.isArray(this._events[event]), this._events[event][0] === listener);
  },
  emit() {},
  write() {},
  end() {},
};
const pipedToPlain = new Stream();
pipedToPlain.pipe(plain);
console.log(plain._events.error.length);

async function wrapOld(happening, isStatic) {
  const events = [];
  const old = Object.assign(new EventEmitter(), {
    pause: () => events.push('pause'),
    resume: () => events.push('resume'),
    destroy: (error) => events.push(`destroy() ${nameOf(error)}`),
    own() { return this === old; },
  });
  const options = { objectMode: true, highWaterMark: 2 };
  const stream = isStatic ? Readable.wrap(old, options) : new Readable(options).wrap(old);
  for (const event of ['end', 'close']) stream.on(event, () => events.push(event));
  stream.on('error', (error) => events.push(`error ${nameOf(error)}`));
  events.push(stream.own(), stream.pause === old.pause);
  old.emit('data', 1);
  old.emit('data', 2);
  await turn();
  happening(old, stream, events);
  await turn();
  stream.on('data', (chunk) => events.push(`data ${chunk}`));
  await turn();
  old.emit('data', 3);
  await turn();
  console.log(String(happening), isStatic, events.join(', '), stream.destroyed);
}

(async () => {
  for (const isStatic of [false, true]) {
    await wrapOld((old) => old.emit('end'), isStatic);
    await wrapOld((old) => old.emit('close'), isStatic);
    await wrapOld((old) => old.emit('destroy'), isStatic);
    await wrapOld((old) => old.emit('error', new Error('old')), isStatic);
    await wrapOld((old, stream) => stream.destroy(), isStatic);
    await wrapOld((old, stream, events) => events.push(`read ${stream.read()} ${stream.read()}`), isStatic);
  }
})();
