import meow from 'meow';
const cli = meow('Usage\n  $ tool <x>', {
  importMeta: import.meta,
  argv: ['one', '--rainbow', '-n', '4', '--kebab-case', 'v'],
  pkg: { name: 'tool', version: '1.0.0', description: 'a tool' },
  flags: { rainbow: { type: 'boolean', shortFlag: 'r' }, n: { type: 'number', default: 1 } },
});
console.log(cli.input, cli.flags, cli.help, cli.pkg.name);
