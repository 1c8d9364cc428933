// File: a Blob with a name and a time.
'use strict';

const { codes } = require('internal/errors');
const { Blob, copyAs, show } = require('internal/buffer/blob');
const { customInspectSymbol: kInspect } = require('internal/util');
const { kClone, kPack } = require('internal/cloneable');

const kAbout = Symbol('state');

class File extends Blob {
  constructor(fileBits, fileName, options = undefined) {
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('fileBits', 'fileName');
    super(fileBits, options);
    const { lastModified } = options ?? {};
    // What is no number stands for the beginning of time.
    const time = lastModified === undefined ? Date.now() : +lastModified || 0;
    this[kAbout] = { name: `${fileName}`.toWellFormed(), lastModified: time };
  }

  get name() {
    return about(this).name;
  }

  get lastModified() {
    return about(this).lastModified;
  }

  [kInspect](depth, options) {
    const { size, type, name, lastModified } = this;
    return show(this, 'File', { size, type, name, lastModified }, depth, options);
  }

  [kClone]() {
    const copy = copyAs(File, this);
    copy[kAbout] = about(this);
    return copy;
  }

  [kPack]() {
    const { 1: content } = Reflect.apply(Blob.prototype[kPack], this, []);
    return ['internal/buffer/file', { content, about: about(this) }];
  }
}

// One that has come from another thread.
function revive({ content, about: facts }) {
  const file = copyAs(File, require('internal/buffer/blob').revive(content));
  file[kAbout] = facts;
  return file;
}

function about(file) {
  const facts = file === null || file === undefined ? undefined : file[kAbout];
  if (facts === undefined) throw new codes.ERR_INVALID_THIS('File');
  return facts;
}

for (const name of ['name', 'lastModified']) {
  Object.defineProperty(File.prototype, name, { __proto__: null, enumerable: true });
}
Object.defineProperty(File.prototype, Symbol.toStringTag, { __proto__: null, value: 'File', configurable: true });

module.exports = { revive, File };
