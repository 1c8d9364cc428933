// The extra fields of members: records of an id, a length and data.
'use strict';

const { Buffer } = require('buffer');
const { invalid, numbers, read64, write64 } = require('internal/zip/numbers');

const kZip64 = 0x0001;

// The data of the first record with that id. What is cut ends the search: null if that is the record itself.
function findExtra(extra, id) {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    const fits = at + 4 + length <= extra.length;
    if (extra.readUInt16LE(at) === id) return fits ? extra.subarray(at + 4, at + 4 + length) : null;
    if (!fits) return undefined;
    at += 4 + length;
  }
  return undefined;
}

// All records but those with that id, and what is left behind the last.
function withoutExtra(extra, id) {
  const kept = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const next = at + 4 + extra.readUInt16LE(at + 2);
    if (next > extra.length) break;
    if (extra.readUInt16LE(at) !== id) kept.push(extra.subarray(at, next));
    at = next;
  }
  return Buffer.concat(kept);
}

// Fills in what a central header says is elsewhere. The record has only these fields, in this order; some programs
// write all of them.
function resolveZip64(header, extra) {
  const wanted = [header.size, header.compressedSize, header.offset].map((value) => value === numbers.ELSEWHERE32);
  const wantsDisk = header.disk === numbers.ELSEWHERE16;
  if (!wanted.includes(true) && !wantsDisk) return;
  const data = findExtra(extra, kZip64);
  if (data === null) throw invalid('an extra field is malformed');
  if (data === undefined) throw invalid(
    'a field is 0xFFFFFFFF but the Zip64 extended information extra field is missing');
  const hasAll = data.length >= 24;
  let at = 0;
  const next = (isWanted, length, read) => {
    const here = at;
    if (isWanted || hasAll) at += length;
    if (!isWanted) return undefined;
    if (at > data.length) throw invalid('the Zip64 extended information extra field is truncated');
    return read(data, here);
  };
  header.size = next(wanted[0], 8, read64) ?? header.size;
  header.compressedSize = next(wanted[1], 8, read64) ?? header.compressedSize;
  header.offset = next(wanted[2], 8, read64) ?? header.offset;
  header.disk = next(wantsDisk, 4, (bytes, here) => bytes.readUInt32LE(here)) ?? header.disk;
}

// The record for numbers that are too large.
function zip64Extra(values) {
  const record = Buffer.alloc(4 + values.length * 8);
  record.writeUInt16LE(kZip64, 0);
  record.writeUInt16LE(values.length * 8, 2);
  for (let i = 0; i < values.length; i++) write64(record, values[i], 4 + i * 8);
  return record;
}

module.exports = { findExtra, kZip64, resolveZip64, withoutExtra, zip64Extra };
