// What is in a data: URL.
'use strict';

// { bytes, type }, or null if the URL has nothing in it.
function readDataUrl(href) {
  const text = href.replace(/#.*/s, '').slice('data:'.length);
  const comma = text.indexOf(',');
  if (comma === -1) return null;
  const head = text.slice(0, comma).trim();
  let bytes = percentDecode(text.slice(comma + 1));
  const isBase64 = /; *base64$/i.test(head);
  if (isBase64) {
    bytes = fromBase64(bytes);
    if (bytes === null) return null;
  }
  return { bytes, type: readType(isBase64 ? head.replace(/; *base64$/i, '') : head) };
}

function percentDecode(text) {
  const { Buffer } = require('buffer');
  const plain = Buffer.from(text, 'utf8').latin1Slice();
  const decoded = plain.replace(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
  return new Uint8Array(Buffer.from(decoded, 'latin1'));
}

function fromBase64(bytes) {
  const { Buffer } = require('buffer');
  const text = Buffer.from(bytes).latin1Slice().replace(/[\t\n\f\r ]/g, '');
  const digits = text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text;
  if (digits.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(digits)) return null;
  return new Uint8Array(Buffer.from(digits, 'base64'));
}

function readType(head) {
  const text = head.startsWith(';') ? `text/plain${head}` : head;
  try {
    const { MIMEType } = require('internal/mime');
    const type = new MIMEType(text);
    const params = type.params.toString();
    return params === '' ? type.essence : `${type.essence};${params}`;
  } catch {
    return 'text/plain;charset=US-ASCII';
  }
}

module.exports = { readDataUrl };
