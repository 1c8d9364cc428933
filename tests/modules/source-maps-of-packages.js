// Maps of packages are used as long as they are asked for.
'use strict';
const { getSourceMapsSupport, setSourceMapsSupport } = require('module');

function stack() {
  try {
    require('../errors/fixtures/mapped/node_modules/part')();
  } catch (error) {
    console.log(error.stack.split('\n')[1].replace(__dirname, '').replace(/\(.*tests/, '('));
  }
}

for (const nodeModules of [true, false, true]) {
  setSourceMapsSupport(true, { nodeModules });
  console.log(getSourceMapsSupport());
  stack();
}
