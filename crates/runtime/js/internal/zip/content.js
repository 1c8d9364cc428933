// Content of members, out of its compressed form and into it.
'use strict';

const native = binding('zlib');
const { Buffer } = require('buffer');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { codes: errors } = require('internal/errors');
const { kinds } = require('internal/zlib/codecs');
const { corrupt, numbers, unsupported } = require('internal/zip/numbers');

const kNoOptions = { __proto__: null };
const kPiece = 64 * 1024;
const kEmpty = Buffer.alloc(0);

const kMethods = {
  __proto__: null,
  deflate: { number: numbers.DEFLATE, packer: kinds.DeflateRaw, unpacker: kinds.InflateRaw, verb: 'inflates' },
  zstd: { number: numbers.ZSTD, packer: kinds.ZstdCompress, unpacker: kinds.ZstdDecompress, verb: 'decompresses' },
  store: { number: numbers.STORE },
};

function methodOf(number) {
  return number === numbers.DEFLATE ? kMethods.deflate : number === numbers.ZSTD ? kMethods.zstd : kMethods.store;
}

function codecFor(kind) {
  return kind.make(kind, kind.settingsOf(kind, kNoOptions), false);
}

// What is done with all of an input: at once, or by the pool.
function runSync(kind, input, most) {
  return native.run(codecFor(kind), input, kind.flushes.finish, most, false, undefined)[0];
}

function run(kind, input, most) {
  return new Promise((resolve, reject) => {
    native.run(codecFor(kind), input, kind.flushes.finish, most, false, (error, bytes) => {
      if (error) reject(error);
      else resolve(bytes);
    });
  });
}

// Refuses what cannot be read, before anything is.
function checkReadable(header, most) {
  if ((header.flags & numbers.ENCRYPTED) !== 0) throw unsupported(`entry "${header.name}" is encrypted`);
  const { method } = header;
  if (method !== numbers.STORE && method !== numbers.DEFLATE && method !== numbers.ZSTD) {
    throw unsupported(`entry "${header.name}" uses compression method ${method}`);
  }
  if (header.size > most) {
    throw new errors.ERR_ZIP_ENTRY_TOO_LARGE(
      `entry "${header.name}" declares ${header.size} bytes, exceeding the ${most} byte limit`);
  }
}

// What came out must be what the header says. A number stands for too much.
function checked(header, bytes, verify) {
  const { name, size } = header;
  if (typeof bytes === 'number') throw tooMuch(header);
  if (bytes.length !== size) throw corrupt(name, `produced ${bytes.length} bytes, expected ${size}`);
  if (verify && native.crc32(bytes, 0) !== header.crc32) throw corrupt(name, 'failed CRC-32 verification');
  return asBuffer(bytes);
}

function tooMuch(header) {
  const verb = methodOf(header.method).verb ?? 'extends';
  return corrupt(header.name, `${verb} beyond its declared size of ${header.size} bytes`);
}

function undecodable(header, error) {
  const verb = header.method === numbers.DEFLATE ? 'inflate' : 'decompress';
  return corrupt(header.name, `failed to ${verb}: ${error.message}`);
}

function unpackSync(header, raw, verify) {
  if (header.method === numbers.STORE) return checked(header, Buffer.from(raw), verify);
  let bytes;
  try {
    bytes = runSync(methodOf(header.method).unpacker, raw, header.size);
  } catch (error) {
    throw undecodable(header, error);
  }
  return checked(header, bytes, verify);
}

async function unpack(header, raw, verify) {
  if (header.method === numbers.STORE) return checked(header, Buffer.from(raw), verify);
  let bytes;
  try {
    bytes = await run(methodOf(header.method).unpacker, raw, header.size);
  } catch (error) {
    throw undecodable(header, error);
  }
  return checked(header, bytes, verify);
}

// A codec that takes input piece by piece; the pieces that come out are at most 64 KiB long.
class Pump {
  constructor(kind) {
    this.kind = kind;
    this.codec = codecFor(kind);
  }

  // Gives all that comes of an input.
  async* feed(input, isLast) {
    const flush = isLast ? this.kind.flushes.finish : this.kind.flushes.usual;
    let offset = 0;
    for (;;) {
      const { bytes, consumed } = await this.#step(input, offset, flush);
      offset += consumed;
      if (bytes.length > 0) yield asBuffer(bytes);
      if (bytes.length < kPiece) return;
    }
  }

  #step(input, offset, flush) {
    return new Promise((resolve, reject) => {
      native.write(this.codec, input, offset, input.length - offset, kPiece, flush, (error, bytes, consumed) => {
        if (error) reject(error);
        else resolve({ bytes, consumed });
      });
    });
  }

  close() {
    native.close(this.codec);
  }
}

// The content of a member whose compressed bytes come in pieces.
async function* unpackPieces(header, pieces, verify) {
  let size = 0;
  let sum = 0;
  for await (const piece of header.method === numbers.STORE ? pieces : decoded(header, pieces)) {
    size += piece.length;
    if (size > header.size) throw tooMuch(header);
    if (verify) sum = native.crc32(piece, sum);
    yield piece;
  }
  if (size < header.size) throw corrupt(header.name, 'is truncated');
  if (verify && sum !== header.crc32) throw corrupt(header.name, 'failed CRC-32 verification');
}

async function* decoded(header, pieces) {
  const pump = new Pump(methodOf(header.method).unpacker);
  try {
    for await (const piece of pieces) yield* told(header, pump.feed(piece, false));
    yield* told(header, pump.feed(kEmpty, true));
  } finally {
    pump.close();
  }
}

async function* told(header, output) {
  try {
    yield* output;
  } catch (error) {
    throw undecodable(header, error);
  }
}

// Compresses what a source yields, and puts what came of it into the header.
async function* packPieces(header, source) {
  const { packer } = methodOf(header.method);
  const pump = packer === undefined ? undefined : new Pump(packer);
  try {
    for await (const chunk of source) {
      if (!(chunk instanceof Uint8Array)) throw new errors.ERR_INVALID_ARG_TYPE('chunk', 'Uint8Array', chunk);
      if (chunk.length === 0) continue;
      header.size += chunk.length;
      header.crc32 = native.crc32(chunk, header.crc32);
      yield* counted(header, pump === undefined ? [chunk] : pump.feed(chunk, false));
    }
    if (pump !== undefined) yield* counted(header, pump.feed(kEmpty, true));
  } finally {
    pump?.close();
  }
}

async function* counted(header, pieces) {
  for await (const piece of pieces) {
    header.compressedSize += piece.length;
    yield piece;
  }
}

// Data as it is kept: compressed, unless that does not make it smaller.
function packedSync(method, data) {
  const { packer } = kMethods[method];
  if (packer === undefined || data.length === 0) return stored(data);
  return smaller(method, data, runSync(packer, data, Number.MAX_SAFE_INTEGER));
}

async function packed(method, data) {
  const { packer } = kMethods[method];
  if (packer === undefined || data.length === 0) return stored(data);
  return smaller(method, data, await run(packer, data, Number.MAX_SAFE_INTEGER));
}

function stored(data) {
  return { method: numbers.STORE, raw: data };
}

function smaller(method, data, bytes) {
  return bytes.length < data.length ? { method: kMethods[method].number, raw: asBuffer(bytes) } : stored(data);
}

module.exports = { checkReadable, kMethods, packPieces, packed, packedSync, unpack, unpackPieces, unpackSync };
