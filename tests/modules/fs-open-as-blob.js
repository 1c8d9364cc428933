// fs.openAsBlob: a Blob whose bytes are a file's, read when they are asked for; FileHandle.readableWebStream.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blob-'));
const file = path.join(folder, 'file');
const large = path.join(folder, 'large');
fs.writeFileSync(file, 'hello world');
fs.writeFileSync(large, Buffer.alloc(150000, 'x'));
const show = async (get) => {
  try {
    console.log(await get());
  } catch (error) {
    console.log(error.name, error.code, error.message.replace(folder, 'FOLDER'));
  }
};
const sizes = async (stream) => {
  const list = [];
  for await (const chunk of stream) list.push(chunk.length);
  return list;
};

(async () => {
  const blob = await fs.openAsBlob(file, { type: 'text/plain' });
  console.log(blob, await blob.text(), await blob.slice(2, 5).bytes(), blob.slice(-3));
  const both = new Blob(['<', blob.slice(6), '>', blob]);
  console.log(both.size, await both.text(), await sizes(both.stream()));
  console.log(await sizes((await fs.openAsBlob(large)).stream()));
  console.log(fs.openAsBlobSync(file).size);
  await show(() => structuredClone(blob));
  await show(() => fs.openAsBlob(path.join(folder, 'none')));
  await show(() => fs.openAsBlob(5));
  await show(() => fs.openAsBlob(file, 5));
  fs.appendFileSync(file, '!');
  await show(() => blob.text());
  await show(() => sizes(blob.stream()));
  await show(() => both.arrayBuffer());
  fs.unlinkSync(file);
  await show(() => blob.slice(1, 2).text());

  const handle = await fs.promises.open(large);
  handle.on('close', () => console.log('handle closed'));
  console.log(await sizes(handle.readableWebStream({ autoClose: true })));
  await show(() => handle.readableWebStream());
  const other = await fs.promises.open(large);
  const reader = other.readableWebStream().getReader({ mode: 'byob' });
  console.log((await reader.read(new Uint8Array(5))).value);
  await show(() => other.readableWebStream());
  other.close();
  console.log(await reader.closed);
  fs.rmSync(folder, { recursive: true });
})();
