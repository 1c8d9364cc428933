// ZipBuffer: an archive in memory, whose entries can be changed; the bytes it was made of stay as they are.
'use strict';

const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const { archivePiecesSync, archiveStream, checkEntry } = require('internal/zip/archive');
const { ZipEntry, entryOf, readArchive } = require('internal/zip/entry');
const { decodeText } = require('internal/zip/names');
const { bufferOver, warnOnce } = require('internal/zip/numbers');
const { ArchiveSource } = require('internal/zip/sources');

class ZipBuffer {
  #entries;
  #comment;

  constructor(buffer) {
    warnOnce();
    const archive = bufferOver(buffer, 'buffer');
    const { headers, comment } = readArchive(archive);
    this.#comment = comment;
    // Scripts get its iterators.
    this.#entries = Reflect.construct(Map, []);
    for (let i = 0; i < headers.length; i++) {
      const entry = entryOf(headers[i], new ArchiveSource(archive, headers[i]));
      Map.prototype.set.call(this.#entries, headers[i].name, entry);
    }
  }

  get writable() {
    return true;
  }

  get comment() {
    return decodeText(this.#comment);
  }

  get size() {
    return mapSize.call(this.#entries);
  }

  has(name) {
    validateString(name, 'name');
    return Map.prototype.has.call(this.#entries, name);
  }

  get(name) {
    validateString(name, 'name');
    const entry = Map.prototype.get.call(this.#entries, name);
    if (entry === undefined) throw new errors.ERR_ZIP_ENTRY_NOT_FOUND(name);
    return entry;
  }

  async add(filename, data, options = undefined) {
    return this.addEntry(await ZipEntry.create(filename, data, options));
  }

  addSync(filename, data, options = undefined) {
    return this.addEntry(ZipEntry.createSync(filename, data, options));
  }

  addEntry(entry) {
    checkEntry(entry);
    Map.prototype.set.call(this.#entries, entry.name, entry);
    return entry;
  }

  delete(name) {
    validateString(name, 'name');
    return Map.prototype.delete.call(this.#entries, name);
  }

  clear() {
    Map.prototype.clear.call(this.#entries);
  }

  keys() {
    return Map.prototype.keys.call(this.#entries);
  }

  values() {
    return Map.prototype.values.call(this.#entries);
  }

  entries() {
    return Map.prototype.entries.call(this.#entries);
  }

  forEach(callback, thisArg = undefined) {
    validateFunction(callback, 'callback');
    Map.prototype.forEach.call(this.#entries, (entry, name) => {
      Reflect.apply(callback, thisArg, [entry, name, this]);
    });
  }

  async toBuffer(options = undefined) {
    const chunks = [];
    for await (const chunk of archiveStream(listOf(this.#entries), options, this.#comment)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  toBufferSync(options = undefined) {
    return Buffer.concat([...archivePiecesSync(listOf(this.#entries), options, this.#comment)]);
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  get [Symbol.toStringTag]() {
    return 'ZipBuffer';
  }

  [Symbol.dispose]() {}
}

const { get: mapSize } = Object.getOwnPropertyDescriptor(Map.prototype, 'size');

function listOf(entries) {
  const list = [];
  Map.prototype.forEach.call(entries, (entry) => { list.push(entry); });
  return list;
}

module.exports = { ZipBuffer };
