const acorn = require('acorn');
const tree = acorn.parse(
  'export default async function* f({a = 1, ...b}) { for await (const x of y?.z ?? []) yield `t${x}` }',
  { ecmaVersion: 'latest', sourceType: 'module', locations: true },
);
console.log(JSON.stringify(tree, (key, value) => (key === 'loc' ? undefined : value)));
console.log(
  [...acorn.tokenizer('let re = /[/]\\u{1f600}/u, n = 0x1F_00n', { ecmaVersion: 2022 })]
    .map((t) => `${t.type.label}:${t.value?.pattern ?? t.value}`)
    .join(' '),
);
const comments = [];
acorn.parse('// one\n/* two */ 1', { ecmaVersion: 2020, onComment: comments });
console.log(comments.map((c) => [c.type, c.value, c.start]));
for (const source of [
  'let 1',
  'a = {',
  '"use strict"; with (a) {}',
  'var \u0061wait; await 1',
  '/(?<n>a)(?<n>b)/',
  'class A { #x; #x }',
]) {
  try {
    acorn.parse(source, { ecmaVersion: 'latest' });
    console.log('fine');
  } catch (error) {
    console.log(error.name, error.message, error.pos, error.loc);
  }
}
