// Records what Node's parser of HTTP makes of the cases in crates/http/tests/verdicts.txt:
//
//     node tools/http_verdicts.js
//
// A case is a line `> kind lenient limit skips ends input` (see `setting` in crates/http/tests/describe); the lines below it, up
// to an empty one, are written anew.
'use strict';
const fs = require('fs');
const path = require('path');
const { HTTPParser, methods } = require('_http_common');

const file = path.join(__dirname, '../crates/http/tests/verdicts.txt');

// What the parser gives instead of an index into the list of methods that scripts see.
const QUERY = 46;

const quoted = (bytes) => Array.from(Buffer.from(bytes, 'latin1'), (byte) =>
  (byte >= 0x20 && byte < 0x7f && byte !== 0x5c ? String.fromCharCode(byte) : '\\x' + byte.toString(16).padStart(2, '0'))).join('');
const unquoted = (text) => Buffer.from(text.replace(/\\x(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))), 'latin1');

function fields(list) {
  const pairs = [];
  for (let at = 0; at < list.length; at += 2) pairs.push(`${quoted(list[at])}=${quoted(list[at + 1])}`);
  return `[${pairs.join('|')}]`;
}

function verdict(kind, lenient, limit, skips, ends, input) {
  const seen = [];
  let late = [];
  let target = '';
  const parser = new HTTPParser();
  parser.initialize(kind, {}, limit, lenient);
  parser[HTTPParser.kOnMessageBegin] = () => seen.push('begin');
  parser[HTTPParser.kOnHeaders] = (list, url) => {
    late.push(...list);
    target += url;
  };
  parser[HTTPParser.kOnHeadersComplete] = (major, minor, list, method, url, status, words, upgrade, keeps) => {
    const first = kind === 1 ? `${method === QUERY ? 'QUERY' : methods[method]} ${quoted(url ?? target)}` : `${status} ${quoted(words)}`;
    seen.push(`head ${major}.${minor} ${first}${upgrade ? ' upgrade' : ''} ${keeps ? 'keep' : 'close'} ${fields(list ?? late)}`);
    late = [];
    target = '';
    return skips;
  };
  parser[HTTPParser.kOnBody] = (bytes) => {
    const text = quoted(bytes.latin1Slice());
    if (seen.at(-1)?.startsWith('body ')) seen[seen.length - 1] += text;
    else seen.push(`body ${text}`);
  };
  parser[HTTPParser.kOnMessageComplete] = () => {
    seen.push(late.length > 0 ? `done ${fields(late)}` : 'done');
    late = [];
    target = '';
  };
  const result = parser.execute(input);
  if (typeof result !== 'number') seen.push(`ERR ${result.code} | ${result.reason} | ${result.bytesParsed}`);
  else if (result !== input.length) seen.push('upgraded');
  else if (ends) {
    const error = parser.finish();
    if (error !== undefined) seen.push(`ERR ${error.code} | ${error.reason}`);
  }
  return seen;
}

const blocks = fs.readFileSync(file, 'utf8').split('\n\n').map((block) => {
  const title = block.split('\n')[0];
  const words = /^> (\d+) (\d+) (\d+) (\d+) (\d+) (.*)$/.exec(title);
  if (words === null) return block;
  const numbers = words.slice(1, 6).map(Number);
  return [title, ...verdict(...numbers, unquoted(words[6]))].join('\n');
});
fs.writeFileSync(file, blocks.join('\n\n').trimEnd() + '\n');
