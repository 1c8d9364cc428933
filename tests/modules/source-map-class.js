// module.SourceMap: where the parts of a generated text come from.
'use strict';

const { SourceMap, findSourceMap } = require('module');

const map = new SourceMap({
  version: 3,
  sources: ['one.ts', 'two.ts'],
  names: ['first', 'second'],
  mappings: 'AAAAA,IAAIC;AACA;;ACDJA',
}, { lineLengths: [10, 3, 0, 5] });
for (const [line, column] of [[0, 0], [0, 5], [1, 9], [2, 0], [3, 0], [3, 7]]) {
  console.log(line, column, map.findEntry(line, column), map.findOrigin(line + 1, column + 1));
}
console.log(map.payload, map.lineLengths, map.payload === map.payload);
console.log(findSourceMap(__filename));
try {
  new SourceMap('text');
} catch (error) {
  console.log(error.code, error.message);
}
