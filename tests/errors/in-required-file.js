// An error in a file that is required: its place, and the way to it.
require('./fixtures/throws.js');
