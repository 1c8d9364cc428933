// An error of the library: name with code, its stack begins at the script.
const path = require('path');
path.join(1);
