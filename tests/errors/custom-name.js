// Or from the name property.
const error = new Error('not valid');
error.name = 'CustomName';
throw error;
