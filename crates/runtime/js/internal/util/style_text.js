// util.styleText(): a text in the colours of util.inspect.colors, or of any hexadecimal one.
'use strict';

const { codes } = require('internal/errors');
const { validateBoolean, validateObject, validateOneOf, validateString } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const { colors } = require('internal/util/inspect/options');

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } = codes;

const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

function styleText(format, text, options) {
  if (options === undefined) options = kEmptyObject;
  validateString(text, 'text');
  validateObject(options, 'options');
  const { validateStream = true } = options;
  validateBoolean(validateStream, 'options.validateStream');
  const isColored = validateStream ? canColor(options.stream ?? process.stdout) : true;
  const formats = Array.isArray(format) ? format : [format];
  const wanted = formats.filter((name) => name !== 'none').map(findColor);
  if (!isColored) return text;
  // The first format is the outermost.
  return wanted.reduceRight((inner, color) => wrap(color, inner), text);
}

function canColor(stream) {
  const { WEB_PAIR, nodeKindOf, webKindOf } = require('internal/streams/kind');
  if ((nodeKindOf(stream) || (webKindOf(stream) & ~WEB_PAIR)) === 0) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return require('internal/util/colors').shouldColorize(stream);
}

function findColor(format) {
  if (typeof format === 'string') {
    if (format[0] === '#') return parseHexColor(format);
    const color = colors[format];
    if (color !== undefined) return color;
  }
  validateOneOf(format, 'format', Object.getOwnPropertyNames(colors));
}

function parseHexColor(format) {
  if (!hexColor.test(format)) {
    throw new ERR_INVALID_ARG_VALUE('format', format, 'must be a valid hex color (#RGB or #RRGGBB)');
  }
  const digits = format.length === 4 ? format.replace(/[^#]/g, '$&$&') : format;
  const value = parseInt(digits.slice(1), 16);
  return [`38;2;${value >> 16};${(value >> 8) & 255};${value & 255}`, 39];
}

// Bold and dim end with the same code: what begins anew after it needs both codes.
const kEndOfBoldAndDim = 22;

// Where the text ends a style that it has itself, the one around it begins anew.
function wrap(color, text) {
  const on = color[0];
  const off = color[1];
  const begin = `\u001b[${on}m`;
  const end = `\u001b[${off}m`;
  const again = off === kEndOfBoldAndDim ? end + begin : begin;
  const last = text.endsWith(end) ? text.length - end.length : text.length;
  return `${begin}${text.slice(0, last).replaceAll(end, again)}${text.slice(last)}${end}`;
}

module.exports = { styleText };
