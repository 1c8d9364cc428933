// The name of a class of one's own comes from the class.
class ValidationError extends Error {}
throw new ValidationError('not valid');
