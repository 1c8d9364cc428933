// Code that a script was compiled to, as bytes: taken if they are whole and of that text, and else refused.
'use strict';

const vm = require('vm');
const { execFileSync } = require('child_process');

const text = '(function f(x) { return { twice: x * 2, name: f.name, text: "\u20ac" }; })';
const script = new vm.Script(text, { produceCachedData: true });
console.log(script.cachedDataProduced, script.cachedData instanceof Buffer, 'cachedDataRejected' in script);
console.log(script.createCachedData() instanceof Buffer);

// Of another process: what this one has compiled before, Node does not compile again.
function dataOf(code) {
  const program = `new (require('vm').Script)(${JSON.stringify(code)}).createCachedData().toString('hex')`;
  return Buffer.from(execFileSync(process.execPath, ['-p', program]).toString().trim(), 'hex');
}
function use(label, code, cachedData, options) {
  const used = new vm.Script(code, { ...options, cachedData });
  console.log(label, used.cachedDataRejected, used.runInThisContext()(21));
}
const data = dataOf('(x) => [x, "whole"]');
use('whole', '(x) => [x, "whole"]', data);
use('again', '(x) => [x, "whole"]', new DataView(data.buffer, data.byteOffset, data.length));
use('elsewhere', '(x) => [x, "whole"]', data, { filename: 'other.js', lineOffset: 3 });
console.log(new vm.Script('(x) => [x, "whole"]', { cachedData: data }).runInNewContext()(1)[0]);
use('other text', '(x) => [x, "of another length"]', data);
use('cut', '(x) => [x, "cut"]', dataOf('(x) => [x, "cut"]').subarray(0, -1));
use('begun late', '(x) => [x, "begun late"]', dataOf('(x) => [x, "begun late"]').subarray(8));
use('empty', '(x) => [x, "empty"]', Buffer.alloc(0));
