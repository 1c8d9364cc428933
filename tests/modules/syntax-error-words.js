// What is said of a token that does not belong where it is.
'use strict';
const vm = require('vm');

const texts = [
  'var foo bar;', 'if (foo bar) {}', 'if true', '(', 'console.log(1', '[1 2]', '{', 'let x = ;', 'a => { ',
  'function f(a b){}', 'function (', 'class A { x y }', 'class {', 'x = {a b}', 'for (let i = 0 i < 1;) {}',
  'const a', 'const {a} = ;', 'import x from "a" b', 'export', 'return return', 'do { } whil', 'switch (a) { foo }',
  'var 1', 'var class', 'a.', 'a.1b', '"abc', '1 2', 'let let = 1', 'enum', 'x y', '}', 'a ? b', 'a ? b : ',
  '() => {} 5', 'new', 'await 1 2', 'async () => { await }', '@', 'a b', 'try {}', 'try { } catch (',
  'label: label2: }', 'if (1) else', 'while', 'for', 'function f(', 'f(a,,b)', '[...]', '({a:})', '({get a b(){}})',
  'var a = "x" "y"', 'a = 1 `x`', '/a/ /b/x', 'function f() { "use strict"; with (a) {} }', 'x = function() {',
  'export default', 'import {a b} from "x"', 'import', 'import(', 'let [a', 'let {a', 'var a,', 'a?.', 'a?.b.',
  '5..', '0x', '1_', 'typeof', '!',
];

for (const text of texts) {
  try {
    new vm.Script(text, 'x.js');
    console.log(JSON.stringify(text), 'ok');
  } catch (error) {
    console.log(JSON.stringify(text), error.message);
  }
}

// Also in a module, and in later lines.
import('data:text/javascript,let a;%0A  let b c;').catch((error) => console.log(error.message));
