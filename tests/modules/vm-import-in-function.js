// import() in a function of vm: who loads its modules was not said, or cannot do it.
const vm = require('vm');

const kinds = {
  none: {},
  callback: { importModuleDynamically() { throw new Error('not called'); } },
};
(async () => {
  for (const [name, options] of Object.entries(kinds)) {
    for (const text of ["return import('fs')", "return (() => import('fs'))()", "return eval(\"import('fs')\")"]) {
      try {
        await vm.compileFunction(text, [], options)();
      } catch (error) {
        console.log(name, error instanceof TypeError, error.code, error.message);
      }
    }
  }
})();
