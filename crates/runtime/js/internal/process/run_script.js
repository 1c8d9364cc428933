// `--run NAME`: a script of the next package.json, run by the shell.
'use strict';

const path = require('path');

const files = binding('modules');

// What `fileKind` says of them.
const kFile = 0;
const kFolder = 1;

function fail(text) {
  binding('errors').writeFatal(`${text}\n`);
  process.exit(1);
}

// The package.json of a folder or of one above it.
function findPackage(from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (files.fileKind(file) === kFile) return file;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function readScripts(file) {
  let data;
  try {
    data = JSON.parse(files.readSource(file, true));
  } catch {
    fail(`Can't parse ${file}`);
  }
  const { scripts } = data;
  if (scripts === null || typeof scripts !== 'object') fail(`Can't find "scripts" field in ${file}`);
  return { __proto__: null, ...scripts };
}

// The folders of programs that packages have brought, the next first.
function searchPath(folder) {
  const folders = [];
  for (let at = folder; ; at = path.dirname(at)) {
    const programs = path.join(at, 'node_modules', '.bin');
    if (files.fileKind(programs) === kFolder) folders.push(programs);
    if (at === path.dirname(at)) break;
  }
  return folders.concat(process.env.PATH ?? []).join(path.delimiter);
}

function quoted(argument) {
  if (argument === '') return "''";
  return /[^\w@%+=:,./-]/.test(argument) ? `'${argument.replaceAll("'", "'\"'\"'")}'` : argument;
}

function run(name, args) {
  const folder = process.cwd();
  const file = findPackage(folder);
  if (file === undefined) fail(`Can't find package.json for directory ${folder}\n`);
  const scripts = readScripts(file);
  const command = scripts[name];
  if (typeof command !== 'string') {
    const list = Object.keys(scripts).map((one) => `  ${one}: ${scripts[one]}`);
    fail(`Missing script: "${name}" for ${file}\n\nAvailable scripts are:\n${list.join('\n')}`);
  }
  const home = path.dirname(file);
  const env = {
    ...process.env, PATH: searchPath(folder), NODE_RUN_SCRIPT_NAME: name, NODE_RUN_PACKAGE_JSON_PATH: file,
  };
  const { spawn } = require('child_process');
  const child = spawn('/bin/sh', ['-c', [command, ...args.map(quoted)].join(' ')], { cwd: home, env, stdio: 'inherit' });
  // Whatever code a script fails with, Node fails with 1.
  child.on('exit', (code) => process.exit(code === 0 ? 0 : 1));
  child.on('error', (error) => fail(error.message));
}

module.exports = { run };
