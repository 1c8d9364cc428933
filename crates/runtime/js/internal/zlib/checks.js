// Checks of the options of codecs.
'use strict';

const { codes: errors } = require('internal/errors');
const { isAnyArrayBuffer } = require('internal/buffer/fast_buffer');

// A number between two others, or the usual one if there is none (NaN counts as none).
function numberOr(usual, value, name, least, most) {
  if (value === undefined) return usual;
  if (typeof value !== 'number') throw new errors.ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (value !== value) return usual;
  if (value === Infinity || value === -Infinity) {
    throw new errors.ERR_OUT_OF_RANGE(name, 'a finite number', value);
  }
  if (value < least || value > most) {
    const range = most === Infinity ? `>= ${least}` : `>= ${least} and <= ${most}`;
    throw new errors.ERR_OUT_OF_RANGE(name, range, value);
  }
  return value;
}

// Bytes in whatever form, or undefined.
function dictionaryFrom(value) {
  if (value === undefined || ArrayBuffer.isView(value) || isAnyArrayBuffer(value)) return value;
  throw new errors.ERR_INVALID_ARG_TYPE('options.dictionary',
    ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], value);
}

const kUnset = 0xffffffff;

// Parameters and their values in turn. Keys are numbers up to `last` as one writes them, each once.
function parametersFrom(params, last, Invalid) {
  const list = [];
  if (!params) return list;
  const keys = Object.keys(params);
  for (let i = 0; i < keys.length; i++) {
    const key = +keys[i];
    if (!(key >= 0 && key <= last) || list.some((known, at) => at % 2 === 0 && known === key)) {
      throw new Invalid(keys[i]);
    }
    const value = params[keys[i]];
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      throw new errors.ERR_INVALID_ARG_TYPE('options.params[key]', 'number', value);
    }
    // -1 leaves a parameter as it is.
    const number = Number(value);
    if (number >>> 0 !== kUnset) list.push(key, number);
  }
  return list;
}

function pledgedSizeFrom(size) {
  if (size === undefined) return undefined;
  if (typeof size !== 'number') throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'must be a number');
  if (size < 0 && Number.isSafeInteger(size)) throw coded(RangeError, 'ERR_OUT_OF_RANGE', 'must be non-negative');
  if (!Number.isSafeInteger(size)) throw coded(RangeError, 'ERR_OUT_OF_RANGE', 'must be a safe integer');
  return size;
}

function coded(Class, code, what) {
  const error = new Class(`pledgedSrcSize ${what}`);
  error.code = code;
  return error;
}

module.exports = { dictionaryFrom, numberOr, parametersFrom, pledgedSizeFrom };
