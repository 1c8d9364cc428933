// Where the compressed bytes of a member are: in memory, in an archive in memory, in a file, or yet to come.
'use strict';

const fs = require('fs');
const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { invalid, numbers } = require('internal/zip/numbers');

const kPiece = 64 * 1024;

// Runs a generator that asks for bytes: with what is read at once, or later.
function runNow(generator, read) {
  let step = generator.next();
  while (!step.done) step = generator.next(read(step.value[0], step.value[1]));
  return step.value;
}

async function runLater(generator, read) {
  let step = generator.next();
  while (!step.done) {
    let bytes;
    try {
      bytes = await read(step.value[0], step.value[1]);
    } catch (error) {
      step = generator.throw(error);
      continue;
    }
    step = generator.next(bytes);
  }
  return step.value;
}

// Where the content of a member begins, and the extra fields before it. The local header must agree with the central one.
function* locate(header) {
  const local = yield [header.offset, numbers.LOCAL_SIZE];
  if (local.readUInt32LE(0) !== numbers.LOCAL) throw invalid('local file header signature is invalid');
  const flags = local.readUInt16LE(6);
  if (((flags ^ header.flags) & numbers.ENCRYPTED) !== 0) {
    throw invalid('local and central encryption flags disagree');
  }
  if (local.readUInt16LE(8) !== header.method) throw invalid('local and central compression methods disagree');
  if ((flags & numbers.DESCRIBED) === 0 && (local.readUInt32LE(14) !== header.crc32 ||
      differs(local.readUInt32LE(18), header.compressedSize) || differs(local.readUInt32LE(22), header.size))) {
    throw invalid('local and central header crc-32 or sizes disagree');
  }
  const extraStart = header.offset + numbers.LOCAL_SIZE + local.readUInt16LE(26);
  return { extraStart, start: extraStart + local.readUInt16LE(28) };
}

function differs(told, known) {
  return told !== known && told !== numbers.ELSEWHERE32;
}

function* localExtra(header) {
  const { extraStart, start } = yield* locate(header);
  return yield [extraStart, start - extraStart];
}

function* rawContent(header) {
  const { start } = yield* locate(header);
  return yield [start, header.compressedSize];
}

// Content that a script has given, ready to be written.
class MemorySource {
  constructor(raw) {
    this.inMemory = raw;
  }

  check() {}

  checkLater() {}

  during(action) {
    return action();
  }

  rawSync() {
    return this.inMemory;
  }

  raw() {
    return this.inMemory;
  }

  pieces() {
    return this.inMemory.length > 0 ? [this.inMemory] : [];
  }

  extra() {
    return undefined;
  }
}

// A member of an archive in memory.
class ArchiveSource {
  constructor(archive, header) {
    this.header = header;
    this.read = (start, length) => readFrom(archive, start, length);
  }

  get inMemory() {
    return this.rawSync();
  }

  // The local header is looked at before anything else is said of a member.
  check() {
    runNow(locate(this.header), this.read);
  }

  checkLater() {
    this.check();
  }

  during(action) {
    return action();
  }

  rawSync() {
    return runNow(rawContent(this.header), this.read);
  }

  raw() {
    return this.rawSync();
  }

  pieces() {
    const raw = this.rawSync();
    return raw.length > 0 ? [raw] : [];
  }

  extra() {
    return runNow(localExtra(this.header), this.read);
  }
}

function readFrom(archive, start, length) {
  if (start + length > archive.length) throw invalid('unexpected end of file');
  return archive.subarray(start, start + length);
}

// A member of an open file.
class FileSource {
  constructor(file, header) {
    this.file = file;
    this.header = header;
    this.inMemory = null;
    this.readSync = (start, length) => file.readSync(start, length);
    this.read = (start, length) => file.read(start, length);
  }

  check() {
    this.file.mustBeOpen();
    runNow(locate(this.header), this.readSync);
  }

  checkLater() {
    return runLater(locate(this.header), this.read);
  }

