// What NODE_V8_COVERAGE leaves tells of the source maps of the files that ran, also if the program ends itself by a signal.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'maps-')));
const inline = (map, type) => `data:${type};base64,${Buffer.from(map).toString('base64')}`;
const map = JSON.stringify({ version: 3, sourceRoot: 'from/', sources: ['a.ts'], names: [], mappings: 'AAAA' });

function run(name, url, text = 'globalThis.x = 1;') {
  const kept = path.join(folder, 'kept');
  fs.rmSync(kept, { recursive: true, force: true });
  fs.writeFileSync(path.join(folder, name), `${text}\n//# sourceMappingURL=${url}\n`);
  const env = { ...process.env, NODE_V8_COVERAGE: kept };
  const { signal, stderr } = spawnSync(process.execPath, [path.join(folder, name)], { env, encoding: 'utf8' });
  const files = fs.readdirSync(kept).map((file) => JSON.parse(fs.readFileSync(path.join(kept, file), 'utf8')));
  const maps = files.flatMap((file) => Object.entries(file['source-map-cache'] ?? {}));
  console.log(name, signal, stderr, files.length);
  for (const [file, { lineLengths, data, url }] of maps) {
    console.log(' ', path.basename(file), lineLengths.length, url?.slice(0, 30), data);
    if (data !== null) console.log(' ', data.sources[0].replace(`file://${folder}`, ''), data.sourceRoot);
  }
}

console.log = ((log) => (...parts) => log(...parts.map((part) =>
  (typeof part === 'object' && part !== null ? Object.keys(part).sort().join() : part))))(console.log);
run('inline.js', inline(map, 'application/json'));
run('inline.mjs', inline(map, 'application/json;charset=utf-8'));
run('no-json.js', inline('{', 'application/json'));
run('text.js', inline(map, 'text/plain'));
fs.writeFileSync(path.join(folder, 'beside.map'), map);
run('beside.js', './beside.map');
run('absent.js', './absent.map');
run('elsewhere.js', 'https://example.org/x.map');
run('signal.js', inline(map, 'application/json'), 'process.kill(process.pid, "SIGINT");');
run('heard.js', inline(map, 'application/json'),
    'process.once("SIGINT", () => {}); process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 10);');
fs.rmSync(folder, { recursive: true });
