// An object with a message is still only an object.
throw { message: 'looks like an error', stack: 'made up' };
