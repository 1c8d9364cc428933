// ErrorEvent: an error that something else has met.
'use strict';

const { Event } = require('internal/event_target');
const {
  finishClass, illegalInvocation, isObject, requireArguments, toUsvString,
} = require('internal/fetch/web_idl');

class ErrorEvent extends Event {
  #message;
  #filename;
  #lineno;
  #colno;
  #error;

  constructor(type, options) {
    requireArguments(arguments, 1, 'ErrorEvent constructor');
    super(`${type}`, options ?? undefined);
    const { message = '', filename = '', lineno = 0, colno = 0, error } = options ?? {};
    this.#message = `${message}`;
    this.#filename = toUsvString(filename);
    this.#lineno = lineno >>> 0;
    this.#colno = colno >>> 0;
    this.#error = error;
  }

  static #check(value) {
    if (!isObject(value) || !(#message in value)) throw illegalInvocation();
    return value;
  }

  get message() {
    return ErrorEvent.#check(this).#message;
  }

  get filename() {
    return ErrorEvent.#check(this).#filename;
  }

  get lineno() {
    return ErrorEvent.#check(this).#lineno;
  }

  get colno() {
    return ErrorEvent.#check(this).#colno;
  }

  get error() {
    return ErrorEvent.#check(this).#error;
  }
}
finishClass(ErrorEvent);

module.exports = { ErrorEvent };
