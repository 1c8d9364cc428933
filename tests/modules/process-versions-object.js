// process.versions and process.features are plain objects: programs ask them hasOwnProperty().
const list = process.versions;
console.log(list.hasOwnProperty('node'), list.hasOwnProperty('none'), Object.isExtensible(list));
list.mine = '1';
list.node = 'changed';
console.log(list.mine, list.node === process.version.slice(1));
console.log(Object.getOwnPropertyDescriptor(process, 'versions').writable, process.features.hasOwnProperty('tls'));

// Coverage that was not asked for is not written.
const v8 = require('v8');
console.log(v8.takeCoverage(), v8.stopCoverage());
