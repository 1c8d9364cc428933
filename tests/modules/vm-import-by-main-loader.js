// import() in code of vm that goes to the loader of the program, from where the code says that it is.
'use strict';

const path = require('path');
const vm = require('vm');

const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const filename = path.join(__dirname, 'fixtures', 'x.js');
const show = (label, promise) => promise.then(
  (found) => console.log(label, typeof found.readFile, found.default?.sep), (error) => console.log(label, error.code));
(async () => {
  await show('script', new vm.Script('import("fs")', { importModuleDynamically }).runInThisContext());
  await show('name', vm.runInThisContext('import("node:path")', { filename, importModuleDynamically }));
  await show('function', vm.compileFunction('return import("fs")', [], { filename, importModuleDynamically })());
  await show('none there', vm.runInThisContext('import("./none.mjs")', { filename, importModuleDynamically }));
  await show('context', vm.runInNewContext('import("fs")', {}, { importModuleDynamically }));
  // Code of which only its context is known.
  const text = `Promise.resolve("import('fs')").then(eval)`;
  await show('evaluated', vm.runInContext(text, vm.createContext({})));
  await show('made', vm.runInContext(`Function("return import('fs')")()`, vm.createContext({}, { importModuleDynamically })));
  await show('plain', vm.runInContext(text, vm.createContext(vm.constants.DONT_CONTEXTIFY)));
  await show('no loader', vm.runInThisContext('import("fs")', { filename }));
  await show('no flag', vm.runInThisContext('import("fs")', { filename, importModuleDynamically: () => {} }));
})();
