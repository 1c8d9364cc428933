// Prints a line and stays, so that its memory can be read from outside.
'use strict';
console.log('hello');
setTimeout(() => {}, 60_000);
