// Moving the cursor of a terminal, and clearing parts of it.
'use strict';

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const ESCAPE = '\x1b[';

function checkCallback(callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
}

// With nothing to be written the callback comes all the same.
function writeTo(stream, text, callback) {
  if (stream === null || stream === undefined || text === '') {
    if (typeof callback === 'function') process.nextTick(callback, null);
    return true;
  }
  return stream.write(text, callback);
}

function cursorTo(stream, x, y, callback) {
  checkCallback(callback);
  if (typeof y === 'function') {
    callback = y;
    y = undefined;
  }
  if (Number.isNaN(x)) throw new codes.ERR_INVALID_ARG_VALUE('x', x);
  if (Number.isNaN(y)) throw new codes.ERR_INVALID_ARG_VALUE('y', y);
  if (stream == null || (typeof x !== 'number' && typeof y !== 'number')) {
    return writeTo(stream, '', callback);
  }
  if (typeof x !== 'number') throw new codes.ERR_INVALID_CURSOR_POS();
  const text = typeof y === 'number' ? `${ESCAPE}${y + 1};${x + 1}H` : `${ESCAPE}${x + 1}G`;
  return writeTo(stream, text, callback);
}

function moveCursor(stream, dx, dy, callback) {
  checkCallback(callback);
  let text = '';
  if (dx < 0) text += `${ESCAPE}${-dx}D`;
  else if (dx > 0) text += `${ESCAPE}${dx}C`;
  if (dy < 0) text += `${ESCAPE}${-dy}A`;
  else if (dy > 0) text += `${ESCAPE}${dy}B`;
  return writeTo(stream, text, callback);
}

// -1: left of the cursor, 1: right of it, 0: the whole line.
function clearLine(stream, direction, callback) {
  checkCallback(callback);
  const part = direction < 0 ? 1 : direction > 0 ? 0 : 2;
  return writeTo(stream, `${ESCAPE}${part}K`, callback);
}

function clearScreenDown(stream, callback) {
  checkCallback(callback);
  return writeTo(stream, `${ESCAPE}0J`, callback);
}

module.exports = { clearLine, clearScreenDown, cursorTo, moveCursor };
