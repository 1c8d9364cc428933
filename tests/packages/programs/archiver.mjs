import * as archiver from 'archiver';
import AdmZip from 'adm-zip';
import fs from 'node:fs';
import { PassThrough } from 'node:stream';
const make =
  archiver.default ??
  ((kind, options) => (kind === 'zip' ? new archiver.ZipArchive(options) : new archiver.TarArchive(options)));
fs.mkdirSync('dir/deep', { recursive: true });
fs.writeFileSync('dir/deep/f.txt', 'file');
const zip = make('zip', { zlib: { level: 9 } });
const parts = [];
zip.on('data', (part) => parts.push(part));
const ended = new Promise((done) => zip.on('end', done));
zip.append('text '.repeat(1000), { name: 'a.txt', date: new Date(1e12) });
zip.append(Buffer.from([1, 2]), { name: 'b.bin' });
zip.directory('dir', 'inner');
await zip.finalize();
await ended;
const read = new AdmZip(Buffer.concat(parts));
console.log(
  read
    .getEntries()
    .map((e) => [e.entryName, e.header.size, e.isDirectory])
    .sort(),
  read.readAsText('a.txt').length,
  read.readAsText('inner/deep/f.txt'),
);
const made = new AdmZip();
made.addFile('x/y.txt', Buffer.from('made'), 'comment');
made.extractAllTo('out', true);
console.log(fs.readFileSync('out/x/y.txt', 'utf8'), new AdmZip(made.toBuffer()).getEntry('x/y.txt').comment);
