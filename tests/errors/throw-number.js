// So is a number.
throw 42;
