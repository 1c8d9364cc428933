// A hundred thousand timers, half of them cleared.
let ran = 0;
const timers = [];
for (let i = 0; i < 100000; i++) timers.push(setTimeout(() => ran++, 1 + (i % 50)));
for (let i = 0; i < timers.length; i += 2) clearTimeout(timers[i]);
process.on('exit', () => console.log(ran));
