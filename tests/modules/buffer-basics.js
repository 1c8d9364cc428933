// from, alloc, concat, toString, slice, compare, indexOf, fill, equals.
const buffer = Buffer.from('héllo wörld');
console.log(buffer.length, buffer.toString(), buffer.toString('hex'), buffer.toString('base64'), buffer.toString('latin1', 0, 3));
for (const encoding of ['utf8', 'utf16le', 'latin1', 'ascii', 'hex', 'base64', 'base64url', 'binary', 'ucs2']) {
  const text = encoding === 'hex' ? 'c0ffee' : 'aGk_-w';
  console.log(encoding, Buffer.from(text, encoding), Buffer.byteLength(text, encoding), Buffer.isEncoding(encoding));
}
console.log(Buffer.alloc(3, 'ab'), Buffer.concat([Buffer.from('a'), Buffer.from('bc')], 5), Buffer.from([256, -1, 1.9]));
console.log(buffer.subarray(0, 5).toString(), buffer.indexOf('w'), buffer.includes('llo'), buffer.lastIndexOf('l'), buffer.indexOf(Buffer.from('zz')));
console.log(Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.from('a').equals(Buffer.from('a')), Buffer.from('abc').fill('x', 1));
const shared = Buffer.from('abc');
shared.subarray(1)[0] = 0x5a;
console.log(shared.toString(), JSON.stringify(shared), Buffer.isBuffer(shared), shared instanceof Uint8Array);
console.log(Buffer.from('abc').copy(shared, 1), shared.toString(), Buffer.from(shared.buffer, shared.byteOffset, 2).toString());
console.log([...Buffer.from('ab').entries()], Buffer.from('abcdef').swap16().toString());
