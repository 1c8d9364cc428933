// process.permission: what is granted, asked for and taken back.
'use strict';
const { permission } = process;
const dc = require('diagnostics_channel');

function show(scope, ...references) {
  console.log(scope, ...references.map((reference) => `${reference}: ${permission.has(scope, reference)}`));
}

console.log(permission, Object.getOwnPropertyDescriptor(process, 'permission').configurable);
for (const scope of [
  'fs', 'fs.read', 'fs.write', 'child', 'worker', 'net', 'wasi', 'addon', 'inspector', 'ffi', 'openssl.store', 'none', 'constructor',
]) {
  console.log(scope, permission.has(scope));
}
show('fs.read', 'fixtures', 'fixtures/permission', './fixtures/permission/', 'fixtures/permission/open/any/thing',
     'fixtures/permission/../../permission-has.js', 'fixtures/permissions', '/none', '/none/a', '/none/abc/d', '/none/b', '/none/b/c',
     '/none/bc', '/none/c', '/none/c/', '/none/c/d', '', Buffer.from('/none/c'));
show('fs.write', '/', '/none');
show('fs', '/none/a', '/none');
for (const given of [[], [1], ['fs', 1], ['fs', {}], ['none', null]]) {
  for (const name of ['has', 'drop']) {
    try {
      console.log(name, permission[name](...given));
    } catch (error) {
      console.log(name, error.code, error.message);
    }
  }
}
for (const name of ['fs', 'net', 'child']) {
  dc.subscribe(`node:permission-model:${name}`, (message) => console.log(name, message));
}
permission.has('fs.read', '/none/x');
permission.has('child');
permission.drop('fs.read', '/none/a');
permission.drop('fs.read', '/none/b/c');
permission.drop('fs.read', '/none/c/');
permission.drop('fs.read', 'fixtures/permission/open');
show('fs.read', '/none/a', '/none/b/c', '/none/c', 'fixtures/permission/open');
permission.drop('fs.read', '/none/a*');
permission.drop('fs.read', 'fixtures/permission');
show('fs.read', '/none/a', '/none/b/c', 'fixtures/permission/open');
permission.drop('fs.write', '/none');
show('fs.write', '/none');
permission.drop('fs');
show('fs.write', '/none');
show('fs.read', '/none/b/c');
permission.drop('net');
permission.drop('none');
console.log(permission.has('net'));
