// And from another's callback.
const interval = setInterval(() => console.log('interval'), 100);
setTimeout(() => {
  console.log('clear');
  clearInterval(interval);
}, 150);
setTimeout(() => console.log('end'), 250);
