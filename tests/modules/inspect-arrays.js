// Of arrays: holes, extra keys, long ones, numbers in columns.
const { inspect } = require('util');
console.log(inspect([]));
console.log(inspect([1, , 3, , , 6]));
console.log(inspect(Object.assign([1, 2], { key: 'value', '-1': 0 })));
console.log(inspect(Array.from({ length: 120 }, (_, i) => i)));
console.log(inspect(['apple', 'banana', 'cherry', 'date', 'elderberry', 'fig', 'grape', 'honeydew']));
console.log(inspect([[[[1]]]]));
console.log(inspect(Array(5)));
console.log(inspect([undefined, null]));
