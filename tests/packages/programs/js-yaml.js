const yaml = require('js-yaml');
const text =
  'a: 1\nb: [x, "y", null, ~]\nc: &anchor\n  d: 2001-12-14\n  e: 1.5e3\nf: *anchor\ng: |\n  line one\n  line two\nh: >-\n  folded\n  text\nj: {k: true, l: 0x1F}\n<<: {m: 1}\n';
console.log(yaml.load(text));
console.log(
  yaml.dump(
    { a: [1, { b: null }], s: 'multi\nline', t: 'yes', n: -0.5, u: undefined, d: new Date(0), e: [] },
    { skipInvalid: true },
  ),
);
console.log(yaml.loadAll('---\na\n---\n- b\n'));
try {
  yaml.load('a: [1,\nb: 2', { filename: 'x.yml' });
} catch (error) {
  console.log(error.name, error.reason, error.mark.line, error.message);
}
