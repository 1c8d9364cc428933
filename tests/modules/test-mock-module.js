// mock.module(): what stands for modules of every kind, for import and for require().
const { mock } = require('node:test');
const folder = './fixtures/mock-module';

function show(value) {
  if (value === null || typeof value !== 'object') return String(value);
  return Object.getOwnPropertyNames(value).map((name) => `${name}=${JSON.stringify(value[name])}`).join(' ');
}

async function outcome(act) {
  try {
    return show(await act());
  } catch (error) {
    return `${error.code ?? error.name}: ${error.message.split('\n')[0]}`;
  }
}

async function main() {
  const cases = [
    ['named', () => ({ namedExports: { x: 1 } })],
    ['default', () => ({ defaultExport: { d: 1 } })],
    ['both', () => ({ exports: { x: 1, default: { d: 1 } } })],
    ['no object', () => ({ exports: { x: 1, default: 7 } })],
    ['nothing', () => undefined],
  ];
  for (const [name, make] of cases) {
    for (const specifier of ['readline', `${folder}/common.js`, `${folder}/module.mjs`, `${folder}/data.json`]) {
      const context = mock.module(specifier, make());
      const type = specifier.endsWith('json') ? { with: { type: 'json' } } : undefined;
      console.log(name, specifier);
      console.log('  import: ', await outcome(() => import(specifier, type)));
      console.log('  require:', await outcome(() => require(specifier)));
      context.restore();
    }
  }

  // A module that was loaded before, and one that imports it later.
  const before = await import(`${folder}/module.mjs`);
  mock.module(`${folder}/module.mjs`, { exports: { a: 'mocked', default: 'other' }, cache: true });
  console.log((await import(`${folder}/user.mjs`)).seen, before.a);
  console.log((await import(`${folder}/module.mjs`)) === (await import(`${folder}/module.mjs`)));
  console.log(await outcome(() => mock.module(new URL(`file://${require.resolve(`${folder}/module.mjs`)}`)) && 1).then((text) => text.split('.')[0].slice(0, 30)));
  mock.reset();
  console.log((await import(`${folder}/module.mjs`)) === before);

  console.log(await outcome(() => mock.module(5)));
  console.log(await outcome(() => mock.module('fs', { cache: 1 })));
  console.log(await outcome(() => mock.module('fs', { exports: {}, namedExports: {} })));
  console.log(await outcome(() => mock.module('./none.js')).then((text) => text.slice(0, 20)));
  mock.module(`${folder}/data.json`, { exports: { default: {} } });
  console.log(await outcome(() => import(`${folder}/data.json`)).then((text) => text.slice(0, 28)));
}
main();
