// util.MIMEType and util.MIMEParams, as the MIME Sniffing standard parses and writes them.
'use strict';

const { ERR_INVALID_MIME_SYNTAX } = require('internal/errors').codes;

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notQuotedText = /[^\t\u0020-~\u0080-\u00FF]/;
const startBlanks = /^[\r\n\t ]*/;
const endBlanks = /[\r\n\t ]*$/;

function lower(text) {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// `text` is what the error shows of the input.
function checkToken(token, production, text) {
  const index = token.search(notToken);
  if (token === '' || index !== -1) throw new ERR_INVALID_MIME_SYNTAX(production, text, index);
  return lower(token);
}

// Returns the type, the subtype and the text of the parameters.
function parseEssence(text) {
  const start = startBlanks.exec(text)[0].length;
  const slash = text.indexOf('/', start);
  if (slash === -1) throw new ERR_INVALID_MIME_SYNTAX('type', text, text.slice(start).search(notToken));
  const type = checkToken(text.slice(start, slash), 'type', text);
  const semicolon = text.indexOf(';', slash);
  const subtype = text.slice(slash + 1, semicolon === -1 ? text.length : semicolon).replace(endBlanks, '');
  return [type, checkToken(subtype, 'subtype', text), semicolon === -1 ? '' : text.slice(semicolon + 1)];
}

// Adds the parameters that are well-formed; the first of a name counts.
function parseParameters(text, parameters) {
  let position = 0;
  while (position < text.length) {
    position += startBlanks.exec(text.slice(position))[0].length;
    const next = text.slice(position).search(/[;=]/);
    if (next === -1) return;
    const end = position + next;
    const name = lower(text.slice(position, end));
    if (text[end] === ';') {
      position = end + 1;
      continue;
    }
    const [value, after] = takeValue(text, end + 1);
    position = after;
    if (value !== undefined && name !== '' && !notToken.test(name) && !notQuotedText.test(value) &&
        !parameters.has(name)) {
      parameters.set(name, value);
    }
  }
}

// Returns the value at a position, and the position after the semicolon behind it.
function takeValue(text, position) {
  if (text[position] === '"') {
    const [value, end] = takeQuoted(text, position + 1);
    const semicolon = text.indexOf(';', end);
    return [value, semicolon === -1 ? text.length : semicolon + 1];
  }
  const semicolon = text.indexOf(';', position);
  const end = semicolon === -1 ? text.length : semicolon;
  const value = text.slice(position, end).replace(endBlanks, '');
  return [value === '' ? undefined : value, end + 1];
}

// A backslash makes the character after it an ordinary one; the closing quote may be missing.
function takeQuoted(text, position) {
  let value = '';
  for (; position < text.length && text[position] !== '"'; position++) {
    if (text[position] === '\\' && position + 1 < text.length) position++;
    value += text[position];
  }
  return [value, position];
}

function quoteValue(value) {
  if (value !== '' && !notToken.test(value)) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

let makeParameters;

class MIMEParams {
  #parameters = new Map();

  static {
    makeParameters = (text) => {
      const params = new MIMEParams();
      parseParameters(text, params.#parameters);
      return params;
    };
  }

  delete(name) {
    this.#parameters.delete(lower(`${name}`));
  }

  get(name) {
    return this.#parameters.get(lower(`${name}`)) ?? null;
  }

  has(name) {
    return this.#parameters.has(lower(`${name}`));
  }

  set(name, value) {
    name = `${name}`;
    value = `${value}`;
    const token = checkToken(name, 'parameter name', name);
    const index = value.search(notQuotedText);
    if (index !== -1) throw new ERR_INVALID_MIME_SYNTAX('parameter value', value, index);
    this.#parameters.set(token, value);
  }

  *entries() {
    yield* this.#parameters.entries();
  }

  *keys() {
    yield* this.#parameters.keys();
  }

  *values() {
    yield* this.#parameters.values();
  }

  toString() {
    return Array.from(this.#parameters, (pair) => `${pair[0]}=${quoteValue(pair[1])}`).join(';');
  }
}

Object.defineProperties(MIMEParams.prototype, {
  [Symbol.iterator]: {
    __proto__: null,
    value: MIMEParams.prototype.entries, configurable: true, writable: true,
  },
  toJSON: {
    __proto__: null,
    value: MIMEParams.prototype.toString, configurable: true, writable: true,
  },
});

class MIMEType {
  #type;
  #subtype;
  #params;

  constructor(input) {
    const [type, subtype, params] = parseEssence(`${input}`);
    this.#type = type;
    this.#subtype = subtype;
    this.#params = makeParameters(params);
  }

  // Returns null where the constructor throws.
  static parse(input) {
    try {
      return new this(input);
    } catch {
      return null;
    }
  }

  get type() {
    return this.#type;
  }

  set type(value) {
    value = `${value}`;
    this.#type = checkToken(value, 'type', value);
  }

  get subtype() {
    return this.#subtype;
  }

  set subtype(value) {
    value = `${value}`;
    this.#subtype = checkToken(value, 'subtype', value);
  }

  get essence() {
    return `${this.#type}/${this.#subtype}`;
  }

  get params() {
    return this.#params;
  }

  toString() {
    const params = this.#params.toString();
    return params === '' ? this.essence : `${this.essence};${params}`;
  }
}

Object.defineProperty(MIMEType.prototype, 'toJSON', {
  __proto__: null,
  value: MIMEType.prototype.toString, configurable: true, writable: true,
});

module.exports = { MIMEType, MIMEParams };
