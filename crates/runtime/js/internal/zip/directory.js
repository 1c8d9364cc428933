// Reads the directory of an archive. What has to be read is asked for ([start, length]), and whoever runs the generator gets it:
// from memory, from a file at once, or from a file later.
'use strict';

const { codes: errors } = require('internal/errors');
const { decodeName, decodeText } = require('internal/zip/names');
const { resolveZip64 } = require('internal/zip/extras');
const { invalid, numbers, read64, unsupported } = require('internal/zip/numbers');

// Far enough back for the longest comment, and some padding behind it.
const kTail = 128 * 1024;
const kLargestDirectory = 0x7fff_ffff;
const kSeveralDisks = 'multi-disk archives are not supported';

// { headers, comment (bytes), start }: `start` is where the directory begins.
function* readDirectory(size) {
  const tailStart = Math.max(0, size - kTail);
  const tail = yield [tailStart, size - tailStart];
  const endAt = findEnd(tail);
  const end = readEnd(tail, endAt);
  let limit = tailStart + endAt;
  const zip64 = yield* readZip64(tail, tailStart, endAt, end);
  if (zip64 !== undefined) limit = zip64.at;
  if (isSplit(end)) throw unsupported(kSeveralDisks);
  const start = limit - end.size;
  if (end.offset + end.size > limit) throw invalid('central directory does not fit inside the archive');
  if (end.records * numbers.CENTRAL_SIZE > end.size || (end.records === 0 && end.size > 0)) throw miscounted();
  if (end.size > kLargestDirectory) {
    throw new errors.ERR_ZIP_ARCHIVE_TOO_LARGE('the central directory cannot be held in memory');
  }
  const bytes = yield [start, end.size];
  // Something may stand before the archive (a program that unpacks it): all offsets are then too small by that.
  const headers = readHeaders(bytes, end.records, start - end.offset);
  yield* checkLayout(headers, start, size);
  return { headers, comment: end.comment, start };
}

function miscounted() {
  return invalid('central directory record count is inconsistent with its size');
}

// Where the end record is. A record whose comment reaches to the end of the file comes first; then one with padding behind. If
// there is another that could as well be meant, none is taken.
function findEnd(tail) {
  const exact = [];
  const padded = [];
  for (let at = tail.length - numbers.END_SIZE; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== numbers.END) continue;
    const end = at + numbers.END_SIZE + tail.readUInt16LE(at + 20);
    if (end === tail.length) exact.push(at);
    else if (end < tail.length) padded.push(at);
  }
  if (exact.length > 0) {
    if (exact.length > 1 || padded.some((at) => at > exact[0])) throw ambiguous();
    return exact[0];
  }
  if (padded.length > 1) throw ambiguous();
  if (padded.length === 0) throw invalid('no end of central directory record found');
  return padded[0];
}

function ambiguous() {
  return invalid('ambiguous end of central directory records');
}

function readEnd(tail, at) {
  const commentStart = at + numbers.END_SIZE;
  return {
    disk: tail.readUInt16LE(at + 4),
    directoryDisk: tail.readUInt16LE(at + 6),
    recordsHere: tail.readUInt16LE(at + 8),
    records: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
    comment: tail.subarray(commentStart, commentStart + tail.readUInt16LE(at + 20)),
  };
}

// Puts what the Zip64 record says into `end`, if there is one; gives where it is.
function* readZip64(tail, tailStart, endAt, end) {
  const locatorAt = endAt - numbers.LOCATOR_SIZE;
  if (locatorAt < 0 || tail.readUInt32LE(locatorAt) !== numbers.LOCATOR) return undefined;
  if (tail.readUInt32LE(locatorAt + 4) !== 0 || tail.readUInt32LE(locatorAt + 16) > 1) {
    throw unsupported(kSeveralDisks);
  }
  const found = yield* findZip64(tail, tailStart, locatorAt);
  const isNeeded = end.size === numbers.ELSEWHERE32 || end.offset === numbers.ELSEWHERE32 ||
    end.records === numbers.ELSEWHERE16 || end.recordsHere === numbers.ELSEWHERE16;
  if (found === undefined) {
    if (isNeeded) throw invalid('Zip64 end of central directory record not found');
    return undefined;
  }
  const { at, record } = found;
  const told = {
    disk: record.readUInt32LE(16),
    directoryDisk: record.readUInt32LE(20),
    recordsHere: read64(record, 24),
    records: read64(record, 32),
    size: read64(record, 40),
    offset: read64(record, 48),
  };
  if (isSplit(told)) throw unsupported(kSeveralDisks);
  take(end, told);
  return { at };
}

