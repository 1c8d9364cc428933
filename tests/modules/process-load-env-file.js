// process.loadEnvFile() sets what the environment does not have.
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'env-'));
const file = path.join(folder, 'variables');
fs.writeFileSync(file, 'HOME=elsewhere\nFIRST="a b" # comment\nSECOND=2\n');
process.env.SECOND = 'kept';
console.log(process.loadEnvFile(file), process.env.HOME === 'elsewhere', process.env.FIRST, process.env.SECOND);
fs.rmSync(folder, { recursive: true });
for (const value of ['/does/not/exist', 5, {}]) {
  try {
    process.loadEnvFile(value);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
