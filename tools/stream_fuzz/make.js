// A stream with random options, whose methods and events are logged.
'use strict';

const { chance, pick, random } = require('./choice.js');
const { describe, snapshot } = require('./describe.js');
const { later, times } = require('./when.js');

const kinds =
  ['Readable', 'Readable', 'Writable', 'Writable', 'Duplex', 'Transform', 'PassThrough'];
const events = [
  'end', 'finish', 'close', 'error', 'drain', 'prefinish', 'pause', 'resume', 'pipe', 'unpipe',
];

function makeStream(world) {
  const label = 'abc'[world.streams.length];
  const kind = pick(kinds);
  const options = commonOptions(world, kind, label);
  if (kind === 'Readable' || kind === 'Duplex') addSource(world, options, label);
  if (kind === 'Writable' || kind === 'Duplex') addSink(world, options, label);
  if (kind === 'Transform') addTransform(world, options, label);
  const made = new world.stream[kind](options);
  made.label = label;
  made.takesObjects = options.objectMode === true;
  world.log(`${label} = ${kind} ${JSON.stringify(options)}${snapshot(made)}`);
  for (const event of events) {
    if (event !== 'error' && chance(15)) continue;
    made.on(event, (value) => {
      world.log(`${label} '${event}' ${value === undefined ? '' : describe(value)}${snapshot(made)}`);
    });
  }
  return made;
}

function randomChunk(world, asObject) {
  world.serial += 1;
  const { serial } = world;
  if (asObject) return pick([serial, { n: serial }, `s${serial}`, Buffer.from(`b${serial}`)]);
  return pick([
    `s${serial}`, Buffer.from(`b${serial}`), `é${serial}`, Buffer.from([0xc3]),
    Buffer.from([0xa9, 65]), new Uint8Array([65, 66]), `longer-${serial}`, '',
  ]);
}

function commonOptions({ log }, kind, label) {
  const options = {};
  if (chance(35)) options.objectMode = true;
  if (chance(50)) options.highWaterMark = pick([0, 1, 2, 3, 5, 8]);
  if (chance(8)) options.autoDestroy = false;
  if (chance(6)) options.emitClose = false;
  if (kind === 'Duplex') {
    if (chance(25)) options.allowHalfOpen = false;
    if (chance(8)) options.readable = false;
    if (chance(8)) options.writable = false;
  }
  if (chance(12) && !options.objectMode) options.encoding = pick(['utf8', 'hex', 'latin1', 'base64']);
  if (chance(10)) options.decodeStrings = false;
  if (chance(10)) options.defaultEncoding = pick(['latin1', 'utf8', 'hex']);
  if (chance(12)) {
    const when = pick(times);
    const error = chance(20) ? new Error('in construct') : undefined;
    options.construct = (callback) => {
      log(`${label} construct`);
      later[when](() => callback(error));
    };
  }
  if (chance(30)) {
    const when = pick(times);
    const own = chance(20) ? new Error('in destroy') : undefined;
    options.destroy = (error, callback) => {
      log(`${label} _destroy ${describe(error)}`);
      later[when](() => callback(own ?? error));
    };
  }
  return options;
}

function addSource(world, options, label) {
  const style = pick(['silent', 'at once', 'fixed', 'mixed', 'mixed', 'throws']);
  const limit = random(8);
  const when = pick(times);
  const perRead = 1 + random(3);
  const ends = chance(75);
  let given = 0;
  options.read = function(size) {
    world.log(`${label} _read ${size}`);
    if (style === 'silent') return;
    if (style === 'throws' && chance(15)) throw new Error('in read');
    const answer = () => {
      for (let i = 0; i < perRead; i += 1) {
        given += 1;
        if (given > limit && !(ends && given === limit + 1)) continue;
        const chunk = given > limit ? null : randomChunk(world, options.objectMode);
        world.log(`${label} push ${world.attempt('push', () => this.push(chunk))}`);
      }
    };
    if (style === 'at once') answer();
    else later[style === 'fixed' ? when : pick(times)](answer);
  };
}

function addSink({ log }, options, label) {
  const style = pick(['at once', 'mixed', 'fixed', 'fixed', 'fixed']);
  const when = pick(times);
  const failing = chance(8) ? random(6) : -1;
  let calls = 0;
  const answer = (callback) => {
    calls += 1;
    const error = calls === failing ? new Error('in write') : undefined;
    const done = () => {
      callback(error);
      if (chance(2)) callback();
    };
    if (style === 'at once') done();
    else later[style === 'fixed' ? when : pick(times)](done);
  };
  options.write = (chunk, encoding, callback) => {
    log(`${label} _write ${describe(chunk)} ${encoding}`);
    if (chance(2)) throw new Error('thrown in write');
    answer(callback);
  };
  if (chance(30)) {
    options.writev = (chunks, callback) => {
      const texts = chunks.map(({ chunk, encoding }) => `${describe(chunk)} ${encoding}`);
      log(`${label} _writev ${texts} ${chunks.allBuffers}`);
      answer(callback);
    };
  }
  if (chance(35)) addFinal(log, options, label, chance(15) ? new Error('in final') : undefined);
}

function addFinal(log, options, label, error) {
  const when = pick(times);
  options.final = (callback) => {
    log(`${label} _final`);
    later[when](() => callback(error));
  };
}

function addTransform({ log }, options, label) {
  const style = pick(['twice', 'none', 'fixed', 'ends', 'mixed', 'mixed']);
  const when = pick(times);
  const failing = chance(8) ? random(6) : -1;
  let calls = 0;
  options.transform = function(chunk, encoding, callback) {
    log(`${label} _transform ${describe(chunk)} ${encoding}`);
    calls += 1;
    later[style === 'mixed' || style === 'ends' ? pick(times) : when](() => {
      if (calls === failing) return callback(new Error('in transform'));
      if (style === 'none') return callback();
      if (style === 'twice') this.push(chunk);
      if (style === 'ends' && chance(20)) this.push(null);
      return callback(null, chunk);
    });
  };
  if (chance(50)) {
    options.flush = (callback) => {
      log(`${label} flush`);
      later[when](() => (chance(50) ? callback() : callback(null, options.objectMode ? 1 : 'flushed')));
    };
  }
  if (chance(10)) addFinal(log, options, label, undefined);
  if (chance(15)) {
    delete options.highWaterMark;
    options.readableHighWaterMark = random(3);
    options.writableHighWaterMark = random(3);
  }
}

module.exports = { makeStream, randomChunk };
