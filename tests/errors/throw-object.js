// An object is inspected.
throw { reason: 'none', list: [1, 2, 3] };
