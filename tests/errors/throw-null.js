// And null.
throw null;
