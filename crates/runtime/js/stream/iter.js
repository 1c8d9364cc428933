// stream/iter: streams that are iterables of batches of bytes. It has to be switched on with
// --experimental-stream-iter.
'use strict';

process.emitWarning('stream/iter is an experimental feature and might change at any time', 'ExperimentalWarning');

const protocol = require('internal/streams/iter/protocol');
const { push } = require('internal/streams/iter/push');
const { duplex } = require('internal/streams/iter/duplex');
const { from, fromSync } = require('internal/streams/iter/from');
const { pull, pullSync } = require('internal/streams/iter/pull');
const { pipeTo, pipeToSync } = require('internal/streams/iter/pipe');
const {
  array, arrayBuffer, arrayBufferSync, arraySync, bytes, bytesSync, text, textSync,
} = require('internal/streams/iter/consume');
const { merge } = require('internal/streams/iter/merge');
const { Broadcast, broadcast } = require('internal/streams/iter/broadcast');
const { Share, share } = require('internal/streams/iter/share');
const { SyncShare, shareSync } = require('internal/streams/iter/share_sync');
const { ondrain, tap, tapSync } = require('internal/streams/iter/tap');
const { fromReadable } = require('internal/streams/iter/from_readable');
const { fromWritable } = require('internal/streams/iter/from_writable');
const { toReadable, toReadableSync, toWritable } = require('internal/streams/iter/to_classic');

// Classic streams are sources as soon as they are there.
require('stream');

// All but what is Node's own.
const Stream = Object.freeze({
  push,
  duplex,
  from,
  fromSync,
  pull,
  pullSync,
  pipeTo,
  pipeToSync,
  bytes,
  text,
  arrayBuffer,
  array,
  bytesSync,
  textSync,
  arrayBufferSync,
  arraySync,
  merge,
  broadcast,
  share,
  shareSync,
  tap,
  tapSync,
  ondrain,
  ...protocol,
});

module.exports = {
  Stream,
  ...protocol,
  push,
  duplex,
  from,
  fromSync,
  pull,
  pullSync,
  pipeTo,
  pipeToSync,
  bytes,
  text,
  arrayBuffer,
  array,
  bytesSync,
  textSync,
  arrayBufferSync,
  arraySync,
  merge,
  broadcast,
  Broadcast,
  share,
  shareSync,
  Share,
  SyncShare,
  tap,
  tapSync,
  ondrain,
  fromReadable,
  fromWritable,
  toReadable,
  toReadableSync,
  toWritable,
};
