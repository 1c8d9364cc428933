const { default: concurrently } = require('concurrently');
const { PassThrough } = require('stream');
const outputStream = new PassThrough();
let text = '';
outputStream.on('data', (part) => {
  text += part;
});
const { result, commands } = concurrently(
  [
    { command: 'echo one', name: 'a' },
    { command: 'sleep 0.3; echo two; exit 3', name: 'b' },
  ],
  { outputStream, successCondition: 'all' },
);
result
  .then(
    () => console.log('all fine'),
    (events) => console.log(events.map((e) => [e.command.name, e.exitCode])),
  )
  .then(() => console.log(text.replace(/\x1b\[\d+m/g, '')));
