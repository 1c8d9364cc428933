// A rejection with nothing at all.
Promise.reject();
