// util.getCallSites() asks for nothing that a script has put on Object.prototype.
'use strict';
const util = require('util');

for (const name of ['name', 'message', 'stack', 'url']) {
  Object.defineProperty(Object.prototype, name, {
    configurable: true,
    get() {
      process._rawDebug('read', name);
      return undefined;
    },
    set(value) {
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
    },
  });
}
console.log(util.getCallSites().length > 0);
for (const name of ['name', 'message', 'stack', 'url']) delete Object.prototype[name];
