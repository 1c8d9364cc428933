import { execa, execaSync, $, execaNode } from 'execa';
const node = process.execPath;
const { stdout, exitCode } = await execa(node, ['-p', '1 + 1']);
console.log(stdout, exitCode);
const failed = await execa(node, ['-e', 'console.error("bad"); process.exit(3)'], { reject: false });
console.log(failed.exitCode, failed.stderr, failed.failed, failed.shortMessage.replace(node, 'node'));
await execa('no-such-program').catch((error) => console.log(error.code, error.originalMessage));
console.log(
  (await $({ input: 'typed' })`cat`).stdout,
  (await execa(node, ['-e', 'process.stdin.pipe(process.stdout)'], { input: 'in' })).stdout,
);
console.log(
  (await execa('printf', ['a\\nb\\n'], { lines: true })).stdout,
  execaSync('echo', ['sync']).stdout,
  (await $`echo one`.pipe`cat`).stdout,
);
await execa('sleep', ['10'], { timeout: 100 }).catch((error) => console.log(error.timedOut, error.signal));
for await (const line of execa('printf', ['x\\ny\\n'])) console.log('line', line);
const both = await execa(node, ['-e', 'console.log(1); console.error(2)'], { all: true });
console.log(both.all.split('\n').sort());
const child = execa('sleep', ['10']);
child.kill('SIGINT');
console.log(await child.catch((error) => [error.isTerminated, error.signal]));
const talk = execaNode({
  ipc: true,
  input: '',
})`-e ${'process.on("message", (m) => { process.send(m * 2); process.disconnect(); })'}`;
await talk.sendMessage(21);
console.log(await talk.getOneMessage());
await talk;
