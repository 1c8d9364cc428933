// The timers module holds the same functions as the globals.
const timers = require('node:timers');
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate']) {
  console.log(name, timers[name] === globalThis[name]);
}
console.log(timers.promises === require('timers/promises'));
