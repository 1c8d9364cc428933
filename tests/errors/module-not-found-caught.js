// Caught: message, code and requireStack.
try {
  require('no-such-package');
} catch (error) {
  console.log(error.code);
  console.log(error.message.replaceAll(__dirname, '[DIR]'));
  console.log(error.requireStack.map((path) => path.replace(__dirname, '[DIR]')));
}
