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
