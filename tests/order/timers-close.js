// close() is the old way to clear a timer.
const timer = setTimeout(() => console.log('never'), 1);
console.log(timer.close() === timer);
const interval = setInterval(() => {
  console.log('interval');
  interval.close();
}, 1);
