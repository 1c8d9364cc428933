const fg = require('fast-glob');
const micromatch = require('micromatch');
const fs = require('fs');
for (const f of ['src/a.js', 'src/b/c.ts', 'src/b/d.test.js', 'src/.h.js', 'x.md']) {
  fs.mkdirSync(require('path').dirname(f), { recursive: true });
  fs.writeFileSync(f, '');
}
(async () => {
  console.log(
    (await fg(['src/**/*.{js,ts}', '!**/*.test.js'])).sort(),
    fg
      .sync('**/*.js', { cwd: 'src', dot: true, absolute: false, stats: true })
      .map((e) => [e.path, e.stats.size])
      .sort(),
    fg.isDynamicPattern('a*'),
  );
  const seen = [];
  for await (const f of fg.stream('src/*', { onlyFiles: false, markDirectories: true })) seen.push(f);
  console.log(
    seen.sort(),
    micromatch(['foo', 'bar', 'baz.js'], ['b*', '!*.js']),
    micromatch.isMatch('a/b', 'a/{b,c}'),
    micromatch.capture('a/*/c', 'a/b/c'),
    micromatch.makeRe('*.!(x)'),
    micromatch.braces('{1..3}', { expand: true }),
  );
})();
