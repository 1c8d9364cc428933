// import() of what is not there, in code of every origin: the promise is rejected.
const vm = require('vm');

const code = 'import("./not-there.mjs")';
const origins = {
  'a module': () => import('./not-there.mjs'),
  'eval': () => eval(code),
  'indirect eval': () => (0, eval)(code),
  'a function made of text': () => new Function(`return ${code}`)(),
  'a script': () => vm.runInThisContext(code),
  'a compiled script': () => new vm.Script(code, { filename: 'script.js' }).runInThisContext(),
  'another context': () => vm.runInNewContext(code),
  'a compiled function': () => vm.compileFunction(`return ${code}`)(),
};

(async () => {
  for (const [origin, run] of Object.entries(origins)) {
    try {
      await run();
      console.log(origin, 'loaded');
    } catch (error) {
      console.log(origin, 'rejected', typeof error.message);
    }
  }
})();
