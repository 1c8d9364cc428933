// URLs that stand for blobs, in this process only: URL.createObjectURL() and its like.
'use strict';

const { codes } = require('internal/errors');
const { Blob, copyAs, isBlob } = require('internal/buffer/blob');

// The blobs by the path of their URLs. A script cannot reach an object that another part of it has registered.
const registered = new Map();

function createObjectURL(blob) {
  if (!isBlob(blob)) throw new codes.ERR_INVALID_ARG_TYPE('obj', 'Blob', blob);
  const path = `nodedata:${makeUuid()}`;
  registered.set(path, copyAs(Blob, blob));
  return `blob:${path}`;
}

function revokeObjectURL(url) {
  const path = pathOf(url);
  if (path !== undefined) registered.delete(path);
}

function resolveObjectURL(url) {
  const path = pathOf(url);
  const blob = path === undefined ? undefined : registered.get(path);
  return blob === undefined ? undefined : copyAs(Blob, blob);
}

// The path of a blob's URL, without a query or fragment; undefined for all else.
function pathOf(url) {
  const { URL } = require('internal/url');
  const parsed = URL.parse(`${url}`);
  return parsed !== null && parsed.protocol === 'blob:' ? parsed.pathname : undefined;
}

// Random enough: these names are unique, not secret.
function makeUuid() {
  let digits = '';
  while (digits.length < 32) digits += Math.trunc(Math.random() * 0x10000).toString(16).padStart(4, '0');
  const variant = (8 + Math.trunc(Math.random() * 4)).toString(16);
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ];
  return groups.join('-');
}

module.exports = { createObjectURL, resolveObjectURL, revokeObjectURL };
