// Moving the cursor of a terminal, and clearing parts of it.
'use strict';

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const ESCAPE = '\x1b[';
const clearDown = `${ESCAPE}0J`;

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

// cursorTo(stream, x[, y][, callback]): to a column, or to a column and a row.
function cursorTo(stream, x, y, callback) {
  checkCallback(callback);
  const hasRow = typeof y !== 'function';
  return writeTo(stream, cursorSequence(stream, x, hasRow ? y : undefined), hasRow ? callback : y);
}

function cursorSequence(stream, x, y) {
  const wrong = Number.isNaN(x) ? 'x' : Number.isNaN(y) ? 'y' : undefined;
  if (wrong !== undefined) throw new codes.ERR_INVALID_ARG_VALUE(wrong, NaN);
  const row = typeof y === 'number' ? `${y + 1};` : '';
  if (typeof x === 'number') return `${ESCAPE}${row}${x + 1}${row === '' ? 'G' : 'H'}`;
  // A row alone is no position, but nobody minds without a terminal.
  if (row !== '' && stream !== null && stream !== undefined) throw new codes.ERR_INVALID_CURSOR_POS();
  return '';
}

function moveCursor(stream, dx, dy, callback) {
  checkCallback(callback);
  return writeTo(stream, moveSequence(dx, dy), callback);
}

function moveSequence(dx, dy) {
  const across = dx < 0 ? `${ESCAPE}${-dx}D` : dx > 0 ? `${ESCAPE}${dx}C` : '';
  const along = dy < 0 ? `${ESCAPE}${-dy}A` : dy > 0 ? `${ESCAPE}${dy}B` : '';
  return across + along;
}

// -1: left of the cursor, 1: right of it, 0: the whole line.
function clearLine(stream, direction, callback) {
  checkCallback(callback);
  return writeTo(stream, clearSequence(direction), callback);
}

function clearSequence(direction) {
  return `${ESCAPE}${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`;
}

function clearScreenDown(stream, callback) {
  checkCallback(callback);
  return writeTo(stream, clearDown, callback);
}

module.exports = {
  clearDown, clearLine, clearScreenDown, clearSequence, cursorSequence, cursorTo, moveCursor, moveSequence,
};
