// A message of several lines.
throw new Error('first line\nsecond line');
