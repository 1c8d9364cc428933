// The format of queries, application/x-www-form-urlencoded: names and values in turn in a list.
'use strict';

function parseQuery(query) {
  const list = [];
  let start = 0;
  while (start < query.length) {
    let end = query.indexOf('&', start);
    if (end === -1) end = query.length;
    if (end > start) {
      let equals = query.indexOf('=', start);
      if (equals === -1 || equals > end) equals = end;
      list.push(decode(query.slice(start, equals)), decode(query.slice(equals + 1, end)));
    }
    start = end + 1;
  }
  return list;
}

function decode(text) {
  if (text.includes('+')) text = text.replaceAll('+', ' ');
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeLoosely(text);
  }
}

// Where a % starts no byte, or the bytes are no UTF-8.
function decodeLoosely(text) {
  const { Buffer } = require('buffer');
  const bytes = Buffer.from(text);
  let written = 0;
  for (let i = 0; i < bytes.length; i++) {
    const digits = bytes[i] === 0x25 ? bytes.latin1Slice(i + 1, Math.min(i + 3, bytes.length)) : '';
    if (/^[0-9a-f]{2}$/i.test(digits)) {
      bytes[written++] = parseInt(digits, 16);
      i += 2;
    } else {
      bytes[written++] = bytes[i];
    }
  }
  return bytes.utf8Slice(0, written);
}

const plain = /^[\w*.-]*$/;

function encode(text) {
  if (plain.test(text)) return text;
  return encodeURIComponent(text).replace(/%20|[!'()~]/g, encodeRest);
}

// What encodeURIComponent leaves, or does differently.
function encodeRest(match) {
  return match === '%20' ? '+' : `%${match.charCodeAt(0).toString(16).toUpperCase()}`;
}

function encodeQuery(list) {
  let query = '';
  for (let i = 0; i < list.length; i += 2) {
    if (i !== 0) query += '&';
    query += `${encode(list[i])}=${encode(list[i + 1])}`;
  }
  return query;
}

module.exports = { encodeQuery, parseQuery };
