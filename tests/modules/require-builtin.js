// Built-in modules by name and by node: name are the same object.
for (const name of ['fs', 'path', 'events', 'util', 'os', 'assert', 'timers', 'buffer', 'url', 'async_hooks']) {
  console.log(name, require(name) === require(`node:${name}`));
}
console.log(require('fs').promises === require('fs/promises'));
console.log(require('path').posix === require('path/posix'));
console.log(require('timers').promises === require('timers/promises'));
console.log(require('assert').strict === require('assert/strict'));
