// Scripts keep surrogates that have no partner.
'use strict';
const vm = require('vm');
console.log(vm.runInThisContext("'a\ud800'.charCodeAt(1).toString(16)"));
console.log(vm.runInThisContext("'\udc00\u00e9'.length + `${'\u00e9'}`"));
