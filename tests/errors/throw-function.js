// A function.
throw function named() {};
