// Lines of streams and files: events, loops, questions, ends of lines of all kinds.
const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const { PassThrough, Readable } = require('stream');
const { promisify } = require('util');

const input = new PassThrough();
const lines = readline.createInterface({ input });
for (const name of ['line', 'pause', 'resume', 'close']) lines.on(name, (...args) => console.log(name, args));
console.log(lines.pause() === lines, lines.pause(), lines.resume() === lines, lines.terminal, lines.getPrompt());
input.write('a\nb\r\nc\rd\u2028e\u2029f');
lines.question('what? ', (answer) => console.log('answer', answer));
setImmediate(() => {
  lines.write('g\nlast');
  input.end();
});
lines.on('close', async () => {
  for (const name of ['pause', 'resume', 'prompt', 'write']) {
    try {
      lines[name]('text');
    } catch (error) {
      console.log(name, error.code);
    }
  }
  await loops();
  await files();
  await questions();
});

async function loops() {
  const whole = [];
  for await (const line of readline.createInterface({ input: Readable.from(['1\n2\r', '\n3\n4']) })) whole.push(line);
  console.log(whole);
  const left = readline.createInterface({ input: Readable.from(['1\n2\n3']) });
  for await (const line of left) {
    console.log(line);
    break;
  }
  console.log(left.closed);
  const broken = new PassThrough();
  setImmediate(() => broken.destroy(new Error('broken')));
  try {
    for await (const line of readline.createInterface({ input: broken })) console.log(line);
  } catch (error) {
    console.log('caught', error.message);
  }
}

async function files() {
  const file = path.join(os.tmpdir(), `lines-${process.pid}`);
  fs.writeFileSync(file, 'first\nsecond\r\n\nwithout an end');
  const handle = await fs.promises.open(file);
  for await (const line of handle.readLines()) console.log(JSON.stringify(line));
  const again = await fs.promises.open(file);
  for await (const line of again.readLines({ start: 6, end: 11 })) console.log(JSON.stringify(line));
  fs.rmSync(file);
}

async function questions() {
  const output = new PassThrough({ encoding: 'utf8' });
  const shown = [];
  output.on('data', (text) => shown.push(text));
  const asker = readline.createInterface({ input: new PassThrough(), output, prompt: '>> ' });
  asker.prompt();
  const answer = promisify(asker.question).call(asker, 'name? ');
  asker.write('Ann\n');
  console.log(await answer, asker.getPrompt());
  const controller = new AbortController();
  asker.question('lost? ', { signal: controller.signal }, () => console.log('never'));
  controller.abort();
  asker.on('line', (line) => console.log('line', line));
  asker.write('nobody asked\n');
  console.log(shown, asker.getCursorPos());
  asker.close();
  const promised = require('readline/promises').createInterface({ input: new PassThrough() });
  const later = promised.question('?');
  promised.write('yes\n');
  console.log(await later);
  promised.close();
  await promised.question('?').catch((error) => console.log(error.code));
}
