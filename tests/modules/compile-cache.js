// The compile cache: what is kept is taken at the next start, unless the file was changed or what was kept is damaged.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cache-')));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
write('main.js', `
  const { x } = require('./part.js');
  import('./module.mjs').then(({ y, where }) => console.log(x, y, where));
`);
write('part.js', 'exports.x = 1;\nexports.fail = () => { throw new Error("here"); };\n');
write('module.mjs', 'import { fail } from "./part.js"; export let y = 2, where;\ntry { fail() } catch (e) { where = /part.js:\\d+/.exec(e.stack)[0] }');

function run(what, options) {
  const env = { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE', ...options };
  const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(folder, 'main.js')], { env, encoding: 'utf8' });
  const count = (text) => stderr.split('\n').filter((line) => line.includes(text)).length;
  const files = ['main.js', 'part.js', 'module.mjs'].map((name) =>
    `${name} ${/was (\w+)/.exec(stderr.split('\n').find((line) => line.includes('code cache') && line.includes(name)) ?? '')?.[1]}`);
  console.log(what, status, stdout.trim(), files.join(', '), 'same:', count('cache was the same'));
}

const NODE_COMPILE_CACHE = path.join(folder, 'kept');
run('first', { NODE_COMPILE_CACHE });
run('second', { NODE_COMPILE_CACHE });
fs.appendFileSync(path.join(folder, 'part.js'), '// changed\n');
run('changed', { NODE_COMPILE_CACHE });
const inner = path.join(NODE_COMPILE_CACHE, fs.readdirSync(NODE_COMPILE_CACHE)[0]);
for (const name of fs.readdirSync(inner)) {
  const bytes = fs.readFileSync(path.join(inner, name));
  bytes[bytes.length - 1] ^= 1;
  fs.writeFileSync(path.join(inner, name), bytes);
}
run('damaged', { NODE_COMPILE_CACHE });
run('mended', { NODE_COMPILE_CACHE });
run('disabled', { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE: '1' });

const { constants, enableCompileCache, flushCompileCache, getCompileCacheDir } = require('module');
console.log(constants, getCompileCacheDir());
for (const bad of [3, null]) {
  try {
    console.log(enableCompileCache(bad)?.status);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
write('file', '');
console.log(getCompileCacheDir() === undefined ? enableCompileCache(path.join(folder, 'file', 'x')) : 'enabled');
const own = enableCompileCache(path.join(folder, 'own'));
console.log(own.status, own.directory === path.join(folder, 'own'), enableCompileCache().status);
console.log(getCompileCacheDir().startsWith(own.directory), flushCompileCache());
fs.rmSync(folder, { recursive: true });
