// The objects that the set functions give back.
const timer = setTimeout(() => {}, 1);
const interval = setInterval(() => {}, 1);
const immediate = setImmediate(() => {});
console.log(timer.constructor.name, interval.constructor.name, immediate.constructor.name);
clearInterval(interval);
console.log(Object.keys(Object.getOwnPropertyDescriptors(timer.constructor.prototype)).join(' '));
console.log(Object.keys(Object.getOwnPropertyDescriptors(immediate.constructor.prototype)).join(' '));
