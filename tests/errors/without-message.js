// An error without a message.
throw new Error();
