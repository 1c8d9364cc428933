// setTimeout() of sessions and streams, as sockets have it: 'timeout' is emitted when nothing has happened for so long.
'use strict';

const { clearTimer, methods } = require('internal/net/settings');
const { kTimeout } = require('internal/net/fields');

const kProgress = Symbol('kProgress');

// `progressOf` gives a number that changes while something is being written.
function makeTimeoutMethods(prototype, progressOf) {
  prototype.setTimeout = function setTimeout(msecs, callback) {
    this[kProgress] = this.destroyed ? 0 : progressOf(this);
    return methods.setTimeout.call(this, msecs, callback);
  };

  prototype._onTimeout = function() {
    if (this.destroyed) return;
    const progress = progressOf(this);
    if (progress !== this[kProgress]) {
      this[kProgress] = progress;
      this._touch();
      return;
    }
    this.emit('timeout');
  };

  // Something has happened, here and so in the session too.
  prototype._touch = function() {
    this[kTimeout]?.refresh();
    this.session?.[kTimeout]?.refresh();
  };

  prototype._stopTimer = function() {
    clearTimer(this);
  };
}

module.exports = { makeTimeoutMethods };
