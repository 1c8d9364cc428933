// A name that is not defined.
missing();
