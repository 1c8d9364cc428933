// Callbacks of fs come from the loop, never from inside the call, errors too.
const fs = require('fs');
fs.stat('no such file', (error) => console.log('callback', error.code));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
