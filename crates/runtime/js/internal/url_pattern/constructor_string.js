// A pattern that is written as one URL, cut into components. What a name, a group or a wildcard stands for is not
// known, so signs within groups do not count, and `?` may be a modifier.
'use strict';

const { Component } = require('internal/url_pattern/component');
const canonical = require('internal/url_pattern/canonical');
const {
  tokenize, kAsterisk, kChar, kClose, kEnd, kEscaped, kInvalid, kName, kOpen, kRegExp,
} = require('internal/url_pattern/tokens');

const kPlain = { __proto__: null, delimiter: '', prefix: '', ignoreCase: false };

// The components in their order. Those that were passed over have a value of their own: see `leave`.
const kOrder = ['protocol', 'authority', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash', 'done'];

function isBefore(one, other) {
  return kOrder.indexOf(one) < kOrder.indexOf(other);
}

class Cutter {
  constructor(pattern) {
    this.pattern = pattern;
    this.tokens = tokenize(pattern);
    this.result = { __proto__: null };
    this.state = 'init';
    // Of tokens: where the component begins, and where we are.
    this.start = 0;
    this.at = 0;
    this.step = 1;
    this.isSpecial = false;
    this.brackets = 0;
  }

  // A sign that stands for itself.
  is(sign, ahead = 0) {
    const token = this.tokens[this.at + ahead];
    return token !== undefined && token.value === sign &&
      (token.kind === kChar || token.kind === kEscaped || token.kind === kInvalid);
  }

  isSearchPrefix() {
    if (this.is('?')) return true;
    if (this.tokens[this.at].value !== '?') return false;
    if (this.at === 0) return true;
    const { kind } = this.tokens[this.at - 1];
    return kind !== kName && kind !== kRegExp && kind !== kClose && kind !== kAsterisk;
  }

  text() {
    return this.pattern.slice(this.tokens[this.start].start, this.tokens[this.at].start);
  }

  // The component is read once more, as another.
  rewind(state) {
    this.at = this.start;
    this.step = 0;
    this.state = state;
  }

  change(state, skip) {
    const left = this.state;
    if (left !== 'init' && left !== 'authority') this.result[left] = this.text();
    if (left !== 'init' && state !== 'done') this.fillGap(left, state);
    this.state = state;
    this.at += skip;
    this.start = this.at;
    this.step = 0;
  }

  // What a URL does not have where something later follows is empty, not anything.
  fillGap(left, state) {
    const { result } = this;
    if (isBefore(left, 'hostname') && isBefore('hostname', state)) result.hostname ??= '';
    if (isBefore(left, 'pathname') && isBefore('pathname', state)) result.pathname ??= this.isSpecial ? '/' : '';
    if (isBefore(left, 'search') && isBefore('search', state)) result.search ??= '';
  }

  // Goes on to what the sign here begins; whether it begins something.
  followingPart() {
    if (this.isSearchPrefix()) this.change('search', 1);
    else if (this.is('#')) this.change('hash', 1);
    else return false;
    return true;
  }

  cut() {
    let depth = 0;
    for (; this.at < this.tokens.length; this.at += this.step) {
      this.step = 1;
      const { kind } = this.tokens[this.at];
      if (kind === kEnd) {
        if (!this.reachedEnd()) break;
        continue;
      }
      if (kind === kOpen) {
        depth++;
        continue;
      }
      if (depth > 0) {
        if (kind !== kClose) continue;
        depth--;
      }
      this[this.state]();
    }
    if (this.result.hostname !== undefined) this.result.port ??= '';
    return this.result;
  }

  // Whether the end was too early: without a protocol or a host, what was read is something else.
  reachedEnd() {
    if (this.state === 'init') {
      this.rewind('init');
      if (this.is('#')) this.change('hash', 1);
      else if (this.isSearchPrefix()) this.change('search', 1);
      else this.change('pathname', 0);
      return true;
    }
    if (this.state === 'authority') {
      this.rewind('hostname');
      return true;
    }
    this.change('done', 0);
    return false;
  }

  init() {
    if (this.is(':')) this.rewind('protocol');
  }

  protocol() {
    if (!this.is(':')) return;
    this.isSpecial = new Component(this.text(), kPlain, canonical.protocol).matchesSpecialScheme();
    if (this.is('/', 1) && this.is('/', 2)) this.change('authority', 3);
    else this.change(this.isSpecial ? 'authority' : 'pathname', 1);
  }

  authority() {
    if (this.is('@')) this.rewind('username');
    else if (this.is('/') || this.isSearchPrefix() || this.is('#')) this.rewind('hostname');
  }

  username() {
    if (this.is(':')) this.change('password', 1);
    else this.password();
  }

  password() {
    if (this.is('@')) this.change('hostname', 1);
  }

  hostname() {
    if (this.is('[')) this.brackets++;
    else if (this.is(']')) this.brackets--;
    else if (this.is(':') && this.brackets === 0) this.change('port', 1);
    else this.port();
  }

  port() {
    if (this.is('/')) this.change('pathname', 0);
    else this.followingPart();
  }

  pathname() {
    this.followingPart();
  }

  search() {
    if (this.is('#')) this.change('hash', 1);
  }

  hash() {}
}

function cutPattern(pattern) {
  return new Cutter(pattern).cut();
}

module.exports = { cutPattern, kPlain };
