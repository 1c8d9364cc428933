// The forms of emitWarning, on stderr.
process.emitWarning('plain');
process.emitWarning('typed', 'TypedWarning');
process.emitWarning('with code', 'TypedWarning', 'C1');
process.emitWarning('with detail', { type: 'DetailWarning', code: 'D1', detail: 'more to say' });
process.emitWarning('going away', 'DeprecationWarning', 'DEP1');
process.emitWarning('going away, the same code', 'DeprecationWarning', 'DEP1');
const error = new Error('from an error object');
error.name = 'ErrorWarning';
process.emitWarning(error);
