// Modules that cannot be had: codes, words and hints.
'use strict';

const specifiers = [
  './fixtures/esm/nowhere.mjs', './fixtures/counter', './fixtures/folders', 'no-such-package', '#nothing', 'https://example.org/',
  './a%2Fb.mjs', 'data:text/javascript,import "./x"', 'data:text/plain,x', 'node:nothing', './fixtures/data.json', './fixtures/esm/file.unknown',
  'data:text/javascript,import { nothing } from "node:path"', 'data:text/javascript,require', 'data:text/javascript,import "fs" with { a: "b" }',
];

(async () => {
  for (const specifier of specifiers) {
    await import(specifier).catch((error) => {
      console.log(error.name, error.code, error.message.replaceAll(__dirname, 'DIR'), Object.keys(error).join());
    });
  }
  await import('./fixtures/counter.js', { with: { type: 'json' } }).catch((error) => {
    console.log(error.code, error.message.replaceAll(__dirname, 'DIR'));
  });
})();
