// A list that loses its last timer by a clear is forgotten, unless the timer had no ref: then a timer
// that is set later is still due with the list, before shorter ones.
const block = (milliseconds) => {
  const start = Date.now();
  while (Date.now() - start < milliseconds);
};
clearTimeout(setTimeout(() => {}, 30).unref());
clearTimeout(setTimeout(() => {}, 40));
block(25);
setTimeout(() => console.log('30, its list was kept'), 30);
setTimeout(() => console.log('40, its list was not'), 40);
setTimeout(() => console.log('20'), 20);
block(60);
