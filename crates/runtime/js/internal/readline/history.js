// The lines that were entered before, the last one first, and moving among them.
'use strict';

class History {
  constructor(lines, size, removesDuplicates) {
    this.lines = lines;
    this.size = size;
    // Which one is shown: -1 for none, `lines.length` when all have been passed.
    this.index = -1;
    // What the lines that are shown begin with; null while nobody moves.
    this.search = null;
    this.removesDuplicates = removesDuplicates;
  }

  // Says whether the list has changed.
  add(line) {
    if (this.size === 0 || line.trim().length === 0) return false;
    const { lines } = this;
    if (lines.length > 0 && lines[0] === line) return true;
    if (this.removesDuplicates) {
      const known = lines.indexOf(line);
      if (known !== -1) lines.splice(known, 1);
    }
    lines.unshift(line);
    if (lines.length > this.size) lines.pop();
    return true;
  }

  beginSearch(line, cursor) {
    this.search ??= line.slice(0, cursor);
  }

  // The next line in a direction (1: older) that begins as the search says and is another than `line`; undefined if there
  // is nowhere to go.
  move(step, line) {
    const { lines } = this;
    if (step > 0 ? this.index >= lines.length || lines.length === 0 : this.index < 0) return undefined;
    const search = this.search ?? '';
    let index = this.index + step;
    while (index >= 0 && index < lines.length && (!lines[index].startsWith(search) || lines[index] === line)) {
      index += step;
    }
    this.index = index;
    return lines[index] ?? search;
  }

  endSearch() {
    if (this.search === null) return;
    this.search = null;
    if (this.index === this.lines.length) this.index = -1;
  }
}

module.exports = { History };
