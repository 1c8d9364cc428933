// "exports" of package.json decides what can be asked of a package.
require('./fixtures/exports-packages/asks.js');
