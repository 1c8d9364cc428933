// Fractions of a delay are dropped: 20.9 runs as 20 does, in the order of setting.
setTimeout(() => console.log('first'), 20.9);
setTimeout(() => console.log('second'), 20);
setTimeout(() => console.log('third'), 20.1);
