// ZIP archives: made, read, changed in memory and on disk; wrong ones; one that another program has made.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const modified = new Date(2024, 4, 6, 7, 8, 10);
const store = { method: 'store', modified };

function show(entry) {
  console.log(entry.name, entry.size, entry.crc32, entry.method, entry.flags, entry.mode.toString(8), entry.comment,
    entry.isFile, entry.isDirectory, entry.isSymlink, entry.modified.getTime() === modified.getTime());
}

function attempt(what, action) {
  try {
    console.log(what, 'ok', String(action()));
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}

const archive = Buffer.concat([...zlib.createZipArchiveSync([
  zlib.ZipEntry.createSync('a.txt', Buffer.from('alpha'), { ...store, comment: 'first', mode: 0o600 }),
  zlib.ZipEntry.createSync('dir/', Buffer.alloc(0), { modified }),
  zlib.ZipEntry.createSymlink('link', 'a.txt', { modified }),
  zlib.ZipEntry.createSync('odd', Buffer.from('x'), { method: 'store', modified: new Date(1700000001000) }),
], 'a comment')]);
console.log(archive.toString('hex'));

const zip = new zlib.ZipBuffer(archive);
console.log(zip.size, zip.comment, zip.writable, [...zip.keys()]);
for (const [, entry] of zip) show(entry);
console.log(zip.get('a.txt').contentSync().toString(), zip.get('link').contentSync().toString());
zip.addSync('more', Buffer.from('more '.repeat(100)), { modified });
zip.delete('odd');
const again = new zlib.ZipBuffer(zip.toBufferSync('another'));
console.log(again.comment, [...again.keys()], again.get('more').contentSync().length, again.get('more').compressed);

const foreign = new zlib.ZipBuffer(Buffer.from(
  'UEsDBBQAAAAIAAU5plgJgDu2GgAAANIAAAAFAAAAYS50eHTLSM3JyVdIK8rPVUjNKU4tz0gtSlXIGMqCAFBLAwQUAAAAAAAFOaZYAAAAAAAAAAAAAAAABAAAAGRpci9QSwMEFAAACAAABTmmWDwupg0oAAAAKAAAAAYAAADDvC5iaW4AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnUEsBAhQDFAAAAAgABTmmWAmAO7YaAAAA0gAAAAUAAAAAAAAAAAAAAKCBAAAAAGEudHh0UEsBAhQDFAAAAAAABTmmWAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAQAO1BPQAAAGRpci9QSwECFAMUAAAIAAAFOaZYPC6mDSgAAAAoAAAABgAAAAAAAAAAAAAAgAFfAAAAw7wuYmluUEsFBgAAAAADAAMAmQAAAKsAAAAOAG1hZGUgZWxzZXdoZXJl', 'base64'));
console.log(foreign.comment);
for (const entry of foreign.values()) show(entry);
console.log(foreign.get('a.txt').contentSync().toString());

attempt('missing', () => zip.get('nothing'));
attempt('empty', () => new zlib.ZipBuffer(Buffer.alloc(0)));
attempt('too large', () => zip.get('a.txt').contentSync({ maxSize: 2 }));
for (const at of [0, 8, 18, 22, 35]) {
  const changed = Buffer.from(archive);
  changed[at] ^= 1;
  attempt(`changed ${at}`, () => new zlib.ZipBuffer(changed).get('a.txt').contentSync().length > 0);
}
for (let length = 0; length < archive.length; length += 25) {
  try {
    new zlib.ZipBuffer(archive.subarray(0, length));
    console.log('taken', length);
  } catch (error) {
    if (!error.code.startsWith('ERR_ZIP_')) throw error;
  }
}

async function onDisk() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'zip-'));
  const file = path.join(folder, 'a.zip');
  fs.writeFileSync(file, archive);
  const zipFile = await zlib.ZipFile.open(file, { writable: true });
  console.log(zipFile.size, zipFile.comment, (await (await zipFile.get('a.txt')).content()).toString());
  async function* source() {
    yield Buffer.from('streamed ');
    yield Buffer.from('content');
  }
  const entry = zlib.ZipEntry.createStream('streamed', source());
  await Promise.all([zipFile.add('b', Buffer.from('beta')), zipFile.addEntry(entry), zipFile.delete('dir/')]);
  console.log((await entry.content()).toString(), [...zipFile.keys()]);
  let text = '';
  for await (const chunk of await zipFile.stream('streamed')) text += chunk;
  console.log(text);
  const compact = zipFile.compactSync();
  console.log([...new zlib.ZipBuffer(compact).keys()], compact.length < fs.statSync(file).size);
  await zipFile.close();
  await zipFile.get('b').catch((error) => console.log(error.code, error.message));
  const reopened = zlib.ZipFile.openSync(file);
  console.log([...reopened.keys()], reopened.getSync('b').contentSync().toString());
  attempt('read only', () => reopened.deleteSync('b'));
  reopened.closeSync();
  const chunks = [];
  for await (const chunk of zlib.zipFiles([[file, 'inner.zip'], [folder, 'folder']])) chunks.push(chunk);
  console.log([...new zlib.ZipBuffer(Buffer.concat(chunks)).keys()]);
  fs.rmSync(folder, { recursive: true });
}

onDisk();
