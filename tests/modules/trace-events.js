// What node:trace_events gives: objects that turn categories on and off, their errors, and files with what was on.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const util = require('util');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trace-events-'));
process.chdir(folder);
const { createTracing, getEnabledCategories } = require('trace_events');

for (const options of [undefined, [], { categories: 1 }, { categories: [1] }, { categories: [] }]) {
  try {
    createTracing(options);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

const first = createTracing({ categories: ['z', 'a', 'z'] });
const second = createTracing({ categories: ['m', 'a'] });
console.log(first, util.inspect(first, { depth: -1 }), util.inspect(first, { colors: true, compact: false }));
console.log(first.enable(), first.enabled, first.categories, getEnabledCategories());
second.enable();
second.enable();
console.log(getEnabledCategories());
second.disable();
second.disable();
console.log(getEnabledCategories());
first.disable();
console.log(getEnabledCategories());

function eventsOf(categories, script, ...options) {
  const asked = categories === '' ? [] : ['--trace-event-categories', categories];
  const { pid, status, stderr } = spawnSync(process.execPath, [...asked, ...options, '-e', script], { cwd: folder });
  const name = options.length === 0 ? 'node_trace.1.log' : `${pid}.1.json`;
  const { traceEvents } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
  console.log(status, stderr.toString(), traceEvents.every((event) => event.pid === pid));
  return traceEvents;
}

function show(events) {
  for (const { ph, cat, name, id, args } of events) {
    if (cat !== '__metadata') console.log(ph, cat, name, cat.includes('fs.async') ? '' : id, args);
  }
}

show(eventsOf('node.console', `
  console.time('a "b"'); console.timeLog('a "b"', 1); console.timeEnd('a "b"');
  console.count(); console.count('x'); console.countReset('x'); console.timeEnd;`));
show(eventsOf('node.fs.sync', `
  fs.writeFileSync('f', 'abc'); fs.readFileSync('f', 'latin1'); fs.truncateSync('f', 1); fs.renameSync('f', 'g');
  try { fs.statSync('no'); } catch {}
  fs.unlinkSync('g');`).filter(({ name }) => !/read|write/.test(name)));
show(eventsOf('node.fs_dir.sync', 'const d = fs.opendirSync("."); d.readSync(); d.closeSync();'));
show(eventsOf('node.fs.async', `fs.writeFile('f', 'a', () => fs.rename('f', 'g', () => fs.stat('f', () => fs.unlink('g', () => {}))))`));
show(eventsOf('node.promises.rejections', 'const p = Promise.reject(1); p.catch(() => {}); Promise.reject(2).then(0, () => {});'));
show(eventsOf('node.http', `
  const server = http.createServer((req, res) => { res.statusCode = 404; res.end(); server.close(); }).listen(0, () => {
    http.get({ port: server.address().port, path: '/a?b', agent: false }, (res) => res.resume());
  });`));
show(eventsOf('node.net.native', 'net.connect("/no/such").on("error", () => {})').map((event) => ({ ...event, id: 0 })));
show(eventsOf('node.async_hooks', 'setTimeout(() => {}, 1);').filter(({ ph }) => ph !== 'e'));
show(eventsOf('nothing', '1', '--trace-event-file-pattern', '${pid}.${rotation}.json'));
show(eventsOf('', `
  const t = require('trace_events').createTracing({ categories: ['node.console'] });
  console.count(); t.enable(); console.count(); t.disable(); console.count(); t.enable(); console.count(); process.exit();`));

const metadata = eventsOf('nothing', 'process.title = "t"').filter(({ cat }) => cat === '__metadata');
const named = (name) => metadata.filter((event) => event.name === name).map((event) => event.args);
console.log(named('version')[0].node === process.versions.node, named('node')[0].process.platform,
            named('process_name').some(({ name }) => name === 't'),
            named('thread_name').some(({ name }) => name === 'JavaScriptMainThread'));

const { Worker } = require('worker_threads');
new Worker('require("trace_events")', { eval: true }).on('error', (error) => {
  console.log(error.name, error.code, error.message);
  fs.rmSync(folder, { recursive: true });
});
