// The shortest difference of two lists of lines (Myers), and how an AssertionError shows it.
'use strict';

// What became of a line: it is in both, in `actual` alone, in `expected` alone.
const kept = 0;
const added = 1;
const removed = -1;

// Beyond this many edits lines are no longer aligned: time and memory grow with the square.
const mostEdits = 4000;

// Equal, but for a comma at the end: the last member of a list has none.
function sameLine(a, b, ignoreComma) {
  if (a === b) return true;
  if (!ignoreComma) return false;
  return a.length === b.length + 1 ? a === `${b},` : `${a},` === b;
}

// [kind, line] from the first line to the last.
function diffLines(actual, expected, ignoreComma) {
  const trace = findTrace(actual, expected, ignoreComma);
  if (trace !== undefined) return retrace(trace, actual, expected, ignoreComma);
  return [...actual.map((line) => [added, line]), ...expected.map((line) => [removed, line])];
}

// furthest[middle + d] is how many lines of `actual`, and d less of `expected`, some number of
// edits can deal with. Returns what it was before each edit; undefined if they are too many.
function findTrace(actual, expected, ignoreComma) {
  const most = Math.min(actual.length + expected.length, mostEdits);
  const middle = most + 1;
  const furthest = new Int32Array(2 * middle + 1);
  const trace = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal;
      let x = takesExpected(furthest, at, diagonal, edits) ? furthest[at + 1] : furthest[at - 1] + 1;
      let y = x - diagonal;
      while (x < actual.length && y < expected.length && sameLine(actual[x], expected[y], ignoreComma)) {
        x++;
        y++;
      }
      furthest[at] = x;
      if (x >= actual.length && y >= expected.length) return trace;
    }
  }
  return undefined;
}

// Whether the furthest way to a diagonal takes a line of `expected` as its last edit.
function takesExpected(furthest, at, diagonal, edits) {
  return diagonal === -edits || (diagonal !== edits && furthest[at - 1] < furthest[at + 1]);
}

// The way back from the end, edit by edit.
function retrace(trace, actual, expected, ignoreComma) {
  const steps = [];
  let x = actual.length;
  let y = expected.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits];
    const diagonal = x - y;
    const at = edits + 1 + diagonal;
    const isExpected = takesExpected(furthest, at, diagonal, edits);
    const fromX = edits === 0 ? 0 : furthest[isExpected ? at + 1 : at - 1];
    const fromY = edits === 0 ? 0 : fromX - diagonal + (isExpected ? -1 : 1);
    while (x > fromX && y > fromY) {
      x--;
      y--;
      steps.push([kept, ignoreComma && !actual[x].endsWith(',') ? expected[y] : actual[x]]);
    }
    if (edits > 0) steps.push(isExpected ? [removed, expected[--y]] : [added, actual[--x]]);
  }
  return steps.reverse();
}

// One above the other: '+ 1' and '- 2'.
function showPair(actual, expected, colors) {
  return `${colors.green}+${colors.white} ${actual}\n${colors.red}-${colors.white} ${expected}`;
}

// Of lines that did not change the first five after a change, and the one before the next, are shown.
const linesAround = 5;

// { text, skipped }: the lines with their marks; whether some were left out.
function showDiff(steps, colors) {
  const lines = [];
  let skipped = false;
  let unchanged = [];
  const flush = (isEnd) => {
    const { length } = unchanged;
    if (length <= linesAround || isEnd) {
      lines.push(...unchanged.slice(0, linesAround));
    } else if (length <= linesAround + 2) {
      lines.push(...unchanged);
    } else {
      lines.push(...unchanged.slice(0, linesAround), `${colors.blue}...${colors.white}`, unchanged[length - 1]);
      skipped = true;
    }
    unchanged = [];
  };
  for (const [kind, line] of steps) {
    if (kind === kept) {
      unchanged.push(`${colors.white}  ${line}`);
      continue;
    }
    flush(false);
    lines.push(kind === added ?
      `${colors.green}+${colors.white} ${line}` :
      `${colors.red}-${colors.white} ${line}`);
  }
  flush(true);
  return { text: lines.join('\n'), skipped };
}

module.exports = { diffLines, showDiff, showPair };
