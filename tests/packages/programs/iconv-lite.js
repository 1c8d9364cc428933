const iconv = require('iconv-lite');
for (const encoding of [
  'win1252',
  'cp437',
  'koi8-r',
  'gbk',
  'big5',
  'shift_jis',
  'euc-kr',
  'utf-16le',
  'utf16',
  'utf7',
  'utf-32',
  'latin2',
  'gb18030',
]) {
  const bytes = iconv.encode('Grüße, мир 你好 ¥', encoding);
  console.log(encoding, bytes.toString('hex'), iconv.decode(bytes, encoding));
}
console.log(iconv.encodingExists('nope'), iconv.decode(Buffer.from([0xef, 0xbb, 0xbf, 0x41]), 'utf8'));
const { Readable } = require('stream');
iconv.enableStreamingAPI?.(require('stream'));
Readable.from([Buffer.from([0x82]), Buffer.from([0xa0, 0x41])])
  .pipe(iconv.decodeStream('sjis'))
  .on('data', (text) => console.log(JSON.stringify(text)));
