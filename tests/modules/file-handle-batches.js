// FileHandle.pull(), pullSync() and writer(): batches read and written, locks, limits, options that are refused.
'use strict';

const fs = require('fs'); const { open } = fs.promises;
const t = (f) => { try { const r = f(); console.log(r); return r; } catch (e) { console.log(e.name, e.code, e.message); } };
const ta = async (f) => { try { console.log(await f()); } catch (e) { console.log(e.name, e.code, e.message); } };
(async () => {
  const name = require('os').tmpdir() + '/fhp-' + process.pid; fs.writeFileSync(name, 'abcdefghij');
  const fh = await open(name, 'r+');
  console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(fh)).filter((n) => /pull|writer/.test(n)), fh.pull.length, fh.pullSync.length, fh.writer.length);
  const fresh = async (f) => { const h = await open(name, 'r+'); (globalThis.hs ??= []).push(h); try { console.log(typeof f(h)); } catch (e) { console.log(e.name, e.code, e.message); } };
  for (const o of [{ autoClose: 1 }, { start: -1 }, { start: 1.5 }, { start: 'x' }, { limit: 0 }, { limit: -1 }, { limit: 'q' }, { chunkSize: 0 }, { chunkSize: -1 }, { chunkSize: 'a' }, { signal: 1 }, {start: 1n}, {limit: 1.5}]) { console.log(o); await fresh((h) => h.pull(o)); await fresh((h) => h.pullSync(o)); await fresh((h) => h.writer(o)); }
  const p = fh.pull({ chunkSize: 4 }); console.log(p, Object.prototype.toString.call(p)); t(() => fh.pull()); t(() => fh.pullSync()); t(() => fh.writer()); t(() => fh.readableWebStream());
  const it = p[Symbol.asyncIterator](); await ta(() => it.next()); await ta(() => it.return()); await ta(() => it.next());
  const s = fh.pullSync({ start: 0, limit: 5, chunkSize: 2 }); for (const b of s) console.log(b);
  const w = fh.writer({ start: 2, limit: 4 }); console.log(w, Object.getOwnPropertyNames(w), Object.getOwnPropertySymbols(w));
  t(() => w.desiredSize); await ta(() => w.write('ZZ')); t(() => w.writeSync('YY')); t(() => w.writeSync('over')); await ta(() => w.write('over')); await ta(() => w.writev(['a', 'b'])); await ta(() => w.write(5)); t(() => w.writeSync(5)); t(() => w.writev('x')); await ta(() => w.writev('x')); t(() => w.writevSync([5])); await ta(() => w.end(5)); await ta(() => w.end()); t(() => w.endSync()); await ta(() => w.write('x')); t(() => w.desiredSize);t(()=>w.fail());
  const w2 = fh.writer({ start: 0 }); t(() => w2.fail(new Error('boom'))); await ta(() => w2.write('q')); await ta(() => w2.end()); t(() => w2.endSync()); t(() => w2.desiredSize);
  console.log(fs.readFileSync(name, 'utf8')); 
  await fh.close(); t(() => fh.pull()); t(() => fh.writer()); t(() => fh.pullSync());
  fs.unlinkSync(name);
})();
