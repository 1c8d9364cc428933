// A string is shown as a value, without a stack.
throw 'just text';
