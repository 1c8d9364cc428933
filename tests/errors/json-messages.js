// What is wrong with a text that is not JSON.
'use strict';

const long = '{"numbers": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "next": ';
const texts = [
  '', '  ', '{', '[', '[1', '[1,', '[1 2]', '{"a"', '{"a" 1}', '{"a":', '{"a":}', '{"a":1', '{"a":1 "b"}', '{"a":1,}',
  '{a:1}', '[,]', '[1,]', 'x', '<!DOCTYPE html><html><body></body></html>', 'undefined', 'NaN', '[object Object]',
  'nul', 'falsy', '"abc', '"a\nb"', '"\\x"', '"\\u12"', '"\\', '-', '-a', '1.', '1e', '1e+', '01', '{"a":01}', '1 1',
  '{} x', '{"a":1}}', '\'single\'', '\u00e9', `${long}x}`, `${long}}`, long, '[\n1,\n2,\nx]', '[\n1,\n2 3]',
  '{\r\n"a":1,\r\n}', '{"a":[1,{"b":}]}', '{"\u0001":1}', '[[[[[[', '[[[[[[]]]]]]]', '{"a":{"b":[true,false,null]}',
];
for (const text of texts) {
  try {
    JSON.parse(text);
    console.log(JSON.stringify(text), 'is fine');
  } catch (error) {
    console.log(JSON.stringify(text), `${error.name}: ${error.message}`);
  }
}

// What is not a text is made one, once.
let count = 0;
try {
  JSON.parse({ toString() { count += 1; return '{"a"'; } });
} catch (error) {
  console.log(count, error.message);
}
try {
  JSON.parse(Symbol('s'));
} catch (error) {
  console.log(error.name, error.message);
}
// Errors of a reviver are its own.
for (const message of ['JSON.parse is innocent', 'JSON.parse: so it is', 5]) {
  try {
    JSON.parse('[1]', () => { throw Object.assign(new SyntaxError(), { message }); });
  } catch (error) {
    console.log(error.name, error.message);
  }
}
console.log(JSON.parse('{"a":[1,2]}', (key, value) => (typeof value === 'number' ? value + 1 : value)));
console.log(JSON.parse.name, JSON.parse.length, 'prototype' in JSON.parse, Object.keys(JSON));
