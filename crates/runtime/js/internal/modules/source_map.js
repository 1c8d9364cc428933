// A source map (https://tc39.es/ecma426): where the parts of a generated text come from.
'use strict';

const { validateObject } = require('internal/validators');

const kDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const kBits = 5;
const kMore = 1 << kBits;

const digits = new Map();
for (let i = 0; i < kDigits.length; i++) digits.set(kDigits[i], i);

// Reads the numbers of a text in base 64, each relative to what a caller knows.
class NumberReader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  // Whether a segment or the line ends here.
  isAtEnd() {
    const next = this.text[this.at];
    return next === undefined || next === ',' || next === ';';
  }

  next() {
    let value = 0;
    let scale = 1;
    for (;;) {
      const digit = digits.get(this.text[this.at++]) ?? 0;
      value += (digit & (kMore - 1)) * scale;
      if (digit < kMore) break;
      scale *= kMore;
    }
    const magnitude = Math.floor(value / 2);
    return value % 2 === 1 ? -magnitude : magnitude;
  }
}

// The entries of a map without sections, in the order of the generated text, moved by where its section begins.
function readMappings(map, line, column, entries) {
  const reader = new NumberReader(map.mappings);
  const state = { line, column, source: 0, sourceLine: 0, sourceColumn: 0, name: 0 };
  while (reader.at < reader.text.length) {
    const sign = reader.text[reader.at];
    if (sign === ',') {
      reader.at++;
    } else if (sign === ';') {
      reader.at++;
      state.line++;
      state.column = 0;
    } else {
      entries.push(readSegment(reader, state, map));
    }
  }
}

function readSegment(reader, state, map) {
  state.column += reader.next();
  const entry = { generatedLine: state.line, generatedColumn: state.column };
  if (reader.isAtEnd()) return entry;
  state.source += reader.next();
  state.sourceLine += reader.next();
  state.sourceColumn += reader.next();
  entry.originalSource = `${map.sourceRoot ?? ''}${map.sources[state.source]}`;
  entry.originalLine = state.sourceLine;
  entry.originalColumn = state.sourceColumn;
  entry.name = undefined;
  if (!reader.isAtEnd()) {
    state.name += reader.next();
    entry.name = map.names?.[state.name];
  }
  return entry;
}

function copy(payload) {
  const result = { ...payload };
  for (const key of ['sources', 'sourcesContent', 'names']) {
    if (Array.isArray(result[key])) result[key] = result[key].slice();
  }
  if (Array.isArray(result.sections)) {
    result.sections = result.sections.map(({ offset, map }) => ({ offset: { ...offset }, map: copy(map) }));
  }
  return result;
}

class SourceMap {
  #payload;
  #entries = [];
  #lineLengths;

  constructor(payload, { lineLengths } = { __proto__: null }) {
    validateObject(payload, 'payload');
    this.#payload = copy(payload);
    if (Array.isArray(lineLengths)) this.#lineLengths = lineLengths.slice();
    if (this.#payload.sections === undefined) {
      readMappings(this.#payload, 0, 0, this.#entries);
    } else {
      this.#payload.sections.forEach(({ offset, map }) => readMappings(map, offset.line, offset.column, this.#entries));
    }
    this.#entries.sort((a, b) => a.generatedLine - b.generatedLine || a.generatedColumn - b.generatedColumn);
  }

  get payload() {
    return copy(this.#payload);
  }

  get lineLengths() {
    return this.#lineLengths?.slice();
  }

  // The last entry that begins at or before a place; lines and columns count from 0.
  findEntry(lineOffset, columnOffset) {
    const entries = this.#entries;
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { generatedLine, generatedColumn } = entries[middle];
      const isBehind = generatedLine > lineOffset || (generatedLine === lineOffset && generatedColumn > columnOffset);
      if (isBehind) high = middle;
      else low = middle + 1;
    }
    return low === 0 ? {} : { ...entries[low - 1] };
  }

  // The same for lines and columns that count from 1.
  findOrigin(lineNumber, columnNumber) {
    const entry = this.findEntry(lineNumber - 1, columnNumber - 1);
    if (entry.originalSource === undefined || entry.generatedLine === undefined) return {};
    return {
      name: entry.name,
      fileName: entry.originalSource,
      lineNumber: entry.originalLine + (lineNumber - 1 - entry.generatedLine) + 1,
      columnNumber: entry.originalColumn + (columnNumber - 1 - entry.generatedColumn) + 1,
    };
  }
}

module.exports = { SourceMap };
