// fs.glob in its three forms: patterns, links, what is excluded, entries with types.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glob-'));
for (const name of ['a/b/c', 'a/.h/x', 'a/d.js', 'e.js', '.dot', 'z/y/w.js', 'z/d.js']) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), '');
}
fs.symlinkSync('a', path.join(folder, 'link'));

const find = (pattern, options) => fs.globSync(pattern, { cwd: folder, ...options });

for (const pattern of [
  '**', '*', '**/*', '**/', '*/', 'a/**', '**/*.js', './**', 'a/../*', '{e,z/d}.js', 'link/*', 'link/**', './**/d.js', 'e.js/',
  'e.js/*', '**/.*', 'a/*/c', 'a/b/../*', '?', '[ae]*', '!(a)', 'a/+(b|d.js)', 'l*/b', 'nope/*', '', '.', '**/b/**',
]) {
  console.log(JSON.stringify(pattern), ...find(pattern));
}
console.log(...find(['*.js', 'e*', 'a/*']));
console.log(...fs.globSync('*', { cwd: pathToFileURL(folder) }));
for (const exclude of [['a'], ['a/**'], ['**/d.js'], ['z/*'], ['./a'], [path.join(folder, 'a')]]) {
  console.log(exclude.length, ...find('**', { exclude }));
}
const asked = [];
console.log(...find('**', { exclude: (name) => { asked.push(name); return name === 'a'; } }), '|', ...asked);
console.log(find('*', { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory(), entry.isSymbolicLink()]));
console.log(...find('**', { followSymlinks: true }));

for (const call of [
  () => fs.globSync(5), () => fs.globSync([5]), () => fs.globSync('*', 5), () => fs.globSync('*', { cwd: 5 }),
  () => fs.globSync('*', { exclude: 'a' }), () => fs.globSync('*', { followSymlinks: 1 }), () => fs.glob('*'),
]) {
  try {
    console.log(call());
  } catch (error) {
    console.log(error.message);
  }
}

fs.glob('**/*.js', { cwd: folder }, async (error, names) => {
  console.log(error, names);
  const found = [];
  for await (const name of fs.promises.glob('**/c', { cwd: folder })) found.push(name);
  console.log(found);
  fs.rmSync(folder, { recursive: true });
});
