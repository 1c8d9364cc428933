import yargs from 'yargs';
const words = (text) =>
  yargs(text.split(' '))
    .scriptName('tool')
    .exitProcess(false)
    .wrap(80)
    .command(
      'serve [port]',
      'starts',
      (y) => y.positional('port', { type: 'number', default: 80 }),
      (argv) => console.log('serve', argv),
    )
    .option('level', { alias: 'l', choices: ['low', 'high'], describe: 'how' })
    .option('list', { type: 'array' })
    .option('n', { type: 'number', coerce: (n) => n * 2 })
    .fail((message, error) => console.log('fail:', message ?? error.message))
    .strict()
    .help()
    .version('3.2.1');
console.log(await words('serve 8080 -l high --list a b --n 4').parseAsync());
await words('serve --level none').parseAsync();
await words('serve --unknown 1').parseAsync();
await words('--help').parseAsync();
await words('--version').parseAsync();
