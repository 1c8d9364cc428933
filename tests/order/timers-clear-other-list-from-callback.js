// A timer may clear one of another duration that is due in the same phase.
setTimeout(() => {
  console.log('5 clears 10');
  clearTimeout(ten);
}, 5);
const ten = setTimeout(() => console.log('10: never'), 10);
setTimeout(() => console.log('15'), 15);
const end = performance.now() + 40;
while (performance.now() < end);
