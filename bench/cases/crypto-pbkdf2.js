// PBKDF2 with SHA-256 and SHA-512, of 20,000 rounds each.
'use strict';

const { pbkdf2Sync } = require('node:crypto');

const start = performance.now();
for (let i = 0; i < 10; i++) {
  pbkdf2Sync('a password', `salt ${i}`, 20000, 32, 'sha256');
  pbkdf2Sync('a password', `salt ${i}`, 20000, 64, 'sha512');
}
console.log(performance.now() - start);
