// scrypt at its usual cost, four under way.
'use strict';

const { scrypt } = require('node:crypto');

const total = 40;
let begun = 0;
let done = 0;
const start = performance.now();

function begin() {
  scrypt('a password', `salt ${begun++}`, 64, (error) => {
    if (error) throw error;
    done++;
    if (done === total) console.log(performance.now() - start);
    else if (begun < total) begin();
  });
}
for (let i = 0; i < 4; i++) begin();
