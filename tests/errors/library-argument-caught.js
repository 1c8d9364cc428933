// Its properties.
try {
  require('path').join(1);
} catch (error) {
  console.log(error.name, error.code, error instanceof TypeError);
  console.log(error.message);
  console.log(String(error));
  console.log(Object.keys(error), error.stack.split('\n')[0]);
}
