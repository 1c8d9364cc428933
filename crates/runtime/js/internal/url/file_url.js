// Between paths of files and file: URLs.
'use strict';

const { URL, isURL, domainToASCII, domainToUnicode } = require('internal/url');

function isWindows(options) {
  return options?.windows ?? process.platform === 'win32';
}

// The URL of an argument that may be a string, if it is of scheme file.
function toFileURL(path) {
  if (typeof path === 'string') {
    path = new URL(path);
  } else if (!isURL(path)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  }
  if (path.protocol !== 'file:') {
    const { ERR_INVALID_URL_SCHEME } = require('internal/errors').codes;
    throw new ERR_INVALID_URL_SCHEME('file');
  }
  return path;
}

function throwBadPath(reason, url) {
  const { ERR_INVALID_FILE_URL_PATH } = require('internal/errors').codes;
  throw new ERR_INVALID_FILE_URL_PATH(reason, url);
}

function checkHost(url) {
  if (url.hostname !== '') {
    const { ERR_INVALID_FILE_URL_HOST } = require('internal/errors').codes;
    throw new ERR_INVALID_FILE_URL_HOST(process.platform);
  }
}

function fileURLToPath(path, options) {
  const url = toFileURL(path);
  return isWindows(options) ? toWindowsPath(url) : toPosixPath(url);
}

function toPosixPath(url) {
  checkHost(url);
  if (/%2f/i.test(url.pathname)) throwBadPath('must not include encoded / characters', url);
  return decodeURIComponent(url.pathname);
}

function toWindowsPath(url) {
  checkWindowsSlashes(url);
  const path = decodeURIComponent(url.pathname.replaceAll('/', '\\'));
  if (url.hostname !== '') return windowsHost(url) + path;
  checkDrive(path, url);
  return path.slice(1);
}

function checkWindowsSlashes(url) {
  if (/%2f|%5c/i.test(url.pathname)) throwBadPath('must not include encoded \\ or / characters', url);
}

function checkDrive(path, url) {
  if (!/^\\[a-z]:/i.test(path)) throwBadPath('must be absolute', url);
}

function windowsHost(url) {
  return `\\\\${domainToUnicode(url.hostname)}`;
}

function fileURLToPathBuffer(path, options) {
  const url = toFileURL(path);
  if (isWindows(options)) return toWindowsPathBuffer(url);
  checkHost(url);
  return decodeBytes(url.pathname);
}

function toWindowsPathBuffer(url) {
  checkWindowsSlashes(url);
  const path = decodeBytes(url.pathname.replaceAll('/', '\\'));
  const { Buffer } = require('buffer');
  if (url.hostname !== '') return Buffer.concat([Buffer.from(windowsHost(url)), path]);
  checkDrive(path.latin1Slice(0, Math.min(3, path.length)), url);
  return path.subarray(1);
}

function decodeBytes(text) {
  const { Buffer } = require('buffer');
  const decode = (_, digits) => String.fromCharCode(parseInt(digits, 16));
  return Buffer.from(text.replace(/%([0-9a-f]{2})/gi, decode), 'latin1');
}

// (What encodeURI leaves as it is, but is not plain in the path of a URL.)
function encodePath(path) {
  return encodeURI(path.toWellFormed()).replace(/[?#~]/g, (character) =>
    `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function pathToFileURL(path, options) {
  require('internal/validators').validateString(path, 'path');
  return isWindows(options) ? fromWindowsPath(path) : fromPosixPath(path);
}

function fromPosixPath(path) {
  const { posix } = require('path');
  const resolved = posix.resolve(path);
  const isFolder = path.endsWith('/') && !resolved.endsWith('/');
  return new URL(`file://${encodePath(isFolder ? `${resolved}/` : resolved)}`);
}

function fromWindowsPath(path) {
  const { win32 } = require('path');
  if (path.startsWith('\\\\')) {
    const share = path.replace(/^\\\\\?\\UNC\\/i, '\\\\');
    if (!share.startsWith('\\\\?\\')) return fromShare(share, path);
    path = share.slice(4);
  }
  const resolved = win32.resolve(path);
  const isFolder = /[\\/]$/.test(path) && !resolved.endsWith('\\');
  const encoded = encodePath((isFolder ? `${resolved}\\` : resolved).replaceAll('\\', '/'));
  return new URL(`file://${encoded.startsWith('/') ? '' : '/'}${encoded}`);
}

// \\server\share\file
function fromShare(share, path) {
  const { ERR_INVALID_ARG_VALUE, ERR_INVALID_URL } = require('internal/errors').codes;
  const hostEnd = share.indexOf('\\', 2);
  if (hostEnd === -1) throw new ERR_INVALID_ARG_VALUE('path', path, 'Missing UNC resource path');
  if (hostEnd === 2) throw new ERR_INVALID_ARG_VALUE('path', path, 'Empty UNC servername');
  const hostname = share.slice(2, hostEnd);
  const host = domainToASCII(hostname);
  // User names and ports are not for servers of files.
  if (host === '' || /[@:]/.test(hostname)) throw new ERR_INVALID_URL(share.slice(hostEnd), hostname);
  return new URL(`file://${host}${encodePath(share.slice(hostEnd).replaceAll('\\', '/'))}`);
}

module.exports = { fileURLToPath, fileURLToPathBuffer, pathToFileURL };
