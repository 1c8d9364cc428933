// A JSON file that does not parse: the message begins with its path.
try {
  require('./fixtures/bad.json');
} catch (error) {
  console.log(error.name, error.message.startsWith(`${__dirname}/fixtures/bad.json: `));
}
