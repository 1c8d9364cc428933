// What is behind the URL of a module, read and told apart: { format, source }.
'use strict';

const path = require('path');
const { codes, UVException } = require('internal/errors');
const { packageType } = require('internal/modules/resolve');
const { fileURLToPath } = require('internal/url');

const files = binding('modules');
const syntax = binding('syntax');

// The formats of files by their extensions.
const kExtensions = {
  '__proto__': null,
  '.mjs': 'module',
  '.cjs': 'commonjs',
  '.json': 'json',
  '.wasm': 'wasm',
  '.node': 'addon',
  '.mts': 'module-typescript',
  '.cts': 'commonjs-typescript',
};

function stripsTypes() {
  return require('internal/process/options').getOption('--strip-types') !== false;
}

// What the name of a file and its package say; undefined if only the source can tell. Throws for an extension that nobody
// knows.
function formatOfFile(file) {
  const extension = path.extname(file);
  const known = kExtensions[extension];
  if (known !== undefined && (!known.endsWith('-typescript') || stripsTypes())) return known;
  if (extension === '.js') return packageType(file);
  if (extension === '') {
    const type = packageType(file);
    return type === 'module' && isWasm(file) ? 'wasm' : type;
  }
  if (extension === '.ts' && stripsTypes()) {
    const type = packageType(file);
    return type === undefined ? undefined : `${type}-typescript`;
  }
  if (extension === '.jsx' || extension === '.tsx') {
    const type = packageType(file);
    return type === undefined ? undefined : `${type}-jsx`;
  }
  throw new codes.ERR_UNKNOWN_FILE_EXTENSION(extension, file);
}

// What the source of a file tells that says nothing else.
function formatBySource(file, source) {
  const text = textOf(source);
  if (path.extname(file) === '.ts') {
    const { stripTypes } = require('internal/modules/typescript');
    return syntax.isModule(stripTypes(text, file)) ? 'module-typescript' : 'commonjs-typescript';
  }
  if (path.extname(file) === '.jsx' || path.extname(file) === '.tsx') {
    return require('internal/modules/jsx').transform(text, file, undefined).isModule ? 'module-jsx' : 'commonjs-jsx';
  }
  if (path.extname(file) === '' && isWasm(file)) return 'wasm';
  if (!detects() || !syntax.isModule(text)) return 'commonjs';
  warnOfDetection(file);
  return 'module';
}

function detects() {
  return require('internal/process/options').getOption('--experimental-detect-module') !== false;
}

const kWasmMagic = '\0asm';

function isWasm(file) {
  const source = files.readSource(file);
  return typeof source === 'string' && source.startsWith(kWasmMagic);
}

let warned;

// Reading a file twice costs time, which a package can save.
function warnOfDetection(file) {
  warned ??= new Set();
  const { nearestPackageFile } = require('internal/modules/resolve');
  const config = nearestPackageFile(file);
  if (config === undefined || warned.has(config) || file.includes('/node_modules/')) return;
  warned.add(config);
  const { pathToFileURL } = require('internal/url');
  process.emitWarning(
    `Module type of ${pathToFileURL(file)} is not specified and it doesn't parse as CommonJS.\n` +
    'Reparsing as ES module because module syntax was detected. This incurs a performance overhead.\n' +
    `To eliminate this warning, add "type": "module" to ${config}.`,
    { code: 'MODULE_TYPELESS_PACKAGE_JSON' });
}

// A format for hooks to see: as much as is known without reading.
function formatOf(url) {
  if (url.startsWith('node:') || url.startsWith('data:')) return undefined;
  if (!url.startsWith('file:')) return undefined;
  try {
    return formatOfFile(fileURLToPath(url));
  } catch {
    return undefined;
  }
}