function isSplit(end) {
  return end.disk !== 0 || end.directoryDisk !== 0 || end.recordsHere !== end.records;
}

// Where both records have a number it must be the same.
function take(end, told) {
  const names = Object.keys(told);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const elsewhere = name === 'size' || name === 'offset' ? numbers.ELSEWHERE32 : numbers.ELSEWHERE16;
    if (end[name] !== elsewhere && end[name] !== told[name]) {
      throw invalid('Zip64 and classic end-of-central-directory records disagree');
    }
    end[name] = told[name];
  }
}

function* findZip64(tail, tailStart, locatorAt) {
  const low = tail.readUInt32LE(locatorAt + 8);
  const offset = tail.readUInt32LE(locatorAt + 12) * 0x1_0000_0000 + low;
  const locator = tailStart + locatorAt;
  if (offset + numbers.END64_SIZE <= locator) {
    const record = yield [offset, numbers.END64_SIZE];
    if (record.readUInt32LE(0) === numbers.END64) return { at: offset, record };
  }
  // Something stands before the archive, so that it is further on than said.
  for (let at = locatorAt - numbers.END64_SIZE; at >= 0; at--) {
    if (tail[at] === 0x50 && tail.readUInt32LE(at) === numbers.END64) {
      return { at: tailStart + at, record: tail.subarray(at, at + numbers.END64_SIZE) };
    }
  }
  return undefined;
}

function readHeaders(bytes, count, shift) {
  const headers = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + numbers.CENTRAL_SIZE > bytes.length) throw miscounted();
    if (bytes.readUInt32LE(at) !== numbers.CENTRAL) {
      throw invalid('central directory header signature is invalid');
    }
    const header = readHeader(bytes, at);
    if (header.end > bytes.length) throw invalid('central directory header is truncated');
    header.offset += shift;
    headers.push(header);
    at = header.end;
  }
  if (at !== bytes.length) throw miscounted();
  return headers;
}

function readHeader(bytes, at) {
  const nameStart = at + numbers.CENTRAL_SIZE;
  const extraStart = nameStart + bytes.readUInt16LE(at + 28);
  const commentStart = extraStart + bytes.readUInt16LE(at + 30);
  const end = commentStart + bytes.readUInt16LE(at + 32);
  const nameBuffer = bytes.subarray(nameStart, extraStart);
  const extra = bytes.subarray(extraStart, commentStart);
  const flags = bytes.readUInt16LE(at + 8);
  const commentBuffer = bytes.subarray(commentStart, end);
  const header = {
    madeBy: bytes.readUInt16LE(at + 4),
    flags,
    method: bytes.readUInt16LE(at + 10),
    time: bytes.readUInt16LE(at + 12),
    date: bytes.readUInt16LE(at + 14),
    crc32: bytes.readUInt32LE(at + 16),
    compressedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    disk: bytes.readUInt16LE(at + 34),
    internal: bytes.readUInt16LE(at + 36),
    external: bytes.readUInt32LE(at + 38),
    offset: bytes.readUInt32LE(at + 42),
    nameBuffer,
    extra,
    commentBuffer,
    name: decodeName(nameBuffer, flags, extra),
    comment: decodeText(commentBuffer, (flags & numbers.UTF8) !== 0),
    end,
  };
  if (end > bytes.length) return header;
  resolveZip64(header, extra);
  if (header.disk !== 0) throw unsupported(kSeveralDisks);
  return header;
}

// No two members may share bytes, or a small archive could hold any amount of data; nor may one reach into the directory.
function* checkLayout(headers, directory, size) {
  const inOrder = headers.slice().sort((a, b) => a.offset - b.offset);
  for (let i = 0; i < inOrder.length; i++) {
    const header = inOrder[i];
    const next = i + 1 < inOrder.length ? inOrder[i + 1].offset : directory;
    let end = header.offset + numbers.LOCAL_SIZE + header.compressedSize;
    if (end > size) throw invalid(`entry "${header.name}" is out of bounds`);
    if (end <= next) {
      const local = yield [header.offset, numbers.LOCAL_SIZE];
      // (A header that is no header is told when the member is read.)
      if (local.readUInt32LE(0) === numbers.LOCAL) end += local.readUInt16LE(26) + local.readUInt16LE(28);
    }
    if (end > next) {
      throw invalid(`entry "${header.name}" overlaps another entry or the central directory (possible zip bomb)`);
    }
  }
}

module.exports = { readDirectory };
