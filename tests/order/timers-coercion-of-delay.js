// Delays below 1, above 2^31 - 1 or not numbers count as 1: all these are due together, in order.
const { log } = console;
setTimeout(log, 0, 0);
setTimeout(log, -5, -5);
setTimeout(log, NaN, 'NaN');
setTimeout(log, undefined, 'undefined');
setTimeout(log, null, 'null');
setTimeout(log, 'text', 'text');
setTimeout(log, {}, 'object');
setTimeout(log, 0.5, 0.5);
setTimeout(log, 1.9, 1.9);
setTimeout(log, '1', "'1'");
setTimeout(log, true, true);
setTimeout(log, [], '[]');
setTimeout(log, 1n === 1 ? 1 : 1, 1);
