// While microtasks keep coming, even ticks wait: the microtask queue is emptied whole.
let count = 0;
process.nextTick(() => console.log('tick asked for by the script'));

function again() {
  count++;
  if (count === 1) process.nextTick(() => console.log('tick asked for by a microtask'));
  if (count < 1000) queueMicrotask(again);
  else console.log('microtasks', count);
}

queueMicrotask(again);
