import chalk, { Chalk, supportsColor } from 'chalk';
const colours = new Chalk({ level: 3 });
console.log(
  JSON.stringify([
    colours.red('a'),
    colours.bold.underline.hex('#ff8800')('b'),
    colours.bgRgb(1, 2, 3)`x${1}`,
    colours.blue(`in ${colours.green('side')} out`),
    colours.red('two\nlines'),
  ]),
);
console.log(chalk.level, supportsColor, chalk.red('plain'));
