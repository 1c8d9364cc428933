// It can be caught.
try {
  require('./fixtures/bad-syntax.js');
} catch (error) {
  console.log(error instanceof SyntaxError, error.name);
  console.log(error.stack.split('\n')[0].replace(__dirname, '[DIR]'));
}
