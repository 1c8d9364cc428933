// ZipFile: an archive on disk. Its directory is read when it is opened, members when they are asked for. A member that is added is
// written where the directory was, and the directory behind it.
'use strict';

const fs = require('fs');
const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { validateBoolean, validateFunction, validateObject, validateString } = require('internal/validators');
const { archivePiecesSync, archiveStream, checkEntry } = require('internal/zip/archive');
const { ZipEntry, entryOf, promote, serialize, serializeSync, sourceOf } = require('internal/zip/entry');
const { readDirectory } = require('internal/zip/directory');
const { centralHeader, endOfArchive } = require('internal/zip/headers');
const { decodeText } = require('internal/zip/names');
const { warnOnce } = require('internal/zip/numbers');
const { FileSource, OpenFile, StreamSource, runLater, runNow, withReadAhead } = require('internal/zip/sources');

const kMake = Symbol('kMake');

function flagsFrom(filename, options) {
  validateString(filename, 'filename');
  if (options === undefined) return false;
  validateObject(options, 'options');
  const { writable = false } = options;
  validateBoolean(writable, 'options.writable');
  return writable;
}

function directoryOf(size) {
  return withReadAhead(readDirectory(size), size);
}

// What is on disk: the headers of members by name, and where the directory begins.
class Contents {
  constructor(headers, start, comment) {
    this.headers = headers;
    this.start = start;
    this.comment = comment;
  }

  static of({ headers, start, comment }) {
    return new Contents(new Map(headers.map((header) => [header.name, header])), start, Buffer.from(comment));
  }

  without(name) {
    const headers = new Map(this.headers);
    headers.delete(name);
    return new Contents(headers, this.start, this.comment);
  }

  // With a member that was written where the directory began, and ends at `end`.
  with(header, end) {
    const headers = new Map(this.headers);
    headers.set(header.name, { ...header, offset: this.start });
    return new Contents(headers, end, this.comment);
  }

  // The directory as it is on disk.
  bytes() {
    const headers = [];
    for (const header of this.headers.values()) headers.push(centralHeader(header, header.offset));
    const directory = Buffer.concat(headers);
    return Buffer.concat([directory, endOfArchive(headers.length, directory.length, this.start, this.comment)]);
  }
}

