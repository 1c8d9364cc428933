// The look-ups that are under way.
'use strict';

const pending = new Set();

module.exports = { pending };
