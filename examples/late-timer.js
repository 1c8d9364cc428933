// A timer says when its callback may run at the earliest: here a callback that blocks makes it late.
'use strict';

const start = performance.now();
const passed = () => `${Math.round(performance.now() - start)} ms`;

setTimeout(() => {
  console.log(`a callback begins after ${passed()}, and computes for 60 ms`);
  const end = performance.now() + 60;
  while (performance.now() < end);
}, 80);

setTimeout(() => console.log(`timer of 100 ms: ran after ${passed()}`), 100);
