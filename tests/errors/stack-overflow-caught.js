// Endless recursion is an error that can be caught, and the program goes on.
function forever() {
  return 1 + forever();
}
try {
  forever();
} catch (error) {
  console.log(error instanceof Error);
}
setImmediate(() => console.log('goes on'));
