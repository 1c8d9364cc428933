// Properties of the error follow the stack.
const error = new Error('with properties');
error.code = 'E_CODE';
error.details = { list: [1, 2], nested: { deep: true } };
throw error;
