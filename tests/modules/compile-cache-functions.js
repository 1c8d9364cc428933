// Functions that the cache holds are those of the source, whether they were called when it was made or are now.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'functions-')));
const text = `
const list = [];
function called(x) { const inner = () => { list.push(x); return inner.name; }; return inner(); }
function later() { return [...numbers()].map((n) => n * 2); }
function* numbers() { yield 1; yield* [2, 3]; }
class Shape { #size = 2; static of() { return new this(); } get size() { return this.#size; } async wait() { return await this.#size; } }
function throws() {
  throw new Error('x');
}
const way = process.argv[2];
called('a');
if (way === 'much') {
  console.log(later(), Shape.of().size, list, called.toString() === 'function called' + String(called).slice(15));
  try { throws(); } catch (error) { console.log(/file\\.m?js:\\d+:\\d+/.exec(error.stack)[0]); }
  Shape.of().wait().then(console.log);
}
console.log(way, called.toString().length, later.toString(), list);
`;
for (const name of ['file.js', 'file.mjs']) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  for (const way of ['little', 'much', 'little', 'much']) {
    const env = { ...process.env, NODE_COMPILE_CACHE: path.join(folder, `kept-${name}`) };
    const { stdout, stderr } = spawnSync(process.execPath, [file, way], { env, encoding: 'utf8' });
    console.log(stdout + stderr);
  }
}
fs.rmSync(folder, { recursive: true });
