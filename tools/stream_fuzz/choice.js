// Random choices that a seed repeats.
'use strict';

let state = 1;

function setSeed(seed) {
  state = seed * 7919 + 17;
  for (let i = 0; i < 5; i += 1) random(2);
}

// From 0 up to, but not including, `limit`.
function random(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(((state >>> 8) / 2 ** 24) * limit);
}

const pick = (list) => list[random(list.length)];
const chance = (percent) => random(100) < percent;

module.exports = { chance, pick, random, setSeed };
