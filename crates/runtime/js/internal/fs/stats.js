// Stats and StatFs: what stat and statfs tell about a file or a file system.
'use strict';

const { codes } = require('internal/errors');
const { S_IFBLK, S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK, S_IFMT, S_IFREG, S_IFSOCK } = require('internal/fs/constants');

const kPartialAtimeNs = Symbol('partialAtimeNs');
const kPartialMtimeNs = Symbol('partialMtimeNs');
const kPartialCtimeNs = Symbol('partialCtimeNs');
const kPartialBirthtimeNs = Symbol('kPartialBirthtimeNs');

function StatsBase(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
}

for (const [name, type] of [
  ['isDirectory', S_IFDIR],
  ['isFile', S_IFREG],
  ['isBlockDevice', S_IFBLK],
  ['isCharacterDevice', S_IFCHR],
  ['isSymbolicLink', S_IFLNK],
  ['isFIFO', S_IFIFO],
  ['isSocket', S_IFSOCK],
]) {
  StatsBase.prototype[name] = function() {
    return this._checkModeProperty(type);
  };
}

// The ten fields of StatsBase are set here once more: a call up the chain for each file would cost.
function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
               atimeSec, atimeNs, mtimeSec, mtimeNs, ctimeSec, ctimeNs, birthtimeSec, birthtimeNs) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
  this.atimeMs = atimeSec * 1000 + atimeNs / 1e6;
  this.mtimeMs = mtimeSec * 1000 + mtimeNs / 1e6;
  this.ctimeMs = ctimeSec * 1000 + ctimeNs / 1e6;
  this.birthtimeMs = birthtimeSec * 1000 + birthtimeNs / 1e6;
  this[kPartialAtimeNs] = atimeNs;
  this[kPartialMtimeNs] = mtimeNs;
  this[kPartialCtimeNs] = ctimeNs;
  this[kPartialBirthtimeNs] = birthtimeNs;
}
Object.setPrototypeOf(Stats.prototype, StatsBase.prototype);
Object.setPrototypeOf(Stats, StatsBase);

function instantFromNs(ns) {
  if (typeof globalThis.Temporal === 'undefined') throw new codes.ERR_NO_TEMPORAL();
  return globalThis.Temporal.Instant.fromEpochNanoseconds(ns);
}

// The milliseconds are rounded and so cannot tell the whole time; the nanoseconds within the second are exact.
function exactNs(ms, partialNs) {
  const seconds = Math.round((ms - partialNs / 1e6) / 1000);
  return BigInt(seconds) * 1000000000n + BigInt(partialNs);
}

// A field made when it is first read, and from then on an own property of the object.
function defineLazyField(prototype, name, make) {
  Object.defineProperty(prototype, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      return this[name] = make(this);
    },
    set(value) {
      Object.defineProperty(
        this, name, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
    },
  });
}

function defineDate(prototype, name) {
  const ms = `${name}Ms`;
  defineLazyField(prototype, name, (stats) => new Date(Math.round(Number(stats[ms]))));
}

const partials = [
  ['atime', kPartialAtimeNs],
  ['mtime', kPartialMtimeNs],
  ['ctime', kPartialCtimeNs],
  ['birthtime', kPartialBirthtimeNs],
];
for (const [name] of partials) defineDate(Stats.prototype, name);
for (const [name, partial] of partials) {
  const ms = `${name}Ms`;
  defineLazyField(Stats.prototype, `${name}Instant`, (stats) => instantFromNs(exactNs(stats[ms], stats[partial])));
}

Stats.prototype._checkModeProperty = function(type) {
  return (this.mode & S_IFMT) === type;
};

class StatFs {
  constructor(type, bsize, frsize, blocks, bfree, bavail, files, ffree) {
    this.type = type;
    this.bsize = bsize;
    this.frsize = frsize;
    this.blocks = blocks;
    this.bfree = bfree;
    this.bavail = bavail;
    this.files = files;
    this.ffree = ffree;
  }
}

// The binding leaves the numbers of a stat or statfs here, where they stay until control goes back to it. BigInts
// come in an array of their own.
const { statNumbers } = binding('fs');

// `found` is what the binding answered: true, or the BigInts.
function makeStats(found) {
  return statsOf(found === true ? statNumbers : found);
}

// Stats of an array of their numbers, or BigIntStats.
function statsOf(n) {
  if (n instanceof BigInt64Array) return require('internal/fs/bigint_stats').makeBigIntStats(n);
  return new Stats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9],
                   n[10], n[11], n[12], n[13], n[14], n[15], n[16], n[17]);
}

function makeStatFs(found) {
  const n = found === true ? statNumbers : found;
  return new StatFs(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
}

module.exports = { Stats, StatsBase, defineDate, defineLazyField, instantFromNs, makeStatFs, makeStats, statsOf };
