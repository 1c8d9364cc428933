// Bytes that are no text, and text that is no bytes.
console.log(Buffer.from([0xff, 0x41, 0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x98, 0x80]).toString());
console.log(Buffer.from('a\ud800b'), Buffer.from('zz', 'hex'), Buffer.from('abc', 'hex'), Buffer.from('a===b', 'base64'));
console.log(Buffer.from('ÿĀ', 'latin1'), Buffer.from([0x80, 0xff]).toString('ascii'), Buffer.from([1, 2, 3]).toString('utf16le').length);
