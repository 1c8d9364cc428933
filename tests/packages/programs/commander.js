const { Command, Option } = require('commander');
const program = new Command('tool')
  .version('1.2.3')
  .description('does things')
  .exitOverride()
  .configureOutput({
    writeOut: (text) => process.stdout.write(text),
    writeErr: (text) => process.stdout.write(`! ${text}`),
  });
program
  .option('-v, --verbose', 'say more', (_, n) => n + 1, 0)
  .addOption(new Option('-c, --colour <name>', 'a colour').choices(['red', 'green']).default('red').env('TOOL_COLOUR'));
program
  .command('add <first> [others...]')
  .option('--no-save')
  .action((first, others, options, command) => {
    console.log('add', first, others, options, command.parent.opts());
  });
program.command('wait').action(async () => {
  await null;
  console.log('waited');
});
async function main() {
  await program.parseAsync(['node', 'tool', '-vv', '-c', 'green', 'add', 'one', 'two', 'three', '--no-save']);
  await program.parseAsync(['wait'], { from: 'user' });
  for (const words of [['--help'], ['--version'], ['ad'], ['-c', 'blue', 'wait'], ['add']]) {
    try {
      program.parse(words, { from: 'user' });
    } catch (error) {
      console.log(error.code, error.exitCode);
    }
  }
}
main();
