// A search box shows the last answer that comes, which need not be that to the last question.
const fs = require('fs');
let shown;
function ask(question) {
  fs.readFile(__filename, () => { shown = `answer to ${question}`; });
}
ask('r');
setTimeout(ask, 200, 'ro');
setTimeout(ask, 400, 'ron');
process.on('exit', () => console.log(shown));
