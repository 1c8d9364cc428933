const shell = require('shelljs');
shell.config.silent = true;
shell.mkdir('-p', 'a/b', 'c');
shell.ShellString('one\ntwo\nthree\n').to('a/x.txt');
shell.cp('-R', 'a', 'copy');
shell.sed('-i', 'two', '2', 'copy/x.txt');
console.log(
  shell.cat('copy/x.txt').stdout,
  shell.grep('t', 'a/x.txt').stdout,
  shell.ls('-R', '.').filter((f) => !f.startsWith('bin') && !f.startsWith('tmp') && f !== 'shelljs.js'),
  shell.test('-d', 'a/b'),
  shell.find('copy').length,
  shell.which('sh') !== null,
);
console.log(
  shell.exec('echo out; echo err >&2; exit 3'),
  shell.rm('-rf', 'a', 'copy').code,
  shell.ls('a').stderr,
  shell.error(),
);
shell.exec('echo later', (code, out) => console.log(code, out));
console.log(
  shell.echo('hi').sed('h', 'H').stdout,
  shell.head({ '-n': 1 }, shell.ShellString('q\nw').to('f.txt') && 'f.txt').stdout,
);