  // The file stays open until an action that has begun is through.
  during(action) {
    this.file.mustBeOpen();
    return this.file.hold(action());
  }

  rawSync() {
    return runNow(rawContent(this.header), this.readSync);
  }

  raw() {
    return runLater(rawContent(this.header), this.read);
  }

  async* pieces() {
    const { start } = await runLater(locate(this.header), this.read);
    const end = start + this.header.compressedSize;
    for (let at = start; at < end; at += kPiece) yield await this.read(at, Math.min(kPiece, end - at));
  }

  extra() {
    return runNow(localExtra(this.header), this.readSync);
  }
}

// Content that comes when it is written, and only once.
class StreamSource {
  constructor(iterable) {
    this.iterable = iterable;
    this.inMemory = null;
    this.isPending = true;
  }

  take() {
    if (!this.isPending) throw new errors.ERR_INVALID_STATE('a streaming entry can only be serialized once');
    this.isPending = false;
    return this.iterable;
  }

  dispose() {
    if (!this.isPending) return;
    this.isPending = false;
    const { iterable } = this;
    // A stream of a file that was just made opens it in the next tick: it is destroyed after that.
    if (typeof iterable?.destroy === 'function') process.nextTick(() => iterable.destroy());
    else iterable?.return?.();
  }
}

function closed() {
  return new errors.ERR_INVALID_STATE('cannot read a ZipEntry after its backing ZipFile has been closed');
}

// An open file, and what is being read of it.
class OpenFile {
  constructor(fd) {
    this.fd = fd;
    this.isClosing = false;
    this.held = new Set();
  }

  mustBeOpen() {
    if (this.isClosing) throw closed();
  }

  // Keeps the file open until the promise is settled.
  hold(promise) {
    this.held.add(promise);
    const over = () => { this.held.delete(promise); };
    promise.then(over, over);
    return promise;
  }

  readSync(start, length) {
    this.mustBeOpen();
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length;) {
      const count = fs.readSync(this.fd, bytes, done, length - done, start + done);
      if (count === 0) throw invalid('unexpected end of file');
      done += count;
    }
    return bytes;
  }

  read(start, length) {
    if (this.fd === null) throw closed();
    return this.hold(readAll(this.fd, start, length));
  }

  // Closes once nothing is being read any more.
  async close() {
    if (this.isClosing) return;
    this.isClosing = true;
    while (this.held.size > 0) await Promise.allSettled([...this.held]);
    const { fd } = this;
    this.fd = null;
    await new Promise((resolve, reject) => {
      fs.close(fd, (error) => (error ? reject(error) : resolve()));
    });
  }

  closeSync() {
    const { fd } = this;
    this.isClosing = true;
    this.fd = null;
    if (fd !== null) fs.closeSync(fd);
  }
}

async function readAll(fd, start, length) {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length;) {
    const count = await new Promise((resolve, reject) => {
      fs.read(fd, bytes, done, length - done, start + done, (error, n) => (error ? reject(error) : resolve(n)));
    });
    if (count === 0) throw invalid('unexpected end of file');
    done += count;
  }
  return bytes;
}

// Reads ahead where small pieces are asked for, one behind the other: the headers of many small members.
function* withReadAhead(generator, size) {
  let from = 0;
  let ahead = Buffer.alloc(0);
  let step = generator.next();
  while (!step.done) {
    const { 0: start, 1: length } = step.value;
    if (length > numbers.LOCAL_SIZE) {
      step = generator.next(yield step.value);
      continue;
    }
    if (start < from || start + length > from + ahead.length) {
      from = start;
      ahead = yield [start, Math.max(length, Math.min(kPiece, size - start))];
    }
    step = generator.next(ahead.subarray(start - from, start - from + length));
  }
  return step.value;
}

module.exports = {
  ArchiveSource, FileSource, MemorySource, OpenFile, StreamSource, readFrom, runLater, runNow, withReadAhead,
};
