// StringDecoder: characters that are cut by the end of a chunk.
const { StringDecoder } = require('string_decoder');

function decode(encoding, chunks) {
  const decoder = new StringDecoder(encoding);
  const strings = chunks.map((chunk) => decoder.write(Buffer.from(chunk)));
  strings.push(`need ${decoder.lastNeed} of ${decoder.lastTotal}`, decoder.end());
  console.log(decoder.encoding, strings);
}

decode('utf8', [[0xe2], [0x82], [0xac, 0x61, 0xf0, 0x9f], [0x98, 0x80]]);
decode('utf-8', [[0xe2, 0x82], [0x61, 0xe2, 0x82]]);
decode('utf16le', [[0x61], [0x00, 0x3d, 0xd8], [0x00, 0xde, 0x62]]);
decode('base64', [[1], [2, 3, 4], [5]]);
decode('hex', [[1], [2, 3]]);
decode('latin1', [[0xe9]]);

try {
  new StringDecoder('nope');
} catch ({ code, message }) {
  console.log(code, message);
}
