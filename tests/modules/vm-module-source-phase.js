// Modules of vm have no source object: `import source` of one is refused when it is linked, or asked for.
'use strict';
const { SourceTextModule, SyntheticModule } = require('vm');

const target = () => new SourceTextModule('export const p = 5;', { identifier: 'target' });
const tell = (promise) => promise.then(() => console.log('ok'), (error) => console.log(error.name, error.code, error.message));

(async () => {
  await tell(new SourceTextModule('import source x from "y";').link(target));
  await tell(new SourceTextModule('import a from "a"; import source x from "y";').link(target));
  const asks = new SourceTextModule('await import.source("y");', { importModuleDynamically: target });
  await asks.link(target);
  await tell(asks.evaluate());
  await tell(new SourceTextModule('import { p } from "y"; export { p };').link(target));
  const made = new SyntheticModule(['a'], function() { this.setExport('a', 1); });
  await made.evaluate();
  console.log(made.namespace.a);
})();
