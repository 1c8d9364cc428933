// A cleared timer does not run, and keeps nothing alive.
const timer = setTimeout(() => console.log('never'), 10);
clearTimeout(timer);
setTimeout(() => console.log('other'), 20);
process.on('exit', () => console.log('exit'));
