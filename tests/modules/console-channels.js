// The console tells of what it is about to print on channels of diagnostics_channel, before the text is made.
'use strict';

const { channel, hasSubscribers, subscribe, unsubscribe } = require('node:diagnostics_channel');
const { Console } = require('node:console');

const names = ['log', 'info', 'debug', 'warn', 'error'];
const seen = [];
function note(args, name) {
  seen.push(`${String(name)} ${JSON.stringify(args)}`);
}

console.log('before', hasSubscribers('console.log'));
for (const name of names) subscribe(`console.${name}`, note);
for (const name of names) console[name]('%s', name, { name });
console.dir('dir');
console.dirxml('dirxml', 1);
console.group('group');
console.groupEnd();
console.count();
console.table([1]);
console.table(5);
console.assert(false, 'assert %d', 7);
console.time('t');
console.timeEnd('nothing of this name');
const other = new Console(process.stdout);
other.log('of another console');
for (const name of names) unsubscribe(`console.${name}`, note);
console.log('not seen');
console.log(seen.join('\n'));

// A subscriber may change what is printed; an error of its own comes later.
channel('console.log').subscribe((args) => {
  args[0] = args[0].toUpperCase();
  args.push('added');
});
const failing = () => { throw new Error('of the subscriber'); };
channel('console.info').subscribe(failing);
process.on('uncaughtException', (error) => console.debug('later:', error.message));
console.log('changed', 1);
console.info('printed all the same');
