// TypeScript runs without its types: from import, require() and each other; what cannot be stripped is refused.
'use strict';

const { stripTypeScriptTypes } = require('module');

process.removeAllListeners('warning');
console.log(require('./fixtures/typescript/common.cts'));
console.log(require('./fixtures/typescript/area.ts').area(2, 3));
for (const file of ['enum.ts', 'property.cts', 'node_modules/typed/index.ts']) {
  try {
    require(`./fixtures/typescript/${file}`);
  } catch (error) {
    console.log(error.name, error.code, error.message.replace(__dirname, ''));
  }
}
try {
  require('./fixtures/typescript/wrong.ts');
} catch (error) {
  console.log(error.name, error.code);
}
console.log(JSON.stringify(stripTypeScriptTypes('let x: number = y as any;\nlet s = "ä" as `${string}é`, t: 1')));
console.log(process.features.typescript);
import('./fixtures/typescript/module.mts').then(({ result, line }) => console.log(result, line));