class ZipFile {
  #file;
  #contents;
  #writable;
  // Changes and the close that are under way, one after the other.
  #last = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(token, file, contents, writable) {
    if (token !== kMake) throw new errors.ERR_ILLEGAL_CONSTRUCTOR();
    this.#file = file;
    this.#contents = contents;
    this.#writable = writable;
  }

  static async open(filename, options = undefined) {
    warnOnce();
    const writable = flagsFrom(filename, options);
    const fd = await new Promise((resolve, reject) => {
      fs.open(filename, writable ? 'r+' : 'r', (error, number) => (error ? reject(error) : resolve(number)));
    });
    const file = new OpenFile(fd);
    try {
      const { size } = fs.fstatSync(fd);
      const directory = await runLater(directoryOf(size), (start, length) => file.read(start, length));
      return new ZipFile(kMake, file, Contents.of(directory), writable);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  static openSync(filename, options = undefined) {
    warnOnce();
    const writable = flagsFrom(filename, options);
    const file = new OpenFile(fs.openSync(filename, writable ? 'r+' : 'r'));
    try {
      const { size } = fs.fstatSync(file.fd);
      const directory = runNow(directoryOf(size), (start, length) => file.readSync(start, length));
      return new ZipFile(kMake, file, Contents.of(directory), writable);
    } catch (error) {
      file.closeSync();
      throw error;
    }
  }

  get writable() {
    return this.#writable;
  }

  get comment() {
    return decodeText(this.#contents.comment);
  }

  get size() {
    return this.#contents.headers.size;
  }

  has(name) {
    validateString(name, 'name');
    this.#mustBeOpen();
    return this.#contents.headers.has(name);
  }

  async get(name) {
    return this.#entry(name);
  }

  getSync(name) {
    this.#mustBeIdle();
    return this.#entry(name);
  }

  async stream(name, options = undefined) {
    return require('stream').Readable.from(this.#entry(name).contentIterator(options), { objectMode: false });
  }

  async addEntry(entry) {
    this.#mustBeWritable();
    checkEntry(entry);
    return this.#queue(() => this.#append(entry));
  }

  async add(filename, data, options = undefined) {
    this.#mustBeWritable();
    return this.#queue(async () => this.#append(await ZipEntry.create(filename, data, options)));
  }

  addEntrySync(entry) {
    this.#mustBeWritable();
    checkEntry(entry);
    this.#mustBeIdle();
    return this.#appendSync(entry);
  }

  addSync(filename, data, options = undefined) {
    this.#mustBeWritable();
    this.#mustBeIdle();
    return this.#appendSync(ZipEntry.createSync(filename, data, options));
  }

  async delete(name) {
    this.#mustBeWritable();
    validateString(name, 'name');
    return this.#queue(async () => {
      if (!this.#contents.headers.has(name)) return false;
      await this.#replaceContents(this.#contents.without(name));
      return true;
    });
  }

  deleteSync(name) {
    this.#mustBeWritable();
    validateString(name, 'name');
    this.#mustBeIdle();
    if (!this.#contents.headers.has(name)) return false;
    this.#replaceContentsSync(this.#contents.without(name));
    return true;
  }

  compact(comment = undefined) {
    this.#mustBeOpen();
    return archiveStream(this.#allEntries(), comment, this.#contents.comment);
  }

  compactSync(comment = undefined) {
    this.#mustBeIdle();
    return Buffer.concat([...archivePiecesSync(this.#allEntries(), comment, this.#contents.comment)]);
  }

  * keys() {
    yield* this.#contents.headers.keys();
  }

  * values() {
    for (const name of this.#contents.headers.keys()) yield this.get(name);
  }

  * valuesSync() {
    for (const name of this.#contents.headers.keys()) yield this.getSync(name);
  }

  * entries() {
    for (const name of this.#contents.headers.keys()) yield [name, this.get(name)];
  }

  * entriesSync() {
    for (const name of this.#contents.headers.keys()) yield [name, this.getSync(name)];
  }

  forEach(callback, thisArg = undefined) {
    validateFunction(callback, 'callback');
    for (const name of this.#contents.headers.keys()) Reflect.apply(callback, thisArg, [this.get(name), name, this]);
  }

  forEachSync(callback, thisArg = undefined) {
    validateFunction(callback, 'callback');
    for (const name of this.#contents.headers.keys()) {
      Reflect.apply(callback, thisArg, [this.getSync(name), name, this]);
    }
  }

  async close() {
    if (this.#isClosed) return;
    await this.#queue(async () => {
      this.#isClosed = true;
      await this.#file.close();
    }, true);
  }

  closeSync() {
    if (this.#waiting > 0) throw busy();
    this.#isClosed = true;
    this.#file.closeSync();
  }

  async* [Symbol.asyncIterator]() {
    for (const name of this.#contents.headers.keys()) yield await this.get(name);
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  get [Symbol.toStringTag]() {
    return 'ZipFile';
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }

  [Symbol.dispose]() {
    this.closeSync();
  }

  #entry(name) {
    validateString(name, 'name');
    this.#mustBeOpen();
    const header = this.#contents.headers.get(name);
    if (header === undefined) throw new errors.ERR_ZIP_ENTRY_NOT_FOUND(name);
    return entryOf(header, new FileSource(this.#file, header));
  }

  #allEntries() {
    return [...this.#contents.headers.keys()].map((name) => this.#entry(name));
  }

  #mustBeOpen() {
    if (this.#isClosed) throw new errors.ERR_INVALID_STATE('the ZipFile has been closed');
  }

  #mustBeIdle() {
    this.#mustBeOpen();
    if (this.#waiting > 0) throw busy();
  }

  #mustBeWritable() {
    if (!this.#writable) throw new errors.ERR_ZIP_NOT_WRITABLE();
    this.#mustBeOpen();
  }

  // Does things in the order in which they were asked for.
  #queue(action, isClose = false) {
    this.#waiting++;
    const result = this.#last.then(() => {
      if (!isClose) this.#mustBeOpen();
      return action();
    });
    const over = () => { this.#waiting--; };
    this.#last = result.then(over, over);
    return result.finally(() => this.#last);
  }

  async #append(entry) {
    const { start } = this.#contents;
    let at = start;
    let header;
    const pieces = serialize(entry);
    try {
      for (;;) {
        const { done, value } = await pieces.next();
        if (done) {
          header = value;
          break;
        }
        await writeAll(this.#file.fd, value, at);
        at += value.length;
      }
    } catch (error) {
      // Part of the directory may be overwritten.
      await this.#restore();
      throw error;
    }
    await this.#replaceContents(this.#contents.with(header, at));
    this.#settle(entry, header.name);
    return entry;
  }

  #appendSync(entry) {
    const { start } = this.#contents;
    let at = start;
    const pieces = serializeSync(entry);
    let step = pieces.next();
    try {
      for (; !step.done; step = pieces.next()) {
        writeAllSync(this.#file.fd, step.value, at);
        at += step.value.length;
      }
    } catch (error) {
      this.#restoreSync();
      throw error;
    }
    this.#replaceContentsSync(this.#contents.with(step.value, at));
    return entry;
  }

  // An entry that was streamed has its content in the file from now on.
  #settle(entry, name) {
    if (!(sourceOf(entry) instanceof StreamSource)) return;
    const header = this.#contents.headers.get(name);
    promote(entry, header, new FileSource(this.#file, header));
  }

  async #replaceContents(contents) {
    try {
      const bytes = contents.bytes();
      await writeAll(this.#file.fd, bytes, contents.start);
      await truncate(this.#file.fd, contents.start + bytes.length);
    } catch (error) {
      await this.#restore();
      throw error;
    }
    this.#contents = contents;
  }

  #replaceContentsSync(contents) {
    try {
      const bytes = contents.bytes();
      writeAllSync(this.#file.fd, bytes, contents.start);
      fs.ftruncateSync(this.#file.fd, contents.start + bytes.length);
    } catch (error) {
      this.#restoreSync();
      throw error;
    }
    this.#contents = contents;
  }

  // The directory as it was, where it was. The error that led here counts, not one of this.
  async #restore() {
    try {
      const bytes = this.#contents.bytes();
      await writeAll(this.#file.fd, bytes, this.#contents.start);
      await truncate(this.#file.fd, this.#contents.start + bytes.length);
    } catch {
      // The disk is full, or gone.
    }
  }

  #restoreSync() {
    try {
      const bytes = this.#contents.bytes();
      writeAllSync(this.#file.fd, bytes, this.#contents.start);
      fs.ftruncateSync(this.#file.fd, this.#contents.start + bytes.length);
    } catch {
      // As above.
    }
  }
}

function busy() {
  return new errors.ERR_INVALID_STATE('cannot call a synchronous ZipFile method while an asynchronous ' +
    'add(), addEntry(), delete(), or close() call has not settled yet');
}

async function writeAll(fd, bytes, position) {
  for (let done = 0; done < bytes.length;) {
    done += await new Promise((resolve, reject) => {
      fs.write(fd, bytes, done, bytes.length - done, position + done,
        (error, count) => (error ? reject(error) : resolve(count)));
    });
  }
}

function writeAllSync(fd, bytes, position) {
  for (let done = 0; done < bytes.length;) {
    done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done);
  }
}

function truncate(fd, length) {
  return new Promise((resolve, reject) => {
    fs.ftruncate(fd, length, (error) => (error ? reject(error) : resolve()));
  });
}

module.exports = { ZipFile };
