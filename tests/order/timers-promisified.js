// util.promisify knows setTimeout and setImmediate.
const { promisify } = require('util');
(async () => {
  console.log(await promisify(setTimeout)(5, 'value of timeout'));
  console.log(await promisify(setImmediate)('value of immediate'));
})();
