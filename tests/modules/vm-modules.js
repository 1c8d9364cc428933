// Modules of vm: how far they are, what links them, what they may be told, and what goes wrong.
'use strict';

const vm = require('vm');

const tell = (label, act) => Promise.resolve().then(act).then(
  (value) => console.log(label, value), (error) => console.log(label, error.name, error.code, error.cause?.message));

(async () => {
  const sources = {
    a: 'import { b } from "b"; import c from "c"; export const a = b + c; export { b as again } from "b";',
    b: 'import "c"; export let b = 1;',
  };
  const c = new vm.SyntheticModule(['default', 'other'], function evaluate() { c.setExport('default', 10); });
  const known = new Map([['c', c]]);
  const link = (specifier, referrer, { attributes }) => {
    console.log('asked for', specifier, 'by', referrer.identifier, attributes);
    if (!known.has(specifier)) known.set(specifier, new vm.SourceTextModule(sources[specifier], { identifier: specifier }));
    return known.get(specifier);
  };
  const a = new vm.SourceTextModule(sources.a, { identifier: 'a' });
  console.log(a.status, a.dependencySpecifiers, a.moduleRequests, c.status, c.namespace);
  await tell('namespace', () => a.namespace);
  await tell('evaluate', () => a.evaluate());
  await a.link(link);
  console.log(a.status, a);
  console.log(a.evaluate(), a.status, known.get('b').status, a.namespace, c.namespace);
  c.setExport('other', 'later');
  console.log(c.namespace.other);
  await tell('set', () => c.setExport('no such'));
  await tell('again', () => a.link(link));

  const bad = new vm.SourceTextModule('throw new Error("bad")');
  await bad.link(() => {});
  await tell('bad', () => bad.evaluate());
  console.log(bad.status, bad.error.message);
  await tell('of bad', () => new vm.SourceTextModule('import "bad"').link(() => bad));
  await tell('no module', () => new vm.SourceTextModule('import "x"').link(() => ({})));
  await tell('no linker', () => new vm.SourceTextModule('').link());
  await tell('too few', () => new vm.SourceTextModule('import "x"').linkRequests([]));
  await tell('not linked', () => new vm.SourceTextModule('import "x"').instantiate());

  const waits = new vm.SourceTextModule('export let x = 1; await 0; x = 2;');
  waits.linkRequests([]);
  waits.instantiate();
  const run = waits.evaluate();
  console.log(run, waits.status, waits.namespace.x, waits.hasTopLevelAwait(), waits.hasAsyncGraph());
  await run;
  console.log(waits.namespace.x);

  const context = vm.createContext({ seen: 1 });
  const inside = new vm.SourceTextModule('globalThis.seen += 1; export default [seen, import.meta.told];', {
    context, initializeImportMeta(meta, module) { meta.told = module === inside; },
  });
  await inside.link(() => {});
  await inside.evaluate();
  console.log(context.seen, Array.from(inside.namespace.default), inside.namespace.default instanceof Array);
  await tell('other context', () => new vm.SourceTextModule('import "x"').link(() => inside));

  const asks = new vm.SourceTextModule('export default () => import("later");', {
    importModuleDynamically: (specifier, module, attributes) => {
      console.log('import of', specifier, module === asks, attributes);
      return a;
    },
  });
  await asks.link(() => {});
  await asks.evaluate();
  console.log(await asks.namespace.default() === a.namespace);
  const script = new vm.Script('import("later")', { importModuleDynamically: (specifier, from) => from === script && a.namespace });
  console.log(await script.runInThisContext() === a.namespace);
  await tell('no callback', () => vm.runInThisContext('import("fs")'));
  await tell('no namespace', () => vm.runInThisContext('import("fs")', { importModuleDynamically: () => 1 }));

  const slow = new vm.SourceTextModule('while (true);');
  await slow.link(() => {});
  await tell('slow', () => slow.evaluate({ timeout: 20 }));
  console.log(slow.status, slow.error);

  const text = 'export default 5';
  const cachedData = new vm.SourceTextModule(text).createCachedData();
  const cached = new vm.SourceTextModule(text, { cachedData });
  await cached.link(() => {});
  await cached.evaluate();
  console.log(cached.namespace.default);
  await tell('rejected', () => new vm.SourceTextModule('export default "other"', { cachedData }));
  await tell('too late', () => cached.createCachedData());
})();
