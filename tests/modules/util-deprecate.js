// util.deprecate warns once per code.
const util = require('util');
const old = util.deprecate(() => 'result', 'old() is old', 'DEP0');
console.log(old(), old());
process.on('warning', (warning) => console.log(warning.name, warning.code, warning.message));
