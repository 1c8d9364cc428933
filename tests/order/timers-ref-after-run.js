// ref() and unref() on a timer that has run change nothing.
const timer = setTimeout(() => {
  console.log('ran');
  timer.ref();
  setImmediate(() => {
    console.log('hasRef', timer.ref().hasRef(), timer.unref().hasRef());
  });
}, 1);
process.on('exit', () => console.log('exit'));
