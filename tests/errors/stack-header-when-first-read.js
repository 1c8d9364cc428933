// The first line of the stack is put together when it is first read, and then stays.
const early = new Error('at first');
console.log(early.stack.split('\n')[0]);
early.message = 'later';
console.log(early.stack.split('\n')[0], '|', String(early));

const late = new Error('at first');
late.message = 'later';
late.name = 'Renamed';
console.log(late.stack.split('\n')[0], '|', String(late));
