"""The matrix of tools/tamper_matrix.py: what scripts do, and what others did to the built-ins before.

Both are JavaScript. Patches come first in the script, after `report` has been set up; operations must not
use what patches change, so they build their text by `+` and wait with `await`.
"""

PATCHES = {
    "array push": "replace(Array.prototype, 'push');",
    "array pop, shift": "replace(Array.prototype, 'pop', 'shift');",
    "array unshift, splice": "replace(Array.prototype, 'unshift', 'splice');",
    "array slice, concat": "replace(Array.prototype, 'slice', 'concat');",
    "array map": "replace(Array.prototype, 'map', 'flatMap');",
    "array forEach": "replace(Array.prototype, 'forEach', 'reduce');",
    "array filter, find": "replace(Array.prototype, 'filter', 'find', 'findIndex', 'some', 'every');",
    "array join": "replace(Array.prototype, 'join', 'toString');",
    "array indexOf, includes": "replace(Array.prototype, 'indexOf', 'includes', 'lastIndexOf');",
    "array sort, fill": "replace(Array.prototype, 'sort', 'reverse', 'fill', 'at');",
    "array iterator": "replace(Array.prototype, Symbol.iterator, 'values', 'keys', 'entries');",
    "next of array iterators": "replace(Object.getPrototypeOf([][Symbol.iterator]()), 'next');",
    "array methods deleted": "delete Array.prototype.push; delete Array.prototype.slice; delete Array.prototype.shift;",
    "string slice": "replace(String.prototype, 'slice', 'substring', 'substr');",
    "string split": "replace(String.prototype, 'split');",
    "string replace": "replace(String.prototype, 'replace', 'replaceAll');",
    "string charCodeAt": "replace(String.prototype, 'charCodeAt', 'codePointAt', 'charAt', 'at');",
    "string startsWith": "replace(String.prototype, 'startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf');",
    "string case, trim": "replace(String.prototype, 'toLowerCase', 'toUpperCase', 'trim', 'padStart', 'padEnd', 'repeat');",
    "string garbage": "for (const name of ['slice', 'replace', 'trim', 'concat']) String.prototype[name] = () => 'garbage';",
    "function call": "replace(Function.prototype, 'call');",
    "function apply": "replace(Function.prototype, 'apply');",
    "function bind": "replace(Function.prototype, 'bind');",
    "Object.prototype get, set": "Object.prototype.get = 1; Object.prototype.set = 1;",
    "Object.prototype value": "Object.prototype.value = 1; Object.prototype.writable = false; Object.prototype.enumerable = true;",
    "Object.prototype extend": "Object.prototype.extend = function extend() { return this; };",
    "Map": "replace(Map.prototype, 'get', 'set', 'has', 'delete', 'forEach', 'keys', 'values', Symbol.iterator);",
    "Set": "replace(Set.prototype, 'add', 'has', 'delete', 'forEach', 'values', Symbol.iterator);",
    "WeakMap": "replace(WeakMap.prototype, 'get', 'set', 'has', 'delete'); replace(WeakRef.prototype, 'deref');",
    "promise then": "replace(Promise.prototype, 'then');",
    "promise catch, finally": "replace(Promise.prototype, 'catch', 'finally');",
    "global Promise": "replace(Promise, 'resolve', 'reject', 'all', 'race'); globalThis.Promise = function() { tampered(); };",
    "regexp exec": "replace(RegExp.prototype, 'exec', 'test');",
    "regexp symbols": "replace(RegExp.prototype, Symbol.replace, Symbol.split, Symbol.match, Symbol.matchAll, Symbol.search);",
    "Object statics": (
        "replace(Object, 'keys', 'assign', 'create', 'defineProperty', 'defineProperties', 'entries', 'getPrototypeOf',"
        " 'getOwnPropertyDescriptor', 'freeze', 'hasOwn', 'setPrototypeOf');"
    ),
    "Reflect statics": "replace(Reflect, 'apply', 'ownKeys', 'construct', 'defineProperty', 'get');",
    "other statics": (
        "replace(JSON, 'stringify', 'parse'); replace(Number, 'isInteger', 'isSafeInteger', 'isFinite', 'isNaN');"
        " replace(Math, 'min', 'max', 'floor', 'trunc', 'ceil'); replace(Date, 'now'); replace(Array, 'isArray', 'from');"
        " replace(String, 'fromCharCode'); replace(Symbol, 'for'); replace(ArrayBuffer, 'isView');"
    ),
    "typed arrays": (
        "replace(Object.getPrototypeOf(Uint8Array.prototype), 'set', 'subarray', 'slice', 'fill', 'copyWithin', 'indexOf',"
        " 'join', Symbol.iterator);"
    ),
}

