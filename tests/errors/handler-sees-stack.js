// The stack as a handler gets it: name and message, then frames with file, line and column.
process.on('uncaughtException', (error) => {
  const [first, second] = error.stack.split('\n');
  console.log(first);
  console.log(/^ {4}at inner \(.*handler-sees-stack\.js:9:\d+\)$/.test(second));
});

function inner() {
  throw new Error('seen');
}
inner();
