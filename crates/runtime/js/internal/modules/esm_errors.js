// What is said of ES modules that cannot be had: the line in front of the stack, and hints.
'use strict';

const path = require('path');
const { fileURLToPath, pathToFileURL } = require('internal/url');

// The line of a text, a caret below a column (both from 1 on), as wide as what is wrong.
function showLine(url, source, line, column, width) {
  const text = source.split('\n', line)[line - 1] ?? '';
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `${url}:${line}\n${text}\n${before}${'^'.repeat(Math.max(1, width))}\n`;
}

// A text that is no module: the place is noted, for the program may end by it.
function describeSyntaxError(error, url, source) {
  if (error instanceof SyntaxError && error.fileName === url) {
    require('internal/process/fatal').rememberSource(url, source);
  }
  return error;
}

const kNoExport = /^The requested module '(.*)' does not provide an export named '(.*)'$/s;

// Names that do not fit: the line of the import goes before the stack.
function describeLinkError(error, root) {
  if (!(error instanceof SyntaxError) || typeof error.fileName !== 'string') return error;
  const entry = find(root, (one) => one.url === error.fileName);
  if (entry?.source === undefined) return error;
  const match = kNoExport.exec(error.message);
  const imported = entry.imports.find((one) => one.url === match?.[1]);
  const { line, name } = firstMissing(entry.source, error.lineNumber, match?.[2] ?? '', imported?.names);
  const text = entry.source.split('\n', line)[line - 1] ?? '';
  if (match !== null) reword(error, entry, match[1], name, text);
  const column = columnOf(text, error.columnNumber, name);
  setStack(error, showLine(entry.url, entry.source, line, column, name.length) + stackOf(error));
  return error;
}

// The engine names one of several names that are missing; people are told the first.
function firstMissing(source, line, name, names) {
  const start = source.split('\n').slice(0, line).join('\n').lastIndexOf('{');
  const end = source.indexOf('}', start);
  if (names === undefined || start === -1 || end === -1) return { line, name };
  const found = /[\w$]+(?=\s*(?:,|$|as\b))/g;
  const list = source.slice(start + 1, end);
  for (let match = found.exec(list); match !== null; match = found.exec(list)) {
    const isRenamed = /\bas\s+$/.test(list.slice(0, match.index));
    if (isRenamed || names.includes(match[0])) continue;
    return { line: source.slice(0, start + 1 + match.index).split('\n').length, name: match[0] };
  }
  return { line, name };
}

// The engine names the module by its URL; people know it by what they wrote.
function reword(error, entry, url, name, line) {
  const index = entry.imports.findIndex((one) => one.url === url);
  if (index === -1) return;
  const specifier = entry.specifiers[index];
  const { format, isCommonJs } = entry.imports[index];
  setMessage(error, isCommonJs && format !== 'commonjs-typescript' ? commonJsHint(specifier, name, line) :
    `The requested module '${specifier}' does not provide an export named '${name}'`);
}

// The engine points to the import as a whole, or behind it; the caret is to stand below the name.
function columnOf(text, column, name) {
  if (text.startsWith(name, column - 1)) return column;
  const found = text.indexOf(name);
  return found === -1 ? column : found + 1;
}

function find(root, test) {
  let found;
  require('internal/modules/esm_run').byDepth(root, (entry) => {
    if (test(entry)) found = entry;
    return found === undefined;
  });
  return found;
}

function commonJsHint(specifier, name, line) {
  const names = /\{.*\}/.exec(line)?.[0];
  const use = names === undefined ? '' : `const ${names.replaceAll(/\s+as\s+/g, ': ')} = pkg;\n`;
  return `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, ` +
    'which may not support all module.exports as named exports.\n' +
    'CommonJS modules can always be imported via the default export, for example using:\n\n' +
    `import pkg from '${specifier}';\n${use}`;
}

// The engine's error has no frames of its own.
function stackOf(error) {
  const holder = { name: error.name, message: error.message };
  Error.captureStackTrace(holder, describeLinkError);
  return holder.stack;
}

