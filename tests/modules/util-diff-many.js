// util.diff() of many pairs of texts and lists, short and long.
'use strict';

const { diff } = require('util');

let state = 7;
function below(count) {
  state = (state * 1103515245 + 12345) & 0x7fffffff;
  return state % count;
}
function sequence(letters) {
  return Array.from({ length: 1 + below(below(4) === 0 ? 40 : 12) }, () => letters[below(letters.length)]);
}
for (let i = 0; i < 200; i++) {
  const letters = ['ab', 'abc', 'abcdefgh'][below(3)];
  const pair = [sequence(letters), sequence(letters)];
  const [actual, expected] = below(2) === 0 ? pair : pair.map((list) => list.join(''));
  console.log(diff(actual, expected).map(([kind, letter]) => ['+', '', '-'][kind + 1] + letter).join(''));
}
for (const [actual, expected] of [['x'.repeat(2000), 'y'], ['y', 'x'.repeat(2000)], ['xy'.repeat(800), 'yx']]) {
  const kinds = diff(actual, expected).map(([kind]) => kind);
  console.log([-1, 0, 1].map((wanted) => kinds.filter((kind) => kind === wanted).length), kinds.slice(0, 3), kinds.slice(-3));
}
