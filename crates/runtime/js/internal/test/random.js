// Numbers that look random and follow from a seed.
'use strict';

const kLargestSeed = 2 ** 32 - 1;

// The generator is known as mulberry32: the n-th number is made of the seed and n steps.
const kStep = 0x6D2B79F5;

function mix(word) {
  const spread = Math.imul(word ^ (word >>> 15), 1 | word);
  const bits = spread ^ (spread + Math.imul(spread ^ (spread >>> 7), 61 | spread));
  return (bits ^ (bits >>> 14)) >>> 0;
}

// A function that draws numbers from 0 to below 1.
function createSeeded(seed) {
  let draws = 0;
  return () => mix(seed + Math.imul(++draws, kStep) | 0) / (kLargestSeed + 1);
}

function drawSeed() {
  return Math.floor(Math.random() * (kLargestSeed + 1));
}

module.exports = { createSeeded, drawSeed, kLargestSeed };
