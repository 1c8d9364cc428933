// And the errors of an AggregateError.
throw new AggregateError([new Error('one'), new TypeError('two')], 'both failed');
