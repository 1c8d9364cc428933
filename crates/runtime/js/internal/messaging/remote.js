// Messages to and from other threads: plain data, memory that is moved, and ends of channels.
'use strict';

const native = binding('messaging');
const { kindOf, kinds } = binding('clone');
const { kPack } = require('internal/cloneable');
const { notCloneable } = require('internal/messaging/clone_error');
const { End, kClosed } = require('internal/messaging/ends');
const { Given } = require('internal/messaging/given');
const { Message } = require('internal/messaging/message');
const { kRevived } = require('internal/messaging/token');
const { write } = require('internal/messaging/write');

// A message whose memory could not be had here.
class FailedMessage extends Message {
  constructor(error) {
    super([], undefined, undefined);
    this.error = error;
  }

  get given() {
    throw this.error;
  }

  set given(value) {}
}

// A message as plain data. What it hands over is added to the list of buffers.
function portableMessage(message, buffers) {
  const { tokens, given, places } = message;
  if (places !== undefined) makePortable(tokens, places);
  if (given === undefined) return [tokens];
  return [tokens, given.map((item) => portableItem(item, buffers))];
}

function makePortable(tokens, places) {
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    const object = tokens[place];
    if (object[kPack] === undefined) throw notCloneable(object);
    const { 0: file, 1: value, 2: handle } = object[kPack]();
    tokens[place - 1] = kRevived;
    tokens[place] = [file, write(value, undefined), handle];
  }
}

function portableItem(item, buffers) {
  if (item instanceof End) return portableEnd(item, buffers);
  if (item instanceof Given) return item.portable(buffers);
  buffers.push(item);
  return item;
}

// An end that is under way: its channel goes between threads from here on. The messages that wait there come before
// those that are posted later.
function portableEnd(end, buffers) {
  const waiting = end.queue.slice(end.head).filter((message) => message !== kClosed);
  if (end.native === undefined) {
    const { 0: here, 1: there } = native.channel();
    const { peer } = end;
    if (peer === undefined) {
      native.release(here);
    } else {
      peer.peer = undefined;
      peer.native = here;
      if (peer.id !== 0) native.listen(here, peer.id);
    }
    end.native = there;
  }
  return [end.native, waiting.map((message) => portableMessage(message, buffers))];
}

function reviveMessage({ 0: tokens, 1: items }) {
  return new Message(tokens, items?.map(reviveItem), undefined);
}

// An end is an array that begins with an object, what else there is one that begins with a file's name.
function reviveItem(item) {
  if (kindOf(item) === kinds.buffer) return item;
  return typeof item[0] === 'string' ? require(item[0]).revive(item[1]) : reviveEnd(item);
}

function reviveEnd({ 0: channel, 1: waiting }) {
  const end = new End();
  end.native = channel;
  end.queue = waiting.map(reviveMessage);
  return end;
}

// Posts a message at the end of a channel.
function send(channel, message) {
  const buffers = [];
  const content = portableMessage(message, buffers);
  native.post(channel, content, buffers.length === 0 ? undefined : buffers);
}

// The next message at the end of a channel; `closed` if there will be no more, undefined if there is none now.
function receive(channel, wantsMessages, closed) {
  let content;
  try {
    content = native.receive(channel, wantsMessages);
  } catch (error) {
    return new FailedMessage(error);
  }
  if (content === null) return closed;
  return content === undefined ? undefined : reviveMessage(content);
}

module.exports = { portableEnd, portableMessage, receive, reviveEnd, reviveMessage, send };
