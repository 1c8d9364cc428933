// With showHidden a URL shows where its parts are.
const { inspect } = require('util');

const urls = [
  'https://user:secret@host.name:8080/path/name/?que=ry#hash',
  'http://a',
  'http://a/?q',
  'http://a/#h',
  'http://u@a/',
  'http://:p@a/x',
  'file:///a/b?x',
  'mailto:a@b?x#y',
  'wss://x:1/',
  'ws://x',
  'ftp://x:21/',
  'x:/.//a',
  'http://[::1]:99/',
];
for (const url of urls) console.log(inspect(new URL(url), { showHidden: true }));
console.log(inspect({ a: { b: new URL('http://a') } }, { showHidden: true, depth: 1 }));
console.log(inspect(new URL('http://a'), { showHidden: true, compact: false, depth: 0 }));
