// "imports" of package.json, and a package that asks for itself by name.
require('./fixtures/exports-packages/self/index.js');
