// Trace events of operations on files: 'node,node.fs,node.fs.sync' and '.async', the same with 'fs_dir' for open folders.
'use strict';

const fsBinding = binding('fs');
const { readFileOf, truncateOf, writeFileOf } = require('internal/tracing/fs_steps');
const { comeBetween } = require('internal/tracing/between');
const { emit, emitSpan, newId } = require('internal/tracing/emit');

const kSync = 'node,node.fs,node.fs.sync';
const kAsync = 'node,node.fs,node.fs.async';
const kFolderSync = 'node,node.fs_dir,node.fs_dir.sync';
const kFolderAsync = 'node,node.fs_dir,node.fs_dir.async';

// What an operation of the binding is called when it is done at once, and when the pool does it; what its first arguments are
// called, and its result.
const kOperations = {
  __proto__: null,
  access: ['access', 'access', ['path']],
  exists: ['access', 'access', ['path']],
  chmod: ['chmod', 'chmod', ['path']],
  chown: ['chown', 'chown', ['path']],
  close: ['close', 'close'],
  copyFile: ['copyfile', 'copyfile', ['src', 'dest']],
  fchmod: ['fchmod', 'fchmod'],
  fchown: ['fchown', 'fchown'],
  fdatasync: ['fdatasync', 'fdatasync'],
  fstat: ['fstat', 'fstat'],
  fsync: ['fsync', 'fsync'],
  ftruncate: ['ftruncate', 'ftruncate'],
  futimes: ['futimes', 'futime'],
  lchown: ['lchown', 'lchown', ['path']],
  link: ['link', 'link', ['src', 'dest']],
  lstat: ['lstat', 'lstat', ['path']],
  lutimes: ['lutimes', 'lutime', ['path']],
  mkdir: ['mkdir', 'mkdir', ['path']],
  mkdtemp: ['mkdtemp', 'mkdtemp', ['path']],
  open: ['open', 'open', ['path']],
  read: ['read', 'read', [], 'bytesRead'],
  readv: ['read', 'read', [], 'bytesRead'],
  readFile: ['read', 'read'],
  readdir: ['readdir', 'scandir', ['path']],
  readlink: ['readlink', 'readlink', ['path']],
  realpath: ['realpath', 'realpath', ['path']],
  rename: ['rename', 'rename', ['old_path', 'new_path']],
  rm: ['rm', 'rm', ['path']],
  rmdir: ['rmdir', 'rmdir', ['path']],
  stat: ['stat', 'stat', ['path']],
  statfs: ['statfs', 'statfs', ['path']],
  symlink: ['symlink', 'symlink', ['target', 'path']],
  unlink: ['unlink', 'unlink', ['path']],
  utimes: ['utimes', 'utime', ['path']],
  write: ['write', 'write', [], 'bytesWritten'],
  writeString: ['write', 'write', [], 'bytesWritten'],
  writev: ['write', 'write', [], 'bytesWritten'],
  writeFile: ['write', 'write'],
};

const kFolderOperations = {
  __proto__: null,
  opendir: ['opendir', 'opendir', ['path']],
  readDir: ['readdir', 'readdir'],
  closeDir: ['closedir', 'closedir'],
};

// Those that are one call here and several in Node, where each of these is told.
const kInSteps = { __proto__: null, readFile: readFileOf, truncate: truncateOf, writeFile: writeFileOf };

function describe(names, args) {
  const about = {};
  for (let i = 0; i < (names?.length ?? 0); i++) about[names[i]] = String(args[i]);
  return about;
}

function resultOf(operation, error, value) {
  if (operation === 'readFile' || operation === 'writeFile') return {};
  if (error) return { result: error.errno ?? -1 };
  if (typeof value === 'number') return { result: value };
  return { result: Array.isArray(value) ? value.length : 0 };
}

// Gives what is called with a callback, or without one.
function split(next, atOnce, later) {
  return (...args) => (typeof args[args.length - 1] === 'function' ? later(next, args) : atOnce(next, args));
}

function callPlain(next, args) {
  return Reflect.apply(next, undefined, args);
}

function callTold(next, args, category, operation, name, names) {
  const id = newId();
  const callback = args[args.length - 1];
  emit('b', category, name, id, describe(names, args));
  args[args.length - 1] = (...results) => {
    emit('e', category, name, id, resultOf(operation, results[0], results[1]));
    Reflect.apply(callback, undefined, results);
  };
  return Reflect.apply(next, undefined, args);
}

function callTimed(next, args, name, resultName) {
  emit('B', kSync, name, undefined);
  let result;
  try {
    return result = Reflect.apply(next, undefined, args);
  } finally {
    emit('E', kSync, name, undefined, typeof result === 'number' && resultName ? { [resultName]: result } : undefined);
  }
}

function atOnce(operation) {
  const { 0: name, 3: resultName } = kOperations[operation];
  return (next) => split(next, (call, args) => callTimed(call, args, `fs.sync.${name}`, resultName), callPlain);
}

function later(operation) {
  const { 1: name, 2: names } = kOperations[operation];
  return (next) => split(next, callPlain, (call, args) => callTold(call, args, kAsync, operation, name, names));
}

function folderAtOnce(operation) {
  const name = `fs_dir.sync.${kFolderOperations[operation][0]}`;
  return (next) => split(next, (call, args) => emitSpan(kFolderSync, name, () => callPlain(call, args)), callPlain);
}

function folderLater(operation) {
  const { 1: name, 2: names } = kFolderOperations[operation];
  return (next) => split(next, callPlain, (call, args) => callTold(call, args, kFolderAsync, operation, name, names));
}

// What comes between is the same function each time, by which it is known.
const makers = { __proto__: null, sync: [], async: [], folderSync: [], folderAsync: [] };
for (const name of Object.keys(kOperations)) {
  if (kInSteps[name] === undefined) makers.sync.push([name, atOnce(name)]);
  makers.async.push([name, later(name)]);
}
for (const name of Object.keys(kInSteps)) {
  makers.sync.push([name, (next) => split(next, (call, args) => kInSteps[name](fsBinding, ...args), callPlain)]);
}
for (const name of Object.keys(kFolderOperations)) {
  makers.folderSync.push([name, folderAtOnce(name)]);
  makers.folderAsync.push([name, folderLater(name)]);
}

function update(isOn) {
  const set = (list, is) => {
    for (const { 0: name, 1: make } of list) comeBetween(fsBinding, name, make, is);
  };
  set(makers.sync, isOn('node', 'node.fs', 'node.fs.sync'));
  set(makers.async, isOn('node', 'node.fs', 'node.fs.async'));
  set(makers.folderSync, isOn('node', 'node.fs_dir', 'node.fs_dir.sync'));
  set(makers.folderAsync, isOn('node', 'node.fs_dir', 'node.fs_dir.async'));
}

module.exports = { update };
