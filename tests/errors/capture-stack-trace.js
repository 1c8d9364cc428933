// Error.captureStackTrace gives any object a stack; the second argument hides frames.
function visible() {
  hidden();
}
function hidden() {
  const object = {};
  Error.captureStackTrace(object, hidden);
  const lines = object.stack.split('\n');
  console.log(lines[0]);
  console.log(lines[1].trim().split(' ')[1]);
}
visible();
