// Expressions of tags: `db and not (slow or flaky)`, also with `&&`, `||` and `!`. A star stands for any text.
'use strict';

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');

const kWords = { '__proto__': null, 'and': '&&', 'or': '||', 'not': '!' };

function tokenize(text) {
  const tokens = text.match(/&&|\|\||!|\(|\)|[^\s&|!()]+|[&|]/g) ?? [];
  return tokens.map((token) => kWords[token.toLowerCase()] ?? token.toLowerCase());
}

// A parser that goes down from `or` to single tags; each step gives a function of a list of tags.
class Parser {
  #tokens;
  #at = 0;
  #text;

  constructor(text) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  parse() {
    const result = this.#either();
    if (this.#at < this.#tokens.length) this.#fail();
    return result;
  }

  #fail() {
    throw new ERR_INVALID_ARG_VALUE('--experimental-test-tag-filter', this.#text, 'is not a valid tag filter');
  }

  #take(token) {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #either() {
    let result = this.#both();
    while (this.#take('||')) {
      const left = result;
      const right = this.#both();
      result = (tags) => left(tags) || right(tags);
    }
    return result;
  }

  #both() {
    let result = this.#single();
    while (this.#take('&&')) {
      const left = result;
      const right = this.#single();
      result = (tags) => left(tags) && right(tags);
    }
    return result;
  }

  #single() {
    if (this.#take('!')) {
      const inner = this.#single();
      return (tags) => !inner(tags);
    }
    if (this.#take('(')) {
      const inner = this.#either();
      if (!this.#take(')')) this.#fail();
      return inner;
    }
    const token = this.#tokens[this.#at];
    if (token === undefined || /^[&|)]/.test(token)) this.#fail();
    this.#at++;
    return matcher(token);
  }
}

function matcher(tag) {
  if (!tag.includes('*')) return (tags) => tags.includes(tag);
  const pattern = new RegExp(`^${tag.split('*').map(RegExp.escape).join('.*')}$`);
  return (tags) => tags.some((one) => pattern.test(one));
}

// A test has to meet all of them.
function readTagFilter(texts) {
  const filters = texts.map((text) => new Parser(text).parse());
  return (tags) => filters.every((filter) => filter(tags));
}

module.exports = { readTagFilter };
