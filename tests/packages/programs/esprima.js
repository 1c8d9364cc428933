const esprima = require('esprima');
const escodegen = require('escodegen');
const tree = esprima.parseScript('function f(a, b = 2) { return a ? { x: [1, ...b] } : `t${a}`; } // c', {
  comment: true,
  range: true,
  loc: true,
});
console.log(
  JSON.stringify(tree, (key, value) => (key === 'loc' || key === 'range' ? undefined : value)),
  escodegen.generate(tree),
  escodegen.generate(tree, { format: escodegen.FORMAT_MINIFY }),
  esprima.tokenize('a = /x/g + 0b1').map((t) => t.type),
);
for (const bad of ['var 1', 'a =', '"use strict"; 010'])
  try {
    esprima.parseScript(bad);
  } catch (error) {
    console.log(error.message, error.index, error.lineNumber, error.column);
  }
