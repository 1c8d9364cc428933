// Coverage of the same files from several processes, put together.
'use strict';

// A list with each URL once.
function mergeScripts(scripts) {
  const byUrl = new Map();
  for (const script of scripts) {
    const known = byUrl.get(script.url);
    if (known === undefined) byUrl.set(script.url, [script]);
    else known.push(script);
  }
  const merged = [];
  byUrl.forEach((list, url) => {
    merged.push(list.length === 1 ? list[0] : { url, functions: mergeFunctions(list) });
  });
  return merged;
}

// Functions are the same if they begin and end at the same places.
function mergeFunctions(scripts) {
  const byPlace = new Map();
  for (const { functions } of scripts) {
    for (const one of functions) {
      const { startOffset, endOffset } = one.ranges[0];
      const key = `${startOffset} ${endOffset}`;
      const known = byPlace.get(key);
      if (known === undefined) byPlace.set(key, [one]);
      else known.push(one);
    }
  }
  const merged = [];
  byPlace.forEach((list) => merged.push(list.length === 1 ? list[0] : mergeRanges(list)));
  return merged.sort((a, b) => byStart(a.ranges[0], b.ranges[0]));
}

function byStart(a, b) {
  return a.startOffset - b.startOffset || b.endOffset - a.endOffset;
}

// Every range that one of them has gets the sum of what all of them say of it.
function mergeRanges(functions) {
  const places = new Map();
  for (const { ranges } of functions) {
    for (const range of ranges) places.set(`${range.startOffset} ${range.endOffset}`, range);
  }
  const list = [];
  places.forEach(({ startOffset, endOffset }) => {
    const counts = functions.map(({ ranges }) => countOf(ranges, startOffset, endOffset));
    list.push({ startOffset, endOffset, count: counts.reduce((sum, count) => sum + count, 0) });
  });
  list.sort(byStart);
  const { functionName } = functions[0];
  return { functionName, ranges: withoutEqual(list), isBlockCoverage: functions.some((one) => one.isBlockCoverage) };
}

// The count of the smallest range around a place: inner ones come later.
function countOf(ranges, start, end) {
  let count = 0;
  for (const range of ranges) {
    if (range.startOffset <= start && end <= range.endOffset) count = range.count;
  }
  return count;
}

// A range that ran as often as the one around it says nothing.
function withoutEqual(list) {
  const around = [];
  return list.filter((range) => {
    while (around.length !== 0 && around.at(-1).endOffset <= range.startOffset) around.pop();
    const isEqual = around.at(-1)?.count === range.count;
    if (!isEqual) around.push(range);
    return !isEqual;
  });
}

module.exports = { mergeScripts };
