// Streams of files read into memory that others have read into before: what a script was given stays as it is.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'spares-'));
const sizes = [0, 1, 1000, 65535, 65536, 65537, 100_000, 131_072, 200_000];
const fileOf = (index) => path.join(folder, String(index));
sizes.forEach((size, index) => fs.writeFileSync(fileOf(index), Buffer.alloc(size, index + 1)));

// All pieces are kept, and looked at when everything was read.
const read = (index, options) => new Promise((resolve, reject) => {
  const pieces = [];
  fs.createReadStream(fileOf(index), options)
    .on('data', (piece) => pieces.push(piece))
    .on('error', reject)
    .on('close', () => resolve({ index, pieces }));
});

const isWhole = ({ index, pieces }) => {
  const all = Buffer.concat(pieces);
  return all.length === sizes[index] && all.every((byte) => byte === index + 1);
};

async function main() {
  const results = [];
  for (let round = 0; round < 3; round++) {
    results.push(...await Promise.all(sizes.map((_, index) => read(index))));
  }
  console.log('alike:', results.every(isWhole), results.length);
  console.log('pieces:', results[6].pieces.map((piece) => [piece.length, piece.byteOffset, piece.buffer.byteLength]));
  const memory = new Set(results.flatMap(({ pieces }) => pieces.map((piece) => piece.buffer)));
  console.log('memory of their own:', memory.size === results.flatMap(({ pieces }) => pieces).length);

  // A piece can be handed on, and the next read goes elsewhere.
  const [{ buffer }] = (await read(5)).pieces;
  const clone = structuredClone(buffer, { transfer: [buffer] });
  console.log('handed on:', clone.byteLength, buffer.byteLength, isWhole(await read(5)));

  // Whoever replaces fs.read sees the buffers, and may keep them.
  const seen = [];
  const own = {
    ...fs,
    read(fd, room, ...rest) {
      seen.push(room);
      return fs.read(fd, room, ...rest);
    },
  };
  const pieces = [];
  for (let i = 0; i < 3; i++) pieces.push(...(await read(6, { fs: own })).pieces);
  console.log('seen:', seen.length, new Set(seen).size, pieces.length);
  console.log('rooms:', seen.map((room) => room.length).join());
  fs.rmSync(folder, { recursive: true });
}

main();
