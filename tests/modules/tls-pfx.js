// PKCS#12 archives that are none, or not whole: what createSecureContext() says of them.
'use strict';

const { createSecureContext } = require('tls');

// The beginning of a sequence that is longer than what follows.
const cut = Buffer.from([0x30, 0x82, 0x10, 0x00, 0x02, 0x01, 0x03]);
for (const pfx of ['sample', '', cut, Buffer.alloc(20), Buffer.from([0x30, 0x03, 0x02, 0x01, 0x03])]) {
  try {
    createSecureContext({ pfx, passphrase: 'test' });
    console.log('taken');
  } catch (error) {
    console.log(error.name, error.message, 'opensslErrorStack' in error);
  }
}
