// An error whose stack is not a string.
const error = new Error('boom');
error.stack = undefined;
throw error;
