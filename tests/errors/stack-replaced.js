// A stack that was replaced is printed as it is.
const error = new Error('boom');
error.stack = 'a stack of my own';
throw error;
