// Writes what an iterable yields to a stream, at the stream's pace.
'use strict';

const { aggregateTwoErrors } = require('internal/errors');
const { eos } = require('internal/streams/end_of_stream');
const { isTransformStream } = require('internal/streams/predicates');

async function pumpToNode(iterable, writable, finish, end) {
  let error;
  let wake = null;

  // The stream has drained, is finished, or has failed.
  function resume(failure) {
    if (failure) error = failure;
    const callback = wake;
    wake = null;
    callback?.();
  }

  function wait() {
    return new Promise((resolve, reject) => {
      if (error) {
        reject(error);
      } else {
        wake = () => (error ? reject(error) : resolve());
      }
    });
  }

  writable.on('drain', resume);
  const cleanup = eos(writable, { readable: false }, resume);
  try {
    if (writable.writableNeedDrain) await wait();
    for await (const chunk of iterable) {
      if (!writable.write(chunk)) await wait();
    }
    if (end) {
      writable.end();
      await wait();
    }
    finish();
  } catch (failure) {
    finish(error !== failure ? aggregateTwoErrors(error, failure) : failure);
  } finally {
    cleanup();
    writable.off('drain', resume);
  }
}

async function pumpToWeb(readable, writable, finish, end) {
  const writer = (isTransformStream(writable) ? writable.writable : writable).getWriter();
  try {
    for await (const chunk of readable) {
      await writer.ready;
      // A failure shows in `ready`.
      writer.write(chunk).catch(() => {});
    }
    await writer.ready;
    if (end) await writer.close();
    finish();
  } catch (error) {
    try {
      await writer.abort(error);
      finish(error);
    } catch (abortError) {
      finish(abortError);
    }
  }
}

module.exports = { pumpToNode, pumpToWeb };
