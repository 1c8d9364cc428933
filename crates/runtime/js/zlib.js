// zlib: compression by deflate (with or without the wrappings of zlib and gzip), Brotli and Zstandard, and ZIP archives.
'use strict';

const classes = require('internal/zlib/classes');
const { codes, constants } = require('internal/zlib/constants');
const { crc32 } = require('internal/zlib/crc32');
const { callbackForm, syncForm } = require('internal/zlib/whole');

function allClasses() {
  return classes;
}

module.exports = { crc32, ...classes };

// The functions for whole inputs: name of the function, class.
const forms = [['deflate', 'Deflate'], ['gzip', 'Gzip'], ['deflateRaw', 'DeflateRaw'], ['unzip', 'Unzip'],
  ['inflate', 'Inflate'], ['gunzip', 'Gunzip'], ['inflateRaw', 'InflateRaw'], ['brotliCompress', 'BrotliCompress'],
  ['brotliDecompress', 'BrotliDecompress'], ['zstdCompress', 'ZstdCompress'], ['zstdDecompress', 'ZstdDecompress']];

for (let i = 0; i < forms.length; i++) {
  const { 0: name, 1: className } = forms[i];
  module.exports[name] = callbackForm(className, allClasses);
  module.exports[`${name}Sync`] = syncForm(className, allClasses);
}

const created = ['Deflate', 'Inflate', 'DeflateRaw', 'InflateRaw', 'Gzip', 'Gunzip', 'Unzip', 'BrotliCompress',
  'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress'];

for (let i = 0; i < created.length; i++) {
  const Class = classes[created[i]];
  const name = `create${created[i]}`;
  const { [name]: create } = { [name]: function(options) { return new Class(options); } };
  define(name, create, true);
}

// Constants have stood on the module itself since long before there was `constants`; those of Brotli never did.
const constantNames = Object.keys(constants).filter((name) => !name.startsWith('BROTLI'));
for (let i = 0; i < constantNames.length; i++) {
  Object.defineProperty(module.exports, constantNames[i], {
    __proto__: null, value: constants[constantNames[i]], enumerable: false,
  });
}

define('constants', constants, false);
define('codes', codes, false);

function define(name, value, configurable) {
  Object.defineProperty(module.exports, name, { __proto__: null, value, enumerable: true, configurable });
}

// ZIP archives are seldom wanted: their files are loaded when they are first asked for.
const kZip = {
  __proto__: null,
  ZipEntry: 'internal/zip/entry',
  ZipFile: 'internal/zip/zip_file',
  ZipBuffer: 'internal/zip/zip_buffer',
  createZipArchive: 'internal/zip/archive',
  createZipArchiveSync: 'internal/zip/archive',
  zipFiles: 'internal/zip/archive',
  getMaxZipContentSize: 'internal/zip/limits',
  setMaxZipContentSize: 'internal/zip/limits',
};

const zipNames = Object.keys(kZip);
for (let i = 0; i < zipNames.length; i++) {
  const name = zipNames[i];
  Object.defineProperty(module.exports, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      const value = require(kZip[name])[name];
      define(name, value, true);
      return value;
    },
  });
}
