// Operations of the library whose input can be large: how long each takes for n, 10 n, 100 n, ...
// Run by growth.py; prints a line of JSON for each measurement.
'use strict';

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const querystring = require('querystring');
const url = require('url');
const util = require('util');
const { Console } = require('console');
const { Writable } = require('stream');

process.noDeprecation = true;

const sequence = (n, make = (i) => i) => Array.from({ length: n }, (_, i) => make(i));
const repeat = (n, text) => text.repeat(n);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'growth-'));

function nested(n) {
  let value = {};
  for (let i = 0; i < n; i++) value = { value };
  return value;
}

function errorOf(fn) {
  try {
    fn();
  } catch (error) {
    return error.message;
  }
  return undefined;
}

function writeFiles(n, name, text) {
  const home = path.join(folder, `${name}-${n}`);
  if (!fs.existsSync(home)) {
    fs.mkdirSync(home);
    for (let i = 0; i < n; i++) fs.writeFileSync(path.join(home, `f${i}.js`), text);
  }
  return home;
}

const quietConsole = () => new Console(new Writable({ write: (chunk, encoding, done) => done() }));

// name: [the smallest n, a function that prepares n and returns what is measured]
const operations = {
  'fs.readdirSync': [10, (n) => {
    const home = writeFiles(n, 'list', '');
    return () => fs.readdirSync(home);
  }],
  'fs.readdirSync withFileTypes': [10, (n) => {
    const home = writeFiles(n, 'list', '');
    return () => fs.readdirSync(home, { withFileTypes: true });
  }],
  'require of n files': [10, (n) => {
    const home = writeFiles(n, 'require', 'module.exports = 1;');
    return () => {
      for (const name of fs.readdirSync(home)) {
        const file = path.join(home, name);
        require(file);
        delete require.cache[file];
      }
    };
  }],
  'querystring.parse': [1000, (n) => {
    const text = repeat(n, 'a=b%20c&');
    return () => querystring.parse(text, '&', '=', { maxKeys: 0 });
  }],
  'querystring.stringify': [1000, (n) => {
    const object = { a: sequence(n) };
    return () => querystring.stringify(object);
  }],
  'querystring.unescape': [1000, (n) => {
    const text = repeat(n, '%zz%20');
    return () => querystring.unescape(text);
  }],
  'URLSearchParams': [1000, (n) => {
    const text = repeat(n, 'a=b&');
    return () => `${new URLSearchParams(text)}`;
  }],
  'URLSearchParams.append': [1000, (n) => () => {
    const target = new URL('http://h/');
    const params = new URLSearchParams();
    for (let i = 0; i < n; i++) params.append('a', 'b');
    target.search = `${params}`;
  }],
  'URLSearchParams.sort': [1000, (n) => {
    const list = sequence(n, (i) => [`k${(i * 7919) % n}`, 'v']);
    return () => new URLSearchParams(list).sort();
  }],
  'URL, long path': [1000, (n) => {
    const text = `http://h/${repeat(n, 'a/../b c/')}`;
    return () => new URL(text).href;
  }],
  'URL, long query': [1000, (n) => {
    const text = `http://h/?${repeat(n, 'a=ü&')}`;
    return () => new URL(text).href;
  }],
  'url.parse, long path': [1000, (n) => {
    const text = `http://h/${repeat(n, 'a b|c/')}`;
    return () => url.parse(text);
  }],
  'url.parse, long host': [1000, (n) => {
    const text = `http://${repeat(n, 'a@')}h/`;
    return () => url.parse(text);
  }],
  'url.parse, blanks': [1000, (n) => {
    const text = `a${repeat(n, ' ')}b`;
    return () => url.parse(text);
  }],
  'url.resolve': [1000, (n) => {
    const text = repeat(n, 'a/b/../');
    return () => url.resolve('http://h/x', text);
  }],
  'url.resolve, upwards': [1000, (n) => {
    const base = `http://h/${repeat(n, 'a/')}`;
    const text = repeat(n, '../');
    return () => url.resolve(base, text);
  }],
  'path.normalize': [1000, (n) => {
    const text = repeat(n, 'a/b/../');
    return () => path.normalize(text);
  }],
  'path.normalize, upwards': [1000, (n) => {
    const text = repeat(n, 'a/') + repeat(n, '../x/../');
    return () => path.normalize(text);
  }],
  'path.win32.normalize': [1000, (n) => {
    const text = repeat(n, 'a/b:/../');
    return () => path.win32.normalize(text);
  }],
  'path.relative': [1000, (n) => {
    const text = `/${repeat(n, 'a/')}`;
    return () => path.relative(text, `${text.slice(0, n)}/b`);
  }],
  'path.join of n': [1000, (n) => {
    const list = sequence(n, () => 'a');
    return () => path.join(...list.slice(0, 50000));
  }],
  'path.basename': [1000, (n) => {
    const text = repeat(n, 'a/') + repeat(n, '/');
    return () => path.basename(text, '.js');
  }],
  'inspect, array': [100, (n) => {
    const value = sequence(n);
    return () => util.inspect(value, { maxArrayLength: null });
  }],
  'inspect, array of objects': [100, (n) => {
    const value = sequence(n, (i) => ({ i, name: `n${i}` }));
    return () => util.inspect(value, { maxArrayLength: null });
  }],
  'inspect, array with holes': [100, (n) => {
    const value = [];
    for (let i = 0; i < n; i++) value[i * 2] = i;
    return () => util.inspect(value, { maxArrayLength: null });
  }],
  'inspect, default of a long array': [1000, (n) => {
    const value = sequence(n);
    return () => util.inspect(value);
  }],
  'inspect, object': [100, (n) => {
    const value = Object.fromEntries(sequence(n, (i) => [`key${i}`, i]));
    return () => util.inspect(value);
  }],
  'inspect, sorted object': [100, (n) => {
    const value = Object.fromEntries(sequence(n, (i) => [`key${(i * 7919) % n}`, i]));
    return () => util.inspect(value, { sorted: true });
  }],
  'inspect, deep object': [10, (n) => {
    const value = nested(Math.min(n, 1000));
    return () => util.inspect(value, { depth: null });
  }],
  'inspect, string': [1000, (n) => {
    const value = repeat(n, 'ab\'\n');
    return () => util.inspect(value, { maxStringLength: null });
  }],
  'inspect, string of lines': [1000, (n) => {
    const value = [repeat(n, 'line of a text\n')];
    return () => util.inspect(value, { maxStringLength: null });
  }],
  'inspect, Map': [100, (n) => {
    const value = new Map(sequence(n, (i) => [i, i]));
    return () => util.inspect(value, { maxArrayLength: null });
  }],
  'inspect, Set, default': [1000, (n) => {
    const value = new Set(sequence(n));
    return () => util.inspect(value);
  }],
  'inspect, Map iterator': [1000, (n) => {
    const value = new Map(sequence(n, (i) => [i, i]));
    return () => util.inspect(value.entries());
  }],
  'inspect, typed array': [1000, (n) => {
    const value = new Uint8Array(n);
    return () => util.inspect(value);
  }],
  'inspect, Buffer': [1000, (n) => {
    const value = Buffer.alloc(n);
    return () => util.inspect(value);
  }],
  'inspect, error with a long stack': [100, (n) => {
    const error = new Error('e');
    error.stack = `Error: e\n${sequence(n, (i) => `    at f${i % 7} (file:${i % 7}:1)`).join('\n')}`;
    return () => util.inspect(error);
  }],
  'inspect, error with a long message': [100, (n) => {
    const error = new Error(repeat(n, 'text\n'));
    return () => util.inspect(error);
  }],
  'inspect, many circular references': [100, (n) => {
    const value = { list: [] };
    for (let i = 0; i < n; i++) value.list.push({ value });
    return () => util.inspect(value, { maxArrayLength: null, depth: null });
  }],
  'util.format, arguments': [100, (n) => {
    const list = sequence(n);
    return () => util.format('%d', ...list.slice(0, 50000));
  }],
  'util.format, long text': [1000, (n) => {
    const text = repeat(n, '%d%% ');
    return () => util.format(text, 1);
  }],
  'stripVTControlCharacters': [1000, (n) => {
    const text = repeat(n, '\u001b[31mred\u001b[39m');
    return () => util.stripVTControlCharacters(text);
  }],
  'stripVTControlCharacters, open': [1000, (n) => {
    const text = repeat(n, '\u001b]');
    return () => util.stripVTControlCharacters(text);
  }],
  'stripVTControlCharacters, digits': [1000, (n) => {
    const text = `\u001b[${repeat(n, '1;')}`;
    return () => util.stripVTControlCharacters(text);
  }],
  'string width': [1000, (n) => {
    const rows = [{ text: repeat(n, 'a日') }];
    return () => quietConsole().table(rows);
  }],
  'console.table': [100, (n) => {
    const rows = sequence(n, (i) => ({ i, square: i * i }));
    return () => quietConsole().table(rows);
  }],
  'console.table, columns': [10, (n) => {
    const rows = [Object.fromEntries(sequence(n, (i) => [`c${i}`, i]))];
    return () => quietConsole().table(rows);
  }],
  'console.log, lines in a group': [100, (n) => {
    const text = repeat(n, 'line\n');
    const target = quietConsole();
    target.group();
    return () => target.log(text);
  }],
  'deepStrictEqual, arrays': [1000, (n) => {
    const a = sequence(n);
    const b = sequence(n);
    return () => assert.deepStrictEqual(a, b);
  }],
  'deepStrictEqual, objects': [100, (n) => {
    const make = () => Object.fromEntries(sequence(n, (i) => [`key${i}`, { i }]));
    const [a, b] = [make(), make()];
    return () => assert.deepStrictEqual(a, b);
  }],
  'deepStrictEqual, deep': [100, (n) => {
    const depth = Math.min(n, 2000);
    const [a, b] = [nested(depth), nested(depth)];
    return () => assert.deepStrictEqual(a, b);
  }],
  'deepStrictEqual, Set': [1000, (n) => {
    const [a, b] = [new Set(sequence(n)), new Set(sequence(n))];
    return () => assert.deepStrictEqual(a, b);
  }],
  'deepStrictEqual, Set of objects': [10, (n) => {
    const make = () => new Set(sequence(n, (i) => ({ i })));
    const [a, b] = [make(), make()];
    return () => assert.deepStrictEqual(a, b);
  }],
  'deepStrictEqual, Map': [1000, (n) => {
    const make = () => new Map(sequence(n, (i) => [i, { i }]));
    const [a, b] = [make(), make()];
    return () => assert.deepStrictEqual(a, b);
  }],
  'deepEqual, Set of strings': [1000, (n) => {
    const make = () => new Set(sequence(n, String));
    const [a, b] = [make(), make()];
    return () => assert.deepEqual(a, b);
  }],
  'partialDeepStrictEqual, arrays': [100, (n) => {
    const [a, b] = [sequence(n), sequence(n).filter((i) => i % 2 === 0)];
    return () => assert.partialDeepStrictEqual(a, b);
  }],
  'message of deepStrictEqual, one change': [100, (n) => {
    const [a, b] = [sequence(n), sequence(n)];
    b[n >> 1] = 'other';
    return () => errorOf(() => assert.deepStrictEqual(a, b));
  }],
  'message of strictEqual, long texts': [1000, (n) => {
    const [a, b] = [repeat(n, 'a'), repeat(n, 'b')];
    return () => errorOf(() => assert.strictEqual(a, b));
  }],
  'util.diff, one change': [100, (n) => {
    const [a, b] = [sequence(n, String), sequence(n, String)];
    b[n >> 1] = 'other';
    return () => util.diff(a, b);
  }],
  'structuredClone, array': [1000, (n) => {
    const value = sequence(n, (i) => ({ i }));
    return () => structuredClone(value);
  }],
  'structuredClone, Map': [1000, (n) => {
    const value = new Map(sequence(n, (i) => [i, { i }]));
    return () => structuredClone(value);
  }],
  'structuredClone, deep': [100, (n) => {
    const value = nested(Math.min(n, 2000));
    return () => structuredClone(value);
  }],
  'process.env, n variables': [10, (n) => () => {
    const names = sequence(Math.min(n, 10000), (i) => `GROWTH_${i}`);
    for (const name of names) process.env[name] = 'x';
    Object.keys(process.env);
    for (const name of names) delete process.env[name];
  }],
  'util.parseArgs': [100, (n) => {
    const args = sequence(n, () => '--flag');
    return () => util.parseArgs({ args, options: { flag: { type: 'boolean', multiple: true } } });
  }],
  'util.parseArgs, short options': [100, (n) => {
    const args = [`-${repeat(n, 'f')}`];
    return () => util.parseArgs({ args, options: { flag: { type: 'boolean', short: 'f', multiple: true } } });
  }],
  'util.parseArgs, options': [10, (n) => {
    const options = Object.fromEntries(sequence(n, (i) => [`o${i}`, { type: 'string' }]));
    const args = sequence(n, (i) => `--o${i}=x`);
    return () => util.parseArgs({ args, options });
  }],
  'util.parseEnv': [100, (n) => {
    const text = repeat(n, 'A="b c"\n');
    return () => util.parseEnv(text);
  }],
  'TextDecoder': [1000, (n) => {
    const bytes = Buffer.from(repeat(n, 'aü日'));
    const decoder = new TextDecoder();
    return () => decoder.decode(bytes);
  }],
  'JSON.parse that fails': [1000, (n) => {
    const text = `${repeat(n, '\n')}[1,`;
    return () => errorOf(() => JSON.parse(text));
  }],
  'util.styleText': [100, (n) => {
    const text = repeat(n, '\u001b[31mx\u001b[39m');
    return () => util.styleText('red', text, { validateStream: false });
  }],
  'n timers set and cleared': [1000, (n) => () => {
    const timers = sequence(n, (i) => setTimeout(() => {}, 1000 + (i % 100)));
    for (const timer of timers) clearTimeout(timer);
  }],
};

const longest = 1e9;
const enough = 2e7;

// Nanoseconds, the best of several runs.
function measure(run) {
  let best = Infinity;
  let spent = 0;
  for (let i = 0; i < 50 && (i < 3 || spent < enough); i++) {
    const start = process.hrtime.bigint();
    run();
    const took = Number(process.hrtime.bigint() - start);
    best = Math.min(best, took);
    spent += took;
    if (spent > longest) break;
  }
  return best;
}

const [steps, filter = ''] = process.argv.slice(2);
for (const name of Object.keys(operations)) {
  if (!name.includes(filter)) continue;
  const [base, prepare] = operations[name];
  for (let step = 0, n = base; step <= Number(steps); step++, n *= 10) {
    let time;
    let problem;
    try {
      time = measure(prepare(n));
    } catch (error) {
      problem = String(error.message).slice(0, 80);
    }
    fs.writeSync(1, `${JSON.stringify({ name, n, time, problem })}\n`);
    if (problem !== undefined || time > longest / 5) break;
  }
}
fs.rmSync(folder, { recursive: true });
