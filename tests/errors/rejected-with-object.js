// With an object.
Promise.reject({ status: 500 });
