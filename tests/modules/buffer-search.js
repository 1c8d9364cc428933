// Finding bytes, numbers and strings in a Buffer, forwards and backwards.
const buffer = Buffer.from('this is a buffer, this is');

console.log(buffer.indexOf('is'), buffer.indexOf('is', 3), buffer.indexOf('is', -3), buffer.indexOf('nope'));
console.log(buffer.lastIndexOf('is'), buffer.lastIndexOf('is', 10), buffer.lastIndexOf('this', -6));
console.log(buffer.indexOf(0x62), buffer.indexOf(0x162), buffer.indexOf(99), buffer.includes('buff'));
console.log(buffer.indexOf(Buffer.from('buffer')), buffer.indexOf(new Uint8Array([97, 32])));
console.log(buffer.indexOf('6973', 'hex'), buffer.indexOf('aXM=', 3, 'base64'), buffer.indexOf('is', 0, 3));
console.log(buffer.indexOf(''), buffer.indexOf('', 99), buffer.lastIndexOf(''), buffer.lastIndexOf('', 4));

const wide = Buffer.from('aXbXc', 'utf16le');
console.log(wide.indexOf('X', 'utf16le'), wide.indexOf('X', 3, 'utf16le'), wide.lastIndexOf('X', 'utf16le'));

for (const value of [undefined, {}, 1n]) {
  try {
    buffer.indexOf(value);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
