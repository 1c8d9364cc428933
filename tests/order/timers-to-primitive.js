// Symbol.toPrimitive gives a number that is always the same for a timer, and differs between two.
const a = setTimeout(() => {}, 1);
const b = setTimeout(() => {}, 1);
console.log(typeof a[Symbol.toPrimitive]());
console.log(+a === +a, +a === +b);
