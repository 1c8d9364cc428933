// The field Link of early hints.
'use strict';

const { codes } = require('internal/errors');

// `<target>; name=value; ...`: the target has no angle brackets in it.
function isLink(text) {
  if (typeof text !== 'string' || text[0] !== '<') return false;
  const end = text.indexOf('>');
  if (end < 0) return false;
  const parts = text.substring(end + 1).split(';');
  if (parts[0].trim() !== '' || parts.length < 2) return false;
  return parts.every((part, index) => index === 0 || isParameter(part.trim()));
}

function isParameter(text) {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.substring(0, equals);
  return name.length > 0 && /^[\w*]+$/.test(name.trim()) && !/[<>]/.test(text);
}

// The value of the field for a link, or for a list of them.
function linkOf(hints) {
  const links = Array.isArray(hints) ? hints : [hints];
  for (const link of links) {
    if (!isLink(link)) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        'hints', hints, 'must be an array or string of format "</styles.css>; rel=preload; as=style"');
    }
  }
  if (links.some((link) => /[\r\n]/.test(link))) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'hints', hints, 'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  }
  return links.join(', ');
}

module.exports = { linkOf };
