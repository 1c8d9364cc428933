// readline.promises.Readline: moves of the cursor that are collected and then written together.
'use strict';

const { clearDown, clearSequence, cursorSequence, moveSequence } = require('internal/readline/callbacks');
const { codes } = require('internal/errors');
const { validateBoolean, validateInteger } = require('internal/validators');

class Readline {
  #autoCommit = false;
  #stream;
  #text = '';

  constructor(stream, options = undefined) {
    const { isWritable } = require('internal/streams/predicates');
    if (!isStream(stream) || !isWritable(stream)) throw new codes.ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    this.#stream = stream;
    const autoCommit = options?.autoCommit;
    if (autoCommit !== undefined) {
      validateBoolean(autoCommit, 'options.autoCommit');
      this.#autoCommit = autoCommit;
    }
  }

  #add(text) {
    if (this.#autoCommit) process.nextTick(() => this.#stream.write(text));
    else this.#text += text;
    return this;
  }

  cursorTo(x, y = undefined) {
    validateInteger(x, 'x');
    if (y !== undefined && y !== null) validateInteger(y, 'y');
    return this.#add(cursorSequence(this.#stream, x, y));
  }

  moveCursor(dx, dy) {
    if (dx || dy) {
      validateInteger(dx, 'dx');
      validateInteger(dy, 'dy');
    }
    return this.#add(moveSequence(dx, dy));
  }

  clearLine(dir) {
    validateInteger(dir, 'dir', -1, 1);
    return this.#add(clearSequence(dir));
  }

  clearScreenDown() {
    return this.#add(clearDown);
  }

  commit() {
    const text = this.#text;
    this.#text = '';
    return new Promise((resolve, reject) => {
      this.#stream.write(text, (error) => {
        if (error) reject(error);
        else resolve(error);
      });
    });
  }

  rollback() {
    this.#text = '';
    return this;
  }
}

function isStream(value) {
  return typeof value === 'object' && value !== null && typeof value.write === 'function';
}

module.exports = { Readline };
