// The classes of streams: Deflate, Gunzip, BrotliCompress and their like.
'use strict';

const { constants } = require('internal/zlib/constants');
const { kinds } = require('internal/zlib/codecs');
const { ZlibBase } = require('internal/zlib/stream');
const { numberOr } = require('internal/zlib/checks');
const { codes: errors } = require('internal/errors');
const { deprecate } = require('internal/util/deprecate');

const kNoOptions = { __proto__: null };

// What stands on zlib itself.
function Zlib(options, kind) {
  const settings = kind.settingsOf(kind, options ?? kNoOptions);
  Reflect.apply(ZlibBase, this, [options, kind, settings]);
  this._level = settings.level;
  this._strategy = settings.strategy;
  this._mode = kind.mode;
}
Object.setPrototypeOf(Zlib.prototype, ZlibBase.prototype);
Object.setPrototypeOf(Zlib, ZlibBase);

// What was written before is flushed first, under the old settings.
Zlib.prototype.params = function(level, strategy, callback) {
  level = numberOr(constants.Z_DEFAULT_COMPRESSION, level, 'level', -1, 9);
  strategy = numberOr(constants.Z_DEFAULT_STRATEGY, strategy, 'strategy', 0, 4);
  if (this._level === level && this._strategy === strategy) {
    if (callback) process.nextTick(callback);
    return;
  }
  this.flush(constants.Z_SYNC_FLUSH, () => {
    if (!this._handle) throw new errors.ERR_INTERNAL_ASSERTION('zlib binding closed');
    this._handle.params(level, strategy);
    if (this.destroyed) return;
    this._level = level;
    this._strategy = strategy;
    callback?.();
  });
};

function Brotli(options, kind) {
  const settings = kind.settingsOf(kind, options ?? kNoOptions);
  Reflect.apply(ZlibBase, this, [options, kind, settings]);
}
Object.setPrototypeOf(Brotli.prototype, Zlib.prototype);
Object.setPrototypeOf(Brotli, Zlib);

// They were functions once, and can still be called as such.
function classOf(name, Base) {
  const kind = kinds[name];
  const classes = {
    [name]: function(options) {
      if (!(this instanceof classes[name])) {
        return deprecate(() => new classes[name](options),
          `Instantiating ${name} without the 'new' keyword has been deprecated.`, 'DEP0184')();
      }
      Reflect.apply(Base, this, [options, kind]);
      return undefined;
    },
  };
  const Class = classes[name];
  Object.setPrototypeOf(Class.prototype, Base.prototype);
  Object.setPrototypeOf(Class, Base);
  return Class;
}

// Zstandard came late, and has true classes.
class Zstd extends ZlibBase {
  constructor(options, kind) {
    super(options, kind, kind.settingsOf(kind, options ?? kNoOptions));
  }
}

class ZstdCompress extends Zstd {
  constructor(options) {
    super(options, kinds.ZstdCompress);
  }
}

class ZstdDecompress extends Zstd {
  constructor(options) {
    super(options, kinds.ZstdDecompress);
  }
}

module.exports = {
  Deflate: classOf('Deflate', Zlib),
  Inflate: classOf('Inflate', Zlib),
  Gzip: classOf('Gzip', Zlib),
  Gunzip: classOf('Gunzip', Zlib),
  DeflateRaw: classOf('DeflateRaw', Zlib),
  InflateRaw: classOf('InflateRaw', Zlib),
  Unzip: classOf('Unzip', Zlib),
  BrotliCompress: classOf('BrotliCompress', Brotli),
  BrotliDecompress: classOf('BrotliDecompress', Brotli),
  ZstdCompress,
  ZstdDecompress,
};
