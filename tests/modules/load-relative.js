// A module whose file is named relative to the current folder is loaded; the search for its package ends.
'use strict';
const Module = require('module');
process.chdir(__dirname);
const loaded = new Module('relative');
loaded.load('fixtures/relative-load.js');
console.log(loaded.exports, loaded.filename);
