// readline/promises: questions that are aborted, completers that take time, and Readline's moves.
'use strict';
const { PassThrough, Writable } = require('stream');
const readline = require('readline/promises');

const show = ({ name, code, message, cause }) => console.log(name, code, message, cause);

async function ask(input, options) {
  const stream = new PassThrough();
  const lines = readline.createInterface({ input: stream, output: new PassThrough(), terminal: true });
  lines.on('close', () => console.log('close'));
  const answer = lines.question('? ', options).then((text) => console.log('answer', text), show);
  stream.write(input);
  await answer;
  lines.close();
}

async function complete(completer) {
  const stream = new PassThrough();
  const output = new PassThrough();
  const lines = readline.createInterface({ input: stream, output, terminal: true, completer });
  stream.write('a\t');
  await new Promise(setImmediate);
  console.log([lines.line, `${output.read()}`.split('\n')[0]]);
  lines.close();
}

(async () => {
  await ask('yes\n');
  await ask('\x03');
  await ask('\x04');
  const controller = new AbortController();
  process.nextTick(() => controller.abort('why'));
  await ask('x', { signal: controller.signal });
  await ask('', { signal: AbortSignal.abort() });
  await complete(async (text) => [[`${text}bc`], text]);
  await complete((text) => [[`${text}bc`], text]);
  await complete(async () => { throw new Error('no'); });

  const written = [];
  const output = new Writable({ write(chunk, encoding, done) { written.push(`${chunk}`); done(); } });
  const moves = new readline.Readline(output);
  moves.cursorTo(3).cursorTo(1, 2).moveCursor(1, -1).clearLine(-1).clearLine(0).clearScreenDown();
  console.log(written, await moves.commit(), written);
  moves.cursorTo(1).rollback();
  console.log(await moves.commit(), written.length);
  new readline.Readline(output, { autoCommit: true }).cursorTo(1, 2).clearLine(1);
  await new Promise(setImmediate);
  console.log(written);
  for (const call of [
    () => new readline.Readline({}), () => moves.cursorTo(), () => moves.cursorTo(1.5), () => moves.clearLine(2),
    () => moves.moveCursor(1), () => new readline.Readline(output, { autoCommit: 1 }),
  ]) {
    try {
      call();
    } catch (error) {
      console.log(error.message);
    }
  }
})();
