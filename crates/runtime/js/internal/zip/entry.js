// ZipEntry: a member of an archive. A header says what it is, a source has its content.
'use strict';

const { crc32 } = binding('zlib');
const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { validateString, validateUint32 } = require('internal/validators');
const { isDate } = require('internal/util/types');
const { checkReadable, kMethods, packPieces, packed, packedSync, unpack, unpackPieces, unpackSync } =
  require('internal/zip/content');
const { readDirectory } = require('internal/zip/directory');
const { descriptor, localHeader } = require('internal/zip/headers');
const { getMaxZipContentSize } = require('internal/zip/limits');
const { bufferOver, numbers, warnOnce } = require('internal/zip/numbers');
const { ArchiveSource, MemorySource, StreamSource, readFrom, runNow } = require('internal/zip/sources');
const { extraFor, fromDos, fromExtras, toDos } = require('internal/zip/times');

const kMake = Symbol('kMake');
const kEmpty = Buffer.alloc(0);

let headerOf;
let sourceOf;
let isEntry;
let promote;

class ZipEntry {
  #header;
  #source;

  static {
    headerOf = (entry) => entry.#header;
    sourceOf = (entry) => entry.#source;
    isEntry = (value) => typeof value === 'object' && value !== null && #header in value;
    promote = (entry, header, source) => {
      entry.#header = header;
      entry.#source = source;
    };
  }

  constructor(token, header, source) {
    if (token !== kMake) throw new errors.ERR_ILLEGAL_CONSTRUCTOR();
    this.#header = header;
    this.#source = source;
  }

  static* read(buffer) {
    warnOnce();
    const archive = bufferOver(buffer, 'buffer');
    const { headers } = readArchive(archive);
    for (let i = 0; i < headers.length; i++) yield entryOf(headers[i], new ArchiveSource(archive, headers[i]));
  }

  static async create(filename, data, options = undefined) {
    warnOnce();
    const plan = planFor(filename, data, options);
    return finish(plan, await packed(plan.method, plan.data));
  }

  static createSync(filename, data, options = undefined) {
    warnOnce();
    const plan = planFor(filename, data, options);
    return finish(plan, packedSync(plan.method, plan.data));
  }

  static createStream(filename, source, options = undefined) {
    warnOnce();
    const header = newHeader(filename, options, false);
    if (isFolder(header)) {
      throw new errors.ERR_INVALID_ARG_VALUE('filename', filename, 'a directory entry cannot be streamed');
    }
    header.flags |= numbers.DESCRIBED;
    header.method = kMethods[methodFrom(options, 'deflate')].number;
    return entryOf(header, new StreamSource(source));
  }

  static createSymlink(filename, target, options = undefined) {
    warnOnce();
    validateString(target, 'target');
    const header = newHeader(filename, options, true);
    const raw = Buffer.from(target);
    return finish({ header, data: raw }, { method: numbers.STORE, raw });
  }

  get compressed() {
    return this.#header.method !== numbers.STORE;
  }

  get rawContent() {
    return this.#source.inMemory;
  }

  get method() {
    return this.#header.method;
  }

  get flags() {
    return this.#header.flags;
  }

  get crc32() {
    return this.#written().crc32;
  }

  get name() {
    return this.#header.name;
  }

  get nameBuffer() {
    return this.#header.nameBuffer;
  }

  get comment() {
    return this.#header.comment;
  }

  get size() {
    return this.#written().size;
  }

  get compressedSize() {
    return this.#written().compressedSize;
  }

  get modified() {
    const header = this.#header;
    if (header.modified !== undefined) return new Date(header.modified.getTime());
    const extras = [header.extra];
    try {
      const local = this.#source.extra();
      if (local !== undefined) extras.unshift(local);
    } catch {
      // What the directory says has to do.
    }
    return fromExtras(extras) ?? fromDos(header.date, header.time);
  }

