// Start and print a line: timed from outside.
'use strict';
console.log('hello');
