const { glob, globSync, Glob } = require('glob');
const fs = require('fs');
const path = require('path');
const os = require('os');
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'glob-'));
for (const file of ['a.js', 'b/c.js', 'b/d.ts', 'b/.e.js', 'b/f/g.js', 'node_modules/x.js']) {
  fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), file);
}
(async () => {
  console.log((await glob('**/*.js', { cwd: root, ignore: 'node_modules/**' })).sort());
  console.log(globSync(['*.js', 'b/*.{ts,js}'], { cwd: root, dot: true, posix: true }).sort());
  console.log(
    (await glob('**', { cwd: root, withFileTypes: true, maxDepth: 1 }))
      .map((p) => [p.name === path.basename(root) ? 'root' : p.name, p.isDirectory()])
      .sort(),
  );
  const seen = [];
  for await (const file of new Glob('b/**', { cwd: root, nodir: true })) seen.push(file);
  console.log(seen.sort());
  fs.rmSync(root, { recursive: true });
})();
