// assert() shows the call also where `eval` or `Function` has made it.
'use strict';
const assert = require('assert');

function show(body) {
  try {
    body();
  } catch (error) {
    console.log(error.message);
  }
}

show(() => new Function('assert', 'assert(1 === 2);')(assert));
show(() => eval('let x = 1;\nassert.ok(x === 2);'));
show(() => (0, eval)('(a) => {\n\n  a.equal(1, 1); a(null, undefined);\n}')(assert));
show(() => eval('new Function("a", "a(0)")')(assert));
show(() => assert(false));
