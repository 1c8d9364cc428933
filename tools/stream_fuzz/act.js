// A random call on a random stream, logged with what it returns and the state after it.
'use strict';

const { chance, pick, random } = require('./choice.js');
const { describe, snapshot } = require('./describe.js');
const { later, times } = require('./when.js');
const { randomChunk } = require('./make.js');

function makeAction(world, depth) {
  const target = pick(world.streams);
  const names = [...always];
  if (target.read) names.push(...ofReadable);
  if (target.write) names.push(...ofWritable);
  const name = pick(names);
  const call = {
    world,
    target,
    number: random(4),
    chunk: /push|unshift|write|endChunk/.test(name) ? randomChunk(world, target.takesObjects) : undefined,
    other: pick(world.streams),
    encoding: pick(['utf8', 'hex', 'latin1']),
    options: chance(25) ? { end: false } : undefined,
    log: (text) => world.log(`${target.label} ${text}`),
  };
  const next = depth < 2 && chance(35) ? pick(times) : undefined;
  return () => {
    const result = world.attempt(name, () => actions[name](target, call));
    const given = call.chunk === undefined ? call.number : describe(call.chunk);
    call.log(`${name}(${given}) ${result === undefined ? '' : describe(result)}${snapshot(target)}`);
    if (next) later[next](makeAction(world, depth + 1));
  };
}

const actions = {
  push: (stream, { chunk }) => stream.push(chunk),
  end: (stream) => void stream.end(),
  pushNull: (stream) => stream.push(null),
  read: (stream) => stream.read(),
  readSome: (stream, { number }) => stream.read(number + 1),
  readZero: (stream) => stream.read(0),
  unshift: (stream, { chunk }) => stream.unshift(chunk),
  pause: (stream) => void stream.pause(),
  resume: (stream) => void stream.resume(),
  onData(stream, { log, number }) {
    stream.on('data', (chunk) => {
      log(`'data' ${describe(chunk)}${snapshot(stream)}`);
      if (number !== 1 || !chance(30)) return;
      stream.pause();
      later[pick(times)](() => stream.resume());
    });
  },
  onReadable(stream, { log, number }) {
    stream.on('readable', () => {
      log(`'readable'${snapshot(stream)}`);
      if (number > 0) log(`got ${describe(number === 1 ? stream.read() : stream.read(number))}`);
    });
  },
  readAll(stream, { log }) {
    stream.on('readable', () => {
      for (let chunk; (chunk = stream.read()) !== null;) log(`got all ${describe(chunk)}`);
    });
  },
  offReadable: (stream) => void stream.off('readable', stream.listeners('readable')[0] ?? (() => {})),
  offData: (stream) => void stream.off('data', stream.listeners('data')[0] ?? (() => {})),
  removeAll: (stream) => void stream.removeAllListeners(pick(['readable', 'data'])),
  setEncoding: (stream, { encoding }) => void stream.setEncoding(encoding),
  pipe(stream, { other, options }) {
    if (other.write && other !== stream) stream.pipe(other, options);
  },
  unpipe: (stream, { number, other }) => void stream.unpipe(number > 0 ? other : undefined),
  iterate(stream, { log, number }) {
    const iterator = stream.iterator({ destroyOnReturn: number > 1 });
    const loop = async () => {
      let taken = 0;
      for await (const chunk of iterator) {
        log(`iterated ${describe(chunk)}`);
        taken += 1;
        if (number === 3 && taken > 2) break;
      }
    };
    settle(loop(), 'iteration', log);
  },
  iterateByHand(stream, { log, number }) {
    const iterator = stream[Symbol.asyncIterator]();
    settle(iterator.next(), 'next', log);
    if (number > 0) settle(iterator.return(5), 'return', log);
  },
  write: (stream, { chunk }) => stream.write(chunk),
  writeWithCallback(stream, { chunk, log }) {
    return stream.write(chunk, (error) => log(`written ${describe(error)}`));
  },
  endChunk: (stream, { chunk }) => void stream.end(chunk),
  endWithCallback(stream, { log }) {
    stream.end((error) => log(`ended ${describe(error)}`));
  },
  cork: (stream) => stream.cork(),
  uncork: (stream) => stream.uncork(),
  setDefaultEncoding: (stream, { encoding }) => void stream.setDefaultEncoding(encoding),
  destroy: (stream) => void stream.destroy(),
  destroyWithError: (stream) => void stream.destroy(new Error('from outside')),
  destroyWithCallback(stream, { log }) {
    stream.destroy(null, (error) => log(`destroyed ${describe(error)}`));
  },
  dispose: (stream, { log }) => settle(stream[Symbol.asyncDispose](), 'dispose', log),
  finished(stream, { log, world }) {
    world.stream.finished(stream, (error) => log(`finished ${describe(error)}`));
  },
};
const always = ['destroy', 'destroyWithError', 'destroyWithCallback', 'dispose', 'finished'];
const ofReadable = [
  'push', 'push', 'pushNull', 'read', 'readSome', 'readZero', 'unshift', 'pause', 'resume', 'resume',
  'onData', 'onReadable', 'readAll', 'pipe', 'pipe', 'unpipe', 'setEncoding', 'offReadable', 'offData',
  'removeAll', 'iterate', 'iterateByHand',
];
const ofWritable = [
  'write', 'write', 'write', 'writeWithCallback', 'end', 'end', 'endChunk', 'endWithCallback', 'cork',
  'uncork', 'setDefaultEncoding',
];

function settle(promise, what, log) {
  promise.then(
    (value) => log(`${what} done ${describe(value)}`),
    (error) => log(`${what} failed ${describe(error)}`),
  );
}

module.exports = { makeAction };
