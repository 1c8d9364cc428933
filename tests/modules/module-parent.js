// module.parent and module.isPreloading are accessors that all modules share.
const Module = require('module');

console.log(module.parent, module.isPreloading, Object.hasOwn(module, 'parent'));
const child = new Module('child', module);
console.log(child.parent === module, module.children.includes(child), child.constructor === Module);
child.parent = 'another';
console.log(child.parent, Object.keys(child), Object.getOwnPropertyNames(Module.prototype));
console.log(Object.keys(Module).includes('wrap'), 'wrap' in Module, '_stat' in Module);
