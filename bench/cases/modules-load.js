// Loads a thousand small modules, which it writes first: by require() or by import.
'use strict';
// deno takes this file for a module, where there is no require.
const { createRequire } = process.getBuiltinModule('module');
const fs = process.getBuiltinModule('fs');
const os = process.getBuiltinModule('os');
const path = process.getBuiltinModule('path');
const { pathToFileURL } = process.getBuiltinModule('url');

const kCount = 1000;
const isCommonJs = process.argv[2] === 'require';
const extension = isCommonJs ? 'cjs' : 'mjs';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'modules-'));

function write(name, text) {
  const file = path.join(folder, `${name}.${extension}`);
  fs.writeFileSync(file, text);
  return file;
}

function textOf(id) {
  const body = `class Thing { constructor(x) { this.x = x; } get twice() { return this.x * 2; } }
function name() { return 'module ' + ${id}; }
`;
  return body + (isCommonJs ? `exports.id = ${id}; exports.name = name; exports.Thing = Thing;\n` :
    `export const id = ${id};\nexport { name, Thing };\n`);
}

const names = Array.from({ length: kCount }, (_, id) => `m${id}`);
names.forEach((name, id) => write(name, textOf(id)));
const main = write('main', isCommonJs ?
  `let sum = 0;\n${names.map((name) => `sum += require('./${name}.cjs').id;\n`).join('')}exports.sum = sum;\n` :
  `${names.map((name) => `import { id as ${name} } from './${name}.mjs';\n`).join('')}export const sum = ${names.join(' + ')};\n`);

async function run() {
  const began = performance.now();
  const { sum } = isCommonJs ? createRequire(main)(main) : await import(pathToFileURL(main).href);
  const took = performance.now() - began;
  if (sum !== kCount * (kCount - 1) / 2) throw new Error(`sum ${sum}`);
  fs.rmSync(folder, { recursive: true });
  console.log(took);
}

run();
