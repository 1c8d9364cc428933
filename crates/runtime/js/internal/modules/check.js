// `--check`: a program is compiled, and not run.
'use strict';

const { Module } = require('internal/modules/cjs');
const { formatOfFile, readText } = require('internal/modules/esm_load');
const { checkChanged } = require('internal/modules/wrapper');

const files = binding('modules');
const syntax = binding('syntax');

const kParameters = ['exports', 'require', 'module', '__filename', '__dirname'];

function checkFile(file) {
  const found = Module._findPath(file, null, true);
  if (!found) {
    const error = new Error(`Cannot find module '${file}'`);
    error.code = 'MODULE_NOT_FOUND';
    error.requireStack = [];
    throw error;
  }
  check(readText(found), found, formatOfFile(found));
}

function checkText(text, name, type) {
  require('internal/process/fatal').rememberSource(name, text);
  check(text, name, type);
}

function check(text, name, format) {
  let source = text.startsWith('#!') ? `//${text.slice(2)}` : text;
  let kind = format;
  if (kind?.endsWith('-typescript') || name.endsWith('.ts')) {
    source = require('internal/modules/typescript').stripTypes(source, name);
    kind = kind?.slice(0, -'-typescript'.length);
  }
  if (kind === 'json' || kind === 'wasm') return;
  if (kind === undefined && syntax.isModule(source)) kind = 'module';
  try {
    if (kind === 'module') binding('esm').compile(source, name, undefined);
    else if (!checkChanged(source, name)) files.compileFunction(source, name, kParameters);
  } catch (error) {
    throw withPlace(error, name);
  }
}

function withPlace(error, name) {
  if (!(error instanceof SyntaxError) || error.fileName !== name) return error;
  const context = require('internal/process/fatal').syntaxContext(error);
  if (context !== undefined) error.stack = `${context}\n${error.stack}`;
  return error;
}

module.exports = { checkFile, checkText };
