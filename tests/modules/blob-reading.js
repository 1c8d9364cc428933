// The bytes of a Blob: as a promise's value and as a stream, and how many turns that takes.
'use strict';

const { setTimeout: sleep } = require('timers/promises');
const consumers = require('stream/consumers');

async function countMicrotasks(start) {
  let count = 0;
  let result = 'more';
  start().then(() => { result = count; });
  for (; count < 40; count++) await null;
  return result;
}

// Which chunks come between which immediates.
async function trace(pieces, mode) {
  const events = [];
  const reader = new Blob(Array(pieces).fill('ab')).stream().getReader({ mode });
  let turns = 0;
  setImmediate(function turn() {
    events.push(`turn ${++turns}`);
    if (turns < 12) setImmediate(turn);
  });
  for (let isOver = false; !isOver;) {
    const { value, done } = await reader.read(mode && new Uint8Array(10));
    events.push(done ? 'end' : `${value.constructor.name} ${value.byteLength}`);
    isOver = done;
  }
  return events.join(', ');
}

async function sizes(blob) {
  const list = [];
  for await (const { byteLength, byteOffset, buffer } of blob.stream()) {
    list.push([byteLength, byteOffset, buffer.byteLength].join('/'));
  }
  return list;
}

async function main() {
  const blob = new Blob(['añb', new Uint8Array([1, 2, 3])]);
  console.log(await blob.bytes(), await blob.arrayBuffer(), JSON.stringify(await blob.text()));
  console.log(JSON.stringify(await new Blob(['\ufeffa', new Uint8Array([0xe2, 0x82])]).text()));

  const memory = new Uint8Array([1, 2, 3]);
  const kept = new Blob([memory]);
  memory[0] = 9;
  (await kept.bytes())[1] = 9;
  console.log(await kept.bytes(), await kept.slice(1, 2).bytes());

  for (const text of ['a\r\nb\rc\nd', '\r\n\r', '\n\r']) {
    console.log(JSON.stringify(await new Blob([text], { endings: 'native' }).text()));
  }
  console.log(await new Blob(['\r', '\n'], { endings: 'native' }).text() === '\n\n');

  for (const pieces of [0, 1, 2, 5]) {
    const parts = new Blob(Array(pieces).fill('x'));
    const counts = [];
    for (const name of ['arrayBuffer', 'text', 'bytes']) counts.push(await countMicrotasks(() => parts[name]()));
    console.log(pieces, counts);
  }
  for (const mode of [undefined, 'byob']) {
    for (const pieces of [0, 1, 3]) {
      console.log(mode, pieces, await trace(pieces, mode));
      await sleep(5);
    }
  }

  console.log(await sizes(new Blob(['a', '', 'b', new Blob(['x', 'y'])])), await sizes(new Blob([''])));
  console.log(await sizes(new Blob(['x'.repeat(10), 'y'.repeat(10)]).slice(5, 15)));
  console.log(await sizes(new Blob(['x'.repeat(300_000)])));

  const reader = new Blob(['abc', 'def']).stream().getReader({ mode: 'byob' });
  for (let i = 0; i < 5; i++) console.log(await reader.read(new Uint8Array(2)));

  const cancelled = new Blob(['abc', 'def']).stream().getReader();
  console.log(await cancelled.read(), await cancelled.cancel('enough'), await cancelled.read());
  console.log(blob.stream(), blob.textStream());

  const texts = [];
  const smile = Buffer.from('😀');
  for await (const text of new Blob(['hi ', smile.subarray(0, 2), smile.subarray(2)]).textStream()) texts.push(text);
  console.log(texts);
  console.log(await consumers.blob(blob.stream()), await consumers.text(blob.stream()) === await blob.text());
}

main();
