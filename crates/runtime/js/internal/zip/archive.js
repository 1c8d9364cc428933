// Whole archives out of entries: createZipArchive(), createZipArchiveSync(), zipFiles().
'use strict';

const fs = require('fs');
const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { validateBoolean, validateInteger, validateObject, validateString } = require('internal/validators');
const { ZipEntry, dispose, isEntry, serialize, serializeSync } = require('internal/zip/entry');
const { centralHeader, endOfArchive } = require('internal/zip/headers');
const { unsupported, warnOnce } = require('internal/zip/numbers');

// { comment (bytes), base }: a text is a comment. `usual` is the comment if there is none.
function archiveOptions(options, usual) {
  if (typeof options === 'string') return { comment: commentFrom(options), base: 0 };
  if (options === undefined) return { comment: usual, base: 0 };
  validateObject(options, 'options');
  const { comment, baseOffset = 0 } = options;
  validateInteger(baseOffset, 'options.baseOffset', 0);
  if (comment === undefined) return { comment: usual, base: baseOffset };
  validateString(comment, 'options.comment');
  return { comment: commentFrom(comment), base: baseOffset };
}

function commentFrom(text) {
  const bytes = Buffer.from(text);
  if (bytes.length <= 0xffff) return bytes;
  throw new errors.ERR_ZIP_ARCHIVE_TOO_LARGE(
    'the archive comment must not exceed 65535 bytes when encoded as UTF-8');
}

function checkEntry(entry) {
  if (!isEntry(entry)) throw new errors.ERR_INVALID_ARG_TYPE('entry', 'ZipEntry', entry);
  return entry;
}

// The directory of what has been written, in the making.
class Directory {
  constructor(base) {
    this.offset = base;
    this.headers = [];
  }

  add(header, offset) {
    this.headers.push(centralHeader(header, offset));
  }

  end(comment) {
    const bytes = Buffer.concat(this.headers);
    return Buffer.concat([bytes, endOfArchive(this.headers.length, bytes.length, this.offset, comment)]);
  }
}

// Entries as they are taken. Those that are left when all is over are disposed of.
class Queue {
  constructor(entries) {
    this.iterator = entries[Symbol.asyncIterator]?.() ?? entries[Symbol.iterator]();
    this.current = undefined;
    // Of other iterables nobody knows whether they end.
    this.canDrain = Array.isArray(entries);
    this.isOver = false;
  }

  take({ done, value }) {
    this.current = undefined;
    if (done) {
      this.isOver = true;
      return undefined;
    }
    this.current = checkEntry(value);
    return value;
  }

  dispose() {
    if (this.isOver) return;
    this.isOver = true;
    if (this.current !== undefined) dispose(this.current);
    if (!this.canDrain) {
      this.iterator.return?.();
      return;
    }
    for (let step = this.iterator.next(); !step.done; step = this.iterator.next()) {
      if (isEntry(step.value)) dispose(step.value);
    }
  }
}

async function* archivePieces(queue, options, usualComment) {
  const { comment, base } = archiveOptions(options, usualComment);
  const directory = new Directory(base);
  for (let entry = queue.take(await queue.iterator.next()); entry !== undefined;
    entry = queue.take(await queue.iterator.next())) {
    const start = directory.offset;
    const header = yield* measured(directory, serialize(entry));
    directory.add(header, start);
  }
  yield directory.end(comment);
}

// Passes pieces on and counts them; returns what the pieces return.
async function* measured(directory, pieces) {
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      isDone = done;
      if (done) return value;
      directory.offset += value.length;
      yield value;
    }
  } finally {
    if (!isDone) await pieces.return();
  }
}

function* archivePiecesSync(entries, options, usualComment) {
  const { comment, base } = archiveOptions(options, usualComment);
  const queue = new Queue(entries);
  const directory = new Directory(base);
  try {
    for (let entry = queue.take(queue.iterator.next()); entry !== undefined;
      entry = queue.take(queue.iterator.next())) {
      const start = directory.offset;
      const pieces = serializeSync(entry);
      let step = pieces.next();
      for (; !step.done; step = pieces.next()) {
        directory.offset += step.value.length;
        yield step.value;
      }
      directory.add(step.value, start);
    }
    yield directory.end(comment);
  } finally {
    queue.dispose();
  }
}

// The archive as a stream. However that ends, no source is left open.
function archiveStream(entries, options, usualComment) {
  const { Readable } = require('stream');
  let queue;
  async function* pieces() {
    queue = new Queue(entries);
    yield* archivePieces(queue, options, usualComment);
  }
  const stream = Readable.from(pieces(), { objectMode: false });
  stream.once('close', () => {
    queue ??= new Queue(entries);
    queue.dispose();
  });
  return stream;
}

const kNoComment = Buffer.alloc(0);

function createZipArchive(entries, options) {
  warnOnce();
  return archiveStream(entries, options, kNoComment);
}

function createZipArchiveSync(entries, options) {
  warnOnce();
  return archivePiecesSync(entries, options, kNoComment);
}

// Entries of files on disk, each looked at when its turn comes.
async function* entriesOfFiles(files, followSymlinks) {
  for (const pair of files) {
    const path = pair?.[0];
    const name = pair?.[1];
    validateString(path, 'sourcePath');
    validateString(name, 'entryName');
    yield await entryOfFile(path, name, followSymlinks);
  }
}

async function entryOfFile(path, name, followSymlinks) {
  const stats = await (followSymlinks ? fs.promises.stat(path) : fs.promises.lstat(path));
  const options = { mode: stats.mode & 0o7777, modified: stats.mtime };
  if (stats.isDirectory()) {
    return ZipEntry.create(name.endsWith('/') ? name : `${name}/`, Buffer.alloc(0), options);
  }
  if (stats.isSymbolicLink()) return ZipEntry.createSymlink(name, await fs.promises.readlink(path), options);
  if (!stats.isFile()) throw unsupported(`cannot archive "${path}": not a regular file`);
  return ZipEntry.createStream(name, fs.createReadStream(path), options);
}

function zipFiles(files, options) {
  warnOnce();
  async function* entries() {
    const follow = typeof options === 'object' ? options?.followSymlinks ?? true : true;
    validateBoolean(follow, 'options.followSymlinks');
    yield* entriesOfFiles(files, follow);
  }
  return archiveStream(entries(), options, kNoComment);
}

module.exports = {
  archiveOptions, archivePiecesSync, archiveStream, checkEntry, createZipArchive, createZipArchiveSync, zipFiles,
};
