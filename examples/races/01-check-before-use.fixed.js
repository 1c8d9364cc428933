// The file is made by whoever is first, in one step: the system decides, and everybody is told the same.
const fs = require('fs');
const file = `${fs.mkdtempSync('/tmp/race-')}/visits`;

function visit(done) {
  fs.writeFile(file, 'hello', { flag: 'wx' }, (exists) => done(exists ? 'seen before' : 'first visit'));
}

const answers = [];
visit((answer) => answers.push(answer));
setTimeout(() => visit((answer) => answers.push(answer)), 200);
process.on('exit', () => {
  fs.rmSync(require('path').dirname(file), { recursive: true });
  console.log(answers.sort().join(', '));
});
