// time, timeLog and timeEnd print a label and a duration.
console.time('label');
console.timeLog('label', 'extra');
console.timeEnd('label');
console.timeEnd('label');
