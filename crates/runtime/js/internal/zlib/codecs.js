// The kinds of codecs: what each is called, which flushes it knows, and how one is made from options.
'use strict';

const native = binding('zlib');
const { codes: errors } = require('internal/errors');
const { constants } = require('internal/zlib/constants');
const { dictionaryFrom, numberOr, parametersFrom, pledgedSizeFrom } = require('internal/zlib/checks');

// What is around deflated data, by the numbers of `binding/zlib/make.rs`.
const kZlib = 0;
const kGzip = 1;
const kRaw = 2;
const kUnknown = 3;

// The flushes of a family: the usual one, the one at the end, the one of flush(), and the last number.
const kZlibFlushes = { usual: constants.Z_NO_FLUSH, finish: constants.Z_FINISH, full: constants.Z_FULL_FLUSH,
  last: constants.Z_BLOCK, bound: 0 };
const kBrotliFlushes = { usual: constants.BROTLI_OPERATION_PROCESS, finish: constants.BROTLI_OPERATION_FINISH,
  full: constants.BROTLI_OPERATION_FLUSH, last: constants.BROTLI_OPERATION_EMIT_METADATA, bound: 1 };
const kZstdFlushes = { usual: constants.ZSTD_e_continue, finish: constants.ZSTD_e_end,
  full: constants.ZSTD_e_flush, last: constants.ZSTD_e_end, bound: 2 };

const kLastBrotliParameter = Math.max(...numbersOf('BROTLI_PARAM_'));
const kLastZstdParameter = Math.max(...numbersOf('ZSTD_c_'));
const kLastZstdReading = Math.max(...numbersOf('ZSTD_d_'));

function numbersOf(prefix) {
  return Object.keys(constants).filter((name) => name.startsWith(prefix)).map((name) => constants[name]);
}

// How deflate is set up, or what reads it.
function zlibSettings(kind, options) {
  // A reader takes the size of the window from the data if it is told 0, null or nothing.
  const { windowBits } = options;
  const takesAny = kind.reads && kind.wrapping !== kRaw;
  const bits = takesAny && (windowBits === 0 || windowBits === null) ? 0 :
    numberOr(15, windowBits, 'options.windowBits', kind.wrapping === kGzip && !kind.reads ? 9 : 8, 15);
  return {
    windowBits: bits,
    level: numberOr(-1, options.level, 'options.level', -1, 9),
    memLevel: numberOr(8, options.memLevel, 'options.memLevel', 1, 9),
    strategy: numberOr(0, options.strategy, 'options.strategy', 0, 4),
    dictionary: dictionaryFrom(options.dictionary),
  };
}

// `alone`: nothing may follow, so the codec is to stop where something does.
function makeZlib(kind, settings, alone) {
  const { dictionary } = settings;
  if (kind.reads) return native.inflate(kind.wrapping, Math.trunc(settings.windowBits), dictionary, alone);
  // Without a wrapping the smallest window cannot be told to a reader, so the next one is used.
  const bits = Math.trunc(settings.windowBits);
  return native.deflate(kind.wrapping, settings.level, kind.wrapping === kRaw && bits === 8 ? 9 : bits,
    settings.memLevel, settings.strategy, dictionary);
}

function brotliSettings(kind, options) {
  return {
    parameters: parametersFrom(options.params, kLastBrotliParameter, errors.ERR_BROTLI_INVALID_PARAM),
    dictionary: dictionaryFrom(options.dictionary),
  };
}

function makeBrotli(kind, { parameters, dictionary }) {
  const codec = kind.reads ? native.brotliDecoder(parameters, dictionary) :
    native.brotliEncoder(parameters, dictionary);
  if (codec === undefined) throw new errors.ERR_ZLIB_INITIALIZATION_FAILED();
  return codec;
}

function zstdSettings(kind, options) {
  const last = kind.reads ? kLastZstdReading : kLastZstdParameter;
  return {
    parameters: parametersFrom(options.params, last, errors.ERR_ZSTD_INVALID_PARAM),
    // A reader has no use for it.
    pledgedSize: pledgedSizeFrom(options.pledgedSrcSize),
    dictionary: dictionaryFrom(options.dictionary),
  };
}

function makeZstd(kind, { parameters, dictionary, pledgedSize }) {
  const codec = kind.reads ? native.zstdDecoder(parameters, dictionary) :
    native.zstdEncoder(parameters, dictionary, pledgedSize);
  if (typeof codec !== 'string') return codec;
  const error = new errors.ERR_ZLIB_INITIALIZATION_FAILED();
  error.message = codec;
  throw error;
}

function kind(name, mode, wrapping, reads, flushes, settingsOf, make) {
  return { name, mode: constants[mode], wrapping, reads, flushes, settingsOf, make };
}

function zlibKind(name, mode, wrapping, reads) {
  return kind(name, mode, wrapping, reads, kZlibFlushes, zlibSettings, makeZlib);
}

const kinds = {
  __proto__: null,
  Deflate: zlibKind('Deflate', 'DEFLATE', kZlib, false),
  Inflate: zlibKind('Inflate', 'INFLATE', kZlib, true),
  Gzip: zlibKind('Gzip', 'GZIP', kGzip, false),
  Gunzip: zlibKind('Gunzip', 'GUNZIP', kGzip, true),
  DeflateRaw: zlibKind('DeflateRaw', 'DEFLATERAW', kRaw, false),
  InflateRaw: zlibKind('InflateRaw', 'INFLATERAW', kRaw, true),
  Unzip: zlibKind('Unzip', 'UNZIP', kUnknown, true),
  BrotliCompress: kind('BrotliCompress', 'BROTLI_ENCODE', 0, false, kBrotliFlushes, brotliSettings, makeBrotli),
  BrotliDecompress: kind('BrotliDecompress', 'BROTLI_DECODE', 0, true, kBrotliFlushes, brotliSettings, makeBrotli),
  ZstdCompress: kind('ZstdCompress', 'ZSTD_COMPRESS', 0, false, kZstdFlushes, zstdSettings, makeZstd),
  ZstdDecompress: kind('ZstdDecompress', 'ZSTD_DECOMPRESS', 0, true, kZstdFlushes, zstdSettings, makeZstd),
};

module.exports = { kinds };
