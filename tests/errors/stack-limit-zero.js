// With no frames only the error is left.
Error.stackTraceLimit = 0;
throw new Error('no frames');
