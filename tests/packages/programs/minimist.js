const minimist = require('minimist');
console.log(
  minimist(['-abc', '--name=x', '--no-color', '-n5', '--list', '1', '--list', '2', 'file', '--', '-z'], {
    '--': true,
    string: ['name'],
    alias: { l: 'list' },
    default: { d: 1 },
  }),
  minimist(['--a.b', '3', '-x', '0x10', '--', 'r']),
  minimist(['--__proto__.polluted', '1']),
  {}.polluted,
);
