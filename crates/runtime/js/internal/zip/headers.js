// Writes what stands around the content of members: local and central headers, descriptors, the end of an archive.
'use strict';

const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { kZip64, withoutExtra, zip64Extra } = require('internal/zip/extras');
const { numbers, write64 } = require('internal/zip/numbers');

const kVersion = 20;
const kVersionOfZip64 = 45;
const kVersionOfZstd = 63;

function versionFor(header, isZip64) {
  if (header.method === numbers.ZSTD) return kVersionOfZstd;
  return isZip64 ? kVersionOfZip64 : kVersion;
}

function checkExtra(extra, name) {
  if (extra.length > 0xffff) {
    throw new errors.ERR_ZIP_ENTRY_TOO_LARGE(`the extra fields of entry "${name}" must not exceed 65535 bytes`);
  }
  return extra;
}

// What stands before the content. What is streamed has its sizes behind it.
function localHeader(header, isStreamed) {
  const isLarge = !isStreamed &&
    (header.size >= numbers.ELSEWHERE32 || header.compressedSize >= numbers.ELSEWHERE32);
  const kept = withoutExtra(header.extra, kZip64);
  const extra = checkExtra(
    isLarge ? Buffer.concat([zip64Extra([header.size, header.compressedSize]), kept]) : kept, header.name);
  const bytes = Buffer.alloc(numbers.LOCAL_SIZE);
  bytes.writeUInt32LE(numbers.LOCAL, 0);
  bytes.writeUInt16LE(versionFor(header, isLarge), 4);
  bytes.writeUInt16LE(header.flags, 6);
  bytes.writeUInt16LE(header.method, 8);
  bytes.writeUInt16LE(header.time, 10);
  bytes.writeUInt16LE(header.date, 12);
  if (!isStreamed) {
    bytes.writeUInt32LE(header.crc32, 14);
    bytes.writeUInt32LE(isLarge ? numbers.ELSEWHERE32 : header.compressedSize, 18);
    bytes.writeUInt32LE(isLarge ? numbers.ELSEWHERE32 : header.size, 22);
  }
  bytes.writeUInt16LE(header.nameBuffer.length, 26);
  bytes.writeUInt16LE(extra.length, 28);
  return Buffer.concat([bytes, header.nameBuffer, extra]);
}

// What stands behind content that was streamed.
function descriptor(header) {
  const isLarge = header.size >= numbers.ELSEWHERE32 || header.compressedSize >= numbers.ELSEWHERE32;
  const bytes = Buffer.alloc(isLarge ? 24 : 16);
  bytes.writeUInt32LE(numbers.DESCRIPTOR, 0);
  bytes.writeUInt32LE(header.crc32, 4);
  if (isLarge) {
    write64(bytes, header.compressedSize, 8);
    write64(bytes, header.size, 16);
  } else {
    bytes.writeUInt32LE(header.compressedSize, 8);
    bytes.writeUInt32LE(header.size, 12);
  }
  return bytes;
}

function centralHeader(header, offset) {
  const large = [];
  const small = (value) => {
    if (value < numbers.ELSEWHERE32) return value;
    large.push(value);
    return numbers.ELSEWHERE32;
  };
  const bytes = Buffer.alloc(numbers.CENTRAL_SIZE);
  bytes.writeUInt32LE(small(header.size), 24);
  bytes.writeUInt32LE(small(header.compressedSize), 20);
  bytes.writeUInt32LE(small(offset), 42);
  const kept = withoutExtra(header.extra, kZip64);
  const extra = checkExtra(large.length > 0 ? Buffer.concat([zip64Extra(large), kept]) : kept, header.name);
  bytes.writeUInt32LE(numbers.CENTRAL, 0);
  bytes.writeUInt16LE(header.madeBy, 4);
  bytes.writeUInt16LE(versionFor(header, large.length > 0), 6);
  bytes.writeUInt16LE(header.flags, 8);
  bytes.writeUInt16LE(header.method, 10);
  bytes.writeUInt16LE(header.time, 12);
  bytes.writeUInt16LE(header.date, 14);
  bytes.writeUInt32LE(header.crc32, 16);
  bytes.writeUInt16LE(header.nameBuffer.length, 28);
  bytes.writeUInt16LE(extra.length, 30);
  bytes.writeUInt16LE(header.commentBuffer.length, 32);
  bytes.writeUInt16LE(header.internal, 36);
  bytes.writeUInt32LE(header.external, 38);
  return Buffer.concat([bytes, header.nameBuffer, extra, header.commentBuffer]);
}

// The end of an archive whose directory of `size` bytes begins at `offset`.
function endOfArchive(count, size, offset, comment) {
  const isLarge = count >= numbers.ELSEWHERE16 || size >= numbers.ELSEWHERE32 || offset >= numbers.ELSEWHERE32;
  const end = Buffer.alloc(numbers.END_SIZE);
  end.writeUInt32LE(numbers.END, 0);
  end.writeUInt16LE(Math.min(count, numbers.ELSEWHERE16), 8);
  end.writeUInt16LE(Math.min(count, numbers.ELSEWHERE16), 10);
  end.writeUInt32LE(Math.min(size, numbers.ELSEWHERE32), 12);
  end.writeUInt32LE(Math.min(offset, numbers.ELSEWHERE32), 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat(isLarge ? [...zip64End(count, size, offset), end, comment] : [end, comment]);
}

function zip64End(count, size, offset) {
  const record = Buffer.alloc(numbers.END64_SIZE);
  record.writeUInt32LE(numbers.END64, 0);
  write64(record, numbers.END64_SIZE - 12, 4);
  record.writeUInt16LE((numbers.UNIX << 8) | kVersionOfZip64, 12);
  record.writeUInt16LE(kVersionOfZip64, 14);
  write64(record, count, 24);
  write64(record, count, 32);
  write64(record, size, 40);
  write64(record, offset, 48);
  const locator = Buffer.alloc(numbers.LOCATOR_SIZE);
  locator.writeUInt32LE(numbers.LOCATOR, 0);
  write64(locator, offset + size, 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}

module.exports = { centralHeader, descriptor, endOfArchive, localHeader };
