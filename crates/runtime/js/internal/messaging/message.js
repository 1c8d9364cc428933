// A message: the tokens of a value, and what is handed over with it.
'use strict';

const { kindOf, kinds } = binding('clone');
const { isPeer } = binding('messaging');
const { kGive, kTransfer } = require('internal/cloneable');
const { cloneError } = require('internal/messaging/clone_error');
const { isMarkedAsUntransferable } = require('internal/messaging/marks');
const { endOf, isDetached, takeEnd, End } = require('internal/messaging/ends');
const { Given, isTransferableSignal } = require('internal/messaging/given');
const { isWebStream } = require('internal/webstreams/interface');
const { writeWithPlaces } = require('internal/messaging/write');
const { read, readWithObjects } = require('internal/messaging/read');

class Message {
  constructor(tokens, given, places) {
    this.tokens = tokens;
    // Memory and ends of channels, or undefined.
    this.given = given;
    // Where objects of the library's are among the tokens, or undefined.
    this.places = places;
  }

  // Whether the other end of a channel is part of the message.
  carries(end) {
    return this.given.some((item) => item instanceof End && (item === end.peer ||
      (item.native !== undefined && end.native !== undefined && isPeer(end.native, item.native))));
  }
}

// Nothing is handed over before it is sure that all can be. `source`: the port that it is posted to, if it is one.
function pack(value, list, source) {
  if (list !== undefined) {
    for (let i = 0; i < list.length; i++) checkTransferable(list[i], i, list, source);
  }
  const { tokens, places } = writeWithPlaces(value, list);
  return new Message(tokens, list?.map(take), places);
}

function checkTransferable(object, index, list, source) {
  if (isMarkedAsUntransferable(object)) throw unsupported();
  if (object?.[kTransfer] !== undefined) object[kTransfer]();
  const name = nameOf(object);
  if (name === undefined) throw cloneError('Found invalid value in transferList.');
  if (object === source) throw cloneError('Transfer list contains source port');
  if (list.indexOf(object) !== index) throw cloneError(`Transfer list contains duplicate ${name}`);
  if (name === 'MessagePort' && isDetached(object)) {
    throw cloneError('MessagePort in transfer list is already detached');
  }
  if (name === 'ArrayBuffer' && object.detached) throw unsupported();
  if (isWebStream(object)) streams().checkUnlocked(object, list);
}

// What a thing that can be handed over is called; undefined for all others.
function nameOf(object) {
  if (endOf(object) !== undefined) return 'MessagePort';
  if (isWebStream(object)) return streams().nameOf(object);
  if (isTransferableSignal(object)) return 'AbortSignal';
  if (object?.[kGive] !== undefined) return object.constructor.name;
  return isArrayBuffer(object) ? 'ArrayBuffer' : undefined;
}

function streams() {
  return require('internal/webstreams/transfer');
}

function signals() {
  return require('internal/messaging/signals');
}

function isArrayBuffer(object) {
  return typeof object === 'object' && object !== null && kindOf(object) === kinds.buffer &&
    !require('internal/util/types').isSharedArrayBuffer(object);
}

function unsupported() {
  return cloneError('Cannot transfer object of unsupported type.');
}

function take(object) {
  if (endOf(object) !== undefined) return takeEnd(object);
  if (isWebStream(object)) return streams().give(object);
  if (isTransferableSignal(object)) return signals().give(object);
  if (object[kGive] !== undefined) return object[kGive]();
  try {
    return ArrayBuffer.prototype.transfer.call(object);
  } catch {
    // Its memory stays where it is: that of a WebAssembly.Memory, of the pool of buffers.
    throw unsupported();
  }
}

// What a message says: its value, and the ports that came along.
function unpack(message) {
  const { given } = message;
  if (given === undefined) return { value: read(message.tokens, undefined), ports: [] };
  const ports = [];
  const here = given.map((item) => {
    if (item instanceof Given) return item.receive();
    if (!(item instanceof End)) return item;
    const port = require('internal/messaging/port').adopt(item);
    ports.push(port);
    return port;
  });
  return { value: read(message.tokens, here), ports };
}

// The same for a port of another context, whose objects they are to be.
function unpackFor(message, side) {
  const { given = [] } = message;
  if (given.some((item) => item instanceof Given)) throw side.unavailable();
  const ports = [];
  const here = given.map((item) => {
    if (!(item instanceof End)) return item;
    const port = side.adopt(item);
    ports.push(port);
    return port;
  });
  const { value, objects } = readWithObjects(message.tokens, here);
  for (let i = 0; i < objects.length; i++) side.claim(objects[i]);
  return { value, ports };
}

module.exports = { Message, pack, unpack, unpackFor };
