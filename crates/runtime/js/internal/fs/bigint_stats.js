// BigIntStats: what stat tells about a file when it is asked for BigInts.
'use strict';

const { S_IFMT } = require('internal/fs/constants');
const { StatsBase, defineDate, defineLazyField, instantFromNs } = require('internal/fs/stats');

function BigIntStats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
                     atimeNs, mtimeNs, ctimeNs, birthtimeNs) {
  StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
  this.atimeMs = atimeNs / 1000000n;
  this.mtimeMs = mtimeNs / 1000000n;
  this.ctimeMs = ctimeNs / 1000000n;
  this.birthtimeMs = birthtimeNs / 1000000n;
  this.atimeNs = atimeNs;
  this.mtimeNs = mtimeNs;
  this.ctimeNs = ctimeNs;
  this.birthtimeNs = birthtimeNs;
}
Object.setPrototypeOf(BigIntStats.prototype, StatsBase.prototype);
Object.setPrototypeOf(BigIntStats, StatsBase);

for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) defineDate(BigIntStats.prototype, name);
for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
  const ns = `${name}Ns`;
  defineLazyField(BigIntStats.prototype, `${name}Instant`, (stats) => instantFromNs(stats[ns]));
}

BigIntStats.prototype._checkModeProperty = function(type) {
  return (this.mode & BigInt(S_IFMT)) === BigInt(type);
};

function makeBigIntStats(n) {
  return new BigIntStats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9],
                         n[10] * 1000000000n + n[11], n[12] * 1000000000n + n[13],
                         n[14] * 1000000000n + n[15], n[16] * 1000000000n + n[17]);
}

module.exports = { makeBigIntStats };
