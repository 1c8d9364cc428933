// Answers whose body is a file.
'use strict';

const fs = require('fs');
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { answerHeaders, checkOpen, kWithoutBody } = require('internal/http2/server_stream');
const { kInner, kInternalError } = require('internal/http2/stream');
const { validateInteger, validateObject } = require('internal/validators');
const { FileHandle } = require('internal/fs/promises/handle');

const kPart = 64 * 1024;

function readOptions(options) {
  if (options !== undefined) validateObject(options, 'options');
  const given = { ...options };
  for (const name of ['offset', 'length']) {
    if (given[name] !== undefined && typeof given[name] !== 'number') {
      throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, given[name]);
    }
  }
  if (given.statCheck !== undefined && typeof given.statCheck !== 'function') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.statCheck', given.statCheck);
  }
  if (given.onError !== undefined && typeof given.onError !== 'function') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.onError', given.onError);
  }
  return given;
}

// What holds for both forms; gives the fields with their status.
function prepare(stream, headersParam, given) {
  checkOpen(stream);
  if (stream.headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
  stream._touch();
  const { headers, status } = answerHeaders(headersParam, given);
  if (kWithoutBody.has(status)) throw new codes.ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
  return headers;
}

function respondWithDescriptor(stream, fd, headersParam, options) {
  const given = readOptions(options);
  const headers = prepare(stream, headersParam, given);
  let number = fd;
  if (fd instanceof FileHandle) number = fd.fd;
  else if (typeof fd !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'], fd);
  else validateInteger(fd, 'fd', 0, 2 ** 31 - 1);
  if (given.statCheck === undefined) {
    send(stream, number, headers, given.offset ?? 0, given.length, given);
    return;
  }
  fs.fstat(number, (error, stat) => statted(stream, number, headers, given, error, stat));
}

function respondWithFile(stream, path, headersParam, options) {
  const given = readOptions(options);
  const headers = prepare(stream, headersParam, given);
  fs.open(path, 'r', (error, fd) => {
    if (error) {
      fail(stream, given, error);
      return;
    }
    // Before those who want to know that it is over.
    stream.prependOnceListener('close', () => fs.close(fd, () => {}));
    if (stream.destroyed || stream.closed) return;
    fs.fstat(fd, (failure, stat) => {
      if (!failure && !stat.isFile()) {
        const isDirectory = stat.isDirectory();
        if (given.offset !== undefined || given.length > 0 || isDirectory) {
          fail(stream, given, isDirectory ? new codes.ERR_HTTP2_SEND_FILE() : new codes.ERR_HTTP2_SEND_FILE_NOSEEK());
          return;
        }
      }
      statted(stream, fd, headers, given, failure, stat, true);
    });
  });
}

function fail(stream, { onError }, error) {
  if (onError === undefined) stream.destroy(error);
  else onError.call(stream, error);
}

function statted(stream, fd, headers, given, error, stat, isFile) {
  if (stream.destroyed || stream.closed) return;
  if (error) {
    fail(stream, given, error);
    return;
  }
  const part = { offset: given.offset ?? 0, length: given.length ?? -1 };
  if (given.statCheck !== undefined) {
    const goesOn = given.statCheck.call(stream, stat, headers, part);
    if (goesOn === false || stream.headersSent || stream.destroyed) return;
  }
  if (isFile && stat.isFile()) {
    const rest = stat.size - part.offset;
    part.length = part.length < 0 ? rest : Math.min(rest, part.length);
    headers['content-length'] = part.length;
  }
  send(stream, fd, headers, part.offset, part.length, given);
}

function send(stream, fd, headers, offset, length, given) {
  try {
    stream._answer(headers, { ...given, endStream: stream.headRequest || length === 0 });
  } catch (error) {
    stream.destroy(error);
    return;
  }
  if (stream.headRequest || length === 0 || stream.destroyed) return;
  pump(stream, fd, offset, length > 0 ? length : Infinity);
}

// Reads a part, writes it, and so on: the descriptor stays whose it is.
function pump(stream, fd, offset, left) {
  if (stream.destroyed || stream.closed) return;
  const bytes = Buffer.allocUnsafeSlow(Math.min(left, kPart));
  fs.read(fd, bytes, 0, bytes.length, offset < 0 ? null : offset, (error, count) => {
    if (stream.destroyed || stream.closed) return;
    if (error) {
      // A pipe has no places, and is read as it comes.
      if (error.code === 'ESPIPE' && offset === 0) pump(stream, fd, -1, left);
      else giveUp(stream);
      return;
    }
    if (count === 0) {
      stream.end();
      return;
    }
    const next = offset < 0 ? offset : offset + count;
    const rest = left - count;
    if (rest <= 0) stream.end(bytes.subarray(0, count));
    else stream.write(bytes.subarray(0, count), () => pump(stream, fd, next, rest));
  });
}

// What was sent is no whole body.
function giveUp(stream) {
  stream[kInner].didEnd = true;
  stream.close(kInternalError);
}

module.exports = { respondWithDescriptor, respondWithFile };
