const { minimatch, Minimatch } = require('minimatch');
for (const [path, pattern, options] of [
  ['a/b/c.js', '**/*.js'],
  ['.hidden', '*'],
  ['.hidden', '*', { dot: true }],
  ['a.ts', '*.{js,ts}'],
  ['b5', 'b[1-5]'],
  ['x', '!(y|z)'],
  ['foo.bar', '+(foo).@(bar|baz)'],
  ['A/B', 'a/b', { nocase: true }],
  ['a/b/c', 'a/**'],
  ['file.js', 'f?le.js'],
])
  console.log(path, pattern, minimatch(path, pattern, options));
console.log(
  minimatch.match(['a.js', 'b.ts', 'c.js'], '*.js'),
  minimatch.braceExpand('f{01..03}-{a,b}'),
  new Minimatch('a/*/[!x]?.js').set.length,
);
