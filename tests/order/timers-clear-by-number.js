// A timer turned into a number can be cleared by the number, and by the number as a string.
const one = +setTimeout(() => console.log('one: never'), 5);
const two = `${+setTimeout(() => console.log('two: never'), 5)}`;
console.log(typeof one, Number.isInteger(one), typeof two);
clearTimeout(one);
clearTimeout(two);
setTimeout(() => console.log('end'), 30);
