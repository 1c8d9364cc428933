// The children that run, in the order in which they were started. Whoever asks for them loads nothing else.
'use strict';

module.exports = { running: new Set() };
