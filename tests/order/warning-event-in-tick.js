// emitWarning reports in a tick: the event, and a line on stderr.
process.on('warning', (warning) => console.log('event', warning.name, warning.message, warning.code));
process.nextTick(() => console.log('tick before'));
process.emitWarning('watch out', { type: 'CustomWarning', code: 'W1' });
process.nextTick(() => console.log('tick after'));
console.log('script');