function setMessage(error, message) {
  Object.defineProperty(error, 'message', {
    __proto__: null, value: message, writable: true, configurable: true, enumerable: false,
  });
}

const kMissing = /^(require|exports|module|__filename|__dirname) is not defined$/;

const kInstead = {
  __proto__: null,
  require: 'replace require() with import',
  exports: 'use export instead of module.exports/exports',
  module: 'use export instead of module.exports/exports',
  __filename: 'use import.meta.filename instead',
  __dirname: 'use import.meta.dirname instead',
};

// Both kinds of modules have something that the other has not: nobody can tell which one was meant.
function ambiguity(name) {
  return `Cannot determine intended module format because both '${name}' and top-level await are present. If the code is ` +
    `intended to be CommonJS, wrap await in an async function. If the code is intended to be an ES module, ${kInstead[name]}.`;
}

// Names that CommonJS has: a module is told what there is instead.
function explainReference(error, hasAwait) {
  const name = kMissing.exec(error.message)?.[1];
  if (name === undefined) return;
  const place = binding('errors').errorFrames(error)[0]?.file ?? '';
  const file = place.startsWith('file:') ? fileURLToPath(place) : undefined;
  let message = hasAwait ? ambiguity(name) : `${error.message} in ES module scope`;
  if (!hasAwait && name === 'require') message += ', you can use import instead';
  const { nearestPackageFile, packageType } = require('internal/modules/resolve');
  if (file?.endsWith('.js') && packageType(file) === 'module') {
    message += "\nThis file is being treated as an ES module because it has a '.js' file extension and " +
      `'${nearestPackageFile(file)}' contains "type": "module". To treat it as a CommonJS script, rename it to use ` +
      "the '.cjs' file extension.";
  }
  const before = error.stack;
  setMessage(error, message);
  setStack(error, before.replace(/^[^\n]*/, () => `${error.name}: ${message}`));
}

function setStack(error, stack) {
  Object.defineProperty(error, 'stack', {
    __proto__: null, value: stack, writable: true, configurable: true, enumerable: false,
  });
}

// Who comes from CommonJS leaves extensions out, and names folders.
function withHint(error, specifier, parentUrl) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' && error?.code !== 'ERR_UNSUPPORTED_DIR_IMPORT') return error;
  const found = hintFor(specifier, parentUrl);
  if (found !== undefined) setMessage(error, `${error.message}\nDid you mean to import ${JSON.stringify(found)}?`);
  return error;
}

function hintFor(specifier, parentUrl) {
  if (!parentUrl?.startsWith('file:')) return undefined;
  const parent = fileURLToPath(parentUrl);
  const { quietly } = require('internal/modules/package_deprecations');
  const file = quietly(() => fileFor(specifier, parent) ?? fileFor(unescaped(specifier), parent));
  if (file === undefined || !path.isAbsolute(file)) return undefined;
  if (specifier[0] === '.') return relativeUrl(parentUrl, pathToFileURL(file).href);
  return inPackage(specifier, file) ?? file;
}

function fileFor(request, parent) {
  const { resolveWithoutHooks } = require('internal/modules/cjs');
  try {
    return resolveWithoutHooks(request, parent);
  } catch {
    return undefined;
  }
}

function unescaped(specifier) {
  try {
    if (specifier.startsWith('file:')) return fileURLToPath(specifier);
    return specifier[0] === '.' ? decodeURIComponent(specifier) : specifier;
  } catch {
    return specifier;
  }
}

function relativeUrl(from, to) {
  const relative = path.relative(path.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

// The specifier of a file in a package, by the name of that.
function inPackage(specifier, file) {
  const { splitRequest } = require('internal/modules/package_exports');
  const name = splitRequest(specifier)?.name;
  const place = name === undefined ? -1 : file.lastIndexOf(`/node_modules/${name}/`);
  if (place === -1) return undefined;
  const rest = file.slice(place + '/node_modules/'.length);
  return pathToFileURL(`/${rest}`).href.slice('file:///'.length);
}

module.exports = { explainReference, describeLinkError, describeSyntaxError, showLine, withHint };
