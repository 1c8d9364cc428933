const JSZip = require('jszip');
const fflate = require('fflate');
const pako = require('pako');
(async () => {
  const zip = new JSZip();
  zip
    .file('a.txt', 'hello '.repeat(100))
    .folder('d')
    .file('b.bin', new Uint8Array([1, 2, 3]));
  const bytes = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
  const back = await JSZip.loadAsync(bytes);
  console.log(
    Object.keys(back.files),
    (await back.file('a.txt').async('string')).length,
    await back.file('d/b.bin').async('uint8array'),
  );
  zip
    .generateNodeStream({ streamFiles: true })
    .on('data', () => {})
    .on('end', () => console.log('streamed'));
  const text = Buffer.from('text '.repeat(500));
  console.log(
    Buffer.from(fflate.gunzipSync(fflate.gzipSync(text, { mtime: 0 }))).equals(text),
    pako.inflate(pako.deflate(text), { toText: true, to: 'string' }).length,
    require('zlib').inflateSync(pako.deflate(text)).equals(text),
    Object.keys(fflate.unzipSync(fflate.zipSync({ x: text }))),
  );
  try {
    pako.inflate(new Uint8Array([1, 2, 3]));
  } catch (error) {
    console.log(String(error));
  }
  fflate.unzip(bytes, (error, files) => console.log(error, Object.keys(files)));
})();
