// JSON files: parsed, cached, with a byte order mark too.
const data = require('./fixtures/data.json');
console.log(data);
data.changed = true;
console.log(require('./fixtures/data.json').changed);
