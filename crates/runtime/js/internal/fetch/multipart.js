// Forms as text of several parts (multipart/form-data, RFC 7578), written and read.
'use strict';

const { Buffer } = require('buffer');
const { Blob } = require('internal/buffer/blob');
const { FormData, entriesOf } = require('internal/fetch/form_data');
const { typeError } = require('internal/fetch/web_idl');

function escapeName(name) {
  return name.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22');
}

function unescapeName(name) {
  return name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
}

function withLineEnds(text) {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}

// The form as a Blob, and the type that tells how its parts are separated.
function writeForm(data) {
  const digits = `${Math.floor(Math.random() * 1e11)}`.padStart(12, '0');
  const boundary = `----formdata-rondo-${digits}`;
  const parts = [];
  for (const { 0: name, 1: value } of entriesOf(data)) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(withLineEnds(name))}"`;
    if (typeof value === 'string') {
      parts.push(`${head}\r\n\r\n${withLineEnds(value)}\r\n`);
    } else {
      const type = value.type || 'application/octet-stream';
      parts.push(`${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, '\r\n');
    }
  }
  parts.push(`--${boundary}--\r\n`);
  return { blob: new Blob(parts), type: `multipart/form-data; boundary=${boundary}` };
}

function fault(reason) {
  const error = typeError('Failed to parse body as FormData.');
  Object.defineProperty(error, 'cause', {
    __proto__: null, value: new TypeError(reason), writable: true, configurable: true,
  });
  return error;
}

// The fields at the head of a part, and where its contents begin.
function readHead(bytes, start) {
  const end = bytes.indexOf('\r\n\r\n', start - 2);
  if (end === -1) throw fault('expected CRLF');
  const fields = { __proto__: null };
  for (const line of bytes.utf8Slice(start, end).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { fields, contents: end + 4 };
}

function readDisposition(text) {
  const match = /^form-data\s*;(.*)$/is.exec(text ?? '');
  const name = match === null ? null : /(?:^|;)\s*name="([^"]*)"/is.exec(match[1]);
  if (name === null) throw fault('content-disposition header is missing or has no name');
  const fileName = /(?:^|;)\s*filename="([^"]*)"/is.exec(match[1]);
  return { name: unescapeName(name[1]), fileName: fileName === null ? undefined : unescapeName(fileName[1]) };
}

function makeValue(contents, fileName, type) {
  if (fileName === undefined) return contents.utf8Slice().replace(/^\ufeff/, '');
  const { File } = require('internal/buffer/file');
  return new File([contents], fileName, { __proto__: null, type: type ?? 'text/plain' });
}

function readForm(given, boundary) {
  if (boundary === null || boundary === undefined || boundary === '') {
    throw fault('missing boundary in content-type header');
  }
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const delimiter = `--${boundary}`;
  const form = new FormData();
  let at = bytes.indexOf(delimiter);
  if (at === -1) throw fault('no boundary found in multipart body');
  for (;;) {
    at += delimiter.length;
    if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) return form;
    if (bytes[at] !== 0x0d || bytes[at + 1] !== 0x0a) throw fault('expected CRLF');
    const { fields, contents } = readHead(bytes, at + 2);
    const { name, fileName } = readDisposition(fields['content-disposition']);
    const end = bytes.indexOf(`\r\n${delimiter}`, contents - 2);
    if (end === -1) throw fault('expected boundary after body');
    form.append(name, makeValue(bytes.subarray(contents, end), fileName, fields['content-type']));
    at = end + 2;
  }
}

module.exports = { readForm, writeForm };
