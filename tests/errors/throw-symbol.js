// A symbol.
throw Symbol('sign');
