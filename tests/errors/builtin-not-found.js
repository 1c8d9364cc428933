// An unknown module with the node: prefix.
try {
  require('node:nothing');
} catch (error) {
  console.log(error.code, error.message);
}