// { format, source, responseURL } of what is at a URL. With `asText` a source of JavaScript or JSON is a text.
function load(url, format, attributes, asText) {
  if (url.startsWith('node:')) {
    checkAttributes(url, 'builtin', attributes);
    return { __proto__: null, format: 'builtin', responseURL: url, source: null };
  }
  if (url.startsWith('data:')) return loadData(url, format, attributes);
  if (!url.startsWith('file:')) {
    const { URL } = require('internal/url');
    throw new codes.ERR_UNSUPPORTED_ESM_URL_SCHEME(new URL(url), ['file', 'data']);
  }
  const file = fileURLToPath(url);
  const named = format ?? (isText(attributes) ? 'text' : formatOfFile(file));
  const isBinary = named === 'wasm' || !asText;
  const source = named === 'addon' ? null : isBinary ? readBytes(file) : readText(file);
  const found = named ?? formatBySource(file, source);
  checkAttributes(url, found, attributes, format !== undefined);
  if (found === 'wasm' && typeof source === 'string') return load(url, found, attributes, false);
  return { __proto__: null, format: found, responseURL: url, source };
}

function isText(attributes) {
  return attributes?.type === 'text' && takesText();
}

function readText(file) {
  const text = files.readSource(file);
  if (typeof text === 'string') return text;
  throw new UVException({ errno: text, syscall: 'open', path: file });
}

function readBytes(file) {
  return require('fs').readFileSync(file);
}

function textOf(source) {
  if (typeof source === 'string') return source;
  const { Buffer } = require('buffer');
  const bytes = ArrayBuffer.isView(source) ?
    Buffer.from(source.buffer, source.byteOffset, source.byteLength) : Buffer.from(source);
  const text = bytes.toString();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

// data:[type][;base64],text
function loadData(url, format, attributes) {
  const { URL } = require('internal/url');
  const { protocol, pathname, search } = new URL(url);
  const comma = pathname.indexOf(',');
  if (comma === -1) throw new codes.ERR_INVALID_URL(`${protocol}${pathname}`);
  const head = pathname.slice(0, comma);
  const found = format ?? (isText(attributes) ? 'text' : formatOfData(head, url));
  checkAttributes(url, found, attributes);
  const { Buffer } = require('buffer');
  const isBase64 = head.endsWith(';base64');
  const body = unescaped(pathname.slice(comma + 1) + search, Buffer);
  const source = isBase64 ? Buffer.from(body.latin1Slice(), 'base64') : body;
  return { __proto__: null, format: found, responseURL: url, source };
}

// The bytes of a text in which some are escaped. What only looks like an escape stays.
function unescaped(text, Buffer) {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const digits = bytes[i] === 0x25 ? bytes.latin1Slice(i + 1, i + 3) : '';
    const isEscape = digits.length === 2 && /^[0-9a-f]{2}$/i.test(digits);
    bytes[length++] = isEscape ? Number(`0x${digits}`) : bytes[i];
    if (isEscape) i += 2;
  }
  return bytes.subarray(0, length);
}

const kMimeFormats = {
  '__proto__': null,
  'application/json': 'json',
  'application/wasm': 'wasm',
  'text/javascript': 'module',
  'application/javascript': 'module',
};

function formatOfData(head, url) {
  const type = head.split(';', 1)[0];
  if (type === 'text/plain' && takesText()) return 'text';
  const format = kMimeFormats[type.trim().toLowerCase()];
  if (format === undefined) throw new codes.ERR_UNKNOWN_MODULE_FORMAT(type === '' ? null : type, url);
  return format;
}

// The types that an attribute can name, and the formats that they go with.
function typeOfFormat(format) {
  if (format === 'json') return 'json';
  return format === 'text' ? 'text' : undefined;
}

function takesText() {
  return require('internal/process/options').getOption('--experimental-import-text') === true;
}

// The attribute has to tell JSON, and nothing else.
function checkAttributes(url, format, attributes, isChosen = false) {
  const keys = attributes === undefined ? [] : Object.keys(attributes);
  const unknown = keys.find((key) => key !== 'type');
  if (unknown !== undefined) {
    throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(unknown, attributes[unknown], url);
  }
  const type = attributes?.type;
  if (type === 'text' && takesText()) return;
  const wanted = typeOfFormat(format);
  // A hook may have any file read as text.
  if (type === wanted || (isChosen && format === 'text' && type === undefined)) return;
  if (type === undefined) throw new codes.ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', wanted);
  if (type !== 'json') throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED('type', type, url);
  throw new codes.ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, type);
}

module.exports = { checkAttributes, formatOf, formatOfFile, load, readText, stripsTypes, textOf };
