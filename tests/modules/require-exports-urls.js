// Targets in "exports" are URLs, of which escapes are decoded and some parts are forbidden.
const { createRequire } = require('module');

const ask = createRequire(`${__dirname}/fixtures/exports-packages/`);
for (const name of [
  'blank', 'query', 'files/plain', 'files/with%20blank', 'files/with blank', 'files/../plain', 'files/%2e%2e/plain',
  'files/NODE_%4dodules/x', 'up', 'packages', 'separator', 'numbered',
]) {
  try {
    console.log(name, ask(`urls/${name}`));
  } catch (error) {
    console.log(name, error.code);
  }
}
