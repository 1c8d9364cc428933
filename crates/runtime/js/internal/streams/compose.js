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
} = require('internal/streams/kind');
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
  facade = putInFront(toNode(stages[0], WEB_WRITABLE), tail);
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

const kAnyChunks = { __proto__: null, objectMode: true };

// The ends of the pipeline are used as streams of our kind. One that cannot be read is only watched.
function toNode(end, side) {
  const kind = kindOf(end);
  if ((kind & WEB_STREAM) === 0) return end;
  const web = require('internal/streams/web');
  const isPair = (kind & WEB_PAIR) !== 0;
  let stream;
  if (side === WEB_READABLE) {
    if ((kind & WEB_WRITABLE) !== 0) return end;
    stream = web.readableFromWeb(isPair ? end.readable : end, kAnyChunks);
  } else {
    if ((kind & WEB_READABLE) !== 0) return undefined;
    stream = web.writableFromWeb(isPair ? end.writable : end);
  }
  // What goes wrong with a web stream is reported by the pipeline.
  return stream.on('error', ignore);
}

function ignore() {}

// As in Node, a vain attempt to write does not keep a web stream at the end from getting what it is to get.
function putInFront(head, end) {
  const tail = toNode(end, WEB_READABLE);
  const canWrite = Boolean(isWritable(head));
  const canRead = Boolean(isReadable(tail));
  const duplex = new Duplex({
    writableObjectMode: Boolean(head?.writableObjectMode),
    readableObjectMode: Boolean(end?.readableObjectMode),
    writable: canWrite,
    readable: canRead,
  });
  const isWeb = (kindOf(end) & WEB_STREAM) !== 0;
  const facade = new Facade(duplex, (error) => {
    if (canWrite || !isWeb || error?.code !== 'ERR_STREAM_WRITE_AFTER_END') tearDown(tail, error);
  });
  facade.ownsTail = true;
  if (canWrite) {
    facade.writeTo(head);
    eos(tail, () => facade.headIsThrough());
  }
  if (canRead && isWeb) facade.flowWhenRead(tail);
  else if (canRead) facade.flowFrom(tail);
  return facade;
}

function tearDown(tail, error) {
  if ((kindOf(tail) & WEB_STREAM) === 0) destroyer(tail, error);
  else require('internal/webstreams/interface').errorStream(tail, error);
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
