// Expressions of tags: `db and not (slow or flaky)`, also with `&&`, `||` and `!`. A star stands for any text.
'use strict';

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');

// What a word or a sign means; all else is a tag.
const kMeanings = {
  '__proto__': null,
  '&&': 'AND', 'and': 'AND', '||': 'OR', 'or': 'OR', '!': 'NOT', 'not': 'NOT', '(': 'LPAREN', ')': 'RPAREN',
};

// A list of { kind, text, at }, with one of the kind EOF at its end. `fail(message)` throws.
function tokenize(text, fail) {
  const tokens = [];
  for (const match of text.matchAll(/&&|\|\||[!()]|[^\s&|!()]+|[&|]/g)) {
    const { 0: word, index: at } = match;
    if (word === '&') fail(`unexpected '&' at position ${at}; use '&&' or 'and'`);
    if (word === '|') fail(`unexpected '|' at position ${at}; use '||' or 'or'`);
    const name = word.toLowerCase();
    tokens.push({ kind: kMeanings[name] ?? 'TAG', text: name, at });
  }
  tokens.push({ kind: 'EOF', text: '', at: text.length });
  return tokens;
}

// A parser that goes down from `or` to single tags; each step gives a function of a list of tags.
class Parser {
  #tokens;
  #next = 0;
  #text;
  #index;

  constructor(text, index) {
    this.#text = text;
    this.#index = index;
    this.#tokens = tokenize(text, (message) => this.#fail(message));
  }

  parse() {
    const result = this.#either();
    const { kind, at } = this.#token;
    if (kind !== 'EOF') this.#fail(`unexpected token at position ${at}`);
    return result;
  }

  #fail(message) {
    throw new ERR_INVALID_ARG_VALUE(`--experimental-test-tag-filter[${this.#index}]`, this.#text, message);
  }

  get #token() {
    return this.#tokens[this.#next];
  }

  #take(kind) {
    if (this.#token.kind !== kind) return false;
    this.#next++;
    return true;
  }

  #either() {
    let result = this.#both();
    while (this.#take('OR')) {
      const left = result;
      const right = this.#both();
      result = (tags) => left(tags) || right(tags);
    }
    return result;
  }

  #both() {
    let result = this.#single();
    while (this.#take('AND')) {
      const left = result;
      const right = this.#single();
      result = (tags) => left(tags) && right(tags);
    }
    return result;
  }

  #single() {
    const { kind, text, at } = this.#token;
    if (this.#take('NOT')) {
      if (this.#token.kind === 'EOF') this.#fail(`expected operand after 'not' at position ${at}`);
      const inner = this.#single();
      return (tags) => !inner(tags);
    }
    if (this.#take('LPAREN')) {
      const inner = this.#either();
      if (!this.#take('RPAREN')) this.#fail(`expected ')' at position ${this.#token.at}`);
      return inner;
    }
    if (!this.#take('TAG')) this.#fail(`unexpected token '${kind}' at position ${at}`);
    return matcher(text);
  }
}

function matcher(tag) {
  if (!tag.includes('*')) return (tags) => tags.includes(tag);
  const pattern = new RegExp(`^${tag.split('*').map(RegExp.escape).join('.*')}$`);
  return (tags) => tags.some((one) => pattern.test(one));
}

// A test has to meet all of them.
function readTagFilter(texts) {
  const filters = texts.map((text, index) => new Parser(text, index).parse());
  return (tags) => filters.every((filter) => filter(tags));
}

module.exports = { readTagFilter };
