// When a member was changed: the format's own times (local, of two seconds, from 1980 to 2107) and those of extra fields.
'use strict';

const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { findExtra } = require('internal/zip/extras');

const kNtfs = 0x000a;
const kExtended = 0x5455;
const kUnix = 0x5855;
// Between 1601 and 1970
const kNtfsEpochSeconds = 11644473600;

function fromDos(date, time) {
  if (date === 0 && time === 0) return new Date(1980, 0, 1, 0, 0, 0);
  return new Date(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31,
    time >> 11, (time >> 5) & 63, (time & 31) * 2);
}

// The widths in bits of day, month and year, and of half seconds, minutes and hours: both numbers are packed alike.
const kDateWidths = [5, 4, 7];
const kTimeWidths = [5, 6, 5];

function pack(parts, widths) {
  let packed = 0;
  let shift = 0;
  parts.forEach((part, i) => {
    packed |= part << shift;
    shift += widths[i];
  });
  return packed;
}

// { date, time } of the moment nearest to `when` that the format has.
function toDos(when) {
  if (Number.isNaN(when.getTime())) throw new errors.ERR_INVALID_ARG_VALUE('modified', when, 'must be a valid Date');
  const earliest = new Date(1980, 0, 1);
  const latest = new Date(2107, 11, 31, 23, 59, 58);
  const near = when < earliest ? earliest : when > latest ? latest : when;
  return {
    date: pack([near.getDate(), near.getMonth() + 1, near.getFullYear() - 1980], kDateWidths),
    time: pack([near.getSeconds() >> 1, near.getMinutes(), near.getHours()], kTimeWidths),
  };
}

function ntfsTime(extra) {
  const data = findExtra(extra, kNtfs);
  // Attributes follow four bytes that mean nothing; the first has the times.
  for (let at = 4; data && at + 4 <= data.length;) {
    const length = data.readUInt16LE(at + 2);
    if (at + 4 + length > data.length) return undefined;
    if (data.readUInt16LE(at) === 1 && length >= 8) {
      const ticks = data.readUInt32LE(at + 8) * 0x1_0000_0000 + data.readUInt32LE(at + 4);
      return new Date(Math.floor(ticks / 10000) - kNtfsEpochSeconds * 1000);
    }
    at += 4 + length;
  }
  return undefined;
}

function extendedTime(extra) {
  const data = findExtra(extra, kExtended);
  return data && data.length >= 5 && (data[0] & 1) !== 0 ? new Date(data.readInt32LE(1) * 1000) : undefined;
}

function unixTime(extra) {
  const data = findExtra(extra, kUnix);
  return data && data.length >= 8 ? new Date(data.readInt32LE(4) * 1000) : undefined;
}

// The best time that extra fields have, those of the local header before those of the central one.
function fromExtras(extras) {
  const readers = [ntfsTime, extendedTime, unixTime];
  for (let i = 0; i < readers.length; i++) {
    for (let k = 0; k < extras.length; k++) {
      const time = readers[i](extras[k]);
      if (time !== undefined) return time;
    }
  }
  return undefined;
}

// A record for times that the format itself would round; empty for others.
function extraFor(when) {
  const seconds = Math.floor(when.getTime() / 1000);
  if (when.getTime() % 2000 === 0 || seconds < -0x8000_0000 || seconds > 0x7fff_ffff) return Buffer.alloc(0);
  const record = Buffer.alloc(9);
  record.writeUInt16LE(kExtended, 0);
  record.writeUInt16LE(5, 2);
  record[4] = 1;
  record.writeInt32LE(seconds, 5);
  return record;
}

module.exports = { extraFor, fromDos, fromExtras, toDos };
