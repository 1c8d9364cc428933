// stream.compose() and readable.compose(): a pipeline that is used as one duplex stream.
'use strict';

const { codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { Duplex } = require('internal/streams/duplex');
const { duplexify } = require('internal/streams/duplexify');
const { eos } = require('internal/streams/end_of_stream');
const { Facade } = require('internal/streams/facade');
const {
  NODE_STREAM,
  WEB_PAIR,
  WEB_READABLE,
  WEB_STREAM,
  WEB_WRITABLE,
  kindOf,
  nodeKindOf,
  webKindOf,
} = require('internal/streams/kind');
const { chunksAsTheyAre } = require('internal/streams/links');
const { runPipeline } = require('internal/streams/pipeline');
const { isReadable, isWritable } = require('internal/streams/predicates');

const WEB_SOURCE = WEB_READABLE | WEB_PAIR;
const WEB_SINK = WEB_WRITABLE | WEB_PAIR;

function compose(...given) {
  if (given.length === 0) throw new codes.ERR_MISSING_ARGS('streams');
  if (given.length === 1) return duplexify(given[0], 'body');
  const stages = given.map((stage, place) => {
    const isAtEnd = place === 0 || place === given.length - 1;
    return isAtEnd && typeof stage === 'function' ? duplexify(stage, 'body') : stage;
  });
  checkStages(stages, given);

  let facade;
  const tail = runPipeline(stages, (error) => facade.settle(error));
  facade = putInFront(stages[0], tail);
  return facade.duplex;
}

// All streams but the first must be writable still, and all but the last readable.
function checkStages(stages, given) {
  stages.forEach((stage, place) => {
    const kind = kindOf(stage);
    if ((kind & (NODE_STREAM | WEB_STREAM)) === 0) return;
    let lack;
    if (place < stages.length - 1 && !(kind & WEB_SOURCE || isReadable(stage))) lack = 'must be readable';
    else if (place > 0 && !(kind & WEB_SINK || isWritable(stage))) lack = 'must be writable';
    if (lack) throw new codes.ERR_INVALID_ARG_VALUE(`streams[${place}]`, given[place], lack);
  });
}

// An end of the pipeline as a stream of our kind, if it is a web stream with that side. What happens to
// it the pipeline finds out by itself.
function toNode(end, side) {
  const half = (kindOf(end) & WEB_PAIR) === 0 ? end : end[side === WEB_READABLE ? 'readable' : 'writable'];
  if ((webKindOf(half) & side) === 0) return end;
  const { readableFromWeb, writableFromWeb } = require('internal/streams/web');
  const stream = (side === WEB_READABLE ? readableFromWeb : writableFromWeb)(half, chunksAsTheyAre);
  return stream.on('error', () => {});
}

function putInFront(first, last) {
  const head = toNode(first, WEB_WRITABLE);
  const tail = toNode(last, WEB_READABLE);
  const canWrite = Boolean(isWritable(head));
  const canRead = Boolean(isReadable(tail));
  const duplex = new Duplex({
    writableObjectMode: Boolean(first?.writableObjectMode),
    readableObjectMode: Boolean(last?.readableObjectMode),
    writable: canWrite,
    readable: canRead,
  });
  const facade = new Facade(duplex, (error) => {
    if (nodeKindOf(last) !== 0) destroyer(last, error);
  });
  facade.ownsTail = true;
  if (canWrite) {
    facade.writeTo(head);
    eos(tail, () => facade.headIsThrough());
  }
  if (canRead && tail === last) {
    facade.flowFrom(tail);
  } else if (canRead) {
    // A web stream is not read before somebody reads the duplex.
    facade.canRead = true;
    duplex._read = () => facade.flowFrom(tail);
  }
  return facade;
}

// The method of Readable.
function composeWith(readable, stream, options) {
  const { validateAbortSignal, validateObject } = require('internal/validators');
  if (options != null) validateObject(options, 'options');
  const signal = options?.signal;
  if (signal != null) validateAbortSignal(signal, 'options.signal');
  const composed = compose(readable, stream);
  if (signal) {
    require('internal/streams/add_abort_signal').addAbortSignalNoValidate(signal, composed);
  }
  return composed;
}

module.exports = { compose, composeWith };
