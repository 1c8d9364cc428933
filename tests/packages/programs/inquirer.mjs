// Answers typed into a stream; what is shown on the screen is not compared.
import { PassThrough, Writable } from 'node:stream';
import inquirer from 'inquirer';
const input = new PassThrough();
const output = new Writable({
  write(part, encoding, done) {
    done();
  },
});
const prompt = inquirer.createPromptModule({ input, output, skipTTYChecks: true });
const keys = (text, after) => setTimeout(() => input.write(text), after);
const answers = prompt([
  { type: 'input', name: 'name', message: 'Who?', filter: (text) => text.toUpperCase() },
  { type: 'confirm', name: 'sure', message: 'Sure?' },
  { type: 'select', name: 'pick', message: 'Pick', choices: ['one', 'two', 'three'] },
  { type: 'checkbox', name: 'many', message: 'Many', choices: ['a', 'b', 'c'] },
  { type: 'number', name: 'n', message: 'N', when: (sofar) => sofar.sure },
]);
keys('ann', 200);
keys('\r', 400);
keys('y\r', 800);
keys('\x1b[B', 1300);
keys('\r', 1600);
keys(' ', 2100);
keys('\x1b[B\x1b[B ', 2400);
keys('\r', 2700);
keys('42\r', 3200);
console.log(await answers);
input.end();
