// spawnSync, execFileSync and execSync: results, streams, limits, errors.
'use strict';
const { execFileSync, execSync, spawnSync } = require('child_process');

const show = (name, result) => console.log(name, { ...result, pid: typeof result.pid });
show('plain', spawnSync('sh', ['-c', 'cat; echo error >&2; exit 3'], { input: 'text', encoding: 'utf8' }));
show('stdio', spawnSync('sh', ['-c', 'echo three >&3; echo one'], {
  stdio: ['ignore', 'pipe', 'ignore', 'pipe'], encoding: 'latin1',
}));
show('signal', spawnSync('sh', ['-c', 'kill -9 $$']));
show('env', spawnSync('sh', ['-c', 'echo $A-$B'], { env: { A: 1, B: 'two', C: undefined, PATH: process.env.PATH } }));
show('cwd', spawnSync('pwd', { cwd: new URL('file:///usr'), encoding: 'utf8' }));
show('argv0', spawnSync('sh', ['-c', 'echo $0'], { argv0: 'other', encoding: 'utf8' }));

const failed = spawnSync('sleep', ['9'], { timeout: 50, killSignal: 'SIGKILL' });
console.log(failed.status, failed.signal, failed.error.message, { ...failed.error });
const absent = spawnSync('not-there', ['x']);
console.log(absent.status, absent.output, absent.error.code, absent.error.syscall, absent.error.spawnargs);
const much = spawnSync('sh', ['-c', 'echo 1234567890; sleep 9'], { maxBuffer: 4, encoding: 'utf8' });
console.log(much.error.code, much.signal, much.stdout);

console.log(execFileSync('echo', ['a', 'b'], { encoding: 'utf8' }));
console.log(String(execSync('echo $((1 + 2)) | cat')));
for (const attempt of [
  () => execFileSync('sh', ['-c', 'echo bad >&2; exit 2'], { stdio: 'pipe' }),
  () => execSync('exit 4'),
  () => spawnSync(''),
  () => spawnSync('a\0b'),
  () => spawnSync('true', 'x'),
  () => spawnSync('true', { stdio: ['ipc'] }),
  () => spawnSync('true', { cwd: 5 }),
  () => spawnSync('true', { killSignal: 'SIGNONE' }),
]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.status, error.message);
  }
}
