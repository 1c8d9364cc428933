// How the global console reaches the standard streams. While nobody has touched process.stdout (or
// stderr) it writes to the descriptor itself, and the stream modules are not even loaded.
'use strict';

const native = binding('stdio');
const { writeToStream } = require('internal/console/write');

const kStdout = 1;

function streamOf(fd) {
  return fd === kStdout ? process.stdout : process.stderr;
}

// The getter that would make the stream; it is replaced when that happens, or by the user.
function getterOf(fd) {
  return Object.getOwnPropertyDescriptor(process, fd === kStdout ? 'stdout' : 'stderr')?.get;
}

const stdoutGetter = getterOf(1);
const stderrGetter = getterOf(2);

function isUntouched(fd) {
  if (!native.isDirect) return false;
  const getter = getterOf(fd);
  return getter !== undefined && getter === (fd === kStdout ? stdoutGetter : stderrGetter);
}

// The descriptors that were written to without a stream, as bits: 1 for stdout, 2 for stderr.
let writtenDirectly = 0;

function write(fd, text, ignoreErrors, onError) {
  // What cannot be written is the stream's business: it knows how to tell of errors.
  if (isUntouched(fd) && native.writeSync(fd, text) >= 0) {
    writtenDirectly |= fd;
    return;
  }
  writeToStream(streamOf(fd), text, ignoreErrors, onError);
}

function isColored(fd) {
  if (isUntouched(fd) && native.guessHandleType(fd) !== 'TTY' &&
      process.env.FORCE_COLOR === undefined) {
    return false;
  }
  return require('internal/util/colors').shouldColorize(streamOf(fd));
}

// In Node these have streams.
function directDescriptors() {
  return [1, 2].filter((fd) => (writtenDirectly & fd) !== 0 && isUntouched(fd));
}

module.exports = { streamOf, write, isColored, directDescriptors };
