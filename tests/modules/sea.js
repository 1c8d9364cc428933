// The module `sea` of a program that is in no file with its runtime.
'use strict';
const sea = require('node:sea');

console.log(Object.keys(sea), sea.isSea());
const attempt = (name, ...args) => {
  try {
    sea[name](...args);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
for (const name of ['getAsset', 'getRawAsset', 'getAssetAsBlob', 'getAssetKeys']) attempt(name, 'x');
for (const name of ['getAsset', 'getRawAsset', 'getAssetAsBlob']) attempt(name, 1);
attempt('getAsset', 'x', 1);
try {
  require('sea');
} catch (error) {
  console.log(error.code);
}