  get mode() {
    return unixMode(this.#header) & 0o7777;
  }

  get isSymlink() {
    return (unixMode(this.#header) & numbers.FILE_TYPE) === numbers.LINK;
  }

  get isFile() {
    return !this.isDirectory && !this.isSymlink;
  }

  get isDirectory() {
    return isFolder(this.#header);
  }

  async content(options = undefined) {
    const { verify, most } = readingOptions(options, getMaxZipContentSize());
    this.#mustBeReadable();
    return this.#source.during(async () => {
      await this.#source.checkLater();
      checkReadable(this.#header, most);
      return unpack(this.#header, await this.#source.raw(), verify);
    });
  }

  contentSync(options = undefined) {
    const { verify, most } = readingOptions(options, getMaxZipContentSize());
    this.#mustBeReadable();
    this.#source.check();
    checkReadable(this.#header, most);
    return unpackSync(this.#header, this.#source.rawSync(), verify);
  }

  contentIterator(options = undefined) {
    const { verify, most } = readingOptions(options, Infinity);
    this.#mustBeReadable();
    return contentPieces(this.#header, this.#source, verify, most);
  }

  [Symbol.iterator]() {
    return serializeSync(this);
  }

  [Symbol.asyncIterator]() {
    return serialize(this);
  }

  [Symbol.dispose]() {
    dispose(this);
  }

  async [Symbol.asyncDispose]() {
    dispose(this);
  }

  // What is known of a streamed member only when it has been written.
  #written() {
    if (this.#source.isPending) {
      throw new errors.ERR_INVALID_STATE('this streaming entry has not finished serializing yet');
    }
    return this.#header;
  }

  #mustBeReadable() {
    this.#written();
    if (this.#source instanceof StreamSource) {
      throw new errors.ERR_INVALID_STATE('the content of a streaming entry is not available for reading');
    }
  }
}

function entryOf(header, source) {
  return new ZipEntry(kMake, header, source);
}

function readArchive(archive) {
  return runNow(readDirectory(archive.length), (start, length) => readFrom(archive, start, length));
}

function dispose(entry) {
  const source = sourceOf(entry);
  if (source instanceof StreamSource) source.dispose();
}

async function* contentPieces(header, source, verify, most) {
  await source.checkLater();
  checkReadable(header, most);
  yield* unpackPieces(header, source.pieces(), verify);
}

function readingOptions(options, usual) {
  return { verify: options?.verify !== false, most: options?.maxSize ?? usual };
}

function isFolder(header) {
  return header.name.endsWith('/');
}

function unixMode(header) {
  return header.madeBy >> 8 === numbers.UNIX ? header.external >>> 16 : 0;
}

function methodFrom(options, usual) {
  const method = options?.method ?? usual;
  if (kMethods[method] === undefined) {
    throw new errors.ERR_INVALID_ARG_VALUE('options.method', method, "must be 'deflate', 'store', or 'zstd'");
  }
  return method;
}

function checkLength(bytes, what) {
  if (bytes.length > 0xffff) {
    throw new errors.ERR_ZIP_ENTRY_TOO_LARGE(`the entry ${what} must not exceed 65535 bytes when encoded as UTF-8`);
  }
  return bytes;
}

// The header of a member that a script makes.
function newHeader(filename, options, isLink) {
  validateString(filename, 'filename');
  if (filename === '') throw new errors.ERR_INVALID_ARG_VALUE('filename', filename, 'must not be empty');
  const nameBuffer = checkLength(Buffer.from(filename), 'name');
  const { comment = '', modified = roughlyNow() } = options ?? {};
  validateString(comment, 'options.comment');
  const commentBuffer = checkLength(Buffer.from(comment), 'comment');
  if (!isDate(modified)) throw new errors.ERR_INVALID_ARG_TYPE('options.modified', 'Date', modified);
  return {
    madeBy: (numbers.UNIX << 8) | 20,
    flags: numbers.UTF8,
    method: numbers.STORE,
    time: 0,
    date: 0,
    crc32: 0,
    compressedSize: 0,
    size: 0,
    internal: 0,
    external: attributesFrom(filename.endsWith('/'), isLink, options?.mode),
    nameBuffer,
    extra: kEmpty,
    commentBuffer,
    name: filename,
    comment,
    // Put into the forms of the format when it is written.
    modified: new Date(modified.getTime()),
  };
}

// Nobody asked for more than the format itself can say.
function roughlyNow() {
  return new Date(Math.floor(Date.now() / 2000) * 2000);
}

function attributesFrom(isFolder, isLink, mode) {
  mode ??= isFolder ? 0o755 : isLink ? 0o777 : 0o644;
  validateUint32(mode, 'options.mode');
  const type = isFolder ? numbers.FOLDER : isLink ? numbers.LINK : numbers.REGULAR;
  // The lower half is for DOS: it knows folders.
  return ((((type | (mode & 0o7777)) << 16) >>> 0) | (isFolder ? 0x10 : 0)) >>> 0;
}

function planFor(filename, data, options) {
  const header = newHeader(filename, options, false);
  const bytes = bufferOver(data, 'data');
  const method = methodFrom(options, 'deflate');
  if (isFolder(header) && bytes.length > 0) {
    throw new errors.ERR_INVALID_ARG_VALUE('data', data, 'must be empty for a directory entry');
  }
  return { header, data: bytes, method };
}

function finish({ header, data }, { method, raw }) {
  header.method = method;
  if (method === numbers.ZSTD) header.madeBy = (numbers.UNIX << 8) | 63;
  header.size = data.length;
  header.compressedSize = raw.length;
  header.crc32 = crc32(data, 0);
  return entryOf(header, new MemorySource(raw));
}

// The header as it is written now. Sizes are known, so they stand before the content.
function headerToWrite(header, flags) {
  if (header.modified === undefined) return { ...header, flags };
  const { date, time } = toDos(header.modified);
  return { ...header, flags, date, time, extra: extraFor(header.modified) };
}

// The bytes of a member in an archive: what it yields. It returns the header that belongs into the directory.
function* serializeSync(entry) {
  const source = sourceOf(entry);
  if (source instanceof StreamSource) {
    throw new errors.ERR_INVALID_STATE('a streaming entry cannot be serialized synchronously');
  }
  const header = headerToWrite(headerOf(entry), headerOf(entry).flags & ~numbers.DESCRIBED);
  yield localHeader(header, false);
  const raw = source.rawSync();
  if (raw.length > 0) yield raw;
  return header;
}

async function* serialize(entry) {
  const source = sourceOf(entry);
  if (source instanceof StreamSource) return yield* serializeStream(entry, source);
  const header = headerToWrite(headerOf(entry), headerOf(entry).flags & ~numbers.DESCRIBED);
  yield localHeader(header, false);
  yield* source.pieces();
  return header;
}

async function* serializeStream(entry, source) {
  const own = headerOf(entry);
  const iterable = source.take();
  const header = headerToWrite(own, own.flags);
  yield localHeader(header, true);
  yield* packPieces(header, iterable);
  yield descriptor(header);
  own.size = header.size;
  own.compressedSize = header.compressedSize;
  own.crc32 = header.crc32;
  return header;
}

module.exports = {
  ZipEntry, dispose, entryOf, headerOf, isEntry, promote, readArchive, serialize, serializeSync, sourceOf,
};