OPERATIONS = {
    "require stream": "const s = require('stream'); report(typeof s.Readable + typeof s.pipeline + typeof s.promises.pipeline);",
    "require many": (
        "for (let i = 0, names = ['assert', 'buffer', 'events', 'fs', 'os', 'path', 'querystring', 'readline',"
        " 'string_decoder', 'timers', 'tty', 'url', 'util', 'vm', 'fs/promises', 'timers/promises', 'stream/promises',"
        " 'perf_hooks', 'async_hooks', 'diagnostics_channel']; i < names.length; i++) report(typeof require(names[i]) + ' ');"
    ),
    "require a file": "report('' + require(data + '/module.js').answer);",
    "require a missing file": "try { require('./missing-module'); } catch (error) { report(error.code + error.message); }",
    "readFileSync": "const fs = require('fs'); report(fs.readFileSync(data + '/text.txt', 'utf8'));",
    "readFile": "require('fs').readFile(data + '/text.txt', 'utf8', (error, text) => report(error + text));",
    "readFile promise": "(async () => report(await require('fs/promises').readFile(data + '/text.txt', 'utf8')))();",
    "stat, readdir": (
        "const fs = require('fs'); report('' + fs.statSync(data + '/text.txt').size + fs.readdirSync(data)[0]);"
        " fs.stat(data, (error, stats) => report(error + ' ' + stats.isDirectory()));"
    ),
    "fs errors": (
        "const fs = require('fs'); try { fs.readFileSync(data + '/absent'); } catch (error) { report(error.code + error.syscall); }"
        " fs.open(data + '/absent', (error) => report(error.code)); try { fs.openSync(5n); } catch (error) { report(error.message); }"
    ),
    "file handle": (
        "(async () => { const handle = await require('fs/promises').open(data + '/text.txt');"
        " const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0); await handle.close();"
        " report(bytesRead + buffer.toString()); })();"
    ),
    "read stream": (
        "const stream = require('fs').createReadStream(data + '/text.txt', 'utf8'); let all = '';"
        " stream.on('data', (part) => { all += part; }); stream.on('close', () => report(all));"
    ),
    "iterate a read stream": (
        "(async () => { let all = ''; for await (const part of require('fs').createReadStream(data + '/text.txt', 'utf8')) all += part;"
        " report(all); })();"
    ),
    "write stream": (
        "const fs = require('fs'); const path = require('os').tmpdir() + '/tamper-' + process.pid; const stream = fs.createWriteStream(path);"
        " stream.write('one '); stream.write('two '); stream.end('three');"
        " stream.on('close', () => { report(fs.readFileSync(path, 'latin1')); fs.unlinkSync(path); });"
    ),
    "readable": (
        "const { Readable } = require('stream'); const r = new Readable({ read() {} }); r.push('a'); r.push('b'); r.push(null);"
        " r.on('data', (chunk) => report(chunk.toString())); r.on('end', () => report('end'));"
    ),
    "Readable.from, map": (
        "(async () => { const { Readable } = require('stream'); let all = '';"
        " for await (const item of Readable.from(function*() { yield 1; yield 2; }()).map((x) => x * 2)) all += item; report(all); })();"
    ),
    "pipeline": (
        "const { Readable, PassThrough, Writable, pipeline } = require('stream'); let all = '';"
        " pipeline(new Readable({ read() { this.push('x'); this.push(null); } }), new PassThrough(),"
        " new Writable({ write(chunk, encoding, done) { all += chunk; done(); } }), (error) => report(all + error));"
    ),
    "pipeline promise": (
        "(async () => { const { PassThrough } = require('stream'); const { pipeline } = require('stream/promises'); let all = '';"
        " const source = new PassThrough(); source.end('hello'); await pipeline(source, async (parts) => { for await (const part of parts) all += part; });"
        " report(all); })();"
    ),
    "Duplex.from, finished": (
        "const { Duplex, finished } = require('stream'); const d = Duplex.from(async function*(source) { for await (const part of source) yield part + '!'; });"
        " d.on('data', (part) => report('' + part)); finished(d, (error) => report('finished ' + error)); d.end('hey');"
    ),
    "event emitter": (
        "const EventEmitter = require('events'); const e = new EventEmitter(); e.on('a', (x) => report('1' + x)); e.once('a', (x) => report('2' + x));"
        " e.prependListener('a', function(x) { report('0' + (this === e)); }); e.emit('a', 'x'); e.emit('a', 'y'); report('' + e.listenerCount('a'));"
        " e.removeAllListeners('a'); report('' + e.emit('a'));"
    ),
    "events.once, on": (
        "(async () => { const events = require('events'); const e = new events(); process.nextTick(() => e.emit('x', 7)); report('' + (await events.once(e, 'x'))[0]);"
        " setImmediate(() => e.emit('y', 8)); for await (const list of events.on(e, 'y')) { report('' + list[0]); break; } })();"
    ),
    "emit error": "const e = new (require('events'))(); try { e.emit('error', new Error('bad')); } catch (error) { report(error.message); } try { e.emit('error', 5); } catch (error) { report(error.message); }",
    "timers": (
        "setTimeout((a, b) => { report('t' + a + b); setImmediate((c) => { report('i' + c); let n = 0;"
        " const id = setInterval(() => { report('v'); if (++n === 2) clearInterval(id); }, 1); }, 3); }, 1, 1, 2);"
        " clearTimeout(setTimeout(tampered, 1)); clearImmediate(setImmediate(tampered));"
    ),
    "timers promise": (
        "(async () => { const t = require('timers/promises'); report(await t.setTimeout(1, 'a')); report(await t.setImmediate('b'));"
        " for await (const x of t.setInterval(1, 'c')) { report(x); break; } })();"
    ),
    "nextTick, microtasks": (
        "process.nextTick((a, b, c) => report('n' + a + b + c), 1, 2, 3); queueMicrotask(() => report('m'));"
        " (async () => { await undefined; report('a'); process.nextTick(() => report('last')); })();"
    ),
    "promisify, callbackify": (
        "const util = require('util'); (async () => { report('' + (await util.promisify((x, done) => done(null, x + 1))(4)));"
        " util.callbackify(async (x) => x * 2)(4, (error, value) => report(error + ' ' + value)); })();"
    ),
    "url": (
        "const u = new URL('http://user:pw@example.com:8080/a/b?x=1&y=2#h'); u.searchParams.append('z', '3'); u.pathname = '/c d';"
        " report(u.href + u.searchParams.get('y') + u.origin); report(require('url').parse('http://a.b/c?d=e#f').pathname);"
    ),
    "search params": "const p = new URLSearchParams('a=1&b=2&a=3'); p.sort(); report(p.toString() + p.get('b') + p.has('q')); p.delete('a'); report('' + p.size);",
    "inspect": (
        "const { inspect } = require('util'); report(inspect({ a: [1, 'two', { three: 3 }], b() {}, c: null, [Symbol.iterator]: 5n }));"
        " report(inspect([1, , 3])); report(inspect('it\\'s')); report(inspect(new (class Foo { x = 1; })())); report(inspect(Buffer.from('abc')));"
    ),
    "inspect collections": (
        "const { inspect } = require('util'); report(inspect(aMap)); report(inspect(aSet)); report(inspect(/x/g)); report(inspect(new Date(0)));"
        " const error = new TypeError('oops'); error.stack = 'TypeError: oops\\n    at here'; report(inspect(error));"
    ),
    "format": "report(require('util').format('%s %d %i %j %o %%', 'a', 1.5, 2.7, { x: 1 }, [1], 'rest'));",
    "console": "console.log('a', 1, { b: [2] }); console.error('e %s', 'f'); console.table([{ a: 1 }]); console.group('g'); console.log('in'); console.groupEnd();",
    "buffer": (
        "const b = Buffer.concat([Buffer.from('héllo'), Buffer.from([1, 2, 3]), Buffer.alloc(2, 'z')]); report(b.toString('hex') + b.indexOf('l') + b.readUInt16BE(1));"
        " report(b.slice(1, 3).toString('base64') + Buffer.byteLength('€') + Buffer.compare(b, b) + b.equals(b)); b.write('W', 0); b.fill('q', 2, 4); report(b.toString('latin1'));"
    ),
    "path": "const path = require('path'); report(path.join('/a', '..', 'b', './c.txt') + path.resolve('/x', 'y') + path.relative('/a/b', '/a/c') + path.basename('/q/w.e', '.e') + path.extname('a.b') + path.normalize('a//b/../c') + path.parse('/h/f.t').name + path.format({ dir: 'd', base: 'e' }));",
    "querystring": "const q = require('querystring'); report(q.stringify({ a: [1, 2], b: 'x y' }) + q.parse('a=1&b=%20z&a=2').b);",
    "abort": (
        "const c = new AbortController(); c.signal.addEventListener('abort', () => report('aborted')); c.signal.onabort = () => report('on'); c.abort(); report(c.signal.reason.name);"
        " const t = AbortSignal.timeout(5); t.addEventListener('abort', () => report(t.reason.name)); const keep = setTimeout(() => {}, 50); AbortSignal.any([t]);"
    ),
    "event target": (
        "const t = new EventTarget(); t.addEventListener('x', (event) => report(event.type + event.defaultPrevented), { once: true }); t.addEventListener('x', { handleEvent(event) { report('h'); } });"
        " t.dispatchEvent(new Event('x', { cancelable: true })); t.dispatchEvent(new Event('x'));"
    ),
    "structuredClone": (
        "const copy = structuredClone({ a: [1, { b: 2 }], d: new Date(5), m: aMap, s: aSet, u: new Uint8Array(2) });"
        " report('' + copy.a[1].b + copy.d.getTime() + copy.m.size + copy.s.size + copy.u.length + (copy.m !== aMap));"
    ),
    "uncaught error": "setTimeout(() => { throw new TypeError('uncaught'); }, 1); process.on('exit', (code) => report('exit ' + code));",
}
