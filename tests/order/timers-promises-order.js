// timers/promises: reactions run after the timer, before the next timer of the same moment.
const { setTimeout: sleep } = require('timers/promises');
sleep(5, 'slept').then(console.log).then(() => console.log('chained'));
setTimeout(() => console.log('plain timer of the same moment'), 5);
const end = performance.now() + 20;
while (performance.now() < end);
