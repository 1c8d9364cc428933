// A file is looked for, and made if it is not there: two visitors look before either has made it.
const fs = require('fs');
const file = `${fs.mkdtempSync('/tmp/race-')}/visits`;

function visit(done) {
  fs.access(file, (missing) => {
    if (!missing) return done('seen before');
    setTimeout(() => fs.writeFile(file, 'hello', () => done('first visit')), 1);
  });
}

const answers = [];
visit((answer) => answers.push(answer));
setTimeout(() => visit((answer) => answers.push(answer)), 200);
process.on('exit', () => {
  fs.rmSync(require('path').dirname(file), { recursive: true });
  console.log(answers.join(', '));
});
