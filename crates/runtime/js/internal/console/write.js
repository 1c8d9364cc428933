// Writes a text of the console's to a stream, whose errors are not the business of who prints.
'use strict';

function ignore() {}

function writeToStream(stream, text, ignoreErrors, onError) {
  if (ignoreErrors === false) {
    stream.write(text);
    return;
  }
  // A stream that fails at once emits 'error' before write() returns.
  const isGuarded = typeof stream.listenerCount === 'function' && stream.listenerCount('error') === 0;
  if (isGuarded) stream.once('error', ignore);
  try {
    stream.write(text, onError);
  } catch (error) {
    // Where the stack is full something else is wrong, and nobody should miss it.
    if (require('internal/util').isStackOverflowError(error)) throw error;
  } finally {
    if (isGuarded) stream.removeListener('error', ignore);
  }
}

// Makes the callback of writes to a stream: one that fails later emits 'error' after its callback.
function makeErrorHandler(getStream) {
  return (error) => {
    if (error == null) return;
    const stream = getStream();
    if (stream._writableState?.errorEmitted) return;
    if (stream.listenerCount?.('error') === 0) stream.once('error', ignore);
  };
}

module.exports = { writeToStream, makeErrorHandler };
