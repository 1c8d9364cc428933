// How many promise jobs pass between import() and the run of a module, and until the promise is settled: for graphs of
// several shapes, for modules that are known, and for those that fail.
'use strict';

async function measure(name, ...specifiers) {
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.job = 0;
  globalThis.ran = [];
  let isOver = false;
  (async () => {
    for (; !isOver && globalThis.job < 100; globalThis.job++) await null;
  })();
  const settled = [];
  for (const specifier of specifiers) {
    import(specifier).then(() => settled.push(`ok ${globalThis.job}`),
                           (error) => settled.push(`${error.code ?? error.name} ${globalThis.job}`));
  }
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  console.log(`${name}: ran in ${globalThis.ran.join()}, settled: ${settled.join(', ')}`);
}

(async () => {
  const at = (name) => `./fixtures/esm/${name}.mjs`;
  await measure('no imports', at('leaf'));
  await measure('known', at('leaf'));
  await measure('one import', at('one'));
  await measure('two levels', at('two'));
  await measure('a cycle', at('cycle'));
  await measure('CommonJS, and a known module', at('known'));
  await measure('the library', 'node:tty');
  await measure('the library again', 'node:tty');
  await measure('several times at once', 'data:text/javascript,globalThis.ran.push(globalThis.job)',
                'data:text/javascript,globalThis.ran.push(globalThis.job)');
  await measure('await', at('waits'));
  await measure('await below', at('waiting'));
  await measure('throws', at('throws'));
  await measure('throws again', at('throws'));
  await measure('no such export', at('unlinked'));
  await measure('no such export again', at('unlinked'));
  await measure('not found', at('nowhere'));
  await measure('not found below', at('lost'));
  await measure('bad syntax', at('broken'));
})();
