// emitKeypressEvents: which keys sequences of characters are, however they are cut.
'use strict';
const { PassThrough } = require('stream');
const readline = require('readline');

const sequences = [
  'aZ1é💻 ', '\x01\x1a\x1d\r\n\t\b\x7f', '\x1ba\x1bZ\x1b1\x1bé\x1b\r\x1b \x1b\x7f', '\x1b\x1bb\x1b\x1b\x1b', '\x1b[A\x1bOB\x1b[1;5C\x1b[2D',
  '\x1b[a\x1bOd\x1b[3~\x1b[3;6~\x1b[7$\x1b[8^', '\x1b[11~\x1b[24~\x1bOP\x1b[[A\x1b[[5~', '\x1b[200~x\x1b[201~', '\x1b[Z\x1b[31m\x1b[1;10A',
  '\x1bO2A\x1bO5H', '\x1b[;5A\x1b[12;34H', '\x1b[5\x1b[A',
];

function decode(pieces) {
  const stream = new PassThrough();
  readline.emitKeypressEvents(stream);
  const keys = [];
  stream.on('keypress', (text, key) => keys.push([text, key]));
  for (const piece of pieces) stream.write(piece);
  return keys;
}

for (const sequence of sequences) {
  const whole = decode([sequence]);
  console.log([sequence], whole);
  const bytes = Buffer.from(sequence);
  const cut = decode(Array.from(bytes, (byte, index) => bytes.subarray(index, index + 1)));
  console.log(JSON.stringify(cut) === JSON.stringify(whole));
}

const stream = new PassThrough();
readline.emitKeypressEvents(stream, { escapeCodeTimeout: 20 });
stream.on('keypress', (text, key) => console.log('later', [text, key]));
stream.write('\x1b');
setTimeout(() => stream.write('['), 200);
