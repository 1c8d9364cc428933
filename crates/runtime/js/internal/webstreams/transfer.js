// Web streams that are handed over: what is read or written at one end of a channel goes to the stream at the other, which
// stays where it is. The messages are those of the standard's cross-realm transforms.
'use strict';

const { cloneError } = require('internal/messaging/clone_error');
const {
  End, attach, close, entangle, isEntangled, kOnClose, kOnMessage, post, setRef, start,
} = require('internal/messaging/ends');
const { Given } = require('internal/messaging/given');
const { cores, isReadableStream, isWritableStream, pipe } = require('internal/webstreams/interface');

// A stream under way.
class GivenStream extends Given {
  constructor(name, ends) {
    super();
    this.name = name;
    this.ends = ends;
  }

  portable(buffers) {
    const { portableEnd } = require('internal/messaging/remote');
    return ['internal/webstreams/transfer', [this.name, this.ends.map((end) => portableEnd(end, buffers))]];
  }

  receive() {
    const { name, ends } = this;
    if (name === 'ReadableStream') return readableOver(ends[0], true);
    if (name === 'WritableStream') return writableOver(ends[0], true);
    const { joinSides } = require('internal/webstreams/transform_stream');
    return joinSides(readableOver(ends[0], true), writableOver(ends[1], true));
  }
}

// An end of the channel that has no public object. At the stream's new place it keeps the program going, once it was used.
class Link {
  constructor(end, isNew, receive) {
    this.end = end;
    this.isNew = isNew;
    this.receive = receive;
    attach(end, this);
    start(end);
  }

  // What cannot be cloned fails here, and is told to the other side.
  post(type, value) {
    try {
      this.send(type, value);
    } catch (error) {
      this.send('error', error);
      throw error;
    }
  }

  send(type, value) {
    if (!isEntangled(this.end) || this.end.isClosing) return;
    this.use();
    const { pack } = require('internal/messaging/message');
    post(this.end, pack({ type, value }, undefined, undefined));
  }

  use() {
    if (this.isNew) setRef(this.end, true);
  }

  close() {
    close(this.end);
  }

  [kOnMessage](message) {
    const { type, value } = require('internal/messaging/message').unpack(message).value;
    this.receive(type, value);
  }

  [kOnClose]() {}
}

// What a stream takes goes to the other end.
class ChannelSink {
  constructor(end, isNew) {
    this.controller = undefined;
    this.wanted = Promise.withResolvers();
    this.link = new Link(end, isNew, (type, value) => this.receive(type, value));
  }

  receive(type, value) {
    if (type === 'error') this.controller.error(value);
    this.wanted.resolve();
  }

  start(controller) {
    this.controller = controller;
  }

  async write(chunk) {
    this.link.use();
    await this.wanted.promise;
    this.wanted = Promise.withResolvers();
    try {
      this.link.post('chunk', chunk);
    } catch (error) {
      this.link.close();
      throw error;
    }
  }

  close() {
    this.link.send('close', undefined);
    this.link.close();
  }

  abort(reason) {
    try {
      this.link.post('error', reason);
    } finally {
      this.link.close();
    }
  }
}

// What comes from the other end is what a stream gives.
class ChannelSource {
  constructor(end, isNew) {
    this.controller = undefined;
    this.link = new Link(end, isNew, (type, value) => this.receive(type, value));
  }

  receive(type, value) {
    const { controller } = this;
    if (type === 'chunk') {
      controller.enqueue(value);
      return;
    }
    if (type === 'close') controller.close();
    else controller.error(value);
    this.link.close();
  }

  start(controller) {
    this.controller = controller;
  }

  pull() {
    this.link.send('pull', undefined);
  }

  cancel(reason) {
    try {
      this.link.post('error', reason);
    } finally {
      this.link.close();
    }
  }
}

function readableOver(end, isNew) {
  const { ReadableStream } = require('internal/webstreams/readable_stream');
  const source = new ChannelSource(end, isNew);
  return new ReadableStream({
    __proto__: null,
    start: (controller) => source.start(controller),
    pull: () => source.pull(),
    cancel: (reason) => source.cancel(reason),
  }, { __proto__: null, highWaterMark: 0 });
}

function writableOver(end, isNew) {
  const { WritableStream } = require('internal/webstreams/writable_stream');
  const sink = new ChannelSink(end, isNew);
  return new WritableStream({
    __proto__: null,
    start: (controller) => sink.start(controller),
    write: (chunk) => sink.write(chunk),
    close: () => sink.close(),
    abort: (reason) => sink.abort(reason),
  });
}

function nameOf(stream) {
  if (isReadableStream(stream)) return 'ReadableStream';
  return isWritableStream(stream) ? 'WritableStream' : 'TransformStream';
}

// Throws if a stream is in use, or one of its sides is handed over on its own in the same `list`.
function checkUnlocked(stream, list) {
  const name = nameOf(stream);
  if (name === 'TransformStream') {
    const { readable, writable } = sidesOf(stream);
    if (list.includes(readable) || list.includes(writable)) throw cloneError('The transfer list is invalid.');
    checkUnlocked(readable, list);
    checkUnlocked(writable, list);
  } else if (isLocked(stream)) {
    throw cloneError(`Cannot transfer a locked ${name}`);
  }
}

function isLocked(stream) {
  return isReadableStream(stream) ? cores.readable(stream).reader !== null : cores.writable(stream).writer !== null;
}

function sidesOf(transform) {
  const { readable, writable } = cores.transform(transform);
  return { readable: readable.handle, writable: writable.handle };
}

// Both ends of a new channel.
function makeChannel() {
  const ends = [new End(), new End()];
  entangle(ends[0], ends[1]);
  return ends;
}

// Hands a stream over. From here on it is locked, and passes on what it has.
function give(stream) {
  const name = nameOf(stream);
  if (name === 'TransformStream') {
    const { readable, writable } = sidesOf(stream);
    return new GivenStream(name, [give(readable).ends[0], give(writable).ends[0]]);
  }
  const { 0: here, 1: there } = makeChannel();
  const piped = name === 'ReadableStream' ? pipe(stream, writableOver(here, false)) :
    pipe(readableOver(here, false), stream);
  // How it ends is told at the other end.
  piped.then(undefined, () => {});
  return new GivenStream(name, [there]);
}

// One that has come from another thread.
function revive({ 0: name, 1: ends }) {
  return new GivenStream(name, ends.map(require('internal/messaging/remote').reviveEnd));
}

module.exports = { checkUnlocked, give, nameOf, revive };
