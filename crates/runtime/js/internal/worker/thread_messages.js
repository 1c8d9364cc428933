// postMessageToThread(): messages to any thread of the process, which emits 'workerMessage'.
'use strict';

const { codes } = require('internal/errors');
const { End, attach, kOnClose, kOnMessage, start } = require('internal/messaging/ends');
const { pack, unpack } = require('internal/messaging/message');

const native = binding('messaging');
const { isMainThread, takeMailbox, threadId: ownId } = binding('worker');

// What became of a message.
const kTaken = 1;
const kNoListener = 2;
const kThrew = 3;

// Hears what other threads send to this one. It does not keep the thread going.
class Mailbox {
  constructor(mailbox) {
    const end = new End();
    end.native = mailbox;
    attach(end, this);
    start(end);
  }

  [kOnMessage](message) {
    const { source, value, port } = unpack(message).value;
    port.postMessage(deliver(value, source));
    port.close();
  }

  [kOnClose]() {}
}

function deliver(value, source) {
  try {
    return process.emit('workerMessage', value, source) ? kTaken : kNoListener;
  } catch {
    return kThrew;
  }
}

// From here on this thread hears others. A worker could be sent messages from the moment it was made.
function open() {
  new Mailbox(isMainThread ? native.registerThread() : takeMailbox());
}

async function postMessageToThread(threadId, value, transferList, timeout) {
  if (typeof transferList === 'number' && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined) require('internal/validators').validateNumber(timeout, 'timeout', 0);
  if (threadId === ownId) throw new codes.ERR_WORKER_MESSAGING_SAME_THREAD();
  const target = native.thread(threadId);
  if (target === undefined) throw new codes.ERR_WORKER_MESSAGING_FAILED();
  const outcome = await send(target, value, transferList ?? [], timeout);
  if (outcome === kNoListener) throw new codes.ERR_WORKER_MESSAGING_FAILED();
  if (outcome === kThrew) throw new codes.ERR_WORKER_MESSAGING_ERRORED();
}

// The thread answers by a port that goes along; if it ends, that is closed.
function send(target, value, transferList, timeout) {
  const { MessageChannel } = require('internal/messaging/port');
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers();
  const message = pack({ source: ownId, value, port: port2 }, [port2, ...transferList], undefined);
  let timer;
  port1.on('message', resolve);
  port1.on('close', () => {
    if (timer !== undefined) require('timers').clearTimeout(timer);
    resolve(kNoListener);
  });
  if (timeout !== undefined) {
    timer = require('timers').setTimeout(() => {
      reject(new codes.ERR_WORKER_MESSAGING_TIMEOUT());
      port1.close();
    }, timeout);
  }
  require('internal/messaging/remote').send(target, message);
  return promise;
}

module.exports = { open, postMessageToThread };
