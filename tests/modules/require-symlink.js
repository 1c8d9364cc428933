// A file reached through a symbolic link is the file itself.
const path = require('path');
console.log(require('./fixtures/link-to-counter.js') === require('./fixtures/counter.js'));
console.log(path.basename(require.resolve('./fixtures/link-to-counter.js')));
