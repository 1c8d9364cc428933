// Contexts in which no code is made at run time.
'use strict';

const vm = require('vm');

const wasm = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const codes = ['eval("1")', '(0, eval)("1")', 'new Function("return 1")()', 'typeof new WebAssembly.Module(wasm)',
  '[1].map((x) => x + 1)[0]'];
for (const codeGeneration of [undefined, {}, { strings: false }, { wasm: false }, { strings: false, wasm: false }]) {
  const context = vm.createContext({ wasm }, { codeGeneration });
  for (const code of codes) {
    try {
      console.log(codeGeneration, code, vm.runInContext(code, context));
    } catch (error) {
      console.log(codeGeneration, code, error.name, error.message, error instanceof EvalError);
    }
  }
}
try {
  vm.runInNewContext('eval("1")', {}, { contextCodeGeneration: { strings: false } });
} catch (error) {
  console.log(error.name);
}
console.log(eval('1 + 1'), new Function('return 3')());
