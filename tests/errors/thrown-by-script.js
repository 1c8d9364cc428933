// The place, the line, the caret, the error, the stack.
console.log('printed before');
throw new Error('boom');
