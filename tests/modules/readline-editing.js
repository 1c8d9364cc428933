// Editing a line on a terminal: what each key does to the line, and what is written.
'use strict';
const EventEmitter = require('events');
const readline = require('readline');

class Terminal extends EventEmitter {
  constructor(columns) {
    super();
    this.columns = columns;
    this.written = [];
  }
  write(text) { this.written.push(text); }
  resume() {}
  pause() {}
  end() {}
}

function run(title, keys, { columns, ...options } = {}) {
  console.log(`--- ${title}`);
  const terminal = new Terminal(columns);
  const lines = readline.createInterface({ input: terminal, output: terminal, terminal: true, ...options });
  for (const event of ['line', 'history', 'pause', 'resume', 'close']) {
    lines.on(event, (value) => console.log(event, value));
  }
  lines.prompt();
  for (const key of keys) {
    terminal.emit('data', key);
    const { rows, cols } = lines.getCursorPos();
    console.log([key, lines.line, lines.cursor, `${rows}:${cols}`, lines.historyIndex, terminal.written.splice(0)]);
  }
  lines.close();
}

run('moving', ['one two->three', '\x1bb', '\x1b[1;5D', '\x1bb', '\x1b[D', '\x1bf', '\x05', '\x1b[D', '\x02', '\x06', '\x01', '\x1b[C']);
run('deleting', ['one two three four', '\x17', '\x1b\x7f', '\x7f', '\b', '\x01', '\x1bd', '\x1b[3~', '\x04', '\x1b[3;5~']);
run('killing', ['one two', '\x15', 'three', '\x01', '\x0b', '\x19', '\x1by', '\x1by', '\x02', '\x1by']);
run('undoing', ['a', 'b', '\x15', '\x1f', '\x1f', '\x1e', 'c', '\x1e', '\x1e']);
run('wide', ['あ', '💻', 'e\u0301', '\x1b[D', '\x1b[D', '\x7f', '\t'], { tabSize: 4 });
run('wrapping', ['0123456789', 'x', '\x01', 'あ', '\x05', '\x17'], { columns: 10, prompt: '' });
run('history', ['foo\r', 'bar\r\n', 'foobar\n', 'foobar\n', ' \n', '\x1b[A', '\x1b[A', '\x1b[A', '\x1b[A', '\x0e', '\x0e',
                '\x15', 'f', '\x1b[A', '\x1b[A', '\x1b[B', '\x1b[B']);
run('history of three', ['1\n2\n1\n3\n4\n', '\x10', '\x10', '\x10', '\x10'],
    { historySize: 3, removeHistoryDuplicates: true, history: ['x'] });
const choices = ['foo', 'foobar', 'fox', '', 'alpha', 'beta'];
run('completing', ['f', '\t', '\t', 'o', '\t', '\t', 'b\t', '\t'], {
  columns: 20, completer: (text) => [choices.filter((choice) => choice.startsWith(text)), text],
});
run('all choices', ['\t', '\t', 'a\tb'], { columns: 14, completer: (text, done) => done(null, [choices, text]) });
run('clearing and ending', ['abc', '\x0c', '\x15', '\x1b', '\x1b[99z', '\x04']);

const terminal = new Terminal();
const masked = readline.createInterface({ input: terminal, output: terminal, terminal: true });
masked._writeToOutput = (text) => terminal.write(text.replace(/\w/g, '*'));
masked.question('Password? ', (answer) => console.log(answer, terminal.written));
masked.write('secret');
masked.write(null, { ctrl: true, name: 'h' });
masked.write('\n');
masked.close();
