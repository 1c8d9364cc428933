// A failed assertion.
require('assert').strictEqual(1, 2);
