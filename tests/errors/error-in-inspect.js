// An error with a property whose getter throws.
const error = new Error('boom');
Object.defineProperty(error, 'bad', {
  enumerable: true,
  get() {
    throw new Error('from getter');
  },
});
throw error;
