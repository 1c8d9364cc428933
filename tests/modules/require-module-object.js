// The module object: id, filename, loaded, children, parent, paths.
const path = require('path');
const child = require('./fixtures/module-object.js');
console.log(path.relative(__dirname, child.id), path.relative(__dirname, child.filename));
console.log(child.loadedThen, child.loaded, child.parent === module, module.children.includes(child));
console.log(child.paths[0] === path.join(__dirname, 'fixtures', 'node_modules'));
console.log(module.id, module.loaded, typeof module.require);
