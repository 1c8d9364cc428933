// Cuts a text that comes in pieces into lines.
'use strict';

const lineFeed = 10;
const carriageReturn = 13;

function endsLine(code) {
  return code === lineFeed || code === carriageReturn || code === 0x2028 || code === 0x2029;
}

class LineSplitter {
  #crlfDelay;
  // When a piece ended with the first half of '\r\n', perhaps: undefined if the last one did not.
  #returnedAt = undefined;

  constructor(crlfDelay) {
    this.#crlfDelay = crlfDelay;
    // The line that has no end yet.
    this.rest = '';
  }

  // The lines that end in `text`, without their ends.
  split(text) {
    const lines = [];
    let start = this.#isSecondHalf(text) ? 1 : 0;
    for (let i = start; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (!endsLine(code)) continue;
      lines.push(this.rest + text.slice(start, i));
      this.rest = '';
      if (code === carriageReturn && text.charCodeAt(i + 1) === lineFeed) i++;
      start = i + 1;
    }
    this.rest += text.slice(start);
    if (text.length > 0) this.#returnedAt = text.endsWith('\r') ? Date.now() : undefined;
    return lines;
  }

  #isSecondHalf(text) {
    return this.#returnedAt !== undefined && text.charCodeAt(0) === lineFeed &&
      Date.now() - this.#returnedAt <= this.#crlfDelay;
  }
}

module.exports = { LineSplitter };
