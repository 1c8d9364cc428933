// Anything can be thrown; the handler gets it as it is.
process.on('uncaughtException', (value) => console.log('handler:', value));
const values = [undefined, null, 0, 'text', { a: 1 }, [1, 2]];
values.forEach((value, i) => setTimeout(() => {
  throw value;
}, 1));
