// --test-rerun-failures: what has passed is not run again, and the file says which attempt it was.
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const folder = fs.mkdtempSync(path.join(process.env.TMPDIR ?? '/tmp', 'rerun-'));

function attempt(state, ...options) {
  const args = [...options, '--test-reporter=tap', `--test-rerun-failures=${state}`, 'fixtures/test-runner/rerun.js'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' });
  console.log('status', status);
  // What files print comes as pipes bring it.
  const lines = stdout.split('\n');
  for (const line of lines) if (line.includes('runs: ')) console.log(line);
  for (const line of lines) if (/^ *(not )?ok |^# (pass|fail|suites) /.test(line)) console.log(line);
}

function show(state) {
  const last = JSON.parse(fs.readFileSync(state, 'utf8')).at(-1);
  for (const [place, { name, children, passed_on_attempt: number }] of Object.entries(last)) {
    console.log(place, '|', name, '|', number, '|', children.map((child) => child.name).join());
  }
}

for (const options of [[], ['--test'], ['--test', '--test-isolation=none']]) {
  const state = path.join(folder, `state${options.length}.json`);
  console.log('---', options.join(' '));
  attempt(state, ...options);
  show(state);
  attempt(state, ...options);
  show(state);
  attempt(state, ...options);
  console.log(JSON.parse(fs.readFileSync(state, 'utf8')).length);
}
fs.rmSync(folder, { recursive: true });
