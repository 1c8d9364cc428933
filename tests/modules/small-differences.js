// Details of several modules that programs have met.
const os = require('os');
const path = require('path');
const vm = require('vm');

console.log(vm.runInThisContext(5), vm.runInThisContext(undefined), vm.runInThisContext(null));
const usual = os.userInfo();
for (const encoding of ['zz', 5, null]) console.log(os.userInfo({ encoding }).username === usual.username);
console.log(os.userInfo({ encoding: 'hex' }).username === Buffer.from(usual.username).toString('hex'));
const constants = require('constants');
console.log(constants.hasOwnProperty('O_RDONLY'), Object.isFrozen(constants));
console.log(process.sourceMapsEnabled);
console.log(path.posix.parse('/..'), path.posix.parse('/a/..'));

// What cannot be assigned to, but defined anew.
const { constants: numbers } = require('fs');
for (const [object, key] of [[process, 'platform'], [process, 'pid'], [numbers, 'O_SYNC'], [os.constants.errno, 'EPERM']]) {
  object[key] = 'other';
  console.log(key, object[key] === 'other');
}
console.log(numbers.O_DSYNC, Object.isExtensible(numbers), Object.isFrozen(os.constants.signals));
console.log(require('url').parse.name, process.hrtime.bigint.name, require('util').styleText.length, os.getPriority.length);
