// And undefined.
throw undefined;
