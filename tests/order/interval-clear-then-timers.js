// An interval that is cleared in its callback and a new one set there do not mix.
let runs = 0;
const first = setInterval(() => {
  clearInterval(first);
  console.log('first');
  const second = setInterval(() => {
    console.log('second', ++runs);
    if (runs === 2) clearInterval(second);
  }, 1);
}, 1);
