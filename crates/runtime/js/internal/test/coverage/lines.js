// The lines of a file: where they are, whether they count, and how often they ran.
'use strict';

const kComment = /\/\*\s*node:coverage\s+(?:(disable|enable)|ignore next(?:\s+(\d+))?)\s*\*\//;

// [{ line, start, end, count, isIgnored }]. Those between comments that turn coverage off and on do not count.
function linesOf(source) {
  const lines = [];
  let isOff = false;
  let ignored = 0;
  let start = 0;
  const texts = source.split('\n');
  if (texts.at(-1) === '') texts.pop();
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    const length = text.endsWith('\r') ? text.length - 1 : text.length;
    lines.push({ line: i + 1, start, end: start + length, count: 1, isIgnored: isOff || ignored > 0 });
    if (ignored > 0) ignored--;
    start += text.length + 1;
    const comment = kComment.exec(text);
    if (comment === null) continue;
    if (comment[1] !== undefined) isOff = comment[1] === 'disable';
    else ignored = Number(comment[2] ?? 1);
  }
  return lines;
}

// Those that a range touches; the ones that are all within it get its count.
function linesIn(lines, { startOffset, endOffset, count }) {
  const touched = [];
  for (let i = firstAt(lines, startOffset); i < lines.length; i++) {
    const line = lines[i];
    if (line.start >= endOffset) break;
    if (startOffset <= line.start && line.end <= endOffset) line.count = count;
    touched.push(line);
  }
  return touched;
}

// The line that a place is in.
function firstAt(lines, offset) {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].end < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

module.exports = { linesIn, linesOf };
