const dotenv = require('dotenv');
const fs = require('fs');
const path = require('path');
const os = require('os');
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'env-')), '.env');
fs.writeFileSync(
  file,
  'A=1\n# comment\nB="two\\nlines" # after\nexport C=\'single $A\'\nD=a=b=c\nE=`back \'tick\'`\nLONG="one\ntwo"\nEMPTY=\n',
);
console.log(dotenv.config({ path: file, quiet: true }), process.env.B, process.env.D);
process.env.A = 'kept';
dotenv.config({ path: file, quiet: true });
console.log(process.env.A);
dotenv.config({ path: file, override: true, quiet: true });
console.log(process.env.A);
console.log(dotenv.parse(Buffer.from('X = y ')), dotenv.config({ path: '/none', quiet: true }).error.code);
fs.rmSync(path.dirname(file), { recursive: true });
